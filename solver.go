package ouro

import (
	"context"
	"sync/atomic"
)

// A Solver steers one snake through one game.
//
// Decide must not change the State. When ctx ends or Nodes are used up, it returns the best move
// so far and a nil error; an error means that it has no move. A search that may be stopped calls
// Turn.Offer whenever its best move changes. The same Setup, states and Nodes give the same
// decisions, with or without a Trace. Turns may be skipped or played by another Solver, so a
// Solver checks a plan of an earlier move before it uses the plan. No goroutine outlives the call
// of Decide. A Solver that holds resources is also an io.Closer. A Solver with several threads has
// a method Threads, and uses no more threads than its Setup allows. A Solver that knows whether it
// always fills its board has a method Certificate. Only one goroutine at a time uses a Solver.
type Solver interface {
	Decide(ctx context.Context, t Turn) (Decision, error)
}

// Threads returns how many threads a Solver uses at the same time. A Solver without a method
// Threads uses one.
func Threads(s Solver) int {
	if t, ok := s.(interface{ Threads() int }); ok {
		return t.Threads()
	}
	return 1
}

// Certificate returns a short text that names the cycle with which the Solver always fills its
// board, or the reason why the board has no cycle. For a Solver without a method Certificate it
// returns "".
func Certificate(s Solver) string {
	if c, ok := s.(interface{ Certificate() string }); ok {
		return c.Certificate()
	}
	return ""
}

// SolverFunc makes a function a Solver.
type SolverFunc func(ctx context.Context, t Turn) (Decision, error)

// Decide calls f.
func (f SolverFunc) Decide(ctx context.Context, t Turn) (Decision, error) { return f(ctx, t) }

// Turn is the input of [Solver.Decide].
type Turn struct {
	State *State // read-only during the call; Clone to keep
	Seat  int
	Nodes int64  // node budget; 0 means only ctx limits
	Trace *Trace // nil if there is no viewer
	Best  *Best  // receives the best move so far; may be nil
}

// Offer sets the best move so far, which is played if the decision is late or the Solver fails.
// If a move is legal, the offer must be legal. Offer returns false if a move is already being
// played. A Solver with a plan may then continue the plan from the last offer that was kept. Apart
// from this, offers must not change decisions. If an offer is expensive to compute, test
// t.Best != nil first: a nil Best ignores offers.
func (t Turn) Offer(d Dir) (kept bool) { return t.Best.Offer(d) }

// Snake returns the snake that the Solver steers.
func (t Turn) Snake() *Snake { return &t.State.Snakes[t.Seat] }

// Decision is a Solver's answer. Only Dir matters to the game.
type Decision struct {
	Dir   Dir
	Score float64 // evaluation, in the unit of the solver
	Depth int     // depth of the search, in turns
	Nodes int64   // nodes that the search visited
}

// Setup is the input of a Maker. Each seat of each game gets a new Solver.
type Setup struct {
	Rules   Rules
	Start   *State // the position from which the game starts; read-only
	Seat    int
	Seed    uint64 // for the solver's random numbers, see SolverSeed
	Options Options
	Threads int // threads that the Solver may use at the same time; 0 means as many as its options allow
}

// AtMost returns the smaller of n and s.Threads, or n if s.Threads is 0.
func (s Setup) AtMost(n int) int {
	if s.Threads > 0 {
		return min(n, s.Threads)
	}
	return n
}

// Maker makes a Solver. It returns an error if the Solver cannot play this game.
type Maker func(Setup) (Solver, error)

// Best holds the best move so far of a Solver that is still thinking. The Solver offers moves
// with [Turn.Offer]; its caller may read or take the last one at any time, from any goroutine.
// The zero value holds no move; a nil Best ignores offers.
type Best struct{ move atomic.Uint32 } // bits 0 to 2: 1 + the direction of the move, or 0 without a move; bit 3: taken

// taken is the bit that is set after Take; offers are then ignored.
const taken = 8

// Offer makes d the best move so far. It ignores a d that is not a direction. After [Best.Take] it
// changes nothing and returns false.
func (b *Best) Offer(d Dir) (kept bool) {
	if b == nil || d > Left {
		return true
	}
	for {
		old := b.move.Load()
		if old&taken != 0 {
			return false
		}
		if b.move.CompareAndSwap(old, uint32(d)+1) {
			return true
		}
	}
}

// Dir returns the last offer, and whether there was an offer.
func (b *Best) Dir() (d Dir, ok bool) {
	if b == nil {
		return 0, false
	}
	move := b.move.Load() &^ taken
	return Dir(move - 1), move > 0
}

// Take returns the best move so far, and makes Best ignore later offers. The second result is
// false if there is no such move, or if it is illegal although another move is legal.
func (b *Best) Take(s *State, seat int) (Dir, bool) {
	b.move.Or(taken)
	d, ok := b.Dir()
	if !ok {
		return 0, false
	}
	legal := s.Legal(seat)
	return d, legal == 0 || legal.Has(d)
}

// Clear removes the move and accepts offers again.
func (b *Best) Clear() { b.move.Store(0) }
