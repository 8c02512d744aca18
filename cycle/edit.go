package cycle

import (
	"fmt"

	"ouro"
)

// Flips are two crossing flips of unit squares. Together they change one cycle into another.
//
// If a cycle runs along two opposite sides of a unit square, flipping the square replaces these two
// edges by the other two sides. The inside of the cycle is always on the same side of the path, so
// the two edges run in opposite directions, and the flip cuts the cycle into two loops. A second
// flip, of a square with one side in each loop, joins the loops again. Count places from some cell
// of the cycle. Let the first flip cut after the places I and J and the second after K and L, with
// I < K < J < L. The cuts make runs S0 to S4, and the new cycle is S0 S3 S2 S1 S4: no run is
// reversed.
type Flips struct{ I, K, J, L int }

// NewPlace returns the new place, after the flips, of the cell at place p. Both places are counted as
// in f.
func (f Flips) NewPlace(p int) int {
	switch {
	case p <= f.I || p > f.L:
		return p
	case p <= f.K:
		return p + f.L - f.K
	case p <= f.J:
		return p - (f.K - f.I) + (f.L - f.J)
	}
	return p - (f.J - f.I)
}

// Inverse returns the flips that undo f.
func (f Flips) Inverse() Flips {
	return Flips{I: f.I, K: f.I + f.L - f.J, J: f.I + f.L - f.K, L: f.L}
}

// Cross makes the flips f, whose places are counted from the cell origin. It panics if they are
// not in order. The caller must ensure that they are flips of unit squares.
func (c *Cycle) Cross(origin ouro.Cell, f Flips) {
	if !(0 <= f.I && f.I < f.K && f.K < f.J && f.J < f.L && f.L < len(c.Order)) {
		panic(fmt.Sprintf("cycle: flips %+v out of order", f))
	}
	base := int(c.Place[origin])
	c.scratch = c.scratch[:0]
	for _, run := range [...][2]int{{f.J, f.L}, {f.K, f.J}, {f.I, f.K}} {
		for p := run[0] + 1; p <= run[1]; p++ {
			c.scratch = append(c.scratch, c.at(base+p))
		}
	}
	for i, cell := range c.scratch {
		p := base + f.I + 1 + i
		if p >= len(c.Order) {
			p -= len(c.Order)
		}
		c.Order[p], c.Place[cell] = cell, int16(p)
	}
	if c.Hole != ouro.NoCell {
		c.Place[c.Hole] = c.Place[c.Twin]
	}
}

// Turn finds flips after which the cycle leads from the cell head directly to its neighbour target.
// The flips cut only edges that begin at places 0 to lastPlace, counted from head. If a body is
// behind head, lastPlace is the number of free cells. Of several flips, Turn chooses those after
// which goal, one of these cells, is nearest ahead of head. Turn returns false if it finds none.
//
// The first flip is of the square between the edge that leaves head and the edge that enters target.
// For the second flip, Turn tries all squares along the loop that the first one cuts off, so the
// cost is proportional to the length of that loop.
func (c *Cycle) Turn(head, target ouro.Cell, lastPlace int, goal ouro.Cell) (best Flips, ok bool) {
	if c.Place[target] == NoPlace {
		return best, false
	}
	j := c.Ahead(head, target) - 1
	if j < 2 || j >= lastPlace {
		return best, false
	}
	base, f := int(c.Place[head]), c.Ahead(head, goal)
	if !adjacent(c.Grid, c.at(base+1), c.at(base+j)) {
		return best, false
	}
	twin := c.twinPlace(head)
	if twin == 0 || twin == 1 || twin == j || twin == j+1 {
		return best, false
	}
	nearest := len(c.Order)
	for k := 1; k < j; k++ {
		u, v := c.at(base+k), c.at(base+k+1)
		along, _ := c.Grid.DirTo(u, v)
		for _, side := range [2]ouro.Dir{along.TurnLeft(), along.TurnRight()} {
			beyond := c.Grid.Next(v, side)
			if beyond == ouro.NoCell || c.Place[beyond] == NoPlace {
				continue
			}
			l := c.Ahead(head, beyond)
			if l <= j || l > lastPlace || c.at(base+l+1) != c.Grid.Next(u, side) {
				continue
			}
			if k == twin || k+1 == twin || l == twin || l+1 == twin {
				continue
			}
			flips := Flips{I: 0, K: k, J: j, L: l}
			if moved := flips.NewPlace(f); moved < nearest {
				best, nearest, ok = flips, moved, true
			}
		}
	}
	return best, ok
}

// twinPlace returns the place of Twin, counted from head. Without a Twin
// it returns -2, which is the place of no edge.
func (c *Cycle) twinPlace(head ouro.Cell) int {
	if c.Twin == ouro.NoCell {
		return -2
	}
	return c.Ahead(head, c.Twin)
}

// at returns the cell at place p. p may be up to a lap too large.
func (c *Cycle) at(p int) ouro.Cell {
	if p >= len(c.Order) {
		p -= len(c.Order)
	}
	return c.Order[p]
}
