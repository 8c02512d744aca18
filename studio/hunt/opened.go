package hunt

import (
	"cmp"
	"context"
	"slices"

	"ouro"
	"ouro/hunter"
	"ouro/studio/session"
)

// opened describes a game to the page.
type opened struct {
	Link    string       `json:"link"` // opens the same game; empty for a record
	Record  bool         `json:"record"`
	Turns   int          `json:"turns"` // of a record
	Seed    uint64       `json:"seed,string"`
	Ticks   int          `json:"ticks"` // per second at the usual speed
	Step    int          `json:"step"`  // ticks for one step of a hunter
	Fuse    int          `json:"fuse"`
	Lives   int          `json:"lives"`
	Bombs   int          `json:"bombs"` // of one hunter at a time
	Speed   float64      `json:"speed"`
	Hunters []openHunter `json:"hunters"`
	Solvers []string     `json:"solvers"` // of the snakes, in turn
	Levels  []openLevel  `json:"levels"`
}

type openHunter struct {
	Bot bool `json:"bot"`
}

type openLevel struct {
	Number  int    `json:"number"` // of the built-in levels; in a record from 1
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

// maxEvents is the most events of a frame; a slow page loses older ones.
const maxEvents = 64

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
		f = g.now.whole(g.turn)
	}
	f.Events, f.News = g.events, g.news
	return f
}

// offerFrame sends a frame unless the page is slow.
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
	g.sent = view{} // differs in its level, so the next frame is whole
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
}

func (g *game) sendProgress(ctx context.Context) error {
	p := progress{Turn: g.turn, Turns: g.turns, Running: g.clock.running(), Speed: g.clock.speed, Ended: g.ended}
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
