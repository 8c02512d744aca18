package roster

import (
	"context"
	"fmt"
	"time"

	"ouro"
	"ouro/play"
)

// adviceTime is how long a hint may think: longer would hold up the game.
const adviceTime = 100 * time.Millisecond

// Adviser lets a solver say what it would do in a game that a person plays, see
// play.WatchInfo. It is used by one goroutine at a time.
func Adviser(game ouro.GameSpec, seed uint64, spec ouro.Spec) func(context.Context, *ouro.State) play.Thought {
	var asker *play.Asker
	deal, err := Deal(game, seed)
	if err == nil {
		var solver ouro.Solver
		solver, err = Make(spec, ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seed: ouro.SolverSeed(seed, 0)})
		asker = play.NewAsker(solver)
	}
	return func(ctx context.Context, s *ouro.State) play.Thought {
		if err != nil {
			return play.Thought{Err: err}
		}
		return Advise(ctx, asker, s)
	}
}

// Advise asks a solver what a person might do, who waits for a moment only. It may fail in
// any way.
func Advise(ctx context.Context, solver *play.Asker, s *ouro.State) (th play.Thought) {
	ctx, cancel := context.WithTimeout(ctx, adviceTime)
	defer cancel()
	trace := ouro.TraceFor(&th.Notes)
	var fault *play.Fault
	th.Decision, fault = solver.Ask(ctx, ouro.Turn{State: s, Trace: trace})
	switch {
	case fault == nil:
	case fault.Kind == ouro.Erred && fault.Cause != nil:
		th.Err = fault.Cause
	default:
		th.Err = fmt.Errorf("the hint broke off: %w", fault)
	}
	return th
}
