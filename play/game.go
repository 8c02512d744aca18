// Package play runs one game: it asks every seat's Solver for a move, makes
// the joint move, lets chance act and notices the end.
//
// A Solver that errs, panics, ends its goroutine, answers nonsense or is late
// does not stop the game: its best move so far is made, or a fallback moves for it,
// and the [Fault] is written down. [Make], [Asker] and [Close] guard those who ask a
// Solver outside of a Game in the same way.
//
// With a budget of time the Solvers think at the same time, each in a goroutine of its
// own on a copy of the State, or if they are told to one after the other: then each has
// the processors for itself. With a budget of processor time they always do, each on
// a thread of its own. Without either they are called one after the other, in a
// goroutine that is replaced if one of them ends it.
//
// [Game] makes one move at a time or plays to the end, [History] keeps a game for
// stepping back and forth, [Watch] lets people look at it meanwhile, [Replay]
// derives a recorded game again and [Rewind] puts it on a History.
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

// Deal is what chance and a board make of a GameSpec: the position before the
// first spawn and the dice to go on with.
type Deal struct {
	Rules   ouro.Rules
	Start   *ouro.State
	Dice    ouro.Dice
	Spawned bool // Start is after the first spawn: chance does not act again before the first move
}

// Begin is a copy of the position before the first move.
func (d *Deal) Begin() *ouro.State {
	s := d.Start.Clone()
	if !d.Spawned {
		d.Rules.Spawn(s, d.Dice)
	}
	return s
}

// Config is what a Game is made of.
type Config struct {
	Deal                // Start is copied
	Seats []ouro.Solver // one for each snake of Start

	// Budget limits each decision. Processor time is that of the thread on which the
	// Solver is called, so it was to be made for one thread (Budget.Threads). As long as
	// it waits for something, its processor time does not pass: with CPU alone a
	// decision ends after [Guard] in any case, with Time too after that.
	Budget ouro.Budget
	// InTurn has seats with a budget of time think one after the other, so that none
	// waits for a processor that another has.
	InTurn bool
	// Elsewhere, unless nil, tells the seats whose Solver has somebody else think, in
	// another process: they have no limit but Budget.Time.
	Elsewhere func(seat int) bool

	Keep  bool // keep the moves for a Record
	Moves bool // keep the moves alone: the Record has no checks, and cannot be replayed

	// Fallback moves for a seat without an answer that has not offered a move
	// either (without a time budget nobody is asked to); nil is [StraightOn].
	Fallback func(s *ouro.State, seat int) ouro.Dir

	// Trace, unless nil, is asked before each decision who watches the seat
	// think. Seats that think at the same time send their notes one at a time,
	// and none after Move has returned.
	Trace func(seat int) *ouro.Trace

	// Clock, unless nil, is told how long each decision took: processor time if that is
	// what the seat's budget limits.
	Clock func(seat int, took time.Duration)

	thread func() (thread, error) // tests have other clocks; nil is that of the system
}

// Game is one game in progress. It is used by one goroutine at a time.
type Game struct {
	cfg   Config
	state *ouro.State
	joint []ouro.Dir
	last  []ouro.Decision

	// With a Clock: what its readings count from. Two readings of time.Since
	// cost less than one of time.Now, which asks for the time of day too.
	epoch time.Time

	// Without a time budget: how moves are made (see play), and where decide is.
	// A Solver that is being asked may end the goroutine; its fault waits here
	// for the next one.
	run     func() // guards playing
	playing func() error
	played  chan error
	seat    int
	asking  bool
	missed  *Fault

	// With a budget of time: one worker for each seat, how long each may take, and
	// what they look at.
	workers []*worker
	limit   time.Duration
	shown   *ouro.State

	// The record so far.
	start     uint64
	check     ouro.Checker
	moves     []ouro.Dir
	checks    []byte
	incidents []ouro.Incident
	settled   int // incidents of moves that were made

	closed bool
}

// New sets the game up and lets chance act for the first time, unless it has. Close
// it when done.
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
		g.check = ouro.NewChecker(g.start)
	}
	if g.limit = timeLimit(cfg.Budget); g.limit > 0 {
		g.shown = g.state.Clone()
		for seat, solver := range cfg.Seats {
			w := newWorker(solver, cfg.thread)
			if cfg.Elsewhere == nil || !cfg.Elsewhere(seat) {
				w.meter.limit = cfg.Budget.CPU
			}
			g.workers = append(g.workers, w)
		}
	} else {
		g.played = make(chan error, 1)
		tell := g.tell
		g.run = func() { guard(g.playing, tell) }
	}
	return g, nil
}

// State is the current position: read-only, and changed by the next Move.
func (g *Game) State() *ouro.State { return g.state }

// Last is what this seat's Solver decided when it was asked last. After a
// fault it is the direction that was made instead and nothing else.
func (g *Game) Last(seat int) ouro.Decision { return g.last[seat] }

// Incidents are the faults so far.
func (g *Game) Incidents() []ouro.Incident { return g.incidents }

// Over tells whether the game has ended and how.
func (g *Game) Over() (ouro.Outcome, bool) { return g.cfg.Rules.Over(g.state) }

// Run plays to the end, or until ctx is done, whose error it then returns.
func (g *Game) Run(ctx context.Context) (ouro.Outcome, error) { return g.RunWith(ctx, nil) }

// RunWith is Run with somebody who looks on: visit, unless nil, sees the
// position after every move. It must not keep or change it.
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

// Move makes one joint move of a game that is not over. When ctx ends before
// all seats have decided, no move is made, the game is as it was and the error
// is that of ctx. Without a time budget, Run spends less on each move.
func (g *Game) Move(ctx context.Context) error {
	return g.play(func() error { return g.move(ctx) })
}

// ErrClosed is returned by Move and Run after Close.
var ErrClosed = errors.New("play: the game is closed")

// play calls f, which makes moves. Without a time budget that is done in a
// goroutine of its own, since Solvers are called directly: one that panics or
// ends the goroutine is noted, and f is called again to go on behind it. So the
// guard costs something for each call of play, and nothing for a move.
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
	if errors.As(err, &p) { // of the rules or of the caller's own functions
		panic(crash{p})
	}
	if errors.Is(err, ErrGone) {
		runtime.Goexit()
	}
	return err
}

// tell is told what became of a call of g.playing.
func (g *Game) tell(err error) {
	if g.asking {
		g.asking, g.missed = false, FaultOf(err)
		go g.run()
	} else {
		g.played <- err
	}
}

// move makes a joint move, or the rest of one in which a Solver has ended the
// goroutine.
func (g *Game) move(ctx context.Context) error {
	cooperate.Yield()
	if g.workers != nil {
		g.decideInTime(ctx)
	} else {
		g.decide(ctx)
	}
	if err := ctx.Err(); err != nil {
		g.incidents = g.incidents[:g.settled]
		return err
	}
	g.settled = len(g.incidents)
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

// decide asks every living seat in turn, without a time limit.
func (g *Game) decide(ctx context.Context) {
	if m := g.missed; m != nil {
		g.missed = nil
		g.fall(g.seat, m)
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
		if err == nil && d.Dir <= ouro.Left { // the rule, spared a call
			g.last[seat], g.joint[seat] = d, d.Dir
		} else {
			g.fall(seat, judge(d, err))
		}
	}
	g.seat = 0
}

// decideInTime asks the living seats, all at once or each when those before it have
// answered, until that is done or the parent context ends.
func (g *Game) decideInTime(parent context.Context) {
	g.show()
	if !g.cfg.InTurn && g.cfg.Budget.CPU == 0 {
		g.decideTogether(parent, 0, len(g.workers))
		return
	}
	for seat := range g.workers {
		g.decideTogether(parent, seat, seat+1)
	}
}

// decideTogether asks the living seats from first up to last at once and waits until
// they have answered, their budget is spent or the parent context ends.
func (g *Game) decideTogether(parent context.Context, first, last int) {
	if parent.Err() != nil {
		return
	}
	ctx, cancel := context.WithTimeout(parent, g.limit)
	defer cancel()
	var gate gate
	defer gate.shut()
	began := time.Now()
	for seat := first; seat < last; seat++ {
		if !g.dead(seat) {
			t := g.turn(g.shown, seat)
			t.Trace = gate.guard(t.Trace)
			g.workers[seat].ask(parent, ctx, t)
		}
	}
	for seat := first; seat < last; seat++ {
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
		} else if d, ok := w.take(g.state, seat); ok {
			g.note(seat, a.fault, d, true)
		} else {
			g.fall(seat, a.fault)
		}
	}
}

// show makes the position visible to the workers: in a fresh copy when a late
// Solver may still be reading the one before.
func (g *Game) show() {
	for _, w := range g.workers {
		if !w.idle() {
			g.shown = g.state.Clone()
			return
		}
	}
	g.shown.CopyFrom(g.state)
}

// dead tells whether this seat has no move to make, and notes that.
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

// fall lets the fallback move for a seat.
func (g *Game) fall(seat int, m *Fault) { g.note(seat, m, g.cfg.Fallback(g.state, seat), false) }

// note makes a seat's move, which is not its answer, and writes down why.
func (g *Game) note(seat int, m *Fault, d ouro.Dir, offered bool) {
	g.incidents = append(g.incidents, ouro.Incident{Turn: g.state.Turn + 1, Seat: seat, Fault: m.Kind, Detail: m.Detail, Offered: offered})
	g.last[seat], g.joint[seat] = ouro.Decision{Dir: d}, d
}

// SeatError is an error of the solver of one seat.
type SeatError struct {
	Seat int
	Err  error
}

func (e *SeatError) Error() string { return fmt.Sprintf("play: seat %d: %v", e.Seat, e.Err) }

// Unwrap is the error itself.
func (e *SeatError) Unwrap() error { return e.Err }

// Close ends the game's goroutines and closes the solvers that hold resources.
// A Solver that still thinks is given a moment to notice that its time is up;
// if it does not, the error says so, and its goroutine closes it whenever it
// returns. A closed game can be read but not played on; closing it again does
// nothing. The error joins a SeatError for each solver that had one.
func (g *Game) Close() error {
	if g.closed {
		return nil
	}
	g.closed = true
	var errs []error
	note := func(seat int, err error) {
		if err != nil {
			errs = append(errs, &SeatError{seat, err})
		}
	}
	if g.workers == nil {
		for seat, s := range g.cfg.Seats {
			note(seat, Close(s))
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
			err = errors.New("the solver does not stop when its time is up")
		}
		note(seat, err)
	}
	return errors.Join(errs...)
}

// Record writes the game so far down; Config.Keep must have been set. The
// caller fills in what only it knows: Game, Seed and Seats.
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
