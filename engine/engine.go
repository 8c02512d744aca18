//go:build !js

package engine

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/printable"
	"ouro/internal/shell"
)

// defaultPool is the pool of this program. All solvers share its processes, because starting a
// process takes longer than playing a game.
var defaultPool = NewPool(Limits{})

// Make returns a Solver for the command in the options of the Setup. Its process comes from
// the pool of this program.
func Make(setup ouro.Setup) (ouro.Solver, error) { return defaultPool.Make(setup) }

// Within calls [Pool.Within] of this program's pool.
func Within(ctx context.Context, waiting func(command string)) { defaultPool.Within(ctx, waiting) }

// Close ends all processes of this program's pool and waits for them. Afterwards no command is
// trusted (see [Trust]).
func Close() {
	distrust()
	defaultPool.Close()
}

// Limits are the timeouts for engines. A zero field has its default.
type Limits struct {
	Hello      time.Duration // limit for the answers to hello and new; enough for Python on a busy machine
	Turn       time.Duration // limit for the answer to a turn without a time limit
	Grace      time.Duration // limit for the answer after stop, and for the exit after quit
	Idle       time.Duration // time after which an unused process ends
	Suspension time.Duration // time for which a command is suspended

	Failures int // number of failures in a row after which a command is suspended
}

func (l *Limits) complete() {
	l.Hello = cmp.Or(l.Hello, time.Minute)
	l.Turn = cmp.Or(l.Turn, time.Minute)
	l.Grace = cmp.Or(l.Grace, time.Second)
	l.Idle = cmp.Or(l.Idle, time.Minute)
	l.Suspension = cmp.Or(l.Suspension, 10*time.Second)
	l.Failures = cmp.Or(l.Failures, 5)
}

// Solver is an engine that plays one seat of one game.
type Solver struct {
	pool    *Pool
	command string
	words   []string
	options ouro.Options
	game    wire.New
	opening []byte // the message that begins the game; nil until beginWith made it

	process *process // nil after a failure
	failed  bool     // whether the engine failed in the last turn
}

// Make is like the function [Make], with a process of this pool.
func (p *Pool) Make(setup ouro.Setup) (ouro.Solver, error) {
	command, ok := setup.Options.Argument()
	if !ok {
		return nil, errors.New("no command: want exec:COMMAND, such as exec:python3 snake.py,depth=3")
	}
	words, err := shell.Split(command)
	if err != nil {
		return nil, fmt.Errorf("command %s: %w", command, err)
	}
	if len(words) == 0 {
		return nil, errors.New("the command is empty: want exec:COMMAND, such as exec:python3 snake.py,depth=3")
	}
	rules := rulesOf(&setup)
	s := &Solver{pool: p, command: command, words: words, options: setup.Options[1:], game: wire.New{
		Rules: rules, Game: wire.GameOf(rules), Board: wire.BoardOf(setup.Start.Grid),
		Seat: setup.Seat, Seats: len(setup.Start.Snakes), Seed: setup.Seed, State: setup.Start,
	}}
	ctx := p.context()
	err = s.begin(ctx)
	var fault *Error
	switch {
	case err == nil:
		return s, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &fault) && fault.Refusal == nil && p.introOf(command) != nil:
		_ = p.addFailure(command, err)
		s.failed = true
		return s, nil // the command has worked before and may recover
	}
	return nil, err
}

// rulesOf returns the spec of the rules. If the rules have no Spec method, it guesses the spec
// from the start position.
func rulesOf(setup *ouro.Setup) ouro.Spec {
	if r, ok := setup.Rules.(interface{ Spec() ouro.Spec }); ok {
		return r.Spec()
	}
	switch s := setup.Start; {
	case len(s.Snakes) > 0 && s.Snakes[0].Health > 0:
		return ouro.Spec{Name: "standard"}
	case s.Hedges() > 0 || s.TurnBack:
		return ouro.Spec{Name: "maze"}
	}
	return ouro.Spec{Name: "classic"}
}

// begin gets a process and begins the game with it. If the process has ended while idle, begin
// tries another.
func (s *Solver) begin(ctx context.Context) error {
	for {
		p, started, err := s.pool.get(ctx, s.command, s.words)
		if err == nil {
			err = s.beginWith(ctx, p)
		}
		if err == nil || started || p.isUsable() || ctx.Err() != nil {
			return err
		}
	}
}

// beginWith checks whether the process's engine can play the game, and begins the game.
func (s *Solver) beginWith(ctx context.Context, p *process) error {
	if s.opening == nil {
		if err := s.check(p.intro); err != nil {
			s.pool.put(p)
			return err
		}
		s.opening = wire.AppendNew(nil, &s.game)
	}
	if err := p.begin(ctx, s.opening); err != nil {
		var fault *Error
		if errors.As(err, &fault) && fault.Refusal != nil {
			s.pool.put(p)
		}
		return err
	}
	s.process = p
	return nil
}

// check returns an error unless the engine plays this kind of game and has the options. It
// puts the options into the message that begins the game.
func (s *Solver) check(intro *wire.Intro) error {
	if len(intro.Games) > 0 && !slices.Contains(intro.Games, s.game.Game) {
		return fmt.Errorf("the engine plays %s, not %s", printable.Short(strings.Join(intro.Games, ", "), 100), s.game.Game)
	}
	s.game.Options = map[string]json.RawMessage{}
	for _, o := range s.options {
		i := slices.IndexFunc(intro.Options, func(known wire.Option) bool { return known.Name == o.Key })
		if i < 0 {
			return s.unknownOptionError(o.Key, intro)
		}
		value, err := intro.Options[i].Value(o.Value)
		if err != nil {
			return err
		}
		s.game.Options[o.Key] = value
	}
	return nil
}

func (s *Solver) unknownOptionError(key string, intro *wire.Intro) error {
	e := &ouro.UnknownOptionError{Key: key}
	for _, o := range intro.Options {
		def, err := wire.Plain(o.Default)
		if err != nil {
			def = "" // there is no default
		}
		e.Known = append(e.Known, ouro.Option{Key: o.Name, Value: def})
	}
	return e
}

// Decide asks the engine for a move. If the last process failed, Decide starts another
// first. When ctx ends, it sends stop and waits up to Limits.Grace for the answer.
func (s *Solver) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if n := len(t.State.Snakes); t.Seat != s.game.Seat || n != s.game.Seats {
		s.changeSeat(t.Seat, n, t.State)
	}
	if s.process != nil && s.process.late.Load() {
		s.endGame() // the deadline of the process has passed just as it answered
	}
	if s.process == nil {
		if err := s.pool.checkSuspended(s.command); err != nil {
			return ouro.Decision{}, err
		}
		if err := s.begin(ctx); err != nil {
			s.failed = true
			return ouro.Decision{}, s.pool.addFailure(s.command, err)
		}
	}
	d, err := s.process.ask(ctx, t)
	if err != nil {
		if !s.process.isUsable() {
			s.process = nil
		}
		s.failed = true
		return ouro.Decision{}, s.pool.addFailure(s.command, err)
	}
	if s.failed {
		s.failed = false
		s.pool.resetFailures(s.command)
	}
	return d, nil
}

// changeSeat prepares a new game in another seat or with another number of snakes. A caller may
// remove dead snakes from the positions, or request the move of another snake.
func (s *Solver) changeSeat(seat, seats int, state *ouro.State) {
	s.game.Seat, s.game.Seats, s.game.State = seat, seats, state.Clone()
	s.opening = nil
	s.endGame()
}

// endGame ends the game and returns the process to the pool.
func (s *Solver) endGame() {
	if s.process != nil {
		s.process.end()
		s.pool.put(s.process)
		s.process = nil
	}
}

// CanLimit returns an error for a Budget of processor time, which cannot be measured in other
// processes.
func (s *Solver) CanLimit(b ouro.Budget) error {
	if b.CPU > 0 {
		return errors.New("the processor time of an engine cannot be limited, because it is another process: limit nodes or time")
	}
	return nil
}

func (s *Solver) Close() error {
	s.endGame()
	return nil
}
