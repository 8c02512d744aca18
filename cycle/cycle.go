// Package cycle implements Hamiltonian cycles of a board: closed paths that visit each free cell
// once. A snake that follows such a path never dies.
//
// [Find] finds a cycle for a [Board] with walls, or proves that there is none; [FindAlong] finds a
// cycle on which a given snake lies. Without walls, [New] makes a cycle for every board with both
// sides at least 2, and [Fit] makes one that suits a given snake. [Cycle.Carries] is the condition
// under which a snake may follow a cycle, with the proof that this is safe. [Cycle.Turn] and
// [Cycle.Cross] change a cycle while a snake follows it.
//
// Most boards with an odd number of cells have no Hamiltonian cycle: their cells are coloured like
// a chessboard, a closed path alternates colours, and one colour has one cell more. On such a board
// the cycle omits one cell, the hole; see [Cycle].
package cycle

import (
	"fmt"
	"math"
	"slices"

	"ouro"
)

// NoPlace is the place of a cell that a cycle does not visit.
const NoPlace = -1

// Cycle is a closed path through the free cells of a board. Order and Place hold the same path;
// only the methods may change them.
type Cycle struct {
	Grid  *ouro.Grid
	Order []ouro.Cell // the cells in the order of the path
	Place []int16     // by Cell: its index in Order, or NoPlace if the path does not visit it

	// Hole is a free cell that the path omits. Twin is a cell that the path visits between two
	// neighbours of Hole. So the path may visit Hole instead of Twin, and Hole has the same Place
	// as Twin. If the path visits all free cells, both are NoCell.
	Hole, Twin ouro.Cell

	scratch []ouro.Cell
}

func newCycle(g *ouro.Grid, order []ouro.Cell, hole, twin ouro.Cell) *Cycle {
	c := &Cycle{Grid: g, Order: order, Place: make([]int16, g.Size()), Hole: hole, Twin: twin}
	c.index()
	return c
}

// New returns a cycle on g. It visits all cells if their number is even, and all but the top
// right corner if both sides are odd. The cycle runs along columns if it can, otherwise along rows.
func New(g *ouro.Grid) (*Cycle, error) {
	if g.W < 2 || g.H < 2 {
		return nil, fmt.Errorf("board %s: no cycle: each side must be at least 2, because along a side of 1 there is no way back past the snake's own body", g)
	}
	for _, turned := range turns {
		if c := base(g, turned); c != nil {
			return c, nil
		}
	}
	panic("cycle: every board has one")
}

// index sets Place from Order.
func (c *Cycle) index() {
	for i := range c.Place {
		c.Place[i] = NoPlace
	}
	for i, cell := range c.Order {
		c.Place[cell] = int16(i)
	}
	if c.Hole != ouro.NoCell {
		c.Place[c.Hole] = c.Place[c.Twin]
	}
}

// Len returns the number of steps of one lap.
func (c *Cycle) Len() int { return len(c.Order) }

// Next returns the cell after a, which must be on the cycle.
func (c *Cycle) Next(a ouro.Cell) ouro.Cell {
	i := int(c.Place[a]) + 1
	if i == len(c.Order) {
		i = 0
	}
	return c.Order[i]
}

// Ahead returns the number of steps along the cycle from a to b, 0 to Len()-1. Both must be
// on the cycle.
func (c *Cycle) Ahead(a, b ouro.Cell) int {
	d := int(c.Place[b]) - int(c.Place[a])
	if d < 0 {
		d += len(c.Order)
	}
	return d
}

// Certificate returns which cells the cycle visits. A snake that the cycle carries fills the board.
func (c *Cycle) Certificate() string {
	if c.Hole != ouro.NoCell {
		return fmt.Sprintf("a cycle visits all %d cells but one, and can visit that cell instead of another", len(c.Order)+1)
	}
	return fmt.Sprintf("a cycle visits all %d cells", len(c.Order))
}

// Clone returns a copy that shares only the Grid.
func (c *Cycle) Clone() *Cycle {
	return &Cycle{Grid: c.Grid, Order: slices.Clone(c.Order), Place: slices.Clone(c.Place), Hole: c.Hole, Twin: c.Twin}
}

// Verify returns an error unless c visits every free cell of b except Hole exactly once, and no
// other cell, and consecutive cells are neighbours, even if Hole replaces Twin.
func (c *Cycle) Verify(b Board) error {
	want := b.Len()
	if c.Hole != ouro.NoCell {
		want--
		if !b.Free[c.Hole] {
			return fmt.Errorf("cycle: its hole %d is a wall", c.Hole)
		}
	}
	if len(c.Order) != want {
		return fmt.Errorf("cycle of %d cells on board %s, want %d", len(c.Order), c.Grid, want)
	}
	for i, cell := range c.Order {
		if int(c.Place[cell]) != i {
			return fmt.Errorf("cycle place %d: cell %d has place %d", i, cell, c.Place[cell])
		}
		next := c.Next(cell)
		if !adjacent(c.Grid, cell, next) {
			return fmt.Errorf("cycle place %d: cells %d and %d are not neighbours", i, cell, next)
		}
		if cell == c.Hole {
			return fmt.Errorf("cycle place %d: visits its hole %d", i, cell)
		}
		if !b.Free[cell] {
			return fmt.Errorf("cycle place %d: cell %d is a wall", i, cell)
		}
		if next == c.Twin && !adjacent(c.Grid, cell, c.Hole) || cell == c.Twin && !adjacent(c.Grid, next, c.Hole) {
			return fmt.Errorf("cycle place %d: the hole %d cannot replace cell %d", i, c.Hole, c.Twin)
		}
	}
	if c.Hole != ouro.NoCell && c.Place[c.Hole] != c.Place[c.Twin] {
		return fmt.Errorf("cycle: the hole %d and its twin %d have different places", c.Hole, c.Twin)
	}
	return nil
}

// Heat returns the place of every cell, in the form of Trace.Heat. Walls have no place.
func (c *Cycle) Heat() []float64 {
	heat := make([]float64, len(c.Place))
	for i, p := range c.Place {
		if heat[i] = float64(p); p == NoPlace {
			heat[i] = math.NaN()
		}
	}
	return heat
}

func adjacent(g *ouro.Grid, a, b ouro.Cell) bool {
	_, ok := g.DirTo(a, b)
	return ok
}

// turns are the two orientations of a shape: as drawn, or with columns and rows exchanged.
var turns = [2]bool{false, true}

// base returns the basic cycle that runs along columns or, if turned is set, along rows. It returns
// nil if the number of columns (or rows) is odd and the other side is even. Fit also uses the mirror
// images of these cycles, in both directions.
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

// columns returns the basic cycle for an even number w of columns: down the first column, up and
// down the others, and back along the top.
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
		if x%2 == 1 {
			order = column(order, x, 0, top, at)
		} else {
			order = column(order, x, top, 0, at)
		}
	}
	for x := w - 2; x > 0; x-- {
		order = append(order, at(x, h-1))
	}
	return order
}

// cornered returns the cycle through all cells but the top right corner, for odd w and h: up and
// down all columns but the last two, down the last two in a zigzag that starts beside the corner,
// and back along the bottom.
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
		if x%2 == 0 {
			order = column(order, x, 1, h-1, at)
		} else {
			order = column(order, x, h-1, 1, at)
		}
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

// column appends the cells of column x from row first to row last.
func column(order []ouro.Cell, x, first, last int, at func(x, y int) ouro.Cell) []ouro.Cell {
	step := 1
	if last < first {
		step = -1
	}
	for y := first; ; y += step {
		order = append(order, at(x, y))
		if y == last {
			return order
		}
	}
}
