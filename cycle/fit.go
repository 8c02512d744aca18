package cycle

import (
	"slices"

	"ouro"
)

// Carries reports whether a snake with this body may follow the cycle forever. arc is the number
// of steps along the cycle from the snake's tail to its head.
//
// The condition: from tail to head, the segments are on the cycle in its order, within less than
// one lap; the cycle may visit other cells between segments. A snake of two cells must not point
// against the direction of the cycle.
//
// Why the condition suffices: all body cells are on the arc of the cycle from tail to head. So
// the cell after the head is free or, if the arc with this step is a whole lap, it is the tip of
// the tail, which leaves (there is no food on it, and a snake of two is excluded). The step keeps
// the condition: the head has moved by one place and stays within a lap of the tail, because the
// tail has also moved or, after a meal, the cell ahead of the head was free. After Len()-1 steps
// along the cycle the tail has reached the place where the head began, because it is less than a
// lap behind, and from then on the body is a run of the cycle without gaps.
//
// With a hole the condition also suffices, as long as the body never contains both Hole and Twin,
// which share one place.
func (c *Cycle) Carries(b *ouro.Body) (arc int, ok bool) {
	n := b.Len()
	if n == 0 {
		return 0, false
	}
	last := b.At(n - 1)
	if c.Place[last] == NoPlace {
		return 0, false
	}
	for i := n - 2; i >= 0; i-- {
		cell := b.At(i)
		if c.Place[cell] == NoPlace {
			return 0, false
		}
		step := c.Ahead(last, cell)
		if step == 0 && cell != last {
			return 0, false
		}
		if arc += step; arc >= c.Len() {
			return 0, false
		}
		last = cell
	}
	return arc, n != 2 || arc < c.Len()-1
}

// Fit returns the cycle that carries this body with the shortest arc. It tries all images of the
// shapes of [New]: mirrored, turned, and reversed. It returns false if none carries the body.
//
// Every straight snake is carried. On a board with an even number of columns take the cycle of
// columns, which returns along the top row, the lane. A row below the lane meets the columns in
// their order. The lane visits its cells one after the other. A column is a run of the cycle, and
// its cell in the lane comes before or after that run. So the cycle visits the cells of each row
// and column in one of the two directions, and the cycle or its reverse carries a snake there. On
// a board with odd sides the lane is at the bottom, and a zigzag fills the last two columns. The
// same is true of columns outside of the zigzag. At a width of 5 or more, a column is outside of
// the zigzag of this cycle or of its mirror image. At a width of 3, only the middle column is in
// both zigzags: there take the cycle of rows, whose last row but one goes straight through its
// zigzag. The same holds for rows.
func Fit(g *ouro.Grid, b *ouro.Body) (best *Cycle, ok bool) {
	bestArc := 0
	for _, turned := range turns {
		base := base(g, turned)
		if base == nil {
			continue
		}
		for image := range 8 {
			c := base
			if image > 0 {
				c = base.image(image&1 != 0, image&2 != 0, image&4 != 0)
			}
			arc, carries := c.Carries(b)
			if carries && (best == nil || arc < bestArc) {
				best, bestArc = c, arc
			}
			if carries && arc == b.Len()-1 {
				return best, true // the shortest possible arc
			}
		}
	}
	return best, best != nil
}

// FitOn returns a cycle of b that carries this body, or false if it finds none. Without walls it is
// the cycle of [Fit]. With walls it is a cycle on which the body lies without gaps or, if the search
// finds none, the cycle of [Find] in one of its two directions. Each search takes at most about this
// number of steps. FitOn remembers the cycles that Find has found for the last boards.
func FitOn(b Board, body *ouro.Body, steps int64) (*Cycle, bool) {
	if b.isOpenRectangle() {
		return Fit(b.Grid, body)
	}
	if body.Len() > 1 {
		if c, err := FindAlong(b, body.Append(nil), steps); err == nil {
			if _, ok := c.Carries(body); ok {
				return c, true
			}
		}
	}
	c, err := found.find(b, steps)
	if err != nil {
		return nil, false
	}
	return c.inEitherDirection(body)
}

// inEitherDirection returns c or its reverse, whichever carries the body.
func (c *Cycle) inEitherDirection(body *ouro.Body) (*Cycle, bool) {
	if _, ok := c.Carries(body); ok {
		return c, true
	}
	back := c.Clone()
	slices.Reverse(back.Order)
	back.index()
	_, ok := back.Carries(body)
	return back, ok
}

// image returns the cycle mirrored left to right, mirrored bottom to top, and reversed,
// each if requested.
func (c *Cycle) image(leftRight, bottomTop, backwards bool) *Cycle {
	place := func(cell ouro.Cell) ouro.Cell {
		if cell == ouro.NoCell {
			return cell
		}
		x, y := c.Grid.XY(cell)
		if leftRight {
			x = c.Grid.W - 1 - x
		}
		if bottomTop {
			y = c.Grid.H - 1 - y
		}
		return c.Grid.At(x, y)
	}
	order := make([]ouro.Cell, len(c.Order))
	for i, cell := range c.Order {
		if backwards {
			i = len(order) - 1 - i
		}
		order[i] = place(cell)
	}
	return newCycle(c.Grid, order, place(c.Hole), place(c.Twin))
}
