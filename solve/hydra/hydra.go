// Package hydra is Ouro's strongest Battlesnake. [New] makes it.
//
// Idea: look ahead as chess programs do, with several heads at once. How far and how
// depends on who is left:
//
//   - One enemy (duel.go, search.go): alpha-beta deeper and deeper until time is up,
//     with a table of what is known of positions (table.go), the order of moves from
//     what was good before (order.go), and as many threads as it is given, which share
//     the table (thread.go). What a position is worth at the end of a line is learned
//     from games against itself (evaluate.go, inputs.go, weights.go).
//   - Several (many*.go): a tree in which each snake chooses for itself what was best
//     for it so far.
//   - None (alone*.go): it follows its tail and eats at the last moment.
//
// Moves are made at the same time. In a duel the search lets me move first and the enemy
// answer, as if it had seen my move: a value is what I can be sure of. That costs a cell
// wherever both may enter; what was tried against it lost games or changed nothing,
// each measured in docs/results/hydra.md: who moves first in turn, a matrix of both
// moves at the root, a meeting of heads that counts only in part, a guess where all
// is lost to an enemy that guesses right, the tree of several in its place or beside it,
// which gained something only where time is short. What stays is a correction where heads may
// meet: what a draw is worth, which decides who gives way where both would die (options.go).
// With equal nodes it beats the plain search, which takes that for a loss, in a sequential test.
//
// Where tails leave trails of hazards, it knows of those that will be there.
//
// Guarantee: no step that is certain to kill if there is another; a position that it
// takes for lost or won within some turns, with one enemy, is so whatever happens but
// for food and hazards that come meanwhile. The answer for a number of nodes is the same
// for any number of threads, which are one then.
//
// Cost: a node is a turn that the search enters, about half a microsecond each; the
// table takes the memory that hash says, and each thread's tree as much. Without limits
// 5000 nodes.
//
// Source: ours. The manner is that of chess programs; the first Battlesnakes with
// alpha-beta over territory are years older.
package hydra

import (
	"context"
	"fmt"
	"sync/atomic"
	"time"

	"ouro"
	"ouro/field"
	"ouro/sim"
)

// plainNodes is the budget where neither time nor nodes are limited.
const plainNodes = 5000

type hydra struct {
	options
	s     searcher
	crew  []*searcher // the other threads', in a duel
	alone alone
	pack  pack
	packs []*pack // the other threads', among several enemies
	area  *sim.Area
	stop  atomic.Bool
}

// New makes hydra.
func New(setup ouro.Setup) (ouro.Solver, error) {
	return NewWith(setup, learned, &crowdWeights)
}

// NewWith makes hydra with other weights than its own, those of duels and those among
// several enemies.
func NewWith(setup ouro.Setup, w *Weights, crowd *CrowdWeights) (ouro.Solver, error) {
	h, err := newHydra(setup)
	if err != nil {
		return nil, err
	}
	h.s.judge, h.pack.CrowdJudge = NewJudge(w), NewCrowdJudge(crowd)
	return h, nil
}

func newHydra(setup ouro.Setup) (*hydra, error) {
	opts, err := readOptions(setup)
	if err != nil {
		return nil, err
	}
	if n := len(setup.Start.Snakes); n > sim.MaxSnakes {
		return nil, fmt.Errorf("%d snakes: it plays against at most %d", n, sim.MaxSnakes-1)
	}
	h := &hydra{options: opts}
	if len(setup.Start.Snakes) > 1 {
		h.s.table = newTable(opts.tableSize())
	}
	h.s.pos = new(sim.Position)
	if r, ok := setup.Rules.(interface{ Trails() bool }); ok && r.Trails() {
		h.s.pos.LeaveTrails()
	}
	h.s.judge, h.pack.CrowdJudge = NewJudge(learned), NewCrowdJudge(&crowdWeights)
	h.area = sim.NewArea(setup.Start.Grid)
	return h, nil
}

// With is a Maker of hydras that leave the games of one snake that know no health,
// classic Snake's, to another solver, where that can play them: hydra's options are read
// there and do nothing. It is one without resources to be closed.
func With(solo ouro.Maker) ouro.Maker {
	return func(setup ouro.Setup) (ouro.Solver, error) {
		if len(setup.Start.Snakes) != 1 || setup.Start.Snakes[0].Health > 0 {
			return New(setup)
		}
		if _, err := readOptions(setup); err != nil {
			return nil, err
		}
		other := setup
		other.Options = nil
		if s, err := solo(other); err == nil {
			return offering{s}, nil
		}
		return New(setup)
	}
}

// offering offers what a solver decides, which hydra always does.
type offering struct{ ouro.Solver }

func (o offering) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	d, err := o.Solver.Decide(ctx, t)
	if err == nil {
		t.Offer(d.Dir)
	}
	return d, err
}

func (o offering) Threads() int { return ouro.Threads(o.Solver) }

// Threads is on how many threads it thinks.
func (h *hydra) Threads() int { return h.threads }

// Decide answers as ouro.Solver says.
func (h *hydra) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	began := time.Time{}
	if _, timed := ctx.Deadline(); timed && t.Trace.On() {
		began = time.Now()
	}
	d, err := h.decide(ctx, t)
	if err == nil {
		h.tell(t, d, began)
	}
	return d, err
}

func (h *hydra) decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if n := len(t.State.Snakes); n > sim.MaxSnakes {
		return ouro.Decision{}, fmt.Errorf("%d snakes: it plays against at most %d", n, sim.MaxSnakes-1)
	}
	s := &h.s
	p := s.pos
	p.Load(t.State)
	s.me = t.Seat
	moves := p.Moves(t.Seat) & t.State.Legal(t.Seat)
	if moves == 0 {
		moves = t.State.Legal(t.Seat)
	}
	if moves == 0 {
		return ouro.Decision{Dir: field.Onward(t.State, t.Seat)}, nil
	}
	rest := p.Alive() &^ (1 << t.Seat)
	if rest == 0 {
		return h.live(ctx, t, moves), nil
	}
	if rest.Len() > 1 {
		return h.among(ctx, t, moves), nil
	}
	s.flood.Load(p)
	s.judge.Load(p)
	s.en, s.draw = rest.First(), h.draw(p.AlwaysGrow())
	return h.duel(ctx, t, moves), nil
}
