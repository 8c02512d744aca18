package arena

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ouro"
	"ouro/arena/opening"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/play"
	"ouro/roster"
)

// match plays the games of a tournament. Failures of a snake do not end the tournament: an
// unreachable or late snake, an invalid answer, and a solver that cannot be made are faults.
type match struct {
	*Setting
	makers []ouro.Maker   // by snake; nil for remote snakes
	known  host.InfoCache // descriptions of remote snakes
}

func newMatch(ctx context.Context, s *Setting) (*match, error) {
	m := &match{Setting: s, makers: make([]ouro.Maker, len(s.Entrants))}
	for i := range s.Entrants {
		e := &s.Entrants[i]
		switch {
		case e.Guest != nil:
			continue
		case e.Make != nil:
			m.makers[i] = withFailingSolver(e.Make)
			continue
		}
		entry, err := roster.FindSolver(e.Spec.Name)
		if err != nil {
			return nil, fmt.Errorf("snake %s: %w", e.Name, err)
		}
		m.makers[i] = withFailingSolver(entry.Make)
	}
	if err := s.readOpenings(ctx); err != nil {
		return nil, err
	}
	if err := m.known.RequestInfos(ctx, s.Entrants, m.timeout()); err != nil {
		return nil, err
	}
	return m, nil
}

func (s *Setting) readOpenings(ctx context.Context) error {
	if s.openings != nil || s.Tournament.byRules() {
		return nil
	}
	book, err := opening.Read(ctx, s.Tournament.Openings)
	if err != nil {
		return err
	}
	return s.useBook(book)
}

func (s *Setting) useBook(book *opening.Book) (err error) {
	t, sum := s.Tournament, book.Digest()[:16]
	if t.OpeningsSum != "" && t.OpeningsSum != sum {
		return fmt.Errorf("openings %s: the checksum of the positions is %s, but openings_sum is %s; remove openings_sum to use these positions", quote(t.Openings), sum, quote(t.OpeningsSum))
	}
	t.OpeningsSum = sum
	s.openings, err = book.For(s.Game, t.Seed)
	return err
}

// withFailingSolver returns a Maker that never fails. If maker fails, it makes a solver that
// returns the error of maker on every turn.
func withFailingSolver(maker ouro.Maker) ouro.Maker {
	return func(setup ouro.Setup) (ouro.Solver, error) {
		s, err := play.Make(maker, setup)
		if err != nil {
			return ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { return ouro.Decision{}, err }), nil
		}
		return s, nil
	}
}

func (m *match) timeout() time.Duration {
	return cmp.Or(m.Tournament.GuestTimeout, wire.DefaultTimeout)
}

// Play plays a game. It replays a game with faults up to Retries times.
func (m *match) Play(ctx context.Context, task lab.Task, observe func(*ouro.State)) (lab.Finished, error) {
	var discarded []string
	for {
		f, err := m.play(ctx, task, observe)
		f.Discarded = discarded
		if err != nil || len(discarded) >= m.Tournament.Retries || !m.canReplay(task, &f.Tally) {
			return f, err
		}
		discarded = append(discarded, m.faults(task, &f.Tally))
	}
}

// canReplay reports whether the game has faults that another attempt can avoid. Without remote
// snakes and clocks, every attempt would be the same game.
func (m *match) canReplay(task lab.Task, g *lab.Tally) bool {
	varies := m.Budget.Time > 0 || m.Budget.CPU > 0 || slices.ContainsFunc(task.Seats, func(snake int) bool { return m.Entrants[snake].Guest != nil })
	return varies && slices.ContainsFunc(g.Seats, func(s lab.Seat) bool { return s.Faults > 0 })
}

// maxDiscarded is the maximum length in bytes of the reason for a discarded attempt.
const maxDiscarded = 1000

// faults describes the faults of a game.
func (m *match) faults(task lab.Task, g *lab.Tally) string {
	var all []string
	for i := range g.Seats {
		if s := &g.Seats[i]; s.Faults > 0 {
			all = append(all, fmt.Sprintf("%s had no valid answer for %d of %d moves (%s)",
				m.Entrants[task.Seats[i]].Name, s.Faults, g.Turns, s.FirstFault))
		}
	}
	return printable.Short(strings.Join(all, "; "), maxDiscarded)
}

// attempt is one attempt to play the game of a task.
type attempt struct {
	*match
	task    lab.Task
	observe func(*ouro.State)
}

func (m *match) play(ctx context.Context, task lab.Task, observe func(*ouro.State)) (lab.Finished, error) {
	a := &attempt{match: m, task: task, observe: observe}
	switch {
	case m.Hunt != nil:
		return a.playHunt(ctx)
	case m.Rules.Kind == roster.Battlesnake:
		return a.playBattlesnake(ctx)
	}
	return a.playAlone(ctx)
}

// endTimeout limits the time that a cancelled game spends on notifying remote snakes of its end.
const endTimeout = 300 * time.Millisecond

func (a *attempt) playBattlesnake(ctx context.Context) (f lab.Finished, err error) {
	game, err := a.spec(ctx, a.task.Group)
	if err != nil {
		return f, err
	}
	cfg := host.Config{
		Game: game, Seed: a.task.Seed, Entrants: make([]host.Entrant, len(a.task.Seats)),
		Timeout: a.timeout(), Budget: a.Budget, InTurn: a.inTurn(), Keep: true, Infos: &a.known, Clock: a.task.Clock,
	}
	for seat, snake := range a.task.Seats {
		e := a.Entrants[snake]
		e.Make = a.makers[snake]
		if e.Guest != nil { // a remote snake gets a new connection for each game
			entrant, err := host.ParseEntrant(e.Guest.URL())
			if err != nil {
				return f, err
			}
			e.Guest = entrant.Guest
		}
		cfg.Entrants[seat] = e
	}
	g, err := host.New(ctx, cfg)
	if err != nil {
		return f, err
	}
	var text bytes.Buffer
	err = a.playMoves(ctx, g, host.NewLog(&text, g))
	if ctx.Err() != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(context.WithoutCancel(ctx), endTimeout)
		defer cancel()
	}
	closeErr := g.End(ctx)
	if err != nil {
		return f, errors.Join(err, closeErr)
	}
	outcome, _ := g.Over()
	f.Tally = lab.NewTally(g.State(), outcome, slices.Concat(g.Silent(), g.Incidents()))
	f.Tally.AddCloseErrors(closeErr)
	f.Record, f.Log = g.Record(), lab.Text(text.Bytes())
	return f, nil
}

// spec returns the game of a group, with its opening.
func (s *Setting) spec(ctx context.Context, group int) (ouro.GameSpec, error) {
	switch {
	case s.openings != nil:
		return s.openings.Game(ctx, group)
	case s.Tournament.Openings != "":
		return ouro.GameSpec{}, errNotOpened
	}
	return s.Game, nil
}

func (a *attempt) playMoves(ctx context.Context, g *host.Game, log *host.Log) error {
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
		a.observe(g.State())
	}
}

// playAlone plays a game of one snake, under other rules than Battlesnake.
func (a *attempt) playAlone(ctx context.Context) (f lab.Finished, err error) {
	game, err := a.spec(ctx, a.task.Group)
	if err != nil {
		return f, err
	}
	deal, err := roster.Deal(game, a.task.Seed)
	if err != nil {
		return f, err
	}
	snake := a.task.Seats[0]
	spec := a.Entrants[snake].Spec
	solver, err := a.makers[snake](ouro.Setup{
		Rules: deal.Rules, Start: deal.Start, Seat: 0, Seed: ouro.SolverSeed(a.task.Seed, 0), Options: spec.Options, Threads: a.Budget.Threads(),
	})
	if err != nil {
		return f, err
	}
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{solver}, Budget: a.Budget, Keep: true, Clock: a.task.Clock})
	if err != nil {
		return f, errors.Join(err, play.Close(solver))
	}
	outcome, err := g.RunWith(ctx, a.observe)
	closeErr := g.Close()
	if err != nil {
		return f, errors.Join(err, closeErr)
	}
	f.Tally = lab.NewTally(g.State(), outcome, g.Incidents())
	f.Tally.AddCloseErrors(closeErr)
	r := g.Record()
	r.Game, r.Seed, r.Seats = game, a.task.Seed, []ouro.Spec{spec}
	f.Record = r
	return f, nil
}
