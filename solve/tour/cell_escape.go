package tour

import "ouro"

// patience is the number of squares that an escape tries at most, above what a
// straight start needs.
const patience = 1024

// escape plans a way out of a body that is not safe, not over the food, after
// which the body is safe; where it finds none the plan is any legal step.
//
// Only a straight start from edge to edge, off the outer rows and columns,
// comes here by the snake's own moves: its first and last square lie at the
// board's edge, and the wall between them is a ring. One step by its own lanes
// takes the last square off and breaks the ring. Should the food lie there, the
// other lanes lead to the other side, straight into the board's corner and
// along the edge, for at least one step more than the body is long; then the
// body lies at the edge by the lanes, and is safe. Trying to cross before
// turning, the depth-first search below finds both ways without a step back.
// The escape takes at most W steps for a start of W squares, and leads to no
// other escape, so the guarantee stands with this start too.
//
// Bodies that other players have bent get the same search as a best effort.
func (c *cell) escape(t ouro.Turn) {
	for c.sense = range c.lanes {
		l := c.lanes[c.sense]
		c.prepare(l, c.body, c.body[0], 0)
		c.plan, c.done = append(c.plan[:0], c.body[0]), 0
		tries := patience
		if c.flee(l, &tries) {
			return
		}
	}
	c.sense = 0
	c.plan = append(c.plan[:0], c.body[0])
	step := ouro.NoCell
	for _, n := range c.grid.Neighbours(c.body[0]) {
		if t.State.Enterable(t.Seat, n) && (step == ouro.NoCell || step == c.food) {
			step = n
		}
	}
	if step == ouro.NoCell { // there is no legal one
		step = c.lanes[0].squares[c.body[0]].turn
	}
	c.plan = append(c.plan, step)
}

// flee extends the plan by the lanes l until the body is safe after it.
func (c *cell) flee(l *lanes, tries *int) bool {
	steps := len(c.plan) - 1
	if steps > 0 {
		c.after = c.after[:0]
		for i := steps; i >= 0; i-- {
			c.after = append(c.after, c.plan[i])
		}
		c.after = append(c.after, c.body[1:]...)
		if c.safe(l, c.after[:c.length]) {
			return true
		}
	}
	if *tries--; *tries < 0 || steps == c.length {
		return false
	}
	q := &l.squares[c.plan[steps]]
	for _, s := range [2]ouro.Cell{q.cross, q.turn} {
		if s == ouro.NoCell || s == c.food || int(c.free[s]) > steps+1 {
			continue
		}
		was := c.free[s]
		c.free[s] = int16(steps + 1 + c.length)
		c.plan = append(c.plan, s)
		if c.flee(l, tries) {
			return true
		}
		c.plan = c.plan[:steps+1]
		c.free[s] = was
	}
	return false
}
