package ouroboros

import (
	"slices"

	"ouro"
	"ouro/cycle"
	"ouro/field"
)

// settle rotates the ring to the head and reports whether the body lies on it in order. If it
// does not, settle looks for another ring. It begins a plan of one step.
func (o *ouroboros) settle(body *ouro.Body) (ok bool) {
	if o.free {
		o.adopt(o.safe[0].order, o.safe[0].hole)
	}
	o.startBody = o.startBody[:0]
	for i := range body.Len() {
		o.startBody = append(o.startBody, o.of[body.At(i)])
	}
	ok = o.turnTo(o.startBody)
	if !ok && o.layAlong(body) {
		ok = o.turnTo(o.startBody)
	}
	o.begin(o.startBody, 1, len(o.startBody))
	o.safe = o.safe[:0]
	return ok
}

// refitSteps bounds the steps of a search for another cycle, which take some milliseconds.
const refitSteps = 1 << 19

// layAlong sets the ring to a cycle that carries the body, and reports whether it found one.
func (o *ouroboros) layAlong(body *ouro.Body) (ok bool) {
	c, ok := cycle.FitOn(o.board.Board, body, refitSteps)
	if ok {
		o.lay(c)
	}
	return ok
}

// turnTo rotates the ring to the head and reports whether the body lies on it in order. If the body
// covers the hole, it first exchanges the hole with a twin that is free.
func (r *ring) turnTo(body []square) (ok bool) {
	if slices.Contains(body, r.hole) {
		var dst [4]int
		for _, p := range r.twins(dst[:0], edit{}) {
			if !slices.Contains(body, r.order[p]) {
				r.swap(p)
				break
			}
		}
	}
	head := r.place[body[0]]
	if head == noPlace {
		return false
	}
	if head != 0 {
		r.rotate(int(head))
	}
	above := len(r.order)
	for _, s := range body[1:] {
		p := int(r.place[s]) // noPlace if s is the hole
		if p >= above {
			return false
		}
		above = p
	}
	if len(body) == 2 && above == 1 {
		return false // the body lies against the ring's direction, and the snake must not reverse
	}
	return true
}

// stray decides for a snake that no known cycle carries after moves that the solver did not choose.
// It prefers a move after which a cycle carries the snake, then the move with the most room.
func (o *ouroboros) stray(t ouro.Turn) (ouro.Decision, error) {
	o.turn = -1
	head := t.Snake().Body.Head()
	best, bestRoom := ouro.Decision{}, -1
	for _, d := range ouro.Dirs {
		c := o.board.Grid.Next(head, d)
		if !t.State.Enterable(t.Seat, c) {
			continue
		}
		s := t.State.Clone()
		s.Advance(t.Seat, c, s.HasFood(c))
		room := room(s, c)
		if o.layAlong(&s.Snakes[t.Seat].Body) {
			room += o.board.Grid.Size()
		}
		if room > bestRoom {
			best, bestRoom = ouro.Decision{Dir: d, Nodes: 1}, room
		}
	}
	if bestRoom < 0 {
		_, err := field.AnyStep(t.State, t.Seat)
		return best, err
	}
	return best, nil
}

// room returns the number of cells that are connected with c and have no wall and no body.
func room(s *ouro.State, c ouro.Cell) int {
	blocked := make([]bool, s.Grid.Size())
	for i := range blocked {
		blocked[i] = s.Segments(ouro.Cell(i)) > 0 || s.Terrain(ouro.Cell(i)) == ouro.Wall
	}
	return field.New(s.Grid).Fill(blocked, c)
}

// firstCycle returns a cycle through the squares without a wall, if possible one that carries the
// body.
func firstCycle(b cycle.Board, body *ouro.Body) (*cycle.Cycle, error) {
	if c, ok := cycle.FitOn(b, body, cycle.DefaultSteps); ok {
		return c, nil
	}
	return cycle.FindCached(b)
}
