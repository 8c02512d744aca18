package tour

import "ouro"

// A planner tests whether bodies are safe, and makes cycles that contain a body.
type planner struct {
	gen     uint32      // number of the current test
	nodes   []uint32    // by node: the test that last reached it
	squares []uint32    // by square: the test that last reached it
	root    []int16     // union-find over the blocks
	next    []ouro.Cell // by square: the next square of the cycle that the method lay has made
}

func newPlanner(l *lanes) *planner {
	return &planner{
		nodes:   make([]uint32, l.nodes),
		squares: make([]uint32, len(l.squares)),
		root:    make([]int16, l.nodes),
		next:    make([]ouro.Cell, len(l.squares)),
	}
}

// safe reports whether some cycle of the lanes contains the body, whose first cell is the head. It
// tests the conditions 1 to 3 in the comment at the beginning of cell.go: it follows the body from
// the tail to the head, and adds the edge of each step to the block tree or to the wall tree. Each
// of them remains a tree as long as every new edge leads to a new node.
func (p *planner) safe(l *lanes, body []ouro.Cell) bool {
	p.gen++
	a := body[len(body)-1]
	p.squares[a] = p.gen
	p.nodes[l.squares[a].block] = p.gen
	p.nodes[l.squares[a].corner] = p.gen
	for i := len(body) - 2; i >= 0; i-- {
		b := body[i]
		node, ok := l.step(a, b)
		if !ok || p.squares[b] == p.gen {
			return false
		}
		if node >= 0 {
			if p.nodes[node] == p.gen && p.squares[l.squares[a].opposite] != p.gen {
				return false
			}
			p.nodes[node] = p.gen
		}
		p.squares[b] = p.gen
		a = b
	}
	return true
}

// lay makes next a Hamiltonian cycle that contains the body, which must be safe. It keeps the
// borders that the body has decided. It opens another border if that joins two components of
// the block tree.
func (p *planner) lay(l *lanes, body []ouro.Cell) {
	for c := range p.next {
		p.next[c] = ouro.NoCell
		if q := &l.squares[c]; q.opposite == ouro.NoCell {
			p.next[c] = q.turn
		}
	}
	for i := range p.root {
		p.root[i] = int16(i)
	}
	for i := 1; i < len(body); i++ {
		if q := &l.squares[body[i]]; q.opposite != ouro.NoCell {
			p.decide(l, body[i], body[i-1] == q.cross)
		}
	}
	for c := range p.next {
		if p.next[c] == ouro.NoCell {
			p.decide(l, ouro.Cell(c), true)
		}
	}
}

// decide opens or closes the border that square c decides on, for both of its squares. A
// border that would close a ring of blocks remains closed.
func (p *planner) decide(l *lanes, c ouro.Cell, open bool) {
	q := &l.squares[c]
	o := &l.squares[q.opposite]
	if open {
		a, b := p.find(q.block), p.find(o.block)
		open = a != b || p.next[c] == q.cross
		p.root[a] = b
	}
	if open {
		p.next[c], p.next[q.opposite] = q.cross, o.cross
	} else {
		p.next[c], p.next[q.opposite] = q.turn, o.turn
	}
}

// find returns the component of block i: the root of its tree in the union-find.
func (p *planner) find(i int16) int16 {
	for p.root[i] != i {
		p.root[i] = p.root[p.root[i]]
		i = p.root[i]
	}
	return i
}

// escapeLimit is the largest number of squares that an escape tries, more than a straight
// start needs.
const escapeLimit = 1024

// escape plans a path without a meal after which the body is safe. If it finds none, the plan
// is any legal step.
//
// Without walls, if the solver has made all moves itself, this happens only after a straight start
// from edge to edge that is not in an outer row or column. Its first and last squares are at the
// board's edge, so the wall tree has a ring through the boundary. One step by the lanes that the
// body follows removes the last square and breaks the ring. If the food is in the way, the other
// lanes lead to the other side, straight into the board's corner and along the edge, for at
// least one step more than the body is long. The body then lies on these lanes at the edge
// and is safe. The depth-first search below tries to cross before it turns, so it finds both
// paths without backtracking. The escape takes at most W steps for a start of W squares, and
// no other escape follows it, so the guarantee includes this start.
//
// For bodies after moves that the solver did not choose, and for starts on boards with walls, the
// same search is a best effort.
func (c *cell) escape(t ouro.Turn) {
	for c.sense = range c.lanes {
		l := c.lanes[c.sense]
		c.prepare(l, c.body, c.body[0], 0)
		c.plan, c.stepsMade = append(c.plan[:0], c.body[0]), 0
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

// extendEscape extends the plan along the lanes l until the body is safe at its end.
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
