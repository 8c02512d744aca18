// Package solvers makes all solvers for pages, see [Make]. Each uses a share of the
// common store until it is closed, for its tables or for its program.
package solvers

import (
	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/memory"
)

// Make makes a solver for a page, if pages may use it and the store has room. The solver
// uses at most as many threads as there are processors. The caller must close it.
func Make(store *memory.Store, spec ouro.Spec, setup ouro.Setup) (ouro.Solver, error) {
	if err := roster.CheckFromPage(spec); err != nil {
		return nil, err
	}
	setup = roster.AtMostProcessors(setup)
	share := store.Share()
	err := Reserve(&share, spec, setup)
	var s ouro.Solver
	if err == nil {
		s, err = roster.Make(spec, setup)
	}
	if err != nil {
		share.Free()
		return nil, err
	}
	return &sharedSolver{s, share}, nil
}

// Reserve adds the memory of a solver to a share, for a solver that other code of
// the program makes.
func Reserve(share *memory.Share, spec ouro.Spec, setup ouro.Setup) error {
	if spec.Name == roster.Exec().Name {
		return share.Program()
	}
	return share.Add(roster.Memory(spec, setup))
}

// Maker returns a Maker that calls Make.
func Maker(store *memory.Store, spec ouro.Spec) ouro.Maker {
	return func(setup ouro.Setup) (ouro.Solver, error) { return Make(store, spec, setup) }
}

// Deal makes the solvers of a game, by seat. The caller must close them.
func Deal(store *memory.Store, specs []ouro.Spec, d play.Deal, seed uint64, budget ouro.Budget) ([]ouro.Solver, error) {
	var seats []ouro.Solver
	for seat, spec := range specs {
		s, err := Make(store, spec, ouro.Setup{Rules: d.Rules, Start: d.Start, Seat: seat, Seed: ouro.SolverSeed(seed, seat), Threads: budget.Threads()})
		if err != nil {
			_ = play.Close(seats...)
			return nil, err
		}
		seats = append(seats, s)
	}
	return seats, nil
}

type sharedSolver struct {
	ouro.Solver
	share memory.Share
}

// CanLimit, Threads and Close are those of the solver; Close also frees the share.

func (h *sharedSolver) CanLimit(b ouro.Budget) error { return play.CanLimit(b, h.Solver) }
func (h *sharedSolver) Threads() int                 { return ouro.Threads(h.Solver) }

func (h *sharedSolver) Close() error {
	defer h.share.Free()
	return play.Close(h.Solver)
}
