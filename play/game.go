// Package play runs one game: it asks every seat's Solver for a move, makes
// the joint move, lets chance act and notices the end.
//
// A Solver that errs, panics, answers nonsense or is late does not stop the
// game: [Fallback] moves for it and the mishap is written down. With a time
// budget each Solver thinks in a goroutine of its own on a copy of the State;
// without one it is called directly, at the cost of a function call.
//
// [Game] makes one move at a time or plays to the end; [Replay] derives a
// recorded game again.
package play

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ouro"
)

// Deal is what chance and a board make of a GameSpec: the position before the
// first spawn and the dice to go on with.
type Deal struct {
	Rules ouro.Rules
	Start *ouro.State
	Dice  ouro.Dice
}

// Config is what a Game is made of.
type Config struct {
	Deal                 // Start is copied
	Seats  []ouro.Solver // one for each snake of Start
	Budget ouro.Budget

	Keep  bool                            // keep moves and digests for a Record
	Trace func(seat int) *ouro.Trace      // nil, or who watches a seat think
	Clock func(seat int, d time.Duration) // nil, or told how long each decision took
}

// Game is one game in progress. It is used by one goroutine at a time.
type Game struct {
	cfg     Config
	state   *ouro.State
	joint   []ouro.Dir
	last    []ouro.Decision
	workers []*worker // with a time budget: one for each seat

	start     uint64
	moves     []ouro.Dir
	checks    []byte
	incidents []ouro.Incident
}

// New sets the game up and lets chance act for the first time. Close it when
// done.
func New(cfg Config) (*Game, error) {
	if len(cfg.Seats) != len(cfg.Start.Snakes) {
		return nil, fmt.Errorf("play: %d solvers for %d snakes", len(cfg.Seats), len(cfg.Start.Snakes))
	}
	g := &Game{
		cfg:   cfg,
		state: cfg.Start.Clone(),
		joint: make([]ouro.Dir, len(cfg.Seats)),
		last:  make([]ouro.Decision, len(cfg.Seats)),
	}
	cfg.Rules.Spawn(g.state, cfg.Dice)
	if cfg.Keep {
		g.start = g.state.Hash()
	}
	if cfg.Budget.Time > 0 {
		for _, solver := range cfg.Seats {
			g.workers = append(g.workers, newWorker(solver))
		}
	}
	return g, nil
}

// State is the current position: read-only, and changed by the next Move.
func (g *Game) State() *ouro.State { return g.state }

// Last is what this seat's Solver decided for the last move, or the fallback.
func (g *Game) Last(seat int) ouro.Decision { return g.last[seat] }

// Incidents are the mishaps so far.
func (g *Game) Incidents() []ouro.Incident { return g.incidents }

// Over tells whether the game has ended and how.
func (g *Game) Over() (ouro.Outcome, bool) { return g.cfg.Rules.Over(g.state) }

// Run plays to the end, or until ctx is done, whose error it then returns.
func (g *Game) Run(ctx context.Context) (ouro.Outcome, error) {
	done := ctx.Done()
	for {
		if outcome, over := g.Over(); over {
			return outcome, nil
		}
		select {
		case <-done:
			return ouro.Outcome{Winner: -1}, ctx.Err()
		default:
		}
		if err := g.Move(ctx); err != nil {
			return ouro.Outcome{Winner: -1}, err
		}
	}
}

// Move makes one joint move of a game that is not over. When ctx ends during
// it, no move is made and the error is that of ctx.
func (g *Game) Move(ctx context.Context) error {
	if g.workers != nil {
		g.decideInTime(ctx)
	} else {
		g.decide(ctx)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if g.cfg.Keep {
		for seat, d := range g.joint {
			if g.state.Snakes[seat].Cause != ouro.Alive {
				d = ouro.NoDir
			}
			g.moves = append(g.moves, d)
		}
	}
	g.cfg.Rules.Step(g.state, g.joint)
	g.cfg.Rules.Spawn(g.state, g.cfg.Dice)
	if g.cfg.Keep {
		g.checks = append(g.checks, ouro.CheckByte(g.state.Hash()))
	}
	return nil
}

// decide asks every living seat in turn, without a time limit.
func (g *Game) decide(ctx context.Context) {
	for seat := range g.cfg.Seats {
		if g.state.Snakes[seat].Cause != ouro.Alive {
			continue
		}
		var began time.Time
		if g.cfg.Clock != nil {
			began = time.Now()
		}
		d, err := ask(ctx, g.cfg.Seats[seat], g.turn(g.state, seat))
		if g.cfg.Clock != nil {
			g.cfg.Clock(seat, time.Since(began))
		}
		g.accept(seat, d, err)
	}
}

// decideInTime asks all living seats at once and waits until the budget is
// spent.
func (g *Game) decideInTime(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, g.cfg.Budget.Time)
	defer cancel()
	began := time.Now()
	shown := g.state.Clone() // late solvers may go on reading it
	for seat, w := range g.workers {
		if g.state.Snakes[seat].Cause == ouro.Alive {
			w.start(ctx, g.turn(shown, seat))
		}
	}
	for seat, w := range g.workers {
		if g.state.Snakes[seat].Cause != ouro.Alive {
			continue
		}
		a := w.wait(ctx)
		if g.cfg.Clock != nil {
			if a.took == 0 {
				a.took = time.Since(began)
			}
			g.cfg.Clock(seat, a.took)
		}
		g.accept(seat, a.decision, a.err)
	}
}

func (g *Game) turn(s *ouro.State, seat int) ouro.Turn {
	t := ouro.Turn{State: s, Seat: seat, Nodes: g.cfg.Budget.Nodes}
	if g.cfg.Trace != nil {
		t.Trace = g.cfg.Trace(seat)
	}
	return t
}

// accept takes a seat's decision, or moves for it.
func (g *Game) accept(seat int, d ouro.Decision, err error) {
	if err == nil && d.Dir > ouro.Left {
		err = &mishapError{ouro.Invalid, d.Dir.String()}
	}
	if err != nil {
		var m *mishapError
		if !errors.As(err, &m) {
			m = &mishapError{ouro.Erred, err.Error()}
		}
		g.incidents = append(g.incidents, ouro.Incident{Turn: g.state.Turn + 1, Seat: seat, Mishap: m.kind, Detail: m.detail})
		d = ouro.Decision{Dir: Fallback(g.state, seat)}
	}
	g.last[seat] = d
	g.joint[seat] = d.Dir
}

// Close ends the game's goroutines and closes the solvers that hold resources.
// A solver that still thinks is given a moment to notice that its time is up.
func (g *Game) Close() error {
	var errs []error
	for seat, w := range g.workers {
		if !w.stop() {
			errs = append(errs, fmt.Errorf("play: the solver in seat %d does not stop when its time is up", seat))
		}
	}
	for _, s := range g.cfg.Seats {
		if c, ok := s.(interface{ Close() error }); ok {
			errs = append(errs, c.Close())
		}
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

// Fallback is the move made for a seat whose Solver has none: straight on if
// that is possible, else the first possible one clockwise from there.
func Fallback(s *ouro.State, seat int) ouro.Dir {
	body := &s.Snakes[seat].Body
	d := ouro.Up
	if body.Len() > 1 {
		if ahead, ok := s.Grid.DirTo(body.At(1), body.Head()); ok {
			d = ahead
		}
	}
	for range 4 {
		if s.Enterable(seat, s.Grid.Next(body.Head(), d)) {
			return d
		}
		d = d.TurnRight()
	}
	return d
}
