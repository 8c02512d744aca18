package exact

import (
	"context"
	"errors"
	"fmt"

	"ouro"
)

// Tablebase plays by a table of the best moves.
//
// Idea: the direction of every position was computed beforehand (see stage) and
// is looked up.
//
// Guarantee: optimal play. It wins with the highest probability that there is,
// with certainty from every start of length 1 on boards with both sides at least
// 2, and among the ways to do so takes the fewest moves on average; from any
// position, also after moves that were not its own. It knows no limit of moves
// without a meal, and needs none.
//
// Cost: O(length) per move, no allocation; a file is mapped, and its parts are
// checked when they are needed first. Without a file the table is computed when
// the game begins, on boards of at most [InstantCells] cells.
//
// Source: ours.
func Tablebase(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	file := options.Text("file", "")
	if err := options.Err(); err != nil {
		return nil, err
	}
	s := setup.Start
	if len(s.Snakes) > 1 || s.TurnBack || s.AlwaysGrow || s.Grid.Wraps {
		return nil, errors.New("it plays classic Snake alone")
	}
	if s.Room() != s.Grid.Size() || s.Hedges() > 0 {
		return nil, errors.New("it plays boards without walls")
	}
	table, err := openFor(s.Grid, file)
	if err != nil {
		return nil, err
	}
	return &tablebase{table: table, body: make([]ouro.Cell, 0, MaxCells)}, nil
}

// InstantCells is the number of cells of the largest board for which Tablebase
// needs no file.
const InstantCells = 20

// sureCells is the number of cells up to which a table of every board can be made in
// the memory that ouro exact takes by default; beyond that, of a few narrow ones.
const sureCells = 36

// openFor is the table for a board, from a file or computed.
func openFor(g *ouro.Grid, file string) (*Table, error) {
	if file == "" {
		if g.Size() > InstantCells {
			return nil, tableless(g)
		}
		return NewTable(context.Background(), g, Options{Workers: 1})
	}
	table, err := OpenTable(file)
	if err != nil {
		return nil, err
	}
	if table.grid.W != g.W || table.grid.H != g.H {
		return nil, errors.Join(fmt.Errorf("table %s is for the board %s, not %s", file, table.grid, g), table.Close())
	}
	return table, nil
}

// tableless says what a board needs that is too large to do without a table.
func tableless(g *ouro.Grid) error {
	switch size := g.Size(); {
	case size > MaxCells:
		return fmt.Errorf("board %s: it plays boards of at most %d cells", g, sureCells)
	case size > sureCells:
		return fmt.Errorf("board %s: it needs a table file=...; ouro exact makes those of boards of at most %d cells, and of a few narrow ones", g, sureCells)
	}
	return fmt.Errorf("board %s: it needs a table file=..., made by ouro exact --board %s --save FILE; boards of at most %d cells need none", g, g, InstantCells)
}

type tablebase struct {
	table *Table
	body  []ouro.Cell
}

// Close lets go of the table's file.
func (p *tablebase) Close() error { return p.table.Close() }

// Decide looks the direction up. In positions that are none of classic Snake,
// and where no win is possible, it takes some legal direction.
func (p *tablebase) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	legal := t.State.Legal(t.Seat)
	if legal == 0 {
		return ouro.Decision{}, nil
	}
	some := ouro.Decision{Dir: legal.At(0), Nodes: 1}
	if !p.read(t) {
		return some, nil
	}
	best, err := p.table.Best(p.body, t.State.Food[0])
	if err != nil || !legal.Has(best) {
		return some, err
	}
	d := ouro.Decision{Dir: best, Nodes: 1}
	if t.Trace.On() {
		t.Trace.Path(ouro.LabelPlan, p.plan(t.State.Food[0]))
	}
	return d, nil
}

// read takes the body down, head first, and tells whether the table knows such
// positions.
func (p *tablebase) read(t ouro.Turn) bool {
	s, b := t.State, &t.Snake().Body
	n := b.Len()
	if s.Grid.W != p.table.grid.W || s.Grid.H != p.table.grid.H || len(s.Food) != 1 || n >= s.Grid.Size() || s.Segments(s.Food[0]) > 0 {
		return false
	}
	p.body = p.body[:0]
	for i := range n {
		c := b.At(i)
		if s.Segments(c) != 1 {
			return false
		}
		if i > 0 {
			if _, ok := s.Grid.DirTo(p.body[i-1], c); !ok {
				return false
			}
		}
		p.body = append(p.body, c)
	}
	return true
}

// plan is the way to the food that the table takes, from the head. It changes
// p.body. Where no win is possible it may end anywhere.
func (p *tablebase) plan(food ouro.Cell) []ouro.Cell {
	way := []ouro.Cell{p.body[0]}
	for range mostMoves {
		d, err := p.table.Best(p.body, food)
		next := p.table.grid.Next(p.body[0], d)
		if err != nil || !enterable(p.body, next) {
			break
		}
		way = append(way, next)
		if next == food {
			break
		}
		copy(p.body[1:], p.body)
		p.body[0] = next
	}
	return way
}
