// Package hunt implements the kind of channel that shows Snake Hunter: played by people,
// by bots or from a record.
//
// # Opening
//
// The page opens a channel of the kind "hunt" with a link, whose fields are those of a
// [Setup], or with the text of a record. It receives "opened" and then a whole [Frame].
//
// # Messages of the page
//
//	run {speed}               run at speed ticks a second; 0 keeps the current speed
//	pause
//	input {hunter, do, dir, tick}
//	                          do is press, release, bomb or stop, dir a direction.
//	                          The input takes effect in tick, or in the next tick
//	                          of the game if tick is missing or past.
//	bot {hunter, on}          let a bot play a hunter, or a person if on is false
//	show {labels}             with "scores", send the scores of the snakes' directions
//	seek {turn}               go to a tick; only in a record
//	key                       send a whole frame
//	take {what}               "record": send the game so far as a file; "page": as a
//	                          page to share
//
// # Messages to the page
//
// The page receives a "frame" for each tick that it shows, "progress" when the game starts or
// stops, and "file". A slow page misses frames but no changes, because each frame has all changes
// since the last frame that was sent.
//
// # Bounds
//
// A game of bots never waits for the page; a game with a person stops when the page is gone. A
// snake's decision is stopped after [DecisionTime], so a slow solver does not delay messages for
// long. The game then ends with an error, because a replay could not repeat a stopped decision.
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

// New returns the kind of channel that shows Snake Hunter. The store limits the memory of
// the solvers that steer the snakes.
func New(store *memory.Store, pages Pages) session.Kind {
	return func(ctx context.Context, ch *session.Channel) error { return hunt(ctx, ch, store, pages) }
}

// Pages writes the part of a shared page that is about a game.
type Pages func(ctx context.Context, r *hunter.Record) ([]byte, error)

func hunt(ctx context.Context, ch *session.Channel, store *memory.Store, pages Pages) error {
	var args struct {
		Link   string `json:"link"`
		Record string `json:"record"`
	}
	if err := ch.Request().Into(&args); err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	g := &game{ch: ch, store: store, pages: pages}
	o, err := g.open(ctx, args.Link, args.Record)
	if err != nil {
		return err
	}
	err = g.serve(ctx, o)
	return errors.Join(err, g.watch.Close())
}

// game serves a channel. One goroutine plays it, receives messages and sends frames.
type game struct {
	ch       *session.Channel
	store    *memory.Store
	pages    Pages
	watch    *play.Watch[hunter.Scene]
	played   *hunter.WatchedGame // the game that watch shows
	record   *hunter.Record      // nil if the channel plays a new game
	seats    *seats
	deadline *deadline

	clock clock
	turn  int // current tick
	turns int // last tick played so far
	ended bool
	err   error // the error that ended the game

	scores   bool             // the page wants the scores of the snakes' directions
	sent     view             // view of the last frame sent
	now      view             // view of the current tick
	totals   []hunter.Total   // see hunter.Scene
	events   []Event          // since the last frame sent
	news     []News           // since the last frame sent
	missed   int              // frames in a row that a slow page missed
	next     *session.Message // received during a seek
	newsTick int              // tick of the last scene whose news were taken
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
	g.deadline = &deadline{ctx: ctx}
	if record != "" {
		return g.openRecord(record, &setup)
	}
	cfg, err := setup.config(g.store)
	if err != nil {
		return nil, err
	}
	cfg.Drivers = g.deadline.wrap(cfg.Drivers)
	g.seats = newSeats(cfg.Seed, setup.Hunters, setup.Bots)
	g.played = hunter.WatchGame(cfg, g.seats.players(), nil)
	g.clock.speed = setup.Speed
	o := newOpened(cfg, setup.Solvers, setup.Level-1)
	o.Link, o.Seed, o.Speed = setup.Query(), cfg.Seed, setup.Speed
	for h := range o.Hunters {
		o.Hunters[h].Bot = g.seats.bots[h] != nil
	}
	return o, nil
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
	for i, d := range g.deadline.wrap(made) {
		makers[i] = d.Make
	}
	cfg, err := r.Config(makers)
	if err != nil {
		return nil, &session.Error{Message: err.Error(), Field: "record"}
	}
	g.record, g.played = r, hunter.WatchRecord(cfg, r)
	g.seats = newSeats(0, cfg.Hunters, 0)
	g.clock.speed = setup.Speed
	o := newOpened(cfg, r.Drivers, 0)
	o.Record, o.Turns, o.Seed, o.Speed = true, r.Ticks(), r.Seed, g.clock.speed
	return o, nil
}

func (g *game) serve(ctx context.Context, o *opened) error {
	g.watch = play.NewWatch[hunter.Scene](g.played)
	if err := g.step(ctx, 0); err != nil {
		return session.UnlessGone(ctx, err)
	}
	if g.err != nil {
		return g.err
	}
	if err := g.ch.Send(ctx, session.Opened, o); err != nil {
		return session.UnlessGone(ctx, err)
	}
	if err := g.sendWhole(ctx); err != nil {
		return session.UnlessGone(ctx, err)
	}
	for {
		for g.next != nil {
			m := *g.next
			g.next = nil
			if err := g.handle(ctx, m); err != nil {
				return session.UnlessGone(ctx, err)
			}
		}
		var err error
		select {
		case <-ctx.Done():
			return nil
		case <-g.clock.C():
			err = g.playDue(ctx)
		case m := <-g.ch.In():
			err = g.handle(ctx, m)
		}
		if err != nil {
			return session.UnlessGone(ctx, err)
		}
	}
}

// playDue plays the ticks that are due, and offers a frame to the page.
func (g *game) playDue(ctx context.Context) error {
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
	if err := g.offerFrame(); err != nil || !g.pageIsGone() {
		return err
	}
	g.halt()
	return g.sendProgress(ctx)
}

// pageIsGone reports whether a person plays and the page has missed frames for a second.
func (g *game) pageIsGone() bool {
	return g.missed >= maxMissed && g.record == nil && g.seats.hasPerson()
}

const maxMissed = hunter.TicksPerSecond // missed frames in a row after which a page counts as gone

func (g *game) halt() {
	g.clock.stop()
	g.seats.controls.StopAll()
	g.missed = 0
}

func (g *game) step(ctx context.Context, tick int) error {
	g.seats.apply(tick)
	view, err := g.watch.Show(ctx, tick, seekTime)
	if err != nil {
		return err
	}
	g.turn, g.turns, g.ended, g.err = view.Turn, view.Turns, view.Ended, cmp.Or(g.deadline.err, view.Err)
	if view.Scene.Level == nil { // the game could not start
		return nil
	}
	g.setScene(&view.Scene)
	return nil
}

func (g *game) setScene(s *hunter.Scene) {
	g.now = newView(s, func(h int) bool { return g.seats.bots[h] != nil }, g.scores)
	g.totals = s.Totals
	for _, e := range s.Events {
		g.events = append(g.events, Event{s.Tick, e.Kind.String(), e.Cell, e.Hunter, e.Snake, e.Count})
	}
	for _, n := range s.News {
		if n.Tick > g.newsTick || n.Tick == 0 && g.newsTick == 0 && s.Tick == 0 {
			g.news = append(g.news, News{n.Tick, n.Text, mood(n.Event.Kind)})
		}
	}
	g.newsTick = s.Tick
	g.events = g.events[max(0, len(g.events)-maxEvents):]
	g.news = g.news[max(0, len(g.news)-maxEvents):]
}

const seekTime = 50 * time.Millisecond // longest time between two checks for messages during a seek

// clock computes how many ticks are due. After a delay, it catches up on at most maxLate.
type clock struct {
	speed float64
	timer *time.Timer
	last  time.Time // time up to which ticks were played
}

const maxFrameRate = 60 // frames a second

const maxLate = 100 * time.Millisecond // longest delay on which the clock catches up

func (c *clock) running() bool { return c.timer != nil }

func (c *clock) start() {
	c.stop()
	c.last = time.Now()
	c.timer = time.NewTimer(c.interval())
}

func (c *clock) stop() {
	if c.timer != nil {
		c.timer.Stop()
		c.timer = nil
	}
}

// C returns a channel that receives when ticks are due, or nil if the clock is stopped.
func (c *clock) C() <-chan time.Time {
	if c.timer == nil {
		return nil
	}
	return c.timer.C
}

func (c *clock) interval() time.Duration {
	return time.Duration(float64(time.Second) / min(c.speed, maxFrameRate))
}

func (c *clock) due() int {
	now := time.Now()
	each := float64(time.Second) / c.speed
	passed := now.Sub(c.last)
	if most := c.interval() + maxLate; passed > most {
		c.last, passed = now.Add(-most), most
	}
	n := int(float64(passed)/each + 1e-6)
	c.last = c.last.Add(time.Duration(float64(n) * each))
	c.timer.Reset(max(0, c.last.Add(c.interval()).Sub(now)))
	return n
}
