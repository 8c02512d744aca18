// Package cycle implements Hamiltonian cycles of a board: closed paths that visit each cell
// once. A snake that follows one never dies.
//
// [New] makes a cycle for every board with both sides at least 2; [Fit] makes one that
// suits a given snake. [Cycle.Carries] is the condition under which a snake may follow a
// cycle, with the proof that this is safe. [Cycle.Turn] and [Cycle.Cross] change a cycle
// while a snake follows it.
//
// A board with an odd number of cells has no Hamiltonian cycle: its cells are coloured like
// a chess board, a closed path alternates colours, and one colour has one cell more. There
// the cycle omits one corner, the spare; see [Cycle.Spare].
package cycle

import (
	"fmt"
	"slices"

	"ouro"
)

// NoPlace is the place of a cell that a cycle does not visit.
const NoPlace = -1

// Cycle is a closed path through the cells of a board. Order and Place have the same
// content; only the methods may change them.
type Cycle struct {
	Grid  *ouro.Grid
	Order []ouro.Cell // the cells in the order of the path
	Place []int16     // by Cell: its index in Order, or NoPlace

	// On a board with both sides odd, the path omits one corner, Spare. Twin, the cell
	// diagonal to it, is on the path between the two neighbours of Spare. So the path may
	// visit Spare instead of Twin, and Spare has the place of Twin. Both are NoCell on
	// other boards.
	Spare, Twin ouro.Cell

	scratch []ouro.Cell
}

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

// Clone returns a copy that shares only the Grid.
func (c *Cycle) Clone() *Cycle {
	return &Cycle{Grid: c.Grid, Order: slices.Clone(c.Order), Place: slices.Clone(c.Place), Spare: c.Spare, Twin: c.Twin}
}

// Verify returns an error unless c visits every cell of the board but Spare exactly once,
// and consecutive cells are neighbours, also with Spare in the place of Twin.
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
			return fmt.Errorf("cycle place %d: cells %d and %d are not neighbours", i, cell, next)
		}
		if cell == c.Spare {
			return fmt.Errorf("cycle place %d: visits its spare cell %d", i, cell)
		}
		if next == c.Twin && !adjacent(c.Grid, cell, c.Spare) || cell == c.Twin && !adjacent(c.Grid, next, c.Spare) {
			return fmt.Errorf("cycle place %d: spare cell %d cannot replace cell %d", i, c.Spare, c.Twin)
		}
	}
	if c.Spare != ouro.NoCell && c.Place[c.Spare] != c.Place[c.Twin] {
		return fmt.Errorf("cycle: spare cell %d and cell %d have different places", c.Spare, c.Twin)
	}
	return nil
}

// Heat returns the place of every cell, for a Trace.
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
