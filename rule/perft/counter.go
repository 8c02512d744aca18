package perft

import (
	"context"
	"fmt"

	"ouro"
)

// counter walks the tree of outcomes. All memory is allocated when it is made,
// none for a node.
type counter struct {
	rules  ouro.Rules
	depth  int
	chance bool

	states []*ouro.State // the position at each depth of the current line
	moved  []*ouro.State // with chance: the same before chance acts
	joints [][]ouro.Dir  // the joint move on trial at each depth
	rolls  []odometer    // with chance: the rolls on trial at each depth

	progress func(nodes uint64, done float64) // see Options
	before   uint64                           // nodes of parts that were counted before

	nodes  uint64
	ended  uint64
	leaves []uint64 // by Seats
	err    error    // that of the context, which ends the walk
}

// checkEvery is the number of nodes between two looks at the context.
const checkEvery = 4096

func newCounter(rules ouro.Rules, s *ouro.State, depth int, o Options) (*counter, error) {
	if depth < 0 {
		return nil, fmt.Errorf("perft: depth %d: must not be negative", depth)
	}
	if len(s.Snakes) > MaxSeats {
		return nil, fmt.Errorf("perft: %d snakes: at most %d can be counted", len(s.Snakes), MaxSeats)
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

// visit counts what follows from the position at this depth.
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

// move makes the joint move on trial at this depth and visits what comes of
// it.
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

// enter visits the new position at this depth, unless time is up.
func (c *counter) enter(ctx context.Context, depth int) {
	if c.nodes%checkEvery == 0 {
		c.err = ctx.Err()
		if c.progress != nil {
			c.progress(c.before+c.nodes, c.behind(depth))
		}
	}
	if c.err != nil {
		return
	}
	c.nodes++
	c.visit(ctx, depth)
}

// behind is which part of the first joint moves was tried before this position at
// depth, as if all of them led to as many.
func (c *counter) behind(depth int) float64 {
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

// reset starts counting from nothing.
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

// firstJoint sets joint to the first joint move of the living snakes. It tells
// whether there is one: where all are dead there is nothing to move.
func firstJoint(s *ouro.State, joint []ouro.Dir) bool {
	for seat := range joint {
		joint[seat] = ouro.NoDir
		if s.Snakes[seat].Cause == ouro.Alive {
			joint[seat] = ouro.Up
		}
	}
	return survivors(s) != 0
}

// nextJoint turns joint into the next joint move, the last seat turning
// fastest, and tells whether there is one.
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

// odometer are dice that show every sequence of rolls in turn: after each
// sequence, next sets the one that follows. The number of sides may depend on
// the rolls before.
type odometer struct {
	shown []roll
	at    int // rolls made of the current sequence
}

type roll struct{ value, sides int }

// Roll continues the current sequence; past its end it shows zero.
func (o *odometer) Roll(sides int) int {
	if sides <= 0 {
		panic("perft: roll of no sides")
	}
	if o.at == len(o.shown) {
		o.shown = append(o.shown, roll{0, sides})
	}
	o.at++
	return o.shown[o.at-1].value
}

// next sets the following sequence and tells whether there is one.
func (o *odometer) next() bool {
	o.at = 0
	for n := len(o.shown); n > 0; n-- {
		last := &o.shown[n-1]
		if last.value++; last.value < last.sides {
			return true
		}
		o.shown = o.shown[:n-1]
	}
	return false
}
