package exact

import (
	"context"
	"errors"
	"fmt"

	"ouro"
)

// Tablebase plays by a table of the optimal moves.
//
// Idea: look up the direction of every position, computed in advance (see stage).
//
// Guarantee: optimal play from any position, even after moves that it did not choose. It wins
// with the highest possible probability and, among the strategies with that probability,
// takes the fewest expected moves. From every start of length 1 on boards without walls, it
// wins with certainty. It ignores the limit of moves without a meal.
//
// Cost: O(length) for a move, no allocation. A file is mapped into memory, and its blocks are
// verified when they are first read. Without a file, the table is computed when the game
// begins, on boards of at most [InstantCells] free cells.
//
// Source: ours.
func Tablebase(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	file := options.Text("file", "")
	if err := options.Err(); err != nil {
		return nil, err
	}
	s := setup.Start
	if len(s.Snakes) > 1 || s.TurnBack || s.AlwaysGrow {
		return nil, errors.New("tablebase plays only classic Snake, alone")
	}
	if s.Hedges() > 0 {
		return nil, errors.New("tablebase plays only boards without edible walls")
	}
	table, err := openFor(s.Level(), file)
	if err != nil {
		return nil, err
	}
	return &tablebase{table: table, body: make([]ouro.Cell, 0, MaxCells)}, nil
}

// InstantCells is the number of free cells of the largest board that Tablebase plays without a
// file.
const InstantCells = 20

// sureCells is the number of free cells up to which ouro exact can make a table of every board
// without walls within its default memory, and of most boards with walls. Beyond it, that is
// possible only for a few narrow boards.
const sureCells = 36

// openFor returns the table for a board, read from a file or, without a file, computed.
func openFor(l *ouro.Level, file string) (*Table, error) {
	if file == "" {
		if len(freeCells(l)) > InstantCells || l.Grid.Wraps && Measure(l, true).Positions > instantPositions {
			return nil, missingTable(l)
		}
		return NewTable(context.Background(), l, Options{Workers: 1})
	}
	table, err := OpenTable(file)
	if err != nil {
		return nil, err
	}
	if !sameWalls(table.level, l) {
		err := fmt.Errorf("table %s is for the board %s, not %s", file, nameOf(table.level), nameOf(l))
		if nameOf(table.level) == nameOf(l) {
			err = fmt.Errorf("table %s is for the board %s with other walls", file, nameOf(l))
		}
		return nil, errors.Join(err, table.Close())
	}
	return table, nil
}

// missingTable returns the error for a board that cannot be played without a table file.
func missingTable(l *ouro.Level) error {
	name, flag := nameOf(l), "--board "+l.Grid.String()
	if hasWalls(l) {
		flag = "--level LEVEL"
	}
	least := fmt.Sprintf("boards of at most %d free cells need none", InstantCells)
	if l.Grid.Wraps {
		flag += " --rules classic:wrap=true"
		least = "smaller boards need none"
	}
	switch free := len(freeCells(l)); {
	case free > MaxCells:
		return fmt.Errorf("board %s: tablebase plays boards of at most %d free cells", name, sureCells)
	case free > sureCells:
		return fmt.Errorf("board %s: tablebase needs a table (option file=FILE); ouro exact makes tables of boards of at most %d free cells, and of a few narrow ones", name, sureCells)
	}
	return fmt.Errorf("board %s: tablebase needs a table (option file=FILE), which ouro exact %s --save FILE makes; %s", name, flag, least)
}

type tablebase struct {
	table *Table
	body  []ouro.Cell
}

func (p *tablebase) Close() error { return p.table.Close() }

// Decide looks up the direction. If no win is possible, and in positions that classic Snake does not
// have, it returns any legal direction.
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

// read stores the body, head first, and reports whether the table has positions of this kind.
func (p *tablebase) read(t ouro.Turn) bool {
	s, b := t.State, &t.Snake().Body
	n := b.Len()
	if s.Grid.W != p.table.grid.W || s.Grid.H != p.table.grid.H || s.Grid.Wraps != p.table.grid.Wraps || s.Room() != p.table.cells || len(s.Food) != 1 || n >= s.Room() || s.Segments(s.Food[0]) > 0 {
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

// plan returns the table's path from the head to the food. It changes p.body. If no win is possible,
// the path may end anywhere.
func (p *tablebase) plan(food ouro.Cell) []ouro.Cell {
	way := []ouro.Cell{p.body[0]}
	for range mostMoves {
		d, err := p.table.Best(p.body, food)
		next := p.table.neighbour(p.body[0], d)
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
