package hunt

import (
	"cmp"
	"context"
	"errors"
	"time"

	"ouro"
	"ouro/hunter"
	"ouro/play"
	"ouro/studio/link"
	"ouro/studio/memory"
	"ouro/studio/session"
)

// New makes the kind of a channel with a game of Snake Hunter, or a record of one. What
// its snakes take is kept in the store.
func New(store *memory.Store) session.Kind {
	return func(ctx context.Context, ch *session.Channel) error { return hunt(ctx, ch, store) }
}

func hunt(ctx context.Context, ch *session.Channel, store *memory.Store) error {
	var asked struct {
		Link   string `json:"link"`
		Record string `json:"record"`
	}
	if err := ch.Request().Into(&asked); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	g := &game{ch: ch, store: store}
	tell, err := g.open(ctx, asked.Link, asked.Record)
	if err != nil {
		return err
	}
	err = g.serve(ctx, tell)
	return errors.Join(err, g.watch.Close())
}

// game is the game of a channel. One goroutine plays it, hears the page and sends frames.
type game struct {
	ch     *session.Channel
	store  *memory.Store
	watch  *play.Watch[hunter.Scene]
	played *hunter.WatchedGame // what watch watches
	record *hunter.Record      // nil, or what is watched
	seats  *seats
	late   *deadline

	clock clock
	turn  int
	turns int
	ended bool
	err   error // why it does not go on

	scores  bool
	sent    view // by the last frame
	now     view
	events  []Event // since the last frame
	news    []News
	unheard int              // frames in a row that the page was behind for
	next    *session.Message // that came while a record was gone through
	heard   int              // tick of the last news that were taken in
}

func (g *game) open(ctx context.Context, query, record string) (*opened, error) {
	l, err := link.Parse(query)
	if err != nil {
		return nil, err
	}
	setup, err := parseSetup(&l)
	if err != nil {
		return nil, err
	}
	g.late = &deadline{ctx: ctx}
	if record != "" {
		return g.openRecord(record, &setup)
	}
	cfg, err := setup.config(g.store)
	if err != nil {
		return nil, err
	}
	cfg.Drivers = g.late.bind(cfg.Drivers)
	g.seats = newSeats(cfg.Seed, setup.Hunters, setup.Bots)
	g.played = hunter.WatchGame(cfg, g.seats.players(), nil)
	g.clock.speed = setup.Speed
	tell := tellOf(cfg, setup.Solvers, setup.Level-1)
	tell.Link, tell.Seed, tell.Speed = setup.Query(), cfg.Seed, setup.Speed
	for h := range tell.Hunters {
		tell.Hunters[h].Bot = g.seats.bots[h] != nil
	}
	return tell, nil
}

func (g *game) openRecord(text string, setup *Setup) (*opened, error) {
	r := new(hunter.Record)
	if err := r.UnmarshalText([]byte(text)); err != nil {
		return nil, &session.Error{Message: err.Error(), Field: "record"}
	}
	made, err := drivers(g.store, r.Drivers)
	if err != nil {
		return nil, &session.Error{Message: err.Error(), Field: "record"}
	}
	makers := make([]ouro.Maker, len(made))
	for i, d := range g.late.bind(made) {
		makers[i] = d.Make
	}
	cfg, err := r.Config(makers)
	if err != nil {
		return nil, &session.Error{Message: err.Error(), Field: "record"}
	}
	g.record, g.played = r, hunter.WatchRecord(cfg, r)
	g.seats = newSeats(0, cfg.Hunters, 0)
	g.clock.speed = setup.Speed
	tell := tellOf(cfg, r.Drivers, 0)
	tell.Record, tell.Turns, tell.Seed, tell.Speed = true, r.Ticks(), r.Seed, g.clock.speed
	return tell, nil
}

func (g *game) serve(ctx context.Context, tell *opened) error {
	g.watch = play.NewWatch[hunter.Scene](g.played)
	if err := g.step(ctx, 0); err != nil {
		return session.UnlessGone(ctx, err)
	}
	if g.err != nil {
		return g.err
	}
	if err := g.ch.Send(ctx, session.Opened, tell); err != nil {
		return session.UnlessGone(ctx, err)
	}
	if err := g.sendWhole(ctx); err != nil {
		return session.UnlessGone(ctx, err)
	}
	for {
		for g.next != nil {
			m := *g.next
			g.next = nil
			if err := g.hear(ctx, m); err != nil {
				return session.UnlessGone(ctx, err)
			}
		}
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-g.clock.C():
			err = g.pass(ctx)
		case m := <-g.ch.In():
			err = g.hear(ctx, m)
		}
		if err != nil {
			return session.UnlessGone(ctx, err)
		}
	}
}

// pass plays the ticks that are due, and tells of them.
func (g *game) pass(ctx context.Context) error {
	for range g.clock.due() {
		if err := g.step(ctx, g.turn+1); err != nil {
			return err
		}
		if g.ended || g.err != nil {
			break
		}
	}
	if g.ended || g.err != nil {
		g.clock.stop()
		if err := g.sendFrame(ctx); err != nil {
			return err
		}
		return g.sendProgress(ctx)
	}
	if err := g.offerFrame(); err != nil || !g.alone() {
		return err
	}
	g.halt()
	return g.sendProgress(ctx)
}

// alone tells whether a person plays who has not been heard of for a while: nobody can
// play what is not shown.
func (g *game) alone() bool { return g.unheard >= maxUnheard && g.record == nil && g.seats.people() }

// maxUnheard is how many frames in a row may be lost.
const maxUnheard = hunter.TicksPerSecond

// halt stops the time, and everybody.
func (g *game) halt() {
	g.clock.stop()
	g.seats.controls.StopAll()
	g.unheard = 0
}

func (g *game) step(ctx context.Context, tick int) error {
	g.seats.apply(tick)
	shown, err := g.watch.Show(ctx, tick, seekTime)
	if err != nil {
		return err
	}
	g.turn, g.turns, g.ended, g.err = shown.Turn, shown.Turns, shown.Ended, cmp.Or(g.late.err, shown.Err)
	if shown.Scene.Level == nil { // there is no game at all
		return nil
	}
	g.take(&shown.Scene)
	return nil
}

func (g *game) take(s *hunter.Scene) {
	g.now = viewOf(s, func(h int) bool { return g.seats.bots[h] != nil }, g.scores)
	for _, e := range s.Events {
		g.events = append(g.events, Event{s.Tick, e.Kind.String(), e.Cell, e.Hunter, e.Snake, e.Count})
	}
	for _, n := range s.News {
		if n.Tick > g.heard || n.Tick == 0 && g.heard == 0 && s.Tick == 0 {
			g.news = append(g.news, News{n.Tick, n.Text, mood(n.Event.Kind)})
		}
	}
	g.heard = s.Tick
	g.events = g.events[max(0, len(g.events)-maxEvents):]
	g.news = g.news[max(0, len(g.news)-maxEvents):]
}

// seekTime is how long the page waits for an answer while a record is gone through.
const seekTime = 50 * time.Millisecond
