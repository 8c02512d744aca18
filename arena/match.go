package arena

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/stat"
	"ouro/play"
	"ouro/roster"
)

// match plays the games of a tournament. Nothing that a snake does ends it: not
// one that is gone, late or talks nonsense, nor a solver that cannot be made, which
// has no answer on any turn.
type match struct {
	*Setting
	makers []ouro.Maker // by snake; nil of guests
	known  host.Known   // what guests said of themselves
}

// NewPlayer is who plays the games of a tournament. Its openings are read, unless
// they are already, and guests are asked who they are: one that does not say so is an
// error now, and a mishap later.
func NewPlayer(ctx context.Context, s *Setting) (Player, error) {
	m := &match{Setting: s, makers: make([]ouro.Maker, len(s.Entrants))}
	for i := range s.Entrants {
		e := &s.Entrants[i]
		switch {
		case e.Guest != nil:
			continue
		case e.Make != nil:
			m.makers[i] = undaunted(e.Make)
			continue
		}
		entry, err := roster.FindSolver(e.Spec.Name)
		if err != nil {
			return nil, fmt.Errorf("snake %s: %w", e.Name, err)
		}
		m.makers[i] = undaunted(entry.Make)
	}
	if err := s.readOpenings(ctx); err != nil {
		return nil, err
	}
	if err := m.known.Meet(ctx, s.Entrants, m.timeout()); err != nil {
		return nil, err
	}
	return m, nil
}

// undaunted makes a solver in any case: instead of one that cannot be made, one
// whose every answer is why.
func undaunted(maker ouro.Maker) ouro.Maker {
	return func(setup ouro.Setup) (ouro.Solver, error) {
		s, err := play.Make(maker, setup)
		if err != nil {
			return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{}, err }), nil
		}
		return s, nil
	}
}

// timeout is the time that guests have for an answer.
func (m *match) timeout() time.Duration {
	if m.Tournament.GuestTimeout > 0 {
		return m.Tournament.GuestTimeout
	}
	return wire.DefaultTimeout
}

// Play plays a game: again, at most as often as the tournament says, while a
// snake has no answer of its own in it.
func (m *match) Play(ctx context.Context, task lab.Task, look func(*ouro.State)) (Played, error) {
	var discarded []string
	for {
		p, err := m.play(ctx, task, look)
		p.Game.Discarded = discarded
		if err != nil || len(discarded) >= m.Tournament.Retries || !m.another(&p.Game) {
			return p, err
		}
		discarded = append(discarded, m.mishaps(&p.Game))
	}
}

// another tells whether somebody had a mishap in the game that another attempt
// might be spared: without guests or clocks it would be the same game.
func (m *match) another(g *Game) bool {
	byChance := m.Budget.Time > 0 || m.Budget.CPU > 0 || slices.ContainsFunc(g.Seats, func(s Seat) bool { return m.Entrants[s.Snake].Guest != nil })
	return byChance && slices.ContainsFunc(g.Seats, func(s Seat) bool { return s.Mishaps > 0 })
}

// maxDiscarded is how many bytes are kept of what went wrong in an attempt.
const maxDiscarded = 1000

// mishaps says in words what went wrong in a game.
func (m *match) mishaps(g *Game) string {
	var all []string
	for i := range g.Seats {
		if s := &g.Seats[i]; s.Mishaps > 0 {
			all = append(all, fmt.Sprintf("%s had no answer of its own on %d of %d moves (%s)",
				m.Entrants[s.Snake].Name, s.Mishaps, g.Turns, s.FirstMishap))
		}
	}
	return printable.Short(strings.Join(all, "; "), maxDiscarded)
}

// attempt is a game that is played, with what is counted meanwhile.
type attempt struct {
	*match
	task  lab.Task
	look  func(*ouro.State)
	think []stat.Histogram // by seat
	said  string           // of Snake Hunter, the first answer that was none
}

// play plays a game once.
func (m *match) play(ctx context.Context, task lab.Task, look func(*ouro.State)) (Played, error) {
	if look == nil {
		look = func(*ouro.State) {}
	}
	a := &attempt{match: m, task: task, look: look, think: make([]stat.Histogram, len(task.Seats))}
	switch {
	case m.Hunt != nil:
		return a.hunt(ctx)
	case m.Rules.Home == roster.Battlesnake:
		return a.battle(ctx)
	}
	return a.alone(ctx)
}

// clock takes note of how long a decision took.
func (a *attempt) clock(seat int, took time.Duration) {
	a.think[seat].Add(took)
	if a.task.Clock != nil {
		a.task.Clock(seat, took)
	}
}

// farewell is the time in which guests are told that a game has ended which was
// stopped: not one of them keeps the program from ending.
const farewell = 300 * time.Millisecond

// battle plays a game of Battlesnake, with guests or without.
func (a *attempt) battle(ctx context.Context) (p Played, err error) {
	game, err := a.spec(ctx, a.task.Group)
	if err != nil {
		return p, err
	}
	cfg := host.Config{
		Game: game, Seed: a.task.Seed, Entrants: make([]host.Entrant, len(a.task.Seats)),
		Timeout: a.timeout(), Budget: a.Budget, InTurn: a.inTurn(), Keep: true, Known: &a.known, Clock: a.clock,
	}
	for seat, snake := range a.task.Seats {
		e := a.Entrants[snake]
		e.Make = a.makers[snake]
		if e.Guest != nil { // who has a connection of its own for each game
			fresh, err := host.ParseEntrant(e.Guest.URL())
			if err != nil {
				return p, err
			}
			e.Guest = fresh.Guest
		}
		cfg.Entrants[seat] = e
	}
	g, err := host.New(ctx, cfg)
	if err != nil {
		return p, err
	}
	var text bytes.Buffer
	err = a.moves(ctx, g, host.NewLog(&text, g))
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), farewell)
		defer cancel()
	}
	closing := g.End(ctx)
	if err != nil {
		return p, errors.Join(err, closing)
	}
	outcome, _ := g.Over()
	p.Game = a.game(g.State(), outcome, slices.Concat(g.Silent(), g.Incidents()), closing)
	p.Record, p.Log = g.Record(), text.Bytes()
	return p, nil
}

// moves plays a game of Battlesnake to its end.
func (a *attempt) moves(ctx context.Context, g *host.Game, log *host.Log) error {
	for {
		if err := log.Frame(); err != nil {
			return err
		}
		if _, over := g.Over(); over {
			return log.End()
		}
		if err := g.Move(ctx); err != nil {
			return err
		}
		a.look(g.State())
	}
}

// alone plays a game of one snake that is not Battlesnake.
func (a *attempt) alone(ctx context.Context) (p Played, err error) {
	game, err := a.spec(ctx, a.task.Group)
	if err != nil {
		return p, err
	}
	deal, err := roster.Deal(game, a.task.Seed)
	if err != nil {
		return p, err
	}
	snake := a.task.Seats[0]
	spec := a.Entrants[snake].Spec
	solver, err := a.makers[snake](ouro.Setup{
		Rules: deal.Rules, Start: deal.Start, Seat: 0, Seed: ouro.SolverSeed(a.task.Seed, 0), Options: spec.Options, Threads: a.Budget.Threads(),
	})
	if err != nil {
		return p, err
	}
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{solver}, Budget: a.Budget, Keep: true, Clock: a.clock})
	if err != nil {
		return p, errors.Join(err, play.Close(solver))
	}
	outcome, err := g.RunWith(ctx, a.look)
	closing := g.Close()
	if err != nil {
		return p, errors.Join(err, closing)
	}
	p.Game = a.game(g.State(), outcome, g.Incidents(), closing)
	r := g.Record()
	r.Game, r.Seed, r.Seats = game, a.task.Seed, []ouro.Spec{spec}
	p.Record = r
	return p, nil
}

// game is what became of a game that ended like this.
func (a *attempt) game(s *ouro.State, o ouro.Outcome, incidents []ouro.Incident, closing error) Game {
	tally := lab.NewTally(s, o, incidents)
	tally.Closing(closing)
	g := Game{
		Group: a.task.Group, Seating: a.task.Seating, Seed: a.task.Seed,
		Ending: o.Ending, Winner: o.Winner, Turns: s.Turn, Seats: make([]Seat, len(tally.Seats)),
	}
	for seat, t := range tally.Seats {
		g.Seats[seat] = Seat{
			Snake: a.task.Seats[seat], Length: int(t.Length), Cause: t.Cause, Died: int(t.Died),
			Mishaps: int(t.Mishaps), Offered: int(t.Offered), FirstMishap: t.FirstMishap, Think: a.think[seat].Sparse(),
		}
	}
	for _, in := range incidents {
		if in.Mishap == ouro.Late {
			g.Seats[in.Seat].Late++
		}
	}
	return g
}
