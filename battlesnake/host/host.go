// Package host plays one local game of Battlesnake from its set-up to the last
// goodbye: snakes of this program beside guests, which are snakes elsewhere
// that are asked over the network. The game goes on whatever a guest does.
package host

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/internal/palette"
	"ouro/play"
	"ouro/roster"
)

// Guest is a snake elsewhere. In this order: Info, Join, Start, Decide for
// every turn, End, Close.
type Guest interface {
	ouro.Solver
	io.Closer
	URL() string
	Public() string // URL without credentials
	Info(ctx context.Context, timeout time.Duration) (wire.Info, error)
	Join(m *wire.Match)
	Start(ctx context.Context, s *ouro.State, seat int) error
	End(ctx context.Context, s *ouro.State, seat int) error
}

// Entrant is one snake of a game: a solver, or a guest.
type Entrant struct {
	Name  string
	Spec  ouro.Spec
	Make  ouro.Maker // of the solver; nil is that of the roster
	Guest Guest      // nil for a solver
}

// Address is where the snake comes from: its spec, or its URL, which may have
// credentials.
func (e *Entrant) Address() string {
	if e.Guest != nil {
		return e.Guest.URL()
	}
	return e.Spec.String()
}

// Public is Address without credentials, for reports and files.
func (e *Entrant) Public() string {
	if e.Guest != nil {
		return e.Guest.Public()
	}
	return e.Spec.String()
}

// Config is what a game is made of.
type Config struct {
	Game     ouro.GameSpec // Snakes is their number, whatever it says
	Seed     uint64        // the official engine brings the same food from it
	Entrants []Entrant     // in the order of the seats

	// Timeout is the time for one answer of a guest.
	Timeout time.Duration
	// Budget limits the snakes of this program. Without guests and with no
	// limit of time the same seed is the same game for ever. A limit of processor time
	// is not for guests: theirs is not seen here.
	Budget ouro.Budget
	// InTurn has all snakes think one after the other where time is limited, as they
	// do anyway with a limit of processor time.
	InTurn bool

	Keep bool // keep the moves for a Record

	// Known is shared by the games of a series; nil is a game by itself.
	Known *Known

	// Clock, unless nil, is told how long each decision took.
	Clock func(seat int, took time.Duration)
}

// Game is a game in progress, for one goroutine at a time.
type Game struct {
	cfg    Config
	game   *play.Game
	match  *wire.Match
	warn   []error
	silent []ouro.Incident
}

// New sets a game up. The names of the entrants must differ. Guests are asked who they are, which must succeed once in a
// series, and told that the game begins. End it when done.
func New(ctx context.Context, cfg Config) (*Game, error) {
	cfg.Game.Snakes = len(cfg.Entrants)
	g := &Game{cfg: cfg}
	if err := ouro.CheckPlayers(g.players(), g.seats()); err != nil {
		return nil, err
	}
	seats := make([]ouro.Solver, len(cfg.Entrants))
	for seat, e := range cfg.Entrants {
		if e.Guest != nil {
			seats[seat] = e.Guest
		}
	}
	if err := g.setUp(ctx, seats); err != nil {
		return nil, errors.Join(err, play.Close(seats...))
	}
	g.tell(func(e *Entrant, seat int) error { return e.Guest.Start(ctx, g.State(), seat) })
	if err := ctx.Err(); err != nil {
		return nil, errors.Join(err, g.End(context.WithoutCancel(ctx)))
	}
	return g, nil
}

// setUp deals the game, introduces the guests and makes the other solvers.
func (g *Game) setUp(ctx context.Context, seats []ouro.Solver) error {
	deal, err := roster.Deal(g.cfg.Game, g.cfg.Seed)
	if err != nil {
		return err
	}
	if g.match, err = g.newMatch(ctx); err != nil {
		return err
	}
	for seat := range seats {
		if seats[seat] == nil {
			if seats[seat], err = g.resident(deal, seat); err != nil {
				return err
			}
		}
	}
	pc := play.Config{
		Deal: deal, Seats: seats, Budget: g.cfg.Budget, InTurn: g.cfg.InTurn, Remote: g.elsewhere,
		Keep: g.cfg.Keep, Fallback: g.fallback, Clock: g.clock,
	}
	if g.Guests() {
		pc.Budget.Time = g.cfg.Timeout
	}
	g.game, err = play.New(pc)
	return err
}

// elsewhere tells whether a guest has this seat.
func (g *Game) elsewhere(seat int) bool { return g.cfg.Entrants[seat].Guest != nil }

// fallback moves for a snake that gave no move. For a guest it is the last move
// again, as the official engine does; the snakes of this program are as safe as
// those that it serves.
func (g *Game) fallback(s *ouro.State, seat int) ouro.Dir {
	if g.elsewhere(seat) {
		return play.RepeatLast(s, seat)
	}
	return play.Safest(s, seat)
}

// newMatch asks the guests who they are and makes the match known to them.
func (g *Game) newMatch(ctx context.Context) (*wire.Match, error) {
	game, err := wire.NewGame(g.newID(), g.cfg.Game.Rules, g.cfg.Timeout)
	if err != nil {
		return nil, err
	}
	if g.cfg.Game.Position != nil {
		game.Source = wire.FromPosition
	}
	m := &wire.Match{Game: game, Players: make([]wire.Player, len(g.cfg.Entrants))}
	for seat, e := range g.cfg.Entrants {
		p := &m.Players[seat]
		p.ID, p.Name = fmt.Sprintf("%s-%d", game.ID, seat+1), e.Name
		p.Customizations.Color = palette.Snake(seat).String()
		if e.Guest == nil {
			continue
		}
		info, err := g.introduce(ctx, seat)
		if err != nil {
			return nil, err
		}
		p.Author = info.Author
		p.Customizations.Head, p.Customizations.Tail = info.Head, info.Tail
		if wire.CheckColor(info.Color) == nil {
			p.Customizations.Color = info.Color
		}
	}
	for _, e := range g.cfg.Entrants {
		if e.Guest != nil {
			e.Guest.Join(m)
		}
	}
	return m, nil
}

// newID is new for every game with guests, who may play several games with the
// same seed at once; else it follows from the seed.
func (g *Game) newID() string {
	if g.Guests() {
		return rand.Text()
	}
	return fmt.Sprintf("%016x%016x", ouro.Mix(1, g.cfg.Seed), ouro.Mix(2, g.cfg.Seed))
}

// Guests tells whether anybody from elsewhere plays.
func (g *Game) Guests() bool {
	return slices.ContainsFunc(g.cfg.Entrants, func(e Entrant) bool { return e.Guest != nil })
}

// resident makes a solver. Beside guests it has its own budget, and less than
// their time in any case.
func (g *Game) resident(deal play.Deal, seat int) (s ouro.Solver, err error) {
	e := &g.cfg.Entrants[seat]
	setup := ouro.Setup{
		Rules: deal.Rules, Start: deal.Start, Seat: seat, Seed: ouro.SolverSeed(g.cfg.Seed, seat), Options: e.Spec.Options,
		Threads: g.cfg.Budget.Threads(),
	}
	if e.Make == nil {
		s, err = roster.Make(e.Spec, setup)
	} else if s, err = play.Make(e.Make, setup); err != nil {
		err = fmt.Errorf("snake %s: %w", e.Name, err)
	}
	if err != nil || !g.Guests() {
		return s, err
	}
	return hurried{s, residentTime(g.cfg.Timeout, g.cfg.Budget.Time)}, nil
}

// residentTime is how long a snake of this program thinks beside guests that have
// the timeout: a tenth less, because who thinks to the last moment is heard too
// late on a machine on which guests think as well, and no longer than its own limit, if any.
func residentTime(timeout, limit time.Duration) time.Duration {
	most := timeout - timeout/10
	if limit > 0 {
		return min(limit, most)
	}
	return most
}

// hurried is a solver with less time than the game gives it.
type hurried struct {
	ouro.Solver
	time time.Duration
}

func (h hurried) Decide(parent context.Context, t ouro.Turn) (ouro.Decision, error) {
	ctx, cancel := context.WithTimeout(parent, h.time)
	defer cancel()
	return h.Solver.Decide(hurry{ctx, parent}, t)
}

// hurry is a context that asks its parent for its end, which may look at a clock
// that nobody else looks at in time.
type hurry struct {
	context.Context
	parent context.Context
}

func (h hurry) Err() error {
	if h.parent.Err() != nil {
		<-h.Done() // which follows at once
	}
	return h.Context.Err()
}

// CanLimit, Threads and Close are those of the solver.

func (h hurried) CanLimit(b ouro.Budget) error { return play.CanLimit(b, h.Solver) }
func (h hurried) Threads() int                 { return ouro.Threads(h.Solver) }
func (h hurried) Close() error                 { return play.Close(h.Solver) }

// clock tells how long an answer took: the match too, to which guests tell it
// themselves.
func (g *Game) clock(seat int, took time.Duration) {
	if g.cfg.Clock != nil {
		g.cfg.Clock(seat, took)
	}
	if g.cfg.Entrants[seat].Guest == nil {
		g.match.Report(seat, wire.Reply{Latency: took, Status: 200})
	}
}

// State is the position: read-only, and changed by the next Move.
func (g *Game) State() *ouro.State { return g.game.State() }

// Over tells whether the game has ended and how.
func (g *Game) Over() (ouro.Outcome, bool) { return g.game.Over() }

// Incidents are the answers that were missing or bad so far.
func (g *Game) Incidents() []ouro.Incident { return g.game.Incidents() }

// Warnings are guests' failures that do not matter to the game, such as a
// greeting that was not answered.
func (g *Game) Warnings() []error { return g.warn }

// Match is what the wire tells of this game.
func (g *Game) Match() *wire.Match { return g.match }

// Record writes the game so far down; Config.Keep must have been set. A guest
// is recorded as the solver "guest", with its name and its address.
func (g *Game) Record() *ouro.Record {
	r := g.game.Record()
	r.Game, r.Seed, r.Seats, r.Players = g.cfg.Game, g.cfg.Seed, g.seats(), g.players()
	return r
}

// Move asks all living snakes at once and makes the joint move. When ctx ends
// before, no move is made and the error is that of ctx.
func (g *Game) Move(ctx context.Context) error { return g.game.Move(ctx) }

// End tells the guests that the game is over and lets everybody go.
func (g *Game) End(ctx context.Context) error {
	g.tell(func(e *Entrant, seat int) error { return e.Guest.End(ctx, g.State(), seat) })
	return g.game.Close()
}

// tell calls every guest at once, and notes who did not listen.
func (g *Game) tell(call func(e *Entrant, seat int) error) {
	errs := make([]error, len(g.cfg.Entrants))
	var wg sync.WaitGroup
	for seat := range g.cfg.Entrants {
		if e := &g.cfg.Entrants[seat]; e.Guest != nil {
			wg.Go(func() { errs[seat] = call(e, seat) })
		}
	}
	wg.Wait()
	for seat, err := range errs {
		if err != nil {
			g.warn = append(g.warn, fmt.Errorf("snake %s: %w", g.cfg.Entrants[seat].Name, err))
		}
	}
}

// Result is the outcome as the last line of an official log tells it.
func (g *Game) Result(o ouro.Outcome) wire.Result {
	if o.Winner >= 0 {
		p := &g.match.Players[o.Winner]
		return wire.Result{WinnerID: p.ID, WinnerName: p.Name}
	}
	return wire.Result{IsDraw: o.Ending != ouro.Unfinished && len(g.match.Players) > 1}
}
