// Package cycle holds Hamiltonian cycles of a board: closed walks through its
// cells that pass each once. A snake that follows one never dies.
//
// [New] lays one on every board with both sides at least 2; [Fit] lays one that
// suits a given snake. [Cycle.Carries] is the condition under which a snake may
// follow a cycle, and the proof that this is safe stands there. [Cycle.Turn]
// and [Cycle.Cross] edit a cycle under way.
//
// A board with an odd number of cells has no Hamiltonian cycle: its cells are
// coloured like a chess board, a closed walk alternates colours, and there is
// one cell more of one colour. There the cycle leaves out one corner, the
// spare; see [Cycle.Spare].
package cycle

import (
	"fmt"
	"slices"

	"ouro"
)

// NoPlace is the place of a cell that a cycle does not pass.
const NoPlace = -1

// Cycle is a closed walk through the cells of a board. Order and Place say the
// same in two ways; change them only through the methods.
type Cycle struct {
	Grid  *ouro.Grid
	Order []ouro.Cell // the cells as the walk passes them
	Place []int16     // by Cell: its index in Order, or NoPlace

	// On a board with both sides odd the walk leaves out one corner, Spare, and
	// passes the two neighbours of Spare with Twin, the cell diagonal to it,
	// between them. So the walk may pass Spare instead of Twin, and Spare has
	// the place of Twin. Both are NoCell on other boards.
	Spare, Twin ouro.Cell

	scratch []ouro.Cell
}

// newCycle is the cycle with this order.
func newCycle(g *ouro.Grid, order []ouro.Cell, spare, twin ouro.Cell) *Cycle {
	c := &Cycle{Grid: g, Order: order, Place: make([]int16, g.Size()), Spare: spare, Twin: twin}
	c.index()
	return c
}

// index derives Place from Order.
func (c *Cycle) index() {
	for i := range c.Place {
		c.Place[i] = NoPlace
	}
	for i, cell := range c.Order {
		c.Place[cell] = int16(i)
	}
	if c.Spare != ouro.NoCell {
		c.Place[c.Spare] = c.Place[c.Twin]
	}
}

// Len is the number of steps of one lap.
func (c *Cycle) Len() int { return len(c.Order) }

// Next is the cell after a, which must be on the cycle.
func (c *Cycle) Next(a ouro.Cell) ouro.Cell {
	i := int(c.Place[a]) + 1
	if i == len(c.Order) {
		i = 0
	}
	return c.Order[i]
}

// Ahead is the number of steps along the cycle from a to b, 0 to Len()-1. Both
// must be on it.
func (c *Cycle) Ahead(a, b ouro.Cell) int {
	d := int(c.Place[b]) - int(c.Place[a])
	if d < 0 {
		d += len(c.Order)
	}
	return d
}

// Clone is a copy that shares only the Grid.
func (c *Cycle) Clone() *Cycle {
	return &Cycle{Grid: c.Grid, Order: slices.Clone(c.Order), Place: slices.Clone(c.Place), Spare: c.Spare, Twin: c.Twin}
}

// Verify tells what is wrong with c, if anything: every cell of the board but
// Spare must be passed exactly once, and consecutive cells must be neighbours,
// also with Spare in the place of Twin.
func (c *Cycle) Verify() error {
	want := c.Grid.Size()
	if c.Spare != ouro.NoCell {
		want--
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
			return fmt.Errorf("cycle place %d: cells %d and %d are no neighbours", i, cell, next)
		}
		if cell == c.Spare {
			return fmt.Errorf("cycle place %d: passes its spare cell %d", i, cell)
		}
		if next == c.Twin && !adjacent(c.Grid, cell, c.Spare) || cell == c.Twin && !adjacent(c.Grid, next, c.Spare) {
			return fmt.Errorf("cycle place %d: spare cell %d cannot stand in for cell %d", i, c.Spare, c.Twin)
		}
	}
	if c.Spare != ouro.NoCell && c.Place[c.Spare] != c.Place[c.Twin] {
		return fmt.Errorf("cycle: spare cell %d has not the place of cell %d", c.Spare, c.Twin)
	}
	return nil
}

// Heat is the place of every cell, for a Trace.
func (c *Cycle) Heat() []float64 {
	heat := make([]float64, len(c.Place))
	for i, p := range c.Place {
		heat[i] = float64(p)
	}
	return heat
}

func adjacent(g *ouro.Grid, a, b ouro.Cell) bool {
	_, ok := g.DirTo(a, b)
	return ok
}
