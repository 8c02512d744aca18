package tour

import (
	"context"

	"ouro"
	"ouro/cycle"
)

// Shortcut follows the cycle of [Hamilton] but cuts across it while the board is empty
// enough.
//
// Idea: of the neighbours of the head, take the one farthest ahead on the cycle, but pass neither
// the tail nor the food. Skipped cells remain unused until the tail has passed them, so food on
// them costs a lap. Therefore cut only while the body fills less than a given part of the board.
// The option until sets this part. Its default, one half, took the fewest moves on 6x6, 10x10 and
// 20x20.
//
// Guarantee: wins every classic game on the boards and from the starts of Hamilton, within the same
// number of moves between meals: N-1 for N free cells, 2N-3 if the cycle has a hole.
//
// Proof. Let M be the length of a lap, h and t the head and the end of the tail, gap the number
// of places strictly between h and t going forward (M-1 for a snake of one), and goal the steps
// forward to the food.
//
//  1. Safety. The invariant is again that the cycle carries the body. A cut goes d > 1 places
//     forward with d <= gap, so to a free cell: all of the body is on the arc from t to h. The
//     arc then ends d places later and still starts at t or after it: less than a lap, in
//     order. A snake of two would lie against the cycle only if a snake of one had eaten on
//     the cell behind it (d = M-1); that cut is not made. No safety margin is needed: with
//     gap 0 the next cell is the end of the tail, which leaves.
//  2. Progress. d <= goal, and d = goal only to eat; the plain step goes one forward. So goal
//     falls with each move and the food is not passed, with one exception: with a hole the
//     food can be on one of the two cells b and c that share a place, with the end of the tail
//     on the other and the head before them (case 4 of Hamilton). Then gap is 0.
//  3. A move without a meal goes d forward while the tail goes at least one, so gap' >=
//     gap-d+1: a gap of 1 or more remains, since d <= gap. So gap has been 0 since the last
//     meal, and while it is 0 there are only plain steps. If gap is 0 again when the
//     head next comes to the food, the body has made a lap of plain steps, has no gaps and has
//     M cells: then eating wins. Otherwise the place is free and the food is eaten. Hence case 4
//     happens at most once between two meals, which are at most (M-1)+M moves apart.
//
// Cost: O(1) per move, no allocation; O(N) after a move that the solver did not choose.
//
// Source: the perturbed Hamiltonian cycle, a folk idea. Holes and walls are ours.
func Shortcut(setup ouro.Setup) (ouro.Solver, error) {
	options := setup.Options.Read()
	until := options.Float("until", 0.5, 0, 1)
	if err := options.Err(); err != nil {
		return nil, err
	}
	k, err := newTrack(setup)
	if err != nil {
		return nil, err
	}
	return &shortcut{track: k, limit: int(until * float64(setup.Start.Room()))}, nil
}

type shortcut struct {
	*track
	limit int // length from which on the snake makes no cuts
}

func (s *shortcut) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	if !s.carries(t) {
		return s.stray(t)
	}
	body := &t.Snake().Body
	goal := s.toFood(t.State, body.Head())
	if t.Trace.On() {
		s.show(t, func(c ouro.Cell) int { return s.stepsLeft(t.State, body, goal, c) })
		s.plan(t, s.choose)
	}
	next := s.choose(t.State, body)
	return s.step(t, next, goal-s.Ahead(body.Head(), next)+1), nil
}

// choose returns the cell of the next step: the farthest allowed cut, or the next cell of the cycle.
func (s *shortcut) choose(st *ouro.State, body *ouro.Body) ouro.Cell {
	next, farthest := s.next(st, body), 1
	if body.Len() >= s.limit {
		return next
	}
	goal := s.toFood(st, body.Head())
	for _, c := range s.Grid.Neighbours(body.Head()) {
		if d := s.cut(st, body, goal, c); d > farthest {
			next, farthest = c, d
		}
	}
	return next
}

// cut returns how many places the head's neighbour c is ahead of the head, or 0 if the cut is
// not allowed.
func (s *shortcut) cut(st *ouro.State, body *ouro.Body, goal int, c ouro.Cell) int {
	if c == ouro.NoCell || s.Place[c] == cycle.NoPlace {
		return 0
	}
	head, lap := body.Head(), s.Len()
	gap := lap - 1
	if body.Len() > 1 {
		gap = s.Ahead(head, body.Tail()) - 1
	}
	d := s.Ahead(head, c)
	switch {
	case d > gap || d > goal:
		return 0
	case d == goal && !st.HasFood(c):
		return 0 // c and the food's cell share a place
	case d == goal && d == lap-1 && body.Len() == 1:
		return 0 // the snake of two would lie against the cycle
	}
	return d
}

// stepsLeft returns the number of steps to the food along the cycle if the first step goes to c,
// or 0 if that step is not allowed.
func (s *shortcut) stepsLeft(st *ouro.State, body *ouro.Body, goal int, c ouro.Cell) int {
	if c == s.next(st, body) {
		return goal
	}
	if body.Len() >= s.limit {
		return 0
	}
	if d := s.cut(st, body, goal, c); d > 1 {
		return goal - d + 1
	}
	return 0
}
