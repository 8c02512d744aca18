package roster

import (
	"errors"
	"fmt"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
)

// WhatIf returns the Config of a variation of a recorded game: the first turns as they
// were played, then move d of one seat, then the decisions of the solvers. Seats in
// replace, which may be nil, get its solver. The caller must close the solvers, as a game
// made from the Config does.
func WhatIf(r *ouro.Record, turns, seat int, d ouro.Dir, replace map[int]ouro.Solver) (cfg play.Config, err error) {
	deal, err := Deal(r.Game, r.Seed)
	if err != nil {
		return cfg, err
	}
	if turns < 0 || turns > r.Turns() || seat < 0 || seat >= len(r.Seats) {
		return cfg, fmt.Errorf("no move %d of snake %c", turns, english.Letter(seat))
	}
	cfg = play.Config{Deal: deal, Budget: r.Budget, Keep: true}
	for i, spec := range r.Seats {
		solver := replace[i]
		if solver == nil {
			solver, err = again(r, deal, i, spec)
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

// again makes the solver of a seat of a record.
func again(r *ouro.Record, deal play.Deal, seat int, spec ouro.Spec) (ouro.Solver, error) {
	if spec.Name == "guest" { // written by battlesnake/host
		return nil, fmt.Errorf("snake %c is a remote snake, which cannot play on from here", english.Letter(seat))
	}
	if err := checkStart(spec); err != nil {
		return nil, err
	}
	return Make(spec, ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seat: seat, Seed: ouro.SolverSeed(r.Seed, seat), Threads: r.Budget.Threads()})
}
