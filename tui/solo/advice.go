package solo

import (
	"context"
	"fmt"
	"time"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// adviceTime is how long a hint may think: longer would hold up the game.
const adviceTime = 100 * time.Millisecond

// newAdviser lets a solver say what it would do. It is used by one goroutine
// at a time.
func newAdviser(game ouro.GameSpec, seed uint64, spec ouro.Spec) func(context.Context, *ouro.State) play.Thought {
	var solver ouro.Solver
	deal, err := roster.Deal(game, seed)
	if err == nil {
		solver, err = roster.Make(spec, ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seed: ouro.SolverSeed(seed, 0)})
	}
	return func(ctx context.Context, s *ouro.State) play.Thought {
		if err != nil {
			return play.Thought{Err: err}
		}
		return advise(ctx, solver, s)
	}
}

// advise asks a solver, which may fail in any way.
func advise(ctx context.Context, solver ouro.Solver, s *ouro.State) (th play.Thought) {
	ctx, cancel := context.WithTimeout(ctx, adviceTime)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			th.Err = fmt.Errorf("the hint broke off: %v", p)
		}
	}()
	trace := ouro.NewTrace(func(n ouro.Note) { th.Notes = append(th.Notes, n) })
	th.Decision, th.Err = solver.Decide(ctx, ouro.Turn{State: s, Trace: trace})
	return th
}
