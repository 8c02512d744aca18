package hydra

import (
	"ouro"
	"ouro/sim"
)

// board is the geometry that evaluations use.
type board struct {
	grid   *ouro.Grid
	places []place // by cell
	full   int     // cells of an 11x11 board for each cell of this one, in 65536ths
}

// place is the position of a cell and its distances to the nearest edges, noEdge where the
// board wraps.
type place struct{ x, y, across, up int8 }

const noEdge = ouro.MaxSide

// Load prepares b for positions on the board of p.
func (b *board) Load(p *sim.Position) {
	g := p.Grid()
	if b.grid != nil && b.grid.W == g.W && b.grid.H == g.H && b.grid.Wraps == g.Wraps {
		return
	}
	b.grid, b.full = g, 121<<16/g.Size()
	b.places = make([]place, g.Size())
	for c := range b.places {
		x, y := g.XY(ouro.Cell(c))
		pl := place{int8(x), int8(y), noEdge, noEdge}
		if !g.Wraps {
			pl.across, pl.up = int8(min(x, g.W-1-x)), int8(min(y, g.H-1-y))
		}
		b.places[c] = pl
	}
}

// dist returns the number of steps between two cells of an empty board, or a large number
// if one is NoCell.
func (b *board) dist(from, to ouro.Cell) int {
	if from == ouro.NoCell || to == ouro.NoCell {
		return 1 << 10
	}
	dx, dy := apart(b.places[from], b.places[to])
	if b.grid.Wraps {
		dx, dy = min(dx, b.grid.W-dx), min(dy, b.grid.H-dy)
	}
	return dx + dy
}

// distance returns the number of steps between two places, ignoring wrapping: the weights
// of duels were learned this way.
func distance(a, b place) int {
	dx, dy := apart(a, b)
	return dx + dy
}

// apart returns the number of columns and rows between two places.
func apart(a, b place) (dx, dy int) {
	dx, dy = int(a.x-b.x), int(a.y-b.y)
	return max(dx, -dx), max(dy, -dy)
}
