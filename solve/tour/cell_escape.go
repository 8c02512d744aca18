package tour

import "ouro"

// escapeLimit is the limit of squares that an escape tries, more than a straight start needs.
const escapeLimit = 1024

// escape plans a path without a meal after which the body is safe; if it finds none the plan
// is any legal step.
//
// The snake's own moves lead here only from a straight start from edge to edge, off the outer
// rows and columns: its first and last square are at the board's edge, and the wall between
// them is a ring. One step by its own lanes removes the last square and breaks the ring. If
// the food is there, the other lanes lead to the other side, straight into the board's corner
// and along the edge, for at least one step more than the length of the body; then the body
// is at the edge on the lanes, and is safe. As it tries to cross before it turns, the
// depth-first search below finds both paths without backtracking. The escape takes at most W
// steps for a start of W squares and leads to no other escape, so the guarantee includes this
// start.
//
// Other bodies, after moves of other players, get the same search as a best effort.
func (c *cell) escape(t ouro.Turn) {
	for c.sense = range c.lanes {
		l := c.lanes[c.sense]
		c.prepare(l, c.body, c.body[0], 0)
		c.plan, c.done = append(c.plan[:0], c.body[0]), 0
		tries := escapeLimit
		if c.extendEscape(l, &tries) {
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
	if step == ouro.NoCell { // no step is legal
		step = c.lanes[0].squares[c.body[0]].turn
	}
	c.plan = append(c.plan, step)
}

// extendEscape extends the plan by the lanes l until the body is safe after it.
func (c *cell) extendEscape(l *lanes, tries *int) bool {
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
		if c.extendEscape(l, tries) {
			return true
		}
		c.plan = c.plan[:steps+1]
		c.free[s] = was
	}
	return false
}
