package games

import (
	"context"
	"time"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// anewTime is how long a solver that is asked anew may think.
const anewTime = time.Second

// mostAnew thoughts of a lane are kept that were asked for anew.
const mostAnew = 64

// anew asks a new solver like that of a seat about the position that is shown, where
// nobody looked when the move was made: a game that goes fast shows few of its turns,
// and a file holds no thinking. A solver that goes by a plan may have had another one.
func (l *lane) anew(ctx context.Context, sc *play.Scene, seat int, nodes int64) (th play.Thought, known bool) {
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
	solver, err := roster.Make(spec, ouro.Setup{Rules: deal.Rules, Start: sc.State, Seat: seat, Seed: ouro.SolverSeed(l.seed, seat)})
	if err != nil {
		return th, false
	}
	th, known = think(ctx, solver, ouro.Turn{State: sc.State, Seat: seat, Nodes: nodes})
	if !known {
		return th, false
	}
	if len(l.again) >= mostAnew || l.again == nil {
		l.again = map[[2]int]play.Thought{}
	}
	l.again[key] = th
	return th, true
}

// think is what a solver thinks, which it is closed after. It is unknown if ctx ends
// before, or if it has no answer.
func think(ctx context.Context, solver ouro.Solver, t ouro.Turn) (th play.Thought, known bool) {
	asker := play.NewAsker(solver)
	defer func() { _ = asker.Close() }()
	within, cancel := context.WithTimeout(ctx, anewTime)
	defer cancel()
	t.Trace = ouro.NewTrace(func(n ouro.Note) { th.Notes = append(th.Notes, n) })
	began := time.Now()
	d, mishap := asker.Ask(play.Sudden(within), t)
	if mishap != nil || ctx.Err() != nil {
		return th, false
	}
	th.Decision, th.Took = d, time.Since(began)
	return th, true
}
