package ouro

import "context"

// A Solver steers one snake through one game.
//
// Decide must leave the State untouched. When ctx ends or Nodes are used up it
// returns the best move so far and a nil error; an error means there is no
// answer at all. A search that may be asked to stop offers its best move so far
// whenever that changes, see Turn.Best. With the same Setup, the same states and the same Nodes it
// decides the same, watched or not. It survives turns that were skipped or
// answered by somebody else: cached plans are checked before use. No goroutine
// outlives the call. A Solver that holds resources is also an io.Closer; one that
// thinks on several threads says so, see Threads, and does on as many as its Setup
// allows. A Solver is used by one goroutine at a time.
type Solver interface {
	Decide(ctx context.Context, t Turn) (Decision, error)
}

// Threads is on how many threads a Solver thinks at the same time: one, unless it
// has a method that says otherwise.
func Threads(s Solver) int {
	if t, ok := s.(interface{ Threads() int }); ok {
		return t.Threads()
	}
	return 1
}

// SolverFunc is a function as a Solver.
type SolverFunc func(ctx context.Context, t Turn) (Decision, error)

// Decide calls f.
func (f SolverFunc) Decide(ctx context.Context, t Turn) (Decision, error) { return f(ctx, t) }

// Turn is what a Solver is asked.
type Turn struct {
	State *State // read-only during the call; Clone to keep
	Seat  int
	Nodes int64  // node budget; 0 means only ctx limits
	Trace *Trace // nil when nobody watches
	Best  *Best  // takes the best move so far; nil when nobody needs one
}

// Offer tells the best move so far, a legal one where there is one. If the answer
// is late, or the Solver fails, this move is made. It costs nothing when nobody
// needs it; ask t.Best != nil before computing something only for it. It is false
// if this comes too late, as another move is made already: a Solver with a plan may
// want to keep to what it has offered before. Else offers do not change what is
// decided.
func (t Turn) Offer(d Dir) (kept bool) { return t.Best.Offer(d) }

// Snake is the snake to steer.
func (t Turn) Snake() *Snake { return &t.State.Snakes[t.Seat] }

// Decision is a Solver's answer. Only Dir matters to the game.
type Decision struct {
	Dir   Dir
	Score float64 // what the solver thinks of it, in its own unit
	Depth int     // how far it looked
	Nodes int64   // how much it looked at
}

// Setup is what a Solver is made from: one fresh Solver for each game and
// seat.
type Setup struct {
	Rules   Rules
	Start   *State // the position the game starts from; read-only
	Seat    int
	Seed    uint64 // for the solver's own dice, see SolverSeed
	Options Options
	Threads int // on which it may think at the same time; 0 is as many as its options ask for
}

// AtMost is n, or the number of Threads if that is less.
func (s Setup) AtMost(n int) int {
	if s.Threads > 0 {
		return min(n, s.Threads)
	}
	return n
}

// Maker makes a Solver, or says why it cannot play this game.
type Maker func(Setup) (Solver, error)
