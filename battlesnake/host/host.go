// Package host plays games of Battlesnake between solvers of this program and guests (remote
// snakes). Nothing that a guest does can end a game.
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
	"ouro/internal/english"
	"ouro/internal/palette"
	"ouro/play"
	"ouro/roster"
)

type Config struct {
	Game     ouro.GameSpec // New sets its Snakes to the number of entrants
	Seed     uint64        // determines food as in the official engine
	Entrants []Entrant     // by seat

	// Timeout is how long a guest may take to answer.
	Timeout time.Duration
	// Budget limits the solvers of this program. Without guests and time limits, the same seed
	// gives the same game. A limit of processor time does not apply to guests.
	Budget ouro.Budget
	// InTurn makes snakes with a time limit think one after the other. With a limit of processor
	// time they always do.
	InTurn bool

	Keep bool // store the moves for Record

	// Infos holds the Info from earlier games of a series; it may be nil.
	Infos *InfoCache

	// Clock, unless nil, receives the time of each decision.
	Clock func(seat int, took time.Duration)
}

type Game struct {
	cfg    Config
	game   *play.Game
	match  *wire.Match
	warn   []error
	sent   bool // whether the guests have received the end
	silent []ouro.Incident
}

// New sets up a game: it requests the Info of the guests and sends them the start. The names of the
// entrants must be distinct. In a series, each guest must have sent its Info at least once. The
// caller must call End.
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
	g.callGuests(ctx, func(e *Entrant, seat int) error { return e.Guest.Start(ctx, g.State(), seat) })
	if err := ctx.Err(); err != nil {
		return nil, errors.Join(err, g.End(context.WithoutCancel(ctx)))
	}
	return g, nil
}

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
			if seats[seat], err = g.makeLocal(deal, seat); err != nil {
				return err
			}
		}
	}
	pc := play.Config{
		Deal: deal, Seats: seats, Budget: g.cfg.Budget, InTurn: g.cfg.InTurn, Remote: g.isGuest,
		Keep: g.cfg.Keep, Fallback: g.fallback, Clock: g.clock,
	}
	if g.Guests() {
		pc.Budget.Time = g.cfg.Timeout
	}
	g.game, err = play.New(pc)
	return err
}

func (g *Game) isGuest(seat int) bool { return g.cfg.Entrants[seat].Guest != nil }

// fallback returns the move of a snake that gave none: for a guest the last move, as in the
// official engine; for a solver the safest move, as in package server.
func (g *Game) fallback(s *ouro.State, seat int) ouro.Dir {
	if g.isGuest(seat) {
		return play.RepeatLast(s, seat)
	}
	return play.Safest(s, seat)
}

// newMatch requests the Info of all guests and joins them to the match.
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

// newID returns an id for the game. With guests it is random, because a guest may play several
// games with the same seed at once. Otherwise it depends only on the seed.
func (g *Game) newID() string {
	if g.Guests() {
		return rand.Text()
	}
	return fmt.Sprintf("%016x%016x", ouro.Mix(1, g.cfg.Seed), ouro.Mix(2, g.cfg.Seed))
}

func (g *Game) Guests() bool {
	return slices.ContainsFunc(g.cfg.Entrants, func(e Entrant) bool { return e.Guest != nil })
}

// makeLocal makes a solver of this program. In games with guests, it limits the solver's time.
func (g *Game) makeLocal(deal play.Deal, seat int) (s ouro.Solver, err error) {
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
	return timeLimited{s, localTime(g.cfg.Timeout, g.cfg.Budget.Time)}, nil
}

// localTime returns the time limit of a solver that plays against guests: 10 % less than their
// timeout, because on a busy machine a later answer would be late; and at most limit, unless limit
// is 0.
func localTime(timeout, limit time.Duration) time.Duration {
	most := timeout - timeout/10
	if limit > 0 {
		return min(limit, most)
	}
	return most
}

// timeLimited is a solver with less time than the game allows.
type timeLimited struct {
	ouro.Solver
	time time.Duration
}

func (h timeLimited) Decide(parent context.Context, t ouro.Turn) (ouro.Decision, error) {
	ctx, cancel := context.WithTimeout(parent, h.time)
	defer cancel()
	return h.Solver.Decide(limitedContext{ctx, parent}, t)
}

// limitedContext is a context whose Err also calls Err of its parent, which may read a clock and
// end before any timer fires.
type limitedContext struct {
	context.Context
	parent context.Context
}

func (h limitedContext) Err() error {
	if h.parent.Err() != nil {
		<-h.Done() // parent has ended, so h ends too
	}
	return h.Context.Err()
}

func (h timeLimited) CanLimit(b ouro.Budget) error { return play.CanLimit(b, h.Solver) }
func (h timeLimited) Threads() int                 { return ouro.Threads(h.Solver) }
func (h timeLimited) Close() error                 { return play.Close(h.Solver) }

// clock reports the time of a decision to Config.Clock and, for solvers, to the match. Guests
// report to the match themselves.
func (g *Game) clock(seat int, took time.Duration) {
	if g.cfg.Clock != nil {
		g.cfg.Clock(seat, took)
	}
	if g.cfg.Entrants[seat].Guest == nil {
		g.match.Report(seat, wire.Reply{Latency: took, Status: 200})
	}
}

// State returns the position. It is read-only and valid until the next Move.
func (g *Game) State() *ouro.State { return g.game.State() }

func (g *Game) Over() (ouro.Outcome, bool) { return g.game.Over() }

func (g *Game) Incidents() []ouro.Incident { return g.game.Incidents() }

// Warnings returns failures of guests that did not affect the game, such as at its start or end.
func (g *Game) Warnings() []error { return g.warn }

func (g *Game) Match() *wire.Match { return g.match }

// Record returns the game so far. It needs Config.Keep. The solver of a guest is "guest".
func (g *Game) Record() *ouro.Record {
	r := g.game.Record()
	r.Game, r.Seed, r.Seats, r.Players = g.cfg.Game, g.cfg.Seed, g.seats(), g.players()
	return r
}

// Move asks all living snakes at once and makes the joint move. If ctx ends first, Move makes no
// move and returns the error of ctx. The last move sends the end of the game to the guests.
func (g *Game) Move(ctx context.Context) error {
	err := g.game.Move(ctx)
	if _, over := g.Over(); over && err == nil {
		g.sendEnd(ctx)
	}
	return err
}

// End closes all entrants. If the game was not played to its end, End first sends the end of the
// game to the guests.
func (g *Game) End(ctx context.Context) error {
	g.sendEnd(ctx)
	return g.game.Close()
}

// sendEnd sends the end of the game to the guests, once. If ctx ends meanwhile, the next call sends
// it again.
func (g *Game) sendEnd(ctx context.Context) {
	if !g.sent {
		g.sent = g.callGuests(ctx, func(e *Entrant, seat int) error { return e.Guest.End(ctx, g.State(), seat) })
	}
}

// callGuests calls every guest at once. Errors become warnings. If ctx has ended meanwhile,
// callGuests returns false and adds no warnings.
func (g *Game) callGuests(ctx context.Context, call func(e *Entrant, seat int) error) bool {
	errs := make([]error, len(g.cfg.Entrants))
	var wg sync.WaitGroup
	for seat := range g.cfg.Entrants {
		if e := &g.cfg.Entrants[seat]; e.Guest != nil {
			wg.Go(func() { errs[seat] = call(e, seat) })
		}
	}
	wg.Wait()
	if ctx.Err() != nil {
		return false
	}
	for seat, err := range errs {
		if err != nil {
			g.warn = append(g.warn, fmt.Errorf("snake %s: %w", g.cfg.Entrants[seat].Name, err))
		}
	}
	return true
}

// Result returns the outcome as the last line of an official log.
func (g *Game) Result(o ouro.Outcome) wire.Result {
	if o.Winner >= 0 {
		p := &g.match.Players[o.Winner]
		return wire.Result{WinnerID: p.ID, WinnerName: p.Name}
	}
	return wire.Result{IsDraw: o.Ending != ouro.Unfinished && len(g.match.Players) > 1}
}

// Log writes the official log of a game during the game, one line per write.
type Log struct {
	game  *Game
	lines *wire.LogWriter
}

func NewLog(w io.Writer, g *Game) *Log {
	return &Log{g, wire.NewLogWriter(w, &g.match.Game)}
}

// Frame writes the current position.
func (l *Log) Frame() error { return l.lines.Frame(l.game.match.Request(l.game.State(), 0)) }

func (l *Log) End() error {
	if outcome, over := l.game.Over(); over {
		return l.lines.End(l.game.Result(outcome))
	}
	return nil
}

// Watch returns the game as a WatchedGame whose turn 0 is the current position. After that, only
// the WatchedGame may make moves. It calls report, unless nil, after each move, and the last move
// sends the end of the game to the guests. The caller must still call End.
func (g *Game) Watch(report func() error) *play.WatchedGame {
	onMove := func(ctx context.Context) error {
		if _, over := g.Over(); over {
			g.sendEnd(ctx)
		}
		if report == nil {
			return nil
		}
		return report()
	}
	return play.WatchGame(g.game, play.WatchInfo{Game: g.cfg.Game, Seed: g.cfg.Seed, Seats: g.seats(), Players: g.players(), OnMove: onMove, LeaveOpen: true})
}

func (g *Game) seats() []ouro.Spec {
	var seats []ouro.Spec
	for _, e := range g.cfg.Entrants {
		spec := e.Spec
		if e.Guest != nil {
			spec = ouro.Spec{Name: "guest"}
		}
		seats = append(seats, spec)
	}
	return seats
}

// players returns the names and the public addresses for a record.
func (g *Game) players() []ouro.Player {
	names := make([]string, len(g.cfg.Entrants))
	for seat, e := range g.cfg.Entrants {
		names[seat] = e.Name
	}
	players := english.Players(g.seats(), names)
	for seat, e := range g.cfg.Entrants {
		if e.Guest == nil {
			continue
		}
		if players == nil {
			players = make([]ouro.Player, len(names))
		}
		players[seat].Name = e.Name
		if address := e.Guest.Public(); ouro.CheckAddress(address) == nil {
			players[seat].Address = address
		}
	}
	return players
}
