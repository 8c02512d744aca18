package perft

import (
	"context"
	"fmt"

	"ouro"
)

// Level counts the positions after a number of joint moves.
type Level struct {
	Nodes  uint64                // positions
	Over   uint64                // positions in which the game is over
	Deaths map[ouro.Cause]uint64 // snakes that died in the last move; no zeros
	Eaten  uint64                // food that was eaten in the last move
	Health int64                 // sum over all living snakes of all positions
	Length uint64                // sum over all living snakes of all positions
}

// Levels counts the positions after each number of joint moves from 1 to depth, without
// chance; it does not change s. If ctx ends, Levels returns the counts so far and the error
// of ctx.
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

// causes is the number of values of ouro.Cause.
const causes = int(ouro.Burnt) + 1

// leveller counts levels with the memory of a counter.
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

// record counts next, a position that follows from s.
func (l *leveller) record(depth int, s, next *ouro.State, over bool) {
	level := &l.levels[depth]
	level.Nodes++
	if over {
		level.Over++
	}
	level.Eaten += uint64(len(s.Food) - len(next.Food))
	for seat := range next.Snakes {
		sn := &next.Snakes[seat]
		switch {
		case sn.Cause == ouro.Alive:
			level.Health += int64(sn.Health)
			level.Length += uint64(sn.Body.Len())
		case s.Snakes[seat].Cause == ouro.Alive:
			l.deaths[depth][sn.Cause]++
		}
	}
}
