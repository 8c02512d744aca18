package games

import (
	"context"
	"time"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/memory"
	"ouro/studio/solvers"
)

const (
	rethinkTime = time.Second            // longest time for a solver that is asked again
	followTime  = 500 * time.Millisecond // longest time to play the game up to that turn
)

// maxRethought is the most answers that a lane keeps.
const maxRethought = 64

// rethink asks a new solver like that of a seat about the current position. It is used
// for decisions whose notes were not kept: those of a fast game, and those of a file. The
// solver first plays the game from its start, so that it has the same plan; if that takes
// too long, it starts from the position and may have another plan.
func (l *lane) rethink(ctx context.Context, store *memory.Store, sc *play.Scene, seat int, nodes int64) (th play.Thought, known bool) {
	spec, known := l.solver(seat)
	if !known || l.seats[seat].Hand || sc.Ended || sc.State.Snakes[seat].Cause != ouro.Alive {
		return th, false
	}
	key := [2]int{sc.Turn, seat}
	if th, known = l.rethought[key]; known {
		return th, true
	}
	deal, err := roster.Deal(l.spec, l.seed)
	if err != nil {
		return th, false
	}
	request := ouro.Turn{State: sc.State, Seat: seat, Nodes: nodes}
	for _, from := range []int{0, sc.Turn} {
		start := deal.Start
		if from > 0 {
			start = sc.State
		}
		solver, err := solvers.Make(store, spec, ouro.Setup{Rules: deal.Rules, Start: start, Seat: seat, Seed: ouro.SolverSeed(l.seed, seat)})
		if err != nil {
			return th, false
		}
		if th, known = l.think(ctx, solver, from, sc.Turn, request); known || ctx.Err() != nil {
			break
		}
	}
	if !known {
		return th, false
	}
	if len(l.rethought) >= maxRethought || l.rethought == nil {
		l.rethought = map[[2]int]play.Thought{}
	}
	l.rethought[key] = th
	return th, true
}

// think returns the decision of a solver after it has played from one turn to another,
// and closes it. It is unknown if ctx ends or the solver has no valid answer.
func (l *lane) think(ctx context.Context, solver ouro.Solver, from, to int, t ouro.Turn) (th play.Thought, known bool) {
	asker := play.NewAsker(solver)
	defer func() { _ = asker.Close() }()
	following, stop := context.WithTimeout(ctx, followTime)
	defer stop()
	for turn := from; turn < to; turn++ {
		before := t
		before.State = l.played.At(turn)
		if _, fault := asker.Ask(play.WithoutDeadline(following), before); fault != nil || following.Err() != nil {
			return th, false
		}
	}
	within, cancel := context.WithTimeout(ctx, rethinkTime)
	defer cancel()
	t.Trace = ouro.TraceFor(&th.Notes)
	began := time.Now()
	d, fault := asker.Ask(play.WithoutDeadline(within), t)
	if fault != nil || ctx.Err() != nil {
		return th, false
	}
	th.Decision, th.Took = d, time.Since(began)
	return th, true
}
