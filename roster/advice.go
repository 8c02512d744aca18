package roster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
)

// adviceTime limits how long a hint takes, because a player waits for it.
const adviceTime = 100 * time.Millisecond

// Adviser returns a function that asks a solver for a hint in a player's game; see play.WatchInfo.
// Only one goroutine at a time may call the function.
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

// Advise asks a solver for a move, within adviceTime. If the solver fails, the Thought contains the
// error.
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

// WhatIf returns the Config of a variation of a recorded game. The first turns are those of the
// record. Then one seat makes move d, and the solvers decide the rest. replace, which may be nil,
// has other solvers for some seats. A game with this Config closes these solvers; without a game,
// the caller must close them.
func WhatIf(r *ouro.Record, turns, seat int, d ouro.Dir, replace map[int]ouro.Solver) (cfg play.Config, err error) {
	deal, err := Deal(r.Game, r.Seed)
	if err != nil {
		return cfg, err
	}
	if turns < 0 || turns > r.Turns() || seat < 0 || seat >= len(r.Seats) {
		return cfg, fmt.Errorf("the record has no move %d of snake %c", turns, english.Letter(seat))
	}
	cfg = play.Config{Deal: deal, Budget: r.Budget, Keep: true}
	for i, spec := range r.Seats {
		solver := replace[i]
		if solver == nil {
			solver, err = sameSolver(r, deal, i, spec)
		}
		if err != nil {
			return cfg, errors.Join(err, play.Close(cfg.Seats...))
		}
		var moves []ouro.Dir
		for turn := range turns {
			moves = append(moves, r.Joint(r.Begin() + turn + 1)[i])
		}
		if i == seat {
			moves = append(moves, d)
		}
		cfg.Seats = append(cfg.Seats, play.Detour(moves, solver))
	}
	return cfg, nil
}

func sameSolver(r *ouro.Record, deal play.Deal, seat int, spec ouro.Spec) (ouro.Solver, error) {
	if spec.Name == "guest" { // battlesnake/host writes such records
		return nil, fmt.Errorf("snake %c is a remote snake, which cannot continue a recorded game", english.Letter(seat))
	}
	if err := checkProgram(spec); err != nil {
		return nil, err
	}
	return Make(spec, ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seat: seat, Seed: ouro.SolverSeed(r.Seed, seat), Threads: r.Budget.Threads()})
}
