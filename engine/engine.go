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

// shared is the program's pool: solvers are made anew for each game, and a process
// takes longer to start than a game to play.
var shared = NewPool(Limits{})

// Make makes a Solver of the command that is the argument of the Setup's options, with
// a process of the program's pool.
func Make(setup ouro.Setup) (ouro.Solver, error) { return shared.Make(setup) }

// Within is [Pool.Within] of the program's pool.
func Within(ctx context.Context, waiting func(command string)) { shared.Within(ctx, waiting) }

// Close ends the processes of the program's pool, used or not, and waits for that. No
// command is trusted after it.
func Close() {
	distrust()
	shared.Close()
}

// Limits are the times that are waited for an engine; 0 is the usual one.
type Limits struct {
	Hello time.Duration // for the answers to hello and new: Python on a loaded machine has it
	Turn  time.Duration // for an answer where a turn has no time of its own
	Grace time.Duration // for what must be quick: an answer after stop, the exit after quit
	Idle  time.Duration // that a process is kept which nobody uses
	Rest  time.Duration // that a command is left alone which was given up

	Failures int // in a row, after which a command is given up
}

func (l *Limits) complete() {
	l.Hello = cmp.Or(l.Hello, 10*time.Second)
	l.Turn = cmp.Or(l.Turn, time.Minute)
	l.Grace = cmp.Or(l.Grace, time.Second)
	l.Idle = cmp.Or(l.Idle, time.Minute)
	l.Rest = cmp.Or(l.Rest, 10*time.Second)
	l.Failures = cmp.Or(l.Failures, 5)
}

// Snake is an engine that plays one seat of one game.
type Snake struct {
	pool    *Pool
	command string
	words   []string
	options ouro.Options
	game    wire.New
	opening []byte // the message that begins the game, when it is known

	process *process // nil after a failure
	failed  bool     // in the last turn
}

// Make is [Make] with a process of this pool.
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
		return nil, errors.New("the command has no words")
	}
	rules := rulesOf(&setup)
	s := &Snake{pool: p, command: command, words: words, options: setup.Options[1:], game: wire.New{
		Rules: rules, Game: wire.GameOf(rules), Board: wire.BoardOf(setup.Start.Grid),
		Seat: setup.Seat, Seats: len(setup.Start.Snakes), Seed: setup.Seed, State: setup.Start,
	}}
	ctx, end := p.wait(command)
	err = s.begin(ctx)
	end()
	var fault *Error
	switch {
	case err == nil:
		return s, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.As(err, &fault) && fault.Unwilling == nil && p.introOf(command) != nil:
		_ = p.fail(command, err)
		s.failed = true
		return s, nil // it has played before, and may do so again
	}
	return nil, err
}

// rulesOf is the spec of the rules, which most rules know of themselves.
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

// begin gets a process and tells it of the game. One that nobody has used for a while
// may have ended meanwhile: then another gets its chance.
func (s *Snake) begin(ctx context.Context) error {
	for {
		p, fresh, err := s.pool.get(ctx, s.command, s.words)
		if err == nil {
			err = s.beginWith(ctx, p)
		}
		if err == nil || fresh || p.sound() || ctx.Err() != nil {
			return err
		}
	}
}

// beginWith tells a process of the game.
func (s *Snake) beginWith(ctx context.Context, p *process) error {
	if s.opening == nil {
		if err := s.check(p.intro); err != nil {
			s.pool.put(p)
			return err
		}
		s.opening = wire.AppendNew(nil, &s.game)
	}
	if err := p.begin(ctx, s.opening); err != nil {
		var fault *Error
		if errors.As(err, &fault) && fault.Unwilling != nil {
			s.pool.put(p)
		}
		return err
	}
	s.process = p
	return nil
}

// check compares the game and the options with what the engine says that it knows.
func (s *Snake) check(intro *wire.Intro) error {
	if len(intro.Games) > 0 && !slices.Contains(intro.Games, s.game.Game) {
		return fmt.Errorf("the engine plays %s and not %s", printable.Short(strings.Join(intro.Games, ", "), 100), s.game.Game)
	}
	s.game.Options = map[string]json.RawMessage{}
	for _, o := range s.options {
		i := slices.IndexFunc(intro.Options, func(known wire.Option) bool { return known.Name == o.Key })
		if i < 0 {
			return s.unknown(o.Key, intro)
		}
		value, err := intro.Options[i].Value(o.Value)
		if err != nil {
			return err
		}
		s.game.Options[o.Key] = value
	}
	return nil
}

func (s *Snake) unknown(key string, intro *wire.Intro) error {
	e := &ouro.UnknownOptionError{Key: key}
	for _, o := range intro.Options {
		def, err := wire.Plain(o.Default)
		if err != nil {
			def = "" // it has none
		}
		e.Known = append(e.Known, ouro.Option{Key: o.Name, Value: def})
	}
	return e
}

// Decide asks the engine, and starts it again first if it has failed before. When ctx
// ends it is told to stop, and its answer waited for a moment.
func (s *Snake) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if n := len(t.State.Snakes); t.Seat != s.game.Seat || n != s.game.Seats {
		s.move(t.Seat, n, t.State)
	}
	if s.process != nil && s.process.late.Load() {
		s.leave() // its answer and the end of its time came together
	}
	if s.process == nil {
		if err := s.pool.givenUp(s.command); err != nil {
			return ouro.Decision{}, err
		}
		if err := s.begin(ctx); err != nil {
			s.failed = true
			return ouro.Decision{}, s.pool.fail(s.command, err)
		}
	}
	d, err := s.process.ask(ctx, t)
	if err != nil {
		if !s.process.sound() {
			s.process = nil
		}
		s.failed = true
		return ouro.Decision{}, s.pool.fail(s.command, err)
	}
	if s.failed {
		s.failed = false
		s.pool.well(s.command)
	}
	return d, nil
}

// move has the engine play another seat, by beginning a game there: who asks does not
// keep those who died in their seats, or means another snake.
func (s *Snake) move(seat, seats int, state *ouro.State) {
	s.game.Seat, s.game.Seats, s.game.State = seat, seats, state.Clone()
	s.opening = nil
	s.leave()
}

// leave gives the process back, as far as this game is concerned.
func (s *Snake) leave() {
	if s.process != nil {
		s.process.end()
		s.pool.put(s.process)
		s.process = nil
	}
}

// CanLimit tells why decisions cannot have this Budget: what an engine takes of a
// processor is not measured.
func (s *Snake) CanLimit(b ouro.Budget) error {
	if b.CPU > 0 {
		return errors.New("the processor time of an engine, which is a process of its own, is not limited: limit nodes or time")
	}
	return nil
}

// Close ends the game, and leaves the process to the next one.
func (s *Snake) Close() error {
	s.leave()
	return nil
}
