package hunt

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"ouro"
	"ouro/hunter"
	"ouro/studio/session"
)

// arguments has the fields of all messages. Each message uses some of them.
type arguments struct {
	Speed  float64  `json:"speed"`
	Hunter int      `json:"hunter"`
	Do     string   `json:"do"`
	Dir    string   `json:"dir"`
	Tick   int      `json:"tick"`
	On     bool     `json:"on"`
	Turn   int      `json:"turn"`
	Labels []string `json:"labels"`
	What   string   `json:"what"`
}

// handle answers a message of the page. It reports an invalid message to the page, and the game
// continues.
func (g *game) handle(ctx context.Context, m session.Message) error {
	var s arguments
	err := m.Into(&s)
	if err == nil {
		switch m.Type {
		case "run":
			return g.run(ctx, s.Speed)
		case "pause":
			g.halt()
			return g.sendProgress(ctx)
		case "key":
			return g.sendWhole(ctx)
		case "seek":
			return g.seek(ctx, s.Turn)
		case "take":
			switch s.What {
			case "record":
				return g.sendRecord(ctx)
			case "page":
				return g.sendPage(ctx)
			}
			err = fmt.Errorf("unknown file %q (known: record, page)", s.What)
		case "input":
			err = g.input(s)
		case "bot":
			err = g.bot(s)
		case "show":
			g.scores = slices.Contains(s.Labels, "scores")
			g.played.RecordScores(g.scores)
		default:
			err = fmt.Errorf("unknown message %q (known: run, pause, input, bot, show, seek, key, take)", m.Type)
		}
	}
	if err != nil {
		return g.ch.Fail(ctx, err)
	}
	return nil
}

func (g *game) run(ctx context.Context, speed float64) error {
	most := float64(maxSpeed)
	if g.record == nil && g.seats.hasPerson() {
		most = maxPlayed
	}
	if speed > 0 {
		g.clock.speed = min(max(speed, minSpeed), most)
	}
	if !g.ended && g.err == nil {
		g.clock.start()
	}
	return g.sendProgress(ctx)
}

// seek goes to a tick of a record. A message of the page interrupts the seek.
func (g *game) seek(ctx context.Context, turn int) error {
	if g.record == nil {
		return g.ch.Fail(ctx, errors.New("seek works only in a record, not in a game that is being played"))
	}
	turn = min(max(turn, 0), g.record.Ticks())
	for {
		if err := g.step(ctx, turn); err != nil {
			return err
		}
		g.events, g.news = nil, nil // events of skipped ticks are not sent
		if g.turn == turn || g.err != nil || g.hasMessage() {
			break
		}
	}
	if g.ended {
		g.clock.stop()
	}
	if err := g.sendWhole(ctx); err != nil {
		return err
	}
	return g.sendProgress(ctx)
}

// hasMessage reports whether a message has arrived. It keeps the message in g.next.
func (g *game) hasMessage() bool {
	select {
	case m := <-g.ch.In():
		g.next = &m
		return true
	default:
		return false
	}
}

func (g *game) input(s arguments) error {
	if g.record != nil {
		return errRecorded
	}
	in := input{tick: max(s.Tick, g.turn+1), hunter: s.Hunter, do: s.Do}
	if s.Hunter < 0 || s.Hunter >= len(g.seats.bots) {
		return fmt.Errorf("hunter %d: want 0 to %d", s.Hunter, len(g.seats.bots)-1)
	}
	switch s.Do {
	case "press", "release":
		if err := in.dir.UnmarshalText([]byte(s.Dir)); err != nil {
			return err
		}
	case "bomb", "stop":
	default:
		return fmt.Errorf("unknown input %q (known: press, release, bomb, stop)", s.Do)
	}
	if s.Tick > g.turn+maxAhead {
		return fmt.Errorf("input for tick %d at tick %d: want at most %d ticks ahead", s.Tick, g.turn, maxAhead)
	}
	return g.seats.add(in)
}

func (g *game) bot(s arguments) error {
	if g.record != nil {
		return errRecorded
	}
	return g.seats.setBot(s.Hunter, s.On)
}

var errRecorded = errors.New("a record accepts no input: start a game to play")

type opened struct {
	Link    string       `json:"link"` // link that opens the same game; empty for a record
	Record  bool         `json:"record"`
	Turns   int          `json:"turns"` // number of ticks in a record
	Seed    uint64       `json:"seed,string"`
	Ticks   int          `json:"ticks"` // ticks a second at the usual speed
	Step    int          `json:"step"`  // number of ticks for one step of a hunter
	Fuse    int          `json:"fuse"`
	Lives   int          `json:"lives"`
	Bombs   int          `json:"bombs"` // most bombs of one hunter at a time
	Speed   float64      `json:"speed"`
	Hunters []openHunter `json:"hunters"`
	Solvers []string     `json:"solvers"` // snake i has Solvers[i % len(Solvers)]
	Levels  []openLevel  `json:"levels"`
}

type openHunter struct {
	Bot bool `json:"bot"`
}

type openLevel struct {
	Number  int    `json:"number"` // number among the built-in levels; in a record, counted from 1
	Name    string `json:"name"`
	Snakes  int    `json:"snakes"`
	Seconds int    `json:"seconds"`
}

func newOpened(cfg hunter.Config, solvers []ouro.Spec, before int) *opened {
	o := &opened{
		Ticks: hunter.TicksPerSecond, Step: hunter.HunterStep, Fuse: hunter.FuseTicks, Lives: hunter.Lives, Bombs: hunter.MaxBombs,
		Hunters: make([]openHunter, cfg.Hunters),
	}
	for _, spec := range solvers {
		o.Solvers = append(o.Solvers, spec.String())
	}
	for i, l := range cfg.Levels {
		o.Levels = append(o.Levels, openLevel{before + i + 1, l.Name, cmp.Or(cfg.Snakes, l.Count), l.Seconds})
	}
	return o
}

const maxEvents = 64 // most events in a frame; a slow page misses older ones

func mood(k hunter.EventKind) string {
	switch k {
	case hunter.SnakeHit, hunter.SnakeDied, hunter.LevelWon, hunter.SnakeStunned, hunter.GameWon:
		return "good"
	case hunter.HunterCaught, hunter.HunterBlasted, hunter.HunterOut, hunter.TimeOver, hunter.SolverFailed, hunter.GameLost:
		return "bad"
	default:
		return ""
	}
}

func (g *game) frame() Frame {
	var f Frame
	if g.now.level == g.sent.level {
		f = g.now.changes(&g.sent, g.turn)
	} else {
		f = g.now.fullFrame(g.turn)
	}
	f.Events, f.News = g.events, g.news
	return f
}

func (g *game) offerFrame() error {
	sent, err := g.ch.Offer("frame", g.frame())
	g.missed++
	if sent {
		g.markSent()
	}
	return err
}

func (g *game) sendFrame(ctx context.Context) error {
	defer g.markSent()
	return g.ch.Send(ctx, "frame", g.frame())
}

func (g *game) sendWhole(ctx context.Context) error {
	g.sent = view{} // an empty view has no level, so the next frame is whole
	return g.sendFrame(ctx)
}

func (g *game) markSent() { g.sent, g.events, g.news, g.missed = g.now, nil, nil, 0 }

type progress struct {
	Turn    int     `json:"turn"`
	Turns   int     `json:"turns"`
	Running bool    `json:"running"`
	Speed   float64 `json:"speed"`
	Ended   bool    `json:"ended"`
	Error   string  `json:"error,omitempty"` // the error that ended the game

	Totals []hunter.Total `json:"totals,omitempty"` // of a record, see [hunter.Scene]
}

func (g *game) sendProgress(ctx context.Context) error {
	p := progress{Turn: g.turn, Turns: g.turns, Running: g.clock.running(), Speed: g.clock.speed, Ended: g.ended, Totals: g.totals}
	if g.err != nil {
		p.Error = g.err.Error()
	}
	return g.ch.Send(ctx, "progress", p)
}

func (g *game) sendRecord(ctx context.Context) error {
	texts, err := g.watch.Records(g.turn)
	if err != nil {
		return g.ch.Fail(ctx, err)
	}
	return g.ch.Send(ctx, "file", session.File{Name: "ouro-hunter.ouro", MIME: "text/plain", Base64: slices.Concat(texts...)})
}

// sendPage sends the part of a shared page that is about the game; the studio's page adds the scripts.
func (g *game) sendPage(ctx context.Context) error {
	r := g.record
	if r == nil {
		texts, err := g.watch.Records(g.turn)
		if err == nil {
			r = new(hunter.Record)
			err = r.UnmarshalText(slices.Concat(texts...))
		}
		if err != nil {
			return g.ch.Fail(ctx, err)
		}
	}
	text, err := g.pages(ctx, r)
	if err != nil {
		return g.ch.Fail(ctx, err)
	}
	return g.ch.Send(ctx, "file", session.File{Name: fmt.Sprintf("ouro-hunter-%d.html", r.Seed), MIME: "text/html", Base64: text})
}
