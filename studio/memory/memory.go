// Package memory limits the memory and the number of programs that all channels of a studio use
// together. It makes solvers within these limits. A request whose estimate exceeds a limit is
// refused, so visitors cannot exhaust the machine, however many they are.
package memory

import (
	"context"
	"fmt"
	"sync/atomic"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

const DefaultBytes = 1 << 30

// Programs is the maximum number of programs that play as solvers for all channels together.
const Programs = 32

const readers = 2 // most files that are opened at a time, and most files that are verified at a time

// Store is the budget of memory and programs that all channels share.
type Store struct {
	opening, verifying chan struct{} // semaphores, with one item for each file being read

	limit int64
	used  atomic.Int64

	programs atomic.Int64
}

func New(limit int64) *Store {
	return &Store{limit: limit, opening: make(chan struct{}, readers), verifying: make(chan struct{}, readers)}
}

// Open calls f, which reads a file. f adds the memory that it needs to the share reading, which Open
// frees when f returns. Open waits while two other files are being opened.
func (s *Store) Open(ctx context.Context, f func(reading *Share) error) error {
	return s.read(ctx, s.opening, f)
}

// Verify is like [Store.Open], for a function that verifies a file. It has a separate queue because
// verifying can take long.
func (s *Store) Verify(ctx context.Context, f func(reading *Share) error) error {
	return s.read(ctx, s.verifying, f)
}

func (s *Store) read(ctx context.Context, queue chan struct{}, f func(reading *Share) error) error {
	select {
	case queue <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-queue }()
	share := s.Share()
	defer share.Free()
	return f(&share)
}

// Make makes a solver for a page. It fails if pages may not use the solver, or if the store has no
// room for its tables or its program. The solver uses at most as many threads as there are
// processors. The caller must close the solver, which frees its share of the store.
func (s *Store) Make(spec ouro.Spec, setup ouro.Setup) (ouro.Solver, error) {
	if err := roster.CheckFromPage(spec); err != nil {
		return nil, err
	}
	setup = roster.AtMostProcessors(setup)
	share := s.Share()
	err := share.Reserve(spec, setup)
	var solver ouro.Solver
	if err == nil {
		solver, err = roster.Make(spec, setup)
	}
	if err != nil {
		share.Free()
		return nil, err
	}
	return &sharedSolver{solver, share}, nil
}

func (s *Store) Maker(spec ouro.Spec) ouro.Maker {
	return func(setup ouro.Setup) (ouro.Solver, error) { return s.Make(spec, setup) }
}

// Deal makes the solvers of a game, by seat. The caller must close them.
func (s *Store) Deal(specs []ouro.Spec, d play.Deal, seed uint64, budget ouro.Budget) ([]ouro.Solver, error) {
	var seats []ouro.Solver
	for seat, spec := range specs {
		solver, err := s.Make(spec, ouro.Setup{Rules: d.Rules, Start: d.Start, Seat: seat, Seed: ouro.SolverSeed(seed, seat), Threads: budget.Threads()})
		if err != nil {
			_ = play.Close(seats...)
			return nil, err
		}
		seats = append(seats, solver)
	}
	return seats, nil
}

type sharedSolver struct {
	ouro.Solver
	share Share
}

// CanLimit, Threads, Certificate and Close call the solver's method of the same name, if it has one.
// Close also frees the share.

func (h *sharedSolver) CanLimit(b ouro.Budget) error { return play.CanLimit(b, h.Solver) }
func (h *sharedSolver) Threads() int                 { return ouro.Threads(h.Solver) }
func (h *sharedSolver) Certificate() string          { return ouro.Certificate(h.Solver) }

func (h *sharedSolver) Close() error {
	defer h.share.Free()
	return play.Close(h.Solver)
}

// Share is the part of a store that one channel or one solver uses. It is not safe for concurrent use.
type Share struct {
	store    *Store
	bytes    int64
	programs int64
}

// Share returns an empty share. The caller must free it.
func (s *Store) Share() Share { return Share{store: s} }

// Grow enlarges the share to a number of bytes, unless it is already that large. It fails if the
// store has no room.
func (s *Share) Grow(bytes int64) error {
	more := bytes - s.bytes
	if more <= 0 {
		return nil
	}
	if s.bytes == 0 && bytes > s.store.limit {
		return fmt.Errorf("the request needs %d MiB; the limit of all open games and files is %d MiB", bytes>>20, s.store.limit>>20)
	}
	if s.store.used.Add(more) > s.store.limit {
		s.store.used.Add(-more)
		return fmt.Errorf("the open games and files need more than the limit of %d MiB: close one, or try again later", s.store.limit>>20)
	}
	s.bytes = bytes
	return nil
}

func (s *Share) Bytes() int64 { return s.bytes }

// Add enlarges the share by a number of bytes. It fails if the store has no room.
func (s *Share) Add(bytes int64) error { return s.Grow(s.bytes + bytes) }

// Program adds a program to the share. It fails if [Programs] programs are already in use.
func (s *Share) Program() error {
	if s.store.programs.Add(1) > Programs {
		s.store.programs.Add(-1)
		return fmt.Errorf("%d programs are playing, which is the limit: close a game, or try again later", Programs)
	}
	s.programs++
	return nil
}

// Reserve adds the memory or the program of a solver to the share. It is for callers that
// make the solver without [Store.Make].
func (s *Share) Reserve(spec ouro.Spec, setup ouro.Setup) error {
	if spec.Name == roster.Exec().Name {
		return s.Program()
	}
	return s.Add(roster.Memory(spec, setup))
}

func (s *Share) Free() {
	s.store.used.Add(-s.bytes)
	s.store.programs.Add(-s.programs)
	s.bytes, s.programs = 0, 0
}
