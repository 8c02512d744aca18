// Package perft counts the outcomes of a game to a depth, over any [ouro.Rules]. An error in the
// rules changes a count, and [Divide] finds the wrong move in a few steps.
//
// In chess, perft counts legal moves. In Snake every move can be made, though it may be fatal, so
// this perft counts outcomes. Every living snake makes each of the four moves, jointly with the
// others. Games that are over are not expanded. Positions at exactly the depth are counted by the
// set of surviving snakes. Without [Options.Chance], nothing random happens; with it, every
// possible result is a position.
//
// An independent check: a lone snake that grows with every move, far from any wall, survives in as
// many positions as there are self-avoiding walks: 4 12 36 100 284 780 2172 5916 (OEIS A001411).
// [Feast] makes such a snake.
package perft

import (
	"context"
	"fmt"

	"ouro"
)

// MaxSeats is the largest number of snakes whose outcomes can be counted.
const MaxSeats = 16

type Options struct {
	// Chance makes the count include every possible random result of each joint move.
	Chance bool
	// Progress, if set, is called from time to time with the number of positions so far and an
	// estimate of the finished part. It must be fast.
	Progress func(nodes uint64, done float64)
}

type Result struct {
	Leaves    uint64           // positions at exactly the depth
	Survivors map[Seats]uint64 // the leaves by the set of survivors; no zeros
	Ended     uint64           // games that ended before the depth
	Nodes     uint64           // positions at all depths except 0
}

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

// Count counts the outcomes of depth joint moves from s. It does not change s. If ctx ends, Count
// returns the counts so far and the error of ctx. Any other error means an invalid argument.
func Count(ctx context.Context, rules ouro.Rules, s *ouro.State, depth int, o Options) (Result, error) {
	c, err := newCounter(rules, s, depth, o)
	if err != nil {
		return Result{}, err
	}
	c.visit(ctx, 0)
	return c.result(), c.err
}

type Part struct {
	Joint []ouro.Dir // by seat; NoDir for a dead snake
	Result
}

// Divide counts like Count, but separately for each first joint move. depth must be at least 1.
// The sum of the parts is the result of Count; a game that is over has no parts. If ctx ends,
// Divide returns the complete parts and the error of ctx.
func Divide(ctx context.Context, rules ouro.Rules, s *ouro.State, depth int, o Options) ([]Part, error) {
	if depth < 1 {
		return nil, fmt.Errorf("perft: depth %d: must be at least 1", depth)
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

// Feast returns a copy of s in which the snakes grow with every move and no tail leaves its cell:
// food is on every free cell, and the last segment of each snake is doubled. (Without the doubling,
// a snake of length 1 could move back onto its own tip.) So a lone snake has one segment more than
// the cells that it covers, and has won when one cell is left.
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

// Level counts the positions after a number of joint moves.
type Level struct {
	Nodes  uint64                // number of positions
	Over   uint64                // positions in which the game is over
	Deaths map[ouro.Cause]uint64 // snakes that died in the last move; no zeros
	Eaten  uint64                // food that was eaten in the last move
	Health int64                 // sum over all living snakes of all positions
	Length uint64                // sum over all living snakes of all positions
}

// Levels counts the positions after each number of joint moves from 1 to depth, without chance. It
// does not change s. If ctx ends, Levels returns the counts so far and the error of ctx.
func Levels(ctx context.Context, rules ouro.Rules, s *ouro.State, depth int) ([]Level, error) {
	if depth < 1 {
		return nil, fmt.Errorf("perft: depth %d: must be at least 1", depth)
	}
	c, err := newCounter(rules, s, depth, Options{})
	if err != nil {
		return nil, err
	}
	l := leveller{counter: c, levels: make([]Level, depth), deaths: make([][causes]uint64, depth)}
	if _, over := rules.Over(s); !over {
		l.expand(ctx, 0)
	}
	for i := range l.levels {
		l.levels[i].Deaths = make(map[ouro.Cause]uint64)
		for cause, n := range l.deaths[i] {
			if n > 0 {
				l.levels[i].Deaths[ouro.Cause(cause)] = n
			}
		}
	}
	return l.levels, l.err
}

const causes = int(ouro.Burnt) + 1

// leveller counts the positions of each level. It uses the memory of a counter again.
type leveller struct {
	*counter
	levels []Level
	deaths [][causes]uint64 // by level and cause
}

// expand visits all positions that follow from the position at this depth.
func (l *leveller) expand(ctx context.Context, depth int) {
	s, next, joint := l.states[depth], l.states[depth+1], l.joints[depth]
	for more := firstJoint(s, joint); more; more = nextJoint(joint) {
		if l.nodes%checkEvery == 0 {
			l.err = ctx.Err()
		}
		if l.err != nil {
			return
		}
		l.nodes++
		next.CopyFrom(s)
		l.rules.Step(next, joint)
		_, over := l.rules.Over(next)
		l.record(depth, s, next, over)
		if !over && depth+1 < l.depth {
			l.expand(ctx, depth+1)
		}
	}
}

// record adds the position result, which follows from s, to the counts of this depth.
func (l *leveller) record(depth int, s, result *ouro.State, over bool) {
	level := &l.levels[depth]
	level.Nodes++
	if over {
		level.Over++
	}
	level.Eaten += uint64(len(s.Food) - len(result.Food))
	for seat := range result.Snakes {
		sn := &result.Snakes[seat]
		switch {
		case sn.Cause == ouro.Alive:
			level.Health += int64(sn.Health)
			level.Length += uint64(sn.Body.Len())
		case s.Snakes[seat].Cause == ouro.Alive:
			l.deaths[depth][sn.Cause]++
		}
	}
}
