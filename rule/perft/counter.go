package perft

import (
	"context"
	"fmt"

	"ouro"
)

// counter walks the tree of outcomes. It allocates all its memory at the beginning, and
// none per node.
type counter struct {
	rules  ouro.Rules
	depth  int
	chance bool

	states []*ouro.State // the position at each depth of the current line
	moved  []*ouro.State // with chance: the position before the Spawn
	joints [][]ouro.Dir  // the joint move at each depth
	rolls  []odometer    // with chance: the rolls at each depth

	progress func(nodes uint64, done float64) // see Options
	before   uint64                           // number of nodes that earlier parts visited

	nodes  uint64
	ended  uint64
	leaves []uint64 // by Seats
	err    error    // error of the context after its end
}

const checkEvery = 4096

func newCounter(rules ouro.Rules, s *ouro.State, depth int, o Options) (*counter, error) {
	if depth < 0 {
		return nil, fmt.Errorf("perft: depth %d: must not be negative", depth)
	}
	if len(s.Snakes) > MaxSeats {
		return nil, fmt.Errorf("perft: %d snakes, want at most %d", len(s.Snakes), MaxSeats)
	}
	c := &counter{
		rules:  rules,
		depth:  depth,
		chance: o.Chance,
		leaves: make([]uint64, 1<<len(s.Snakes)),

		progress: o.Progress,
	}
	for range depth + 1 {
		c.states = append(c.states, s.Clone())
		c.joints = append(c.joints, make([]ouro.Dir, len(s.Snakes)))
		if c.chance {
			c.moved = append(c.moved, s.Clone())
			c.rolls = append(c.rolls, odometer{})
		}
	}
	return c, nil
}

func (c *counter) visit(ctx context.Context, depth int) {
	s := c.states[depth]
	if depth == c.depth {
		c.leaves[survivors(s)]++
		return
	}
	if _, over := c.rules.Over(s); over {
		c.ended++
		return
	}
	joint := c.joints[depth]
	for more := firstJoint(s, joint); more && c.err == nil; more = nextJoint(joint) {
		c.move(ctx, depth)
	}
}

// move makes the current joint move at this depth and visits the positions that result.
func (c *counter) move(ctx context.Context, depth int) {
	next := c.states[depth+1]
	if !c.chance {
		next.CopyFrom(c.states[depth])
		c.rules.Step(next, c.joints[depth])
		c.enter(ctx, depth+1)
		return
	}
	moved, rolls := c.moved[depth+1], &c.rolls[depth+1]
	moved.CopyFrom(c.states[depth])
	c.rules.Step(moved, c.joints[depth])
	for more := true; more && c.err == nil; more = rolls.next() {
		next.CopyFrom(moved)
		c.rules.Spawn(next, rolls)
		c.enter(ctx, depth+1)
	}
}

func (c *counter) enter(ctx context.Context, depth int) {
	if c.nodes%checkEvery == 0 {
		c.err = ctx.Err()
		if c.progress != nil {
			c.progress(c.before+c.nodes, c.done(depth))
		}
	}
	if c.err != nil {
		return
	}
	c.nodes++
	c.visit(ctx, depth)
}

// done estimates the part of the count that came before this position at depth. It assumes that all
// joint moves near the root have subtrees of equal size.
func (c *counter) done(depth int) float64 {
	part, each := 0.0, 1.0
	for _, joint := range c.joints[:min(depth, 8)] {
		for _, d := range joint {
			if d != ouro.NoDir {
				each /= 4
				part += each * float64(d-ouro.Up)
			}
		}
	}
	return part
}

func (c *counter) result() Result {
	r := Result{Ended: c.ended, Nodes: c.nodes, Survivors: make(map[Seats]uint64)}
	for seats, n := range c.leaves {
		if n > 0 {
			r.Leaves += n
			r.Survivors[Seats(seats)] = n
		}
	}
	return r
}

func (c *counter) reset() {
	c.nodes, c.ended = 0, 0
	clear(c.leaves)
}

func survivors(s *ouro.State) Seats {
	var alive Seats
	for seat := range s.Snakes {
		if s.Snakes[seat].Cause == ouro.Alive {
			alive |= 1 << seat
		}
	}
	return alive
}

// firstJoint sets joint to the first joint move of the living snakes, or returns false if no
// snake lives.
func firstJoint(s *ouro.State, joint []ouro.Dir) bool {
	for seat := range joint {
		joint[seat] = ouro.NoDir
		if s.Snakes[seat].Cause == ouro.Alive {
			joint[seat] = ouro.Up
		}
	}
	return survivors(s) != 0
}

// nextJoint sets joint to the next joint move, in which the move of the last seat changes
// fastest. After the last joint move it returns false.
func nextJoint(joint []ouro.Dir) bool {
	for seat := len(joint) - 1; seat >= 0; seat-- {
		switch d := joint[seat]; d {
		case ouro.NoDir:
		case ouro.Left:
			joint[seat] = ouro.Up
		default:
			joint[seat] = d + 1
			return true
		}
	}
	return false
}

// odometer implements dice that produce every sequence of rolls, one after the other. The number
// of sides of a roll may depend on earlier rolls.
type odometer struct {
	rolls []roll
	at    int // index of the next roll
}

type roll struct{ value, sides int }

// Roll returns the next roll of the current sequence. Beyond the end of the sequence it appends a
// 0.
func (o *odometer) Roll(sides int) int {
	if sides <= 0 {
		panic("perft: roll of no sides")
	}
	if o.at == len(o.rolls) {
		o.rolls = append(o.rolls, roll{0, sides})
	}
	o.at++
	return o.rolls[o.at-1].value
}

// next advances to the following sequence. After the last sequence it returns false.
func (o *odometer) next() bool {
	o.at = 0
	for n := len(o.rolls); n > 0; n-- {
		last := &o.rolls[n-1]
		if last.value++; last.value < last.sides {
			return true
		}
		o.rolls = o.rolls[:n-1]
	}
	return false
}
