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
	anewTime   = time.Second            // how long a solver that is asked anew may think
	followTime = 500 * time.Millisecond // how long it may take to play the game up to there
)

// mostAnew thoughts of a lane are kept that were asked for anew.
const mostAnew = 64

// anew asks a new solver like that of a seat about the position that is shown, where
// nobody looked when the move was made: a game that goes fast shows few of its turns,
// and a file holds no thinking. It has played the game from its start, so that it has
// the plan that the other one had; where that takes too long it begins here, and may
// have another one.
func (l *lane) anew(ctx context.Context, store *memory.Store, sc *play.Scene, seat int, nodes int64) (th play.Thought, known bool) {
	spec, known := l.solver(seat)
	if !known || l.seats[seat].Hand || sc.Ended || sc.State.Snakes[seat].Cause != ouro.Alive {
		return th, false
	}
	key := [2]int{sc.Turn, seat}
	if th, known = l.again[key]; known {
		return th, true
	}
	deal, err := roster.Deal(l.spec, l.seed)
	if err != nil {
		return th, false
	}
	asked := ouro.Turn{State: sc.State, Seat: seat, Nodes: nodes}
	for _, from := range []int{0, sc.Turn} {
		start := deal.Start
		if from > 0 {
			start = sc.State
		}
		solver, err := solvers.Make(store, spec, ouro.Setup{Rules: deal.Rules, Start: start, Seat: seat, Seed: ouro.SolverSeed(l.seed, seat)})
		if err != nil {
			return th, false
		}
		if th, known = l.think(ctx, solver, from, sc.Turn, asked); known || ctx.Err() != nil {
			break
		}
	}
	if !known {
		return th, false
	}
	if len(l.again) >= mostAnew || l.again == nil {
		l.again = map[[2]int]play.Thought{}
	}
	l.again[key] = th
	return th, true
}

// think is what a solver thinks that has played from one turn to another, which it is
// closed after. It is unknown if ctx ends before, or if it has no answer.
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
	within, cancel := context.WithTimeout(ctx, anewTime)
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
