// Package ouroboros is the champion of the classic game: a snake that never
// dies, never loops and wastes few moves. [New] makes it.
package ouroboros

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"ouro"
	"ouro/cycle"
)

// New makes the champion.
//
// # Invariant
//
// There is a ring: a Hamiltonian cycle, on a board with both sides odd one
// through all squares but one. Between two meals the snake walks a plan that was
// fixed at the meal, along the ring from place 0, the head, to the food at place
// f, such that
//
//  1. a square of the body of age a (0 is the head, L the length) is entered at
//     step L-a or later, when the tail has left it; beyond f one step later, for
//     the snake has grown;
//  2. the plan is tight: at the meal the body, then of L+1 squares, lies on the
//     ring in order, its head at place f and each older segment farther back, all
//     within a lap; between two segments there may be a gap, with both sides odd
//     there is none. Or it is bold: by 1 the snake can walk on along the ring to a
//     place r where the body lies on it so, if it does not eat before, and for every
//     square that is free at the meal and lies on the ring between f and r there is a
//     detour: a plan for the case that the food is there, along another ring, for
//     which 1 to 3 hold as well, or free;
//  3. with both sides odd, where the ring leaves out a square h, the hole, this has a
//     twin: a square u diagonal to it that the ring passes between their two common
//     neighbours a and b. If h is free after a bold plan's meal, some twin then has
//     no place between f and r, or there is a detour for food in h.
//
// Or the plan is free: its way to the food is any way for which 1 holds, on no
// ring; but after the meal there is a ring, and detours, as after a bold plan. Or it
// is final: any way for which 1 holds, of at most N-1 steps, and for each square that
// is free after the meal a way to food there is known, final as well, up to the win.
// With both sides odd these are looked for when few squares are free, see [ending].
//
// # Guarantee
//
// Wins every game on every board without walls and with both sides at least 2,
// with at most N-1 moves between two meals on a board of N squares. Proof: all
// that happens before the meal is known, so by 1 the plan is legal to its end.
// Then the food appears. If it is before r on the ring, the detour is the next
// plan. Otherwise it is the way along the ring as it is: it is legal by 1, and
// tight, because the body lies on the ring in order from r on, nothing is eaten
// before, and in order it stays. The square of age a keeps 1, for the L-a older
// squares up to it come no later on the ring, nor does the food, if beyond. So there
// always is a plan, the detours of detours being finitely many, and none is longer than
// n-1, where n is the length of the ring, but final ones, which last to the win, and are
// not longer than N-1. After N meals at most the board is full.
//
// With both sides odd, if the food appears in the hole h and a twin u has place p,
// h takes the place of u: a, u, b becomes a, h, b, and u is the hole of that ring and
// h a twin of it, so 3 holds. The snake walks the same way until it enters h at step
// p, where the body comes to hold the places p-L to p. These are not more than a lap
// as long as L < n, so at p it holds h but not u, and lies on the new ring, wherever it
// lay before, also on u. With L = n the hole is the last free square: the tail follows
// until the head is beside it, and eating wins. With the head on u the place p
// would be 0; then the snake first makes one step along the ring, on which it is n-1.
// So there the bound is n, N-1 as well. The first ring leaves out
// a corner, which always has a twin: its neighbours have only two more each.
//
// Starts are those of [cycle.Fit]: every straight snake. With both sides odd a body
// with gaps follows the ring without edits until they are gone, for n-1 moves at
// most, which can delay one meal to 2N-3 moves. Where others have moved
// the snake so that no known cycle carries it, it does what it can to get back
// to one, without a promise.
//
// # Idea
//
// The ring is edited by pairs of flips that cross, see [edit], each of which
// keeps 1 and 2, and now and then by a random bite, see [planner.bite]. Each is
// followed by the edits that bring the food nearer most. That makes candidates,
// and each of them, edited on without regard to 2, a bold one, for which detours
// are looked for, see [ahead.secure]. Others are free plans: while the snake is short
// along a shortest way, with rings of a [library], see [thinker.roam]; at all lengths
// along ways of many kinds, with a ring made to fit the body after the meal and others
// for detours, see [thinker.tailor] and [weaver]. The plan is the candidate with the
// least cost: its steps, and what the position after its meal makes expect, which is
// a sum of traits with weights that were learned by playing on, see [ahead.shape]. One
// of them is the mean of the steps to the food after it, which is looked for in the same
// way as a plan but without random edits.
//
// Cost: for each candidate a look at 2 to 24 foods, each of O(N) and some flips
// squared, and for a ring to fit up to 300 of O(N) to try; O(L) for a move without a
// new meal; for the end of an odd board up to a thousand steps for each candidate that
// there may be; no allocation but for a budget's other threads, the first detours and
// what is known of the end. Source: ours; the flips are a folk idea. What was tried is
// told in docs/decisions/0007-champion.md and 0020-champion-second-round.md.
//
// Options:
//
//   - nodes, the number of candidates for one meal: 100 are clearly better than the
//     default, and still less than a millisecond a move on 10x10; 500 a little more
//   - budget=20ms, to think so long for a meal instead, on all cores
//
// With both the first that is spent ends the thinking. Turn.Nodes and a deadline
// limit it further.
func New(setup ouro.Setup) (ouro.Solver, error) {
	s := setup.Start
	opts, err := readOptions(setup.Options)
	if err != nil {
		return nil, err
	}
	if len(s.Snakes) != 1 {
		return nil, fmt.Errorf("%d snakes: ouroboros plays alone", len(s.Snakes))
	}
	if s.Room() != s.Grid.Size() {
		return nil, errors.New("level: ouroboros knows cycles only for boards without walls")
	}
	c, ok := cycle.Fit(s.Grid, &s.Snakes[setup.Seat].Body)
	if !ok {
		if c, err = cycle.New(s.Grid); err != nil {
			return nil, err
		}
	}
	o := &ouroboros{
		options: opts,
		thinker: newThinker(s.Grid, opts.nodes, setup.Seed),
		turn:    -1,
	}
	o.lay(c)
	if o.hole != 0 && s.Grid.Size() <= longest {
		o.end = newEnding(s.Grid)
	}
	o.library = newLibrary(s.Grid, o.ring, editions(opts.nodes, o.hole != 0), o.dice)
	if opts.budget > 0 {
		for i := 1; i < setup.AtMost(runtime.GOMAXPROCS(0)); i++ {
			t := newThinker(s.Grid, opts.nodes, ouro.Mix(setup.Seed, uint64(i)))
			t.library = o.library.share()
			o.others = append(o.others, t)
		}
	}
	n := s.Grid.Size()
	o.prospect = opts.newProspect(s.Grid)
	o.at, o.then = make([]square, 0, n), make([]square, 0, n)
	return o, nil
}

type ouroboros struct {
	options
	*thinker            // whose plan is the plan
	others   []*thinker // that think at the same time, if there is a budget of it

	// The plan leads from place 0 of the ring to place planner.meal, and done
	// steps of it are made if the game has arrived at this turn.
	turn     int
	done     int
	goal     ouro.Cell // the food at its end; NoCell if there is none
	at       []square  // the body at its beginning, head first
	then     []square  // the body now
	lies     lying     // how the body at the beginning lies on the ring
	safe     refuge    // of the plan, if it is bold
	spare    refuge
	cost     float64   // of the plan from its beginning, as expected
	end      *ending   // nil on boards without a hole and large ones
	final    bool      // the end knows the rest of the game
	prospect *prospect // what watchers hear of the moves to the end
}

// Threads is the number of thinkers.
func (o *ouroboros) Threads() int { return 1 + len(o.others) }

// Decide follows the plan, and makes one when there is none for this state.
func (o *ouroboros) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	body, food := &t.Snake().Body, ouro.NoCell
	if len(t.State.Food) > 0 {
		food = t.State.Food[0]
	}
	var nodes int64
	expected := t.State.Turn == o.turn && o.arrived(body)
	if !expected || o.done == o.meal || food != o.goal || body.Len() != len(o.at) {
		eaten := expected && o.done == o.meal
		o.watch(t.Trace.On())
		if !(eaten && o.goOn(food)) {
			if !(eaten && o.advance(food)) {
				if o.lies = o.settle(body); o.lies == astray {
					return o.stray(t)
				}
			}
			editable := o.aim(food)
			o.cost = float64(o.meal)
			nodes = o.explore(ctx, t.Nodes, t.Best, editable)
		}
	}
	if t.Trace.On() {
		o.show(t.Trace)
	}
	head, next := o.order[o.done], o.order[o.done+1]
	o.done++
	o.turn = t.State.Turn + 1
	d, _ := o.grid.DirTo(o.cells[head], o.cells[next])
	return ouro.Decision{Dir: d, Score: float64(o.done) - o.cost, Depth: o.meal - o.done, Nodes: nodes}, nil
}

// arrived tells whether the body is where the plan has brought it, before the
// meal or after it, and notes it.
func (o *ouroboros) arrived(body *ouro.Body) bool {
	n := body.Len()
	if n != len(o.at) && (n != len(o.at)+1 || o.done != o.meal) {
		return false
	}
	o.then = o.bodyAfter(o.then[:0], o.done, n)
	for i, s := range o.then {
		if body.At(i) != o.cells[s] {
			return false
		}
	}
	return true
}

// afterMeal is a detour that is none: the ring after the plan's meal.
func (o *ouroboros) afterMeal() detour {
	if o.free {
		return o.safe[0]
	}
	return detour{
		order:   slices.Concat(o.order[o.meal:], o.order[:o.meal]),
		hole:    o.hole,
		ordered: o.ordered + o.meal,
	}
}

// advance begins a plan where the last one has ended, with its ring or a detour
// for this food. It is not ok if the body did not lie on the ring as it should, or
// if no way is known; then the food is not where and when the rules place it.
func (o *ouroboros) advance(food ouro.Cell) (ok bool) {
	if o.lies != tight || o.final {
		return false
	}
	o.at, o.then = o.then, o.at
	ordered := o.ordered + o.meal
	if o.free {
		o.adopt(o.safe[0].order, o.safe[0].hole)
		ordered = o.safe[0].ordered
	} else {
		o.rotate(o.meal)
	}
	o.begin(o.at, 1, ordered)
	if food == ouro.NoCell {
		return o.tight()
	}
	s := o.squares[food]
	if s == o.hole && !o.enters(o.reach(o.ordered)) || s != o.hole && int(o.place[s]) < o.reach(o.ordered) {
		d := o.safe.to(s, o.planner)
		if d == nil {
			return false
		}
		if len(d.way) > 0 {
			o.adopt(d.next[0].order, d.next[0].hole)
			o.walk(d.way)
		} else {
			o.adopt(d.order, d.hole)
			o.ordered = d.ordered
		}
		o.spare.copyFrom(d.next)
		o.safe, o.spare = o.spare, o.safe
		return true
	}
	o.safe = o.safe[:0]
	return true
}

// aim makes the plan the way along the ring to the food, and tells whether that
// may be edited. Where there is no food, or no way to it yet, the plan is one
// step.
func (o *ouroboros) aim(food ouro.Cell) (editable bool) {
	o.done, o.goal, o.final = 0, food, false
	o.forget()
	if food == ouro.NoCell {
		return false
	}
	if o.free { // a detour that leads there
		return true
	}
	s := o.squares[food]
	if s == o.hole {
		if o.length == len(o.order) {
			o.finish()
			return false
		}
		at := o.entry(o.reach(o.ordered))
		if at == 0 || o.lies == loose {
			return false
		}
		o.enter(at)
	} else if o.place[s] > 0 {
		o.meal = int(o.place[s])
	}
	return o.lies == tight
}
