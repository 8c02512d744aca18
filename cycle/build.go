package cycle

import (
	"fmt"

	"ouro"
)

// New returns a cycle on g: through all cells if their number is even, through all but the
// top right corner if both sides are odd. It prefers columns to rows.
func New(g *ouro.Grid) (*Cycle, error) {
	if g.W < 2 || g.H < 2 {
		return nil, fmt.Errorf("board %s: no cycle: each side must be at least 2, for along a side of 1 there is no way back past the snake's own body", g)
	}
	for _, turned := range turns {
		if c := base(g, turned); c != nil {
			return c, nil
		}
	}
	panic("cycle: every board has one")
}

// turns are the two orientations of a shape: as it is, or with columns as rows.
var turns = [2]bool{false, true}

// base returns the cycle of columns or, turned, of rows, or nil if their number is odd. All
// other cycles are images of these.
func base(g *ouro.Grid, turned bool) *Cycle {
	w, h, at := g.W, g.H, g.At
	if turned {
		w, h, at = h, w, func(x, y int) ouro.Cell { return g.At(y, x) }
	}
	switch {
	case w%2 == 0:
		return newCycle(g, columns(w, h, at), ouro.NoCell, ouro.NoCell)
	case h%2 != 0:
		return newCycle(g, cornered(w, h, at), at(w-1, h-1), at(w-2, h-2))
	}
	return nil
}

// columns returns the cycle of the paper, for an even number w of columns: down the first
// column, up and down the others and back along the top.
//
//	┌─────────┐
//	│ ┌─┐ ┌─┐ │
//	│ │ │ │ │ │
//	└─┘ └─┘ └─┘
func columns(w, h int, at func(x, y int) ouro.Cell) []ouro.Cell {
	order := make([]ouro.Cell, 0, w*h)
	for x := range w {
		top := h - 2
		if x == 0 || x == w-1 {
			top = h - 1
		}
		order = column(order, x, 0, top, x%2 == 1, at)
	}
	for x := w - 2; x > 0; x-- {
		order = append(order, at(x, h-1))
	}
	return order
}

// cornered returns the cycle through all cells but the top right corner, for odd w and h:
// up and down all columns but the last two, down these in a zigzag that starts beside the
// corner, and back along the bottom.
//
//	┌─┐ ┌─┐ .
//	│ │ │ └─┐
//	│ │ │ ┌─┘
//	│ └─┘ └─┐
//	└───────┘
func cornered(w, h int, at func(x, y int) ouro.Cell) []ouro.Cell {
	order := make([]ouro.Cell, 0, w*h-1)
	order = append(order, at(0, 0))
	for x := range w - 2 {
		order = column(order, x, 1, h-1, x%2 == 0, at)
	}
	order = append(order, at(w-2, h-1))
	for y := h - 2; y > 0; y-- {
		if y%2 == 1 {
			order = append(order, at(w-2, y), at(w-1, y))
		} else {
			order = append(order, at(w-1, y), at(w-2, y))
		}
	}
	for x := w - 1; x > 0; x-- {
		order = append(order, at(x, 0))
	}
	return order
}

// column appends the cells of column x from row lo to row hi.
func column(order []ouro.Cell, x, lo, hi int, up bool, at func(x, y int) ouro.Cell) []ouro.Cell {
	for i := range hi - lo + 1 {
		if up {
			order = append(order, at(x, lo+i))
		} else {
			order = append(order, at(x, hi-i))
		}
	}
	return order
}
