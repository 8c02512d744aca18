package ouroboros

import (
	"context"
	"math"
	"sync"

	"ouro"
	"ouro/solve/exact"
)

// optimum plays small boards without a cycle by a table of the optimal moves.
type optimum struct {
	table *exact.Table
	body  []ouro.Cell
}

// mostPositions is the size of the largest table that is computed when a game begins. It takes
// about two seconds.
const mostPositions = 8e6

// lastTable is the table of the last board, because many games are played on one board.
var lastTable struct {
	sync.Mutex
	level string
	table *exact.Table // nil if the board is too large or cannot be filled
}

// newOptimum returns the table of a board, or nil if it is too large or the board cannot be filled.
func newOptimum(s *ouro.State) *optimum {
	level := s.Level()
	lastTable.Lock()
	defer lastTable.Unlock()
	if text := level.String(); lastTable.level != text {
		lastTable.level, lastTable.table = text, computeTable(level)
	}
	if lastTable.table == nil {
		return nil
	}
	return &optimum{table: lastTable.table.Share()}
}

func computeTable(level *ouro.Level) *exact.Table {
	if !fillable(boardOf(level.State())) || exact.Measure(level, true).Positions > mostPositions {
		return nil
	}
	table, err := exact.NewTable(context.Background(), level, exact.Options{Workers: 1})
	if err != nil || table.Start().Probability == 0 {
		return nil
	}
	return table
}

// chance returns the probability of filling the board from a random start.
func (o *optimum) chance() float64 { return o.table.Start().Probability }

// path returns the path to the food, as squares of p, or nil if there is none, which is so where the
// board cannot be filled any more.
func (o *optimum) path(p *partial, food ouro.Cell) (path []square) {
	o.body = o.body[:0]
	for _, s := range p.at {
		o.body = append(o.body, p.cells[s])
	}
	at := append(make([]square, 0, len(p.at)), p.at...)
	path = append(path, at[0])
	for range 3 * len(p.squares) {
		d, err := o.table.Best(o.body, food)
		if err != nil {
			return nil
		}
		next := p.board.grid.Next(o.body[0], d)
		if next == ouro.NoCell || p.of[next] == 0 || !enterable(at, p.of[next]) {
			return nil
		}
		path = append(path, p.of[next])
		if next == food {
			return path
		}
		copy(o.body[1:], o.body)
		copy(at[1:], at)
		o.body[0], at[0] = next, p.of[next]
	}
	return nil
}

// fillable reports whether two simple tests allow a path through all squares: a body that fills the
// board is such a path. The numbers of dark and light squares must differ by at most one, and at
// most two squares may have a single neighbour.
func fillable(b board) bool {
	r := newRing(b)
	dark, ends := 0, 0
	for _, s := range r.squares {
		dark += r.colour(s)
		neighbours := 0
		for _, next := range r.around(s) {
			if r.cells[next] != ouro.NoCell {
				neighbours++
			}
		}
		if neighbours == 1 {
			ends++
		}
	}
	return math.Abs(float64(2*dark-len(r.squares))) <= 1 && ends <= 2
}
