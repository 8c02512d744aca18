// Package solvers makes the solvers that pages ask for, and is the only place that does:
// [Make]. Each has room in the store that all visitors share, for its tables or for the
// program that it is, until it is closed.
package solvers

import (
	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/memory"
)

// Make makes a solver for a page, if it may have it and there is room. It thinks on no
// more threads than there are processors. Close it when done.
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
	return &housed{s, share}, nil
}

// Reserve adds what a solver of this Setup takes to a share, where somebody else makes it.
func Reserve(share *memory.Share, spec ouro.Spec, setup ouro.Setup) error {
	if spec.Name == roster.Exec().Name {
		return share.Program()
	}
	return share.Add(roster.Memory(spec, setup))
}

// Maker makes such solvers; a Setup need not have their options.
func Maker(store *memory.Store, spec ouro.Spec) ouro.Maker {
	return func(setup ouro.Setup) (ouro.Solver, error) { return Make(store, spec, setup) }
}

// Deal makes the solvers of a game, by seat, which are to be closed.
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

// housed is a solver with its share.
type housed struct {
	ouro.Solver
	share memory.Share
}

// CanLimit, Threads and Close are those of the solver, whose room is then another's.

func (h *housed) CanLimit(b ouro.Budget) error { return play.CanLimit(b, h.Solver) }
func (h *housed) Threads() int                 { return ouro.Threads(h.Solver) }

func (h *housed) Close() error {
	defer h.share.Free()
	return play.Close(h.Solver)
}
