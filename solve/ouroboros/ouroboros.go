// Package ouroboros plays classic Snake: on every board with a Hamiltonian cycle, its snake never
// dies, never loops and wastes few moves. [New] makes it.
package ouroboros

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"ouro"
	"ouro/cycle"
)

// New makes ouroboros without tables of optimal moves; see [With].
//
// # Invariant
//
// There is a ring: a Hamiltonian cycle of the squares without a wall or, if their number is odd,
// a cycle through all of them but one. Between two meals the snake follows a plan that is fixed
// at the first of them. The plan leads along the ring from place 0, the head, to the food at
// place f, such that
//
//  1. the snake enters a body square of age a (0 is the head, L the length) at step L-a or
//     later, after the tail has left it, and a body square beyond f one step later than that,
//     because the snake has grown;
//  2. the plan is tight: at the meal the body, which then has L+1 squares, lies on the ring in
//     order, its head at place f and each older segment farther back, all within a lap; between two
//     segments there may be a gap. Or the plan is bold: if the snake does not eat, it can by 1
//     follow the ring to a place r at which the body lies on the ring like this; and every square
//     that is free at the meal and between f and r on the ring has a detour: a plan for food on
//     that square, along another ring, which is free or satisfies 1 to 3;
//  3. the square h that the ring omits, the hole, has a twin: a square u diagonal to h that the
//     ring visits between a and b, the two squares that are neighbours of both h and u. If h is
//     free after the meal of a bold plan, the snake can enter it in place of some twin that has
//     no place between f and r (see 5 below), or food in h has a detour.
//
// Or the plan is free: its path to the food satisfies 1 but is not on a ring; after the meal there
// is a ring with detours, as after a bold plan. Or the plan is final: its path is any path of at
// most N-1 steps that satisfies 1, and for each square that is free after the meal a final path to
// food on that square is known, and so on to the win. Final plans are searched only on boards with
// a hole and with few free squares, see [ending].
//
// # Guarantee
//
// Ouroboros wins every game on every board with such a ring. Between two meals it makes at most
// N-1 moves on a board of N squares without a wall, and at most 2N-3 if the ring has a hole. All
// boards without walls whose sides are at least 2 have a ring; for other boards see [cycle.Find].
// Proof:
//
//  1. Everything before the meal is known, so by condition 1 the plan is legal to its end.
//  2. Then the next food appears. If it is before r on the ring, its detour is the next plan.
//  3. Otherwise the next plan follows the ring unchanged. It is legal by condition 1. It is
//     tight, because from r on the body lies on the ring in order, and the snake eats nothing
//     before r. The square of age a keeps condition 1: its L-a older squares come no later on
//     the ring than it does, nor does the food if the square is beyond the food.
//  4. So there always is a plan, since detours are nested finitely deep. A plan takes at most
//     n-1 steps, where n is the length of the ring. A final plan takes at most N-1 steps and is
//     followed by final plans up to the win. After at most N meals the board is full.
//  5. Food may appear in the hole h with a twin u at place p. The snake can enter h in place of
//     u if the tail has left u before step p. Then h takes the place of u: a, u, b becomes a, h,
//     b; u is the hole of the new ring and h a twin of u, so 3 holds. The snake walks the same
//     path until it enters h at step p. The body then contains h but not u, and lies on the new
//     ring in order.
//  6. If the tail leaves u only with step p, or if the head is on u and p would be 0, the snake
//     follows the ring, one step a plan, until it can enter h. After at most n-1 steps the body
//     has no gaps. As long as L < n, it then does not reach round to the square ahead of the
//     head, so u is free when the head comes to it. If L = n, the hole is the last free square:
//     the snake follows its tail until the head is beside the hole, and eating wins. The hole of
//     the first ring has a twin, see [cycle.Cycle].
//
// A game may start with any snake that some cycle carries, which on a board without walls includes
// every straight one. If other moves than the solver's lead to a snake that no known cycle carries,
// the snake tries to return to a cycle, without a guarantee.
//
// On a board without a ring, or whose ring is not found, see [partial].
//
// # Idea
//
// The ring is edited by random pairs of crossing flips, see [edit], which keep 1 and 2, and
// sometimes by a random bite, see [planner.bite]. After that, the edits that shorten the path to
// the food most are made. The result is a candidate. Editing it further without regard to 2 gives a
// bold candidate, for which detours are searched, see [ahead.secure].
//
// Other candidates are free plans. For a short snake they lead along a shortest path, with
// rings of a [library], see [thinker.makeFree]. For snakes of all lengths they lead along
// paths of many kinds, with rings fitted to the bodies after the meal and after the meals of
// detours, see [thinker.makeFitted] and [weaver].
//
// On boards with walls, another free plan skips parts of the ring, see [thinker.makeCut].
//
// The plan is the candidate with the least cost: its steps plus an evaluation of the position
// after its meal, a sum of traits with learned weights, see [ahead.shape]. One trait is the
// mean number of steps to the next food, on a path found like a plan but without random edits.
//
// Cost: for each candidate an evaluation with 2 to 24 foods, each O(N) plus the square of a
// few flips, and for a fitted ring up to 60 tries of O(N). A move without a new plan costs
// O(L). The last meals of an odd board cost up to a thousand search steps for each candidate of
// the budget. Memory is allocated only for the threads of a budget, for the first detours and
// for the results of [ending].
//
// Source: ours; the flips are a folk idea. Experiments are in docs/decisions/0007-champion.md,
// 0020-champion-second-round.md and 0034-champion-third-round.md.
//
// Options:
//
//   - nodes is the number of candidates for one meal. With 100, the snake takes clearly fewer moves
//     than with the default, in less than a millisecond a move on 10x10, where more candidates
//     hardly help.
//   - budget=20ms is the time for one meal instead, on all cores.
//   - rehearse=4 judges so many of the cheapest candidates again, by planning the next meal for
//     every square on which its food may appear. It is meant for small boards: on 10x10 with
//     nodes=100, it saves one or two per cent of the moves, in about 20 times the time.
//     With more than 83 free squares, where it costs the most, there is no rehearsal.
//
// If nodes and budget are given, the search ends at the limit that it reaches first. A rehearsal may
// take half of the budget, on one core. Turn.Nodes and a deadline limit both further.
func New(setup ouro.Setup) (ouro.Solver, error) { return newSolver(setup, nil) }

func newSolver(setup ouro.Setup, compute func(*ouro.Level) Optimum) (ouro.Solver, error) {
	s := setup.Start
	opts, err := readOptions(setup.Options)
	if err != nil {
		return nil, err
	}
	if len(s.Snakes) != 1 {
		return nil, fmt.Errorf("%d snakes: ouroboros plays alone", len(s.Snakes))
	}
	if s.Grid.Wraps {
		return nil, errors.New("wrap: ouroboros does not play boards whose edges are joined")
	}
	b := boardOf(s)
	c, err := firstCycle(b.Board, &s.Snakes[setup.Seat].Body)
	var none *cycle.NoCycleError
	if errors.As(err, &none) || errors.Is(err, cycle.ErrNotFound) {
		return newPartial(setup, opts, compute, err), nil
	}
	if err != nil {
		return nil, err
	}
	o := &ouroboros{
		options: opts,
		thinker: newThinker(b, opts.nodes, setup.Seed),
		turn:    -1,

		certificate: c.Certificate(),
	}
	o.lay(c)
	n := len(b.cells)
	if o.hole != 0 && n <= longest {
		o.end = newEnding(b)
	}
	o.library = newLibrary(b, o.ring, editions(opts.nodes, o.hole != 0), o.dice)
	if opts.budget > 0 {
		for i := 1; i < setup.AtMost(runtime.GOMAXPROCS(0)); i++ {
			t := newThinker(b, opts.nodes, ouro.Mix(setup.Seed, uint64(i)))
			t.library, t.shortlist = o.library.share(), newShortlist(opts.rehearse, n)
			o.others = append(o.others, t)
		}
	}
	if o.shortlist = newShortlist(opts.rehearse, n); o.shortlist != nil {
		o.player = o.newPlayer(b)
	}
	o.prospect = opts.newProspect(b)
	o.startBody, o.bodyNow = make([]square, 0, n), make([]square, 0, n)
	return o, nil
}

type options struct {
	nodes    int64 // candidates for one meal; 0 for the default
	budget   time.Duration
	rehearse int // candidates of a rehearsal; 0 for no rehearsal
}

func readOptions(o ouro.Options) (options, error) {
	r := o.Read()
	opts := options{nodes: int64(r.Int("nodes", 0, 0, maxNodes)), budget: r.Duration("budget", 0, 0, time.Hour), rehearse: r.Int("rehearse", 0, 0, mostRehearsed)}
	if opts.nodes == 0 && opts.budget > 0 {
		opts.nodes = maxNodes
	}
	return opts, r.Err()
}

// fastNodes returns the default number of candidates for a meal. The number grows with the board,
// because on larger boards more moves share the cost of a meal. It stops growing at the size from
// which on the cost of a move would grow faster than the number of cells. It is largest for a short
// snake and smallest where little choice is left.
func fastNodes(length, cells int) int64 {
	nodes := int64(min(9+cells/16, 65))
	switch {
	case short(length, cells):
		return 3 * nodes
	case 10*length > 7*cells:
		return nodes / 2
	}
	return nodes
}

// maxNodes bounds the candidates of a meal if only time limits them, so that the search for the
// last meals, which leave little choice, ends early.
const maxNodes = 1 << 20

// ouroboros plays boards with a ring.
type ouroboros struct {
	options
	*thinker            // the thinker that has the plan
	others   []*thinker // thinkers that run at the same time, if there is a budget

	// The plan leads from place 0 of the ring to place planner.meal. Before the turn with the
	// number turn, the snake has made stepsMade of its steps.
	turn      int
	stepsMade int
	goal      ouro.Cell  // the food when the plan began, or NoCell
	startBody []square   // the body when the plan began, head first
	bodyNow   []square   // the body now
	safe      refuge     // of the plan, if it is bold or free
	spare     refuge     // scratch of advance
	cost      float64    // expected cost of the plan, counted from its beginning
	player    *ouroboros // plans the meals of a rehearsal; nil without one
	end       *ending    // nil on boards without a hole and on boards that are too large
	final     bool       // the rest of the game is solved
	prospect  *prospect  // expected moves to the end, for viewers

	certificate string
}

// Certificate returns which cells the first ring visits.
func (o *ouroboros) Certificate() string { return o.certificate }

func (o *ouroboros) Threads() int { return 1 + len(o.others) }

// Decide follows the plan or makes a new one for this position.
func (o *ouroboros) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	body, food := &t.Snake().Body, ouro.NoCell
	if len(t.State.Food) > 0 {
		food = t.State.Food[0]
	}
	var nodes int64
	expected := t.State.Turn == o.turn && o.hasArrived(body)
	if !expected || o.stepsMade == o.meal || food != o.goal || body.Len() != len(o.startBody) {
		eaten := expected && o.stepsMade == o.meal
		o.startCandidates(t.Trace.On())
		if !(eaten && o.continueFinal(food)) {
			if !(eaten && o.advance(food)) {
				if !o.settle(body) {
					return o.stray(t)
				}
			}
			editable := o.aim(food)
			o.cost = float64(o.meal)
			nodes = o.explore(ctx, t.Nodes, t.Best, editable)
		}
	}
	if t.Trace.On() {
		o.trace(t.Trace)
	}
	head, next := o.order[o.stepsMade], o.order[o.stepsMade+1]
	o.stepsMade++
	o.turn = t.State.Turn + 1
	d, _ := o.board.Grid.DirTo(o.cells[head], o.cells[next])
	return ouro.Decision{Dir: d, Score: float64(o.stepsMade) - o.cost, Depth: o.meal - o.stepsMade, Nodes: nodes}, nil
}

// hasArrived reports whether the body is where the plan leads it, before or right after the meal.
// It stores the body in o.bodyNow.
func (o *ouroboros) hasArrived(body *ouro.Body) bool {
	n := body.Len()
	if n != len(o.startBody) && (n != len(o.startBody)+1 || o.stepsMade != o.meal) {
		return false
	}
	o.bodyNow = o.bodyAfter(o.bodyNow[:0], o.stepsMade, n)
	for i, s := range o.bodyNow {
		if body.At(i) != o.cells[s] {
			return false
		}
	}
	return true
}

// afterMeal returns, as a detour, the ring that the snake has after the plan's meal.
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

// advance begins a plan where the last one ended, along the same ring or along a detour for this
// food. It returns false if the plan was final, or if the food needs a detour that is not known. By
// the rules, this happens only to food in a hole that cannot be entered yet.
func (o *ouroboros) advance(food ouro.Cell) (ok bool) {
	if o.final {
		return false
	}
	o.startBody, o.bodyNow = o.bodyNow, o.startBody
	ordered := o.ordered + o.meal
	if o.free {
		o.adopt(o.safe[0].order, o.safe[0].hole)
		ordered = o.safe[0].ordered
	} else {
		o.rotate(o.meal)
	}
	o.begin(o.startBody, 1, ordered)
	if food == ouro.NoCell {
		return o.isTight()
	}
	s := o.of[food]
	if s == o.hole && !o.canEnterHole(o.reach(o.ordered)) || s != o.hole && int(o.place[s]) < o.reach(o.ordered) {
		d := o.safe.detourTo(s, o.planner)
		if d == nil {
			return false
		}
		if len(d.way) > 0 {
			o.adopt(d.next[0].order, d.next[0].hole)
			o.setPath(d.way)
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

// aim plans the path along the ring to the food and reports whether the plan may be edited. Without
// food or a path to the food, the plan is one step.
func (o *ouroboros) aim(food ouro.Cell) (editable bool) {
	o.stepsMade, o.goal, o.final = 0, food, false
	o.forget()
	if food == ouro.NoCell {
		return false
	}
	if o.free { // the plan is a detour that leads to the food
		return true
	}
	s := o.of[food]
	if s == o.hole {
		if o.length == len(o.order) {
			o.finish()
			return false
		}
		at := o.holeEntry(o.reach(o.ordered))
		if at == 0 {
			return false
		}
		o.enterHole(at)
	} else if o.place[s] > 0 {
		o.meal = int(o.place[s])
	}
	return true
}

// finish plans the path to the hole when the hole is the only free square.
func (o *ouroboros) finish() {
	steps := o.toLast()
	o.safe = o.safe[:0]
	o.safe.add(detour{order: o.order, hole: o.hole}) // settle needs a ring after the plan
	o.setPath(append(append(o.scratch[:0], o.order[:steps]...), o.hole))
	o.final = true
}
