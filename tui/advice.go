package tui

import (
	"context"
	"fmt"
	"time"

	"ouro"
	"ouro/roster"
)

// adviceTime is how long a hint may think: longer would hold up the game.
const adviceTime = 100 * time.Millisecond

// newAdviser lets a solver say what it would do. It is used by one goroutine
// at a time.
func newAdviser(game ouro.GameSpec, seed uint64, spec ouro.Spec) func(context.Context, *lane) {
	var solver ouro.Solver
	deal, err := roster.Deal(game, seed)
	if err == nil {
		solver, err = roster.Make(spec, ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seed: ouro.SolverSeed(seed, 0)})
	}
	return func(ctx context.Context, l *lane) {
		if _, done := l.watched[l.turns()]; done {
			return
		}
		h := hint{given: true, turn: l.turns(), err: err}
		var notes []ouro.Note
		if err == nil {
			h.dir, notes, h.err = advise(ctx, solver, l.tape.Game().State())
		}
		l.hint = h
		l.keep(h.turn, thought{notes: notes})
	}
}

// advise asks a solver, which may fail in any way.
func advise(ctx context.Context, solver ouro.Solver, s *ouro.State) (d ouro.Dir, notes []ouro.Note, err error) {
	ctx, cancel := context.WithTimeout(ctx, adviceTime)
	defer cancel()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the hint broke off: %v", p)
		}
	}()
	trace := ouro.NewTrace(func(n ouro.Note) { notes = append(notes, n) })
	decision, err := solver.Decide(ctx, ouro.Turn{State: s, Trace: trace})
	return decision.Dir, notes, err
}
