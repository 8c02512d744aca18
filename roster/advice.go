package roster

import (
	"context"
	"fmt"
	"time"

	"ouro"
	"ouro/play"
)

// adviceTime limits the thinking for a hint, as a player waits for it.
const adviceTime = 100 * time.Millisecond

// Adviser returns a function that asks a solver for its move in the game of a player, see
// play.WatchInfo. It must not be called by several goroutines at once.
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

// Advise asks a solver for a move, within adviceTime. Every failure of the solver is
// returned in the Thought.
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
		th.Err = fmt.Errorf("the hint failed: %w", fault)
	}
	return th
}
