// Package play runs one game: it calls the Solver of every seat for a move, makes the joint
// move, adds random food, and detects the end.
//
// A Solver that returns an error, panics, ends its goroutine, returns an invalid move or is late
// does not stop the game. The game then plays the Solver's best move so far or a fallback move, and
// records the [Fault]. [Make], [Asker] and [Close] protect callers of a Solver outside of a Game in
// the same way.
//
// With a budget of time, each Solver thinks in its own goroutine on a copy of the State. All Solvers
// think at the same time or, with [Config.InTurn], one after the other. With a budget of processor
// time, they always think one after the other, each on its own thread. With neither budget, one
// goroutine calls the Solvers one after the other. If a Solver ends this goroutine, the game starts
// another one.
//
// [Game] makes one move at a time or plays to the end. [History] stores a game for stepping back
// and forth. [Watch] shows a game while it is played. [Replay] derives a recorded game again and
// compares it with its record; [Rewind] makes a History of a recorded game.
package play

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"ouro"
	"ouro/internal/cooperate"
)

type Config struct {
	Deal                // New copies Start
	Seats []ouro.Solver // one for each snake of Start

	// Budget limits each decision. Processor time is measured on the thread that calls the Solver,
	// so the Solver must use only one thread (Budget.Threads). Waiting does not use processor time,
	// so a limit of wall-clock time applies too: Budget.Time or, if that is 0, the time of [Guard].
	Budget ouro.Budget
	// InTurn makes seats with a budget of time think one after the other, so that each has the
	// processors to itself.
	InTurn bool
	// Remote, if set, reports whether the Solver of a seat thinks in another process. For such a
	// seat, Budget.Time is the only limit.
	Remote func(seat int) bool

	Keep  bool // whether the game stores everything that a Record needs
	Moves bool // whether the game stores only the moves, so that the Record has no checks and cannot be replayed

	// Fallback chooses the move of a seat that has neither decided nor offered a move; nil means
	// [StraightOn]. Without a time budget there are no offers.
	Fallback func(s *ouro.State, seat int) ouro.Dir

	// Trace, if set, is called before each decision and returns the Trace of the seat. Seats that
	// think at the same time send their notes one at a time. They send no notes after Move has
	// returned.
	Trace func(seat int) *ouro.Trace

	// Clock, if set, receives the duration of each decision: processor time if the seat's budget
	// limits processor time, else wall-clock time.
	Clock func(seat int, took time.Duration)

	thread func() (thread, error) // locks a goroutine to a thread and returns the thread's clock; nil means lockThread
}

// Game is one game in progress. Only one goroutine at a time may use it.
type Game struct {
	cfg   Config
	state *ouro.State
	joint []ouro.Dir
	last  []ouro.Decision

	// epoch is the origin of times for Clock. Two calls of time.Since(epoch) cost less than two calls
	// of time.Now, which also reads the time of day.
	epoch time.Time

	// For games without a time budget; see play.
	run     func()       // calls playing under guard
	playing func() error // makes moves
	played  chan error   // receives the result of playing
	seat    int          // the seat whose decision is next in the current move
	asking  bool         // whether a Solver is deciding
	missed  *Fault       // the fault of a Solver that panicked or ended the goroutine, for the next goroutine

	// For games with a budget of time.
	workers []*worker     // by seat
	limit   time.Duration // wall-clock limit of each decision
	shared  *ouro.State   // the position that the workers read

	start              uint64
	check              ouro.TurnChecks
	moves              []ouro.Dir
	checks             []byte
	incidents          []ouro.Incident
	completedIncidents int // number of incidents in completed moves

	closed bool
}

// New sets up the game and spawns the first food, unless Deal.Spawned is set. The caller must Close
// the game.
func New(cfg Config) (*Game, error) {
	if len(cfg.Seats) != len(cfg.Start.Snakes) {
		return nil, fmt.Errorf("play: %d solvers for %d snakes", len(cfg.Seats), len(cfg.Start.Snakes))
	}
	if err := CanLimit(cfg.Budget); err != nil {
		return nil, fmt.Errorf("play: %w", err)
	}
	for seat, s := range cfg.Seats {
		if err := CanLimit(cfg.Budget, s); err != nil {
			return nil, fmt.Errorf("play: seat %d: %w", seat, err)
		}
	}
	if cfg.thread == nil {
		cfg.thread = lockThread
	}
	if cfg.Fallback == nil {
		cfg.Fallback = StraightOn
	}
	g := &Game{
		cfg:   cfg,
		state: cfg.Begin(),
		joint: make([]ouro.Dir, len(cfg.Seats)),
		last:  make([]ouro.Decision, len(cfg.Seats)),
		epoch: time.Now(),
	}
	if cfg.Keep || cfg.Moves {
		g.start = g.state.Hash()
		g.check = ouro.NewTurnChecks(g.start)
	}
	if g.limit = timeLimit(cfg.Budget); g.limit > 0 {
		g.shared = g.state.Clone()
		for seat, solver := range cfg.Seats {
			w := newWorker(solver, cfg.thread)
			if cfg.Remote == nil || !cfg.Remote(seat) {
				w.meter.limit = cfg.Budget.CPU
			}
			g.workers = append(g.workers, w)
		}
	} else {
		g.played = make(chan error, 1)
		finish := g.finish
		g.run = func() { guard(g.playing, finish) }
	}
	return g, nil
}

// State returns the current position, which is read-only and changes with the next Move.
func (g *Game) State() *ouro.State { return g.state }

// Last returns the last decision of this seat's Solver. After a fault it contains only the
// direction that was played instead.
func (g *Game) Last(seat int) ouro.Decision { return g.last[seat] }

// Certificate returns the certificate of the Solver of this seat; see [ouro.Certificate].
func (g *Game) Certificate(seat int) string { return ouro.Certificate(g.cfg.Seats[seat]) }

// Incidents returns the faults so far.
func (g *Game) Incidents() []ouro.Incident { return g.incidents }

func (g *Game) Over() (ouro.Outcome, bool) { return g.cfg.Rules.Over(g.state) }

// Run plays until the game is over or ctx ends. If ctx ends, it returns the error of ctx.
func (g *Game) Run(ctx context.Context) (ouro.Outcome, error) { return g.RunWith(ctx, nil) }

// RunWith is like Run, but it calls visit with the position after every move. visit must not keep or
// change the position. A nil visit is not called.
func (g *Game) RunWith(ctx context.Context, visit func(*ouro.State)) (ouro.Outcome, error) {
	err := g.play(func() error {
		for {
			if _, over := g.Over(); over {
				return nil
			}
			if err := g.move(ctx); err != nil {
				return err
			}
			if visit != nil {
				visit(g.state)
			}
		}
	})
	if err != nil {
		return ouro.Outcome{Winner: -1}, err
	}
	outcome, _ := g.Over()
	return outcome, nil
}

// Move makes one joint move of a game that is not over. If ctx ends before all seats have decided,
// Move returns the error of ctx and leaves the game unchanged. Without a time budget, Run is faster
// than repeated calls of Move.
func (g *Game) Move(ctx context.Context) error {
	return g.play(func() error { return g.move(ctx) })
}

// ErrClosed is the error of Move and Run after Close.
var ErrClosed = errors.New("play: the game is closed")

// play calls f, which makes moves, and returns the error of f. Without a time budget, f calls Solvers
// directly, so play runs f in another goroutine. If a Solver panics or ends that goroutine, finish
// stores the fault and runs f again in a new goroutine, which continues the move. Starting a
// goroutine costs time for each call of play, but not for each move.
func (g *Game) play(f func() error) error {
	if g.closed {
		return ErrClosed
	}
	if g.workers != nil {
		return f()
	}
	g.playing = f
	go g.run()
	err := <-g.played
	if err == nil {
		return nil
	}
	var p *PanicError
	if errors.As(err, &p) { // a panic of the rules or of a function of the caller
		panic(crash{p})
	}
	if errors.Is(err, ErrGone) {
		runtime.Goexit()
	}
	return err
}

// finish receives the result of playing. If a Solver caused the error, finish stores the fault and
// runs playing again. Otherwise finish passes the result to play.
func (g *Game) finish(err error) {
	if g.asking {
		g.asking, g.missed = false, FaultOf(err)
		go g.run()
	} else {
		g.played <- err
	}
}

// move makes a joint move. If a Solver ended the goroutine during the previous call, move
// completes that call's joint move.
func (g *Game) move(ctx context.Context) error {
	cooperate.Yield()
	if g.workers != nil {
		g.decideInTime(ctx)
	} else {
		g.decide(ctx)
	}
	if err := ctx.Err(); err != nil {
		g.incidents = g.incidents[:g.completedIncidents]
		return err
	}
	g.completedIncidents = len(g.incidents)
	g.cfg.Rules.Step(g.state, g.joint)
	g.cfg.Rules.Spawn(g.state, g.cfg.Dice)
	if g.cfg.Keep || g.cfg.Moves {
		g.moves = append(g.moves, g.joint...)
	}
	if g.cfg.Keep {
		g.checks = append(g.checks, g.check.Turn(g.state, g.joint))
	}
	return nil
}

// decide calls the Solvers of all living snakes in the order of seats, without a time limit.
func (g *Game) decide(ctx context.Context) {
	if f := g.missed; f != nil {
		g.missed = nil
		g.playFallback(g.seat, f)
		g.seat++
	}
	for ; g.seat < len(g.cfg.Seats); g.seat++ {
		seat := g.seat
		if g.dead(seat) {
			continue
		}
		t := g.turn(g.state, seat)
		var began time.Duration
		if g.cfg.Clock != nil {
			began = time.Since(g.epoch)
		}
		g.asking = true
		d, err := g.cfg.Seats[seat].Decide(ctx, t)
		g.asking = false
		if g.cfg.Clock != nil {
			g.cfg.Clock(seat, time.Since(g.epoch)-began)
		}
		if err == nil && d.Dir <= ouro.Left { // the usual case, inlined
			g.last[seat], g.joint[seat] = d, d.Dir
		} else {
			g.playFallback(seat, faultIn(d, err))
		}
	}
	g.seat = 0
}

// decideInTime calls the Solvers of all living snakes, at the same time or one after the other. It
// returns when they have decided, their budget is used up or the parent context has ended.
func (g *Game) decideInTime(parent context.Context) {
	g.shareState()
	if !g.cfg.InTurn && g.cfg.Budget.CPU == 0 {
		g.decideTogether(parent, 0, len(g.workers))
		return
	}
	for seat := range g.workers {
		g.decideTogether(parent, seat, seat+1)
	}
}

// decideTogether calls the Solvers of the living snakes in the seats first to end-1 at the same time.
// It waits until they have decided, their budget is used up or the parent context ends.
func (g *Game) decideTogether(parent context.Context, first, end int) {
	if parent.Err() != nil {
		return
	}
	ctx, cancel := context.WithTimeout(parent, g.limit)
	defer cancel()
	var gate gate
	defer gate.close()
	began := time.Now()
	for seat := first; seat < end; seat++ {
		if !g.dead(seat) {
			t := g.turn(g.shared, seat)
			t.Trace = gate.filter(t.Trace)
			g.workers[seat].ask(parent, ctx, t)
		}
	}
	for seat := first; seat < end; seat++ {
		if g.dead(seat) {
			continue
		}
		w := g.workers[seat]
		a := w.wait()
		if parent.Err() != nil {
			return
		}
		if g.cfg.Clock != nil {
			if a.took == 0 {
				a.took = w.took(began)
			}
			g.cfg.Clock(seat, a.took)
		}
		if a.fault == nil {
			g.last[seat], g.joint[seat] = a.decision, a.decision.Dir
		} else if d, ok := w.offer(g.state, seat); ok {
			g.record(seat, a.fault, d, true)
		} else {
			g.playFallback(seat, a.fault)
		}
	}
}

// shareState copies the position for the workers. If a late Solver can still read the previous copy,
// shareState makes a new State instead of overwriting the copy.
func (g *Game) shareState() {
	for _, w := range g.workers {
		if !w.idle() {
			g.shared = g.state.Clone()
			return
		}
	}
	g.shared.CopyFrom(g.state)
}

// dead reports whether the snake of this seat is dead. If so, dead sets the snake's move to NoDir.
func (g *Game) dead(seat int) bool {
	if g.state.Snakes[seat].Cause == ouro.Alive {
		return false
	}
	g.joint[seat] = ouro.NoDir
	return true
}

func (g *Game) turn(s *ouro.State, seat int) ouro.Turn {
	t := ouro.Turn{State: s, Seat: seat, Nodes: g.cfg.Budget.Nodes}
	if g.cfg.Trace != nil {
		t.Trace = g.cfg.Trace(seat)
	}
	return t
}

func (g *Game) playFallback(seat int, f *Fault) {
	g.record(seat, f, g.cfg.Fallback(g.state, seat), false)
}

// record sets the move of a seat whose Solver had the fault f, and records the incident. offered says
// whether the Solver offered the move d before the fault.
func (g *Game) record(seat int, f *Fault, d ouro.Dir, offered bool) {
	g.incidents = append(g.incidents, ouro.Incident{Turn: g.state.Turn + 1, Seat: seat, Fault: f.Kind, Detail: f.Detail, Offered: offered})
	g.last[seat], g.joint[seat] = ouro.Decision{Dir: d}, d
}

// Close ends the goroutines of the game and closes Solvers that are io.Closers. It waits up to ten
// seconds for Solvers that still think. If a Solver does not return by then, Close returns an error,
// and the Solver is closed when it returns. A closed game can be read but not continued. Closing it
// again does nothing. The error joins a SeatError for each Solver that failed.
func (g *Game) Close() error {
	if g.closed {
		return nil
	}
	g.closed = true
	var errs []error
	add := func(seat int, err error) {
		if err != nil {
			errs = append(errs, &SeatError{seat, err})
		}
	}
	if g.workers == nil {
		for seat, s := range g.cfg.Seats {
			add(seat, Close(s))
		}
		return errors.Join(errs...)
	}
	closing := make([]<-chan error, len(g.workers))
	for seat, w := range g.workers {
		closing[seat] = w.close()
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for seat, closed := range closing {
		err, ok := receive(ctx, closed)
		if !ok {
			err = errors.New("the solver does not stop at its deadline")
		}
		add(seat, err)
	}
	return errors.Join(errs...)
}

// Record returns the record of the game so far, which needs Config.Keep or Config.Moves. The caller
// sets Game, Seed and Seats.
func (g *Game) Record() *ouro.Record {
	outcome, _ := g.Over()
	return &ouro.Record{
		Budget:    g.cfg.Budget,
		Start:     g.start,
		Moves:     g.moves,
		Checks:    g.checks,
		Incidents: g.incidents,
		Outcome:   outcome,
		Final:     g.state.Hash(),
	}
}
