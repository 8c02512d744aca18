// Package perft counts the outcomes of a game to a depth, over any
// [ouro.Rules]. Rules that are wrong anywhere within reach give a wrong count,
// and [Divide] leads to the place in a few steps.
//
// In chess perft counts legal moves. Here no move is illegal, some are only
// fatal, so it is outcomes that are counted. The convention: every living
// snake tries all four directions, jointly with the others; a game that is
// over is not expanded; the positions at exactly the depth are counted, by the
// set of snakes that survive in them. Chance does not act, unless
// [Options.Chance] has every roll of it counted as a position of its own.
//
// The known counts that tie all this to the world outside: a lone snake that
// grows with every step, far from any wall, survives as often as there are
// self-avoiding walks, 4 12 36 100 284 780 2172 5916 (OEIS A001411). [Feast]
// makes such a snake.
package perft

import (
	"context"
	"fmt"

	"ouro"
)

// MaxSeats is the largest number of snakes whose outcomes can be counted.
const MaxSeats = 16

// Options say what is counted.
type Options struct {
	// Chance lets chance act after every joint move, in every possible way.
	Chance bool
	// Progress, unless nil, is told now and then how many positions were made, and
	// which part of the moves near the beginning is behind. It has to be quick.
	Progress func(nodes uint64, done float64)
}

// Result is what was counted.
type Result struct {
	Leaves    uint64           // positions at exactly the depth
	Survivors map[Seats]uint64 // the same by who survives; no zeros
	Ended     uint64           // games that were over before the depth
	Nodes     uint64           // positions made at all depths
}

// Add adds what o counted.
func (r *Result) Add(o Result) {
	r.Leaves += o.Leaves
	r.Ended += o.Ended
	r.Nodes += o.Nodes
	for seats, n := range o.Survivors {
		if r.Survivors == nil {
			r.Survivors = make(map[Seats]uint64)
		}
		r.Survivors[seats] += n
	}
}

// Seats is a set of seats: bit i for seat i.
type Seats uint16

// Count counts the outcomes depth joint moves after s, which it leaves
// untouched. When ctx ends it returns what it has counted so far and the error
// of ctx; other errors say that the question has no answer.
func Count(ctx context.Context, rules ouro.Rules, s *ouro.State, depth int, o Options) (Result, error) {
	c, err := newCounter(rules, s, depth, o)
	if err != nil {
		return Result{}, err
	}
	c.visit(ctx, 0)
	return c.result(), c.err
}

// Part is what one joint first move leads to.
type Part struct {
	Joint []ouro.Dir // by seat; NoDir for a snake that is dead already
	Result
}

// Divide counts as Count does, for each joint first move apart; depth must be
// at least 1. The parts add up to what Count counts, and where s is over there
// are none. When ctx ends it returns the parts that are complete.
func Divide(ctx context.Context, rules ouro.Rules, s *ouro.State, depth int, o Options) ([]Part, error) {
	if depth < 1 {
		return nil, fmt.Errorf("perft: depth %d: at least 1 is needed to divide", depth)
	}
	c, err := newCounter(rules, s, depth, o)
	if err != nil {
		return nil, err
	}
	if _, over := rules.Over(s); over {
		return nil, nil
	}
	var parts []Part
	joint := c.joints[0]
	for more := firstJoint(s, joint); more; more = nextJoint(joint) {
		if c.move(ctx, 0); c.err != nil {
			return parts, c.err
		}
		c.before += c.nodes
		parts = append(parts, Part{append([]ouro.Dir(nil), joint...), c.result()})
		c.reset()
	}
	return parts, nil
}

// Feast is a copy of s in which the snakes grow with every step and no tail
// ever leaves its cell: there is food on every free cell, and the last segment
// of each snake lies there twice. (On the bare start of a snake of one, a step
// back to where it began would otherwise be a legal step onto its own tip.)
// Being one longer than the cells it covers, a lone snake has won when one
// cell is left.
func Feast(s *ouro.State) *ouro.State {
	f := ouro.NewState(s.Grid)
	for c := range ouro.Cell(s.Grid.Size()) {
		f.SetTerrain(c, s.Terrain(c))
	}
	for i := range s.Snakes {
		body := &s.Snakes[i].Body
		seat := f.AddSnake(append(body.Append(nil), body.Tail())...)
		if cause := s.Snakes[i].Cause; cause != ouro.Alive {
			f.Kill(seat, cause)
		}
	}
	for c := range ouro.Cell(s.Grid.Size()) {
		if f.Free(c) {
			f.AddFood(c)
		}
	}
	return f
}
