package hunt

import (
	"cmp"
	"context"
	"slices"

	"ouro"
	"ouro/hunter"
	"ouro/studio/session"
)

// opened is what the page is told of a game.
type opened struct {
	Link    string       `json:"link"` // that opens the same again; none of a record
	Record  bool         `json:"record"`
	Turns   int          `json:"turns"` // of a record
	Seed    uint64       `json:"seed,string"`
	Ticks   int          `json:"ticks"` // a second, at the usual speed
	Step    int          `json:"step"`  // ticks for one step of a hunter
	Fuse    int          `json:"fuse"`
	Lives   int          `json:"lives"`
	Bombs   int          `json:"bombs"` // of a hunter at a time
	Speed   float64      `json:"speed"`
	Hunters []openHunter `json:"hunters"`
	Solvers []string     `json:"solvers"` // of the snakes, in turn
	Levels  []openLevel  `json:"levels"`
}

type openHunter struct {
	Bot bool `json:"bot"`
}

type openLevel struct {
	Number  int    `json:"number"` // of those that come with the program; of a record from 1
	Name    string `json:"name"`
	Snakes  int    `json:"snakes"`
	Seconds int    `json:"seconds"`
}

func tellOf(cfg hunter.Config, solvers []ouro.Spec, before int) *opened {
	tell := &opened{
		Ticks: hunter.TicksPerSecond, Step: hunter.HunterStep, Fuse: hunter.FuseTicks, Lives: hunter.Lives, Bombs: hunter.MaxBombs,
		Hunters: make([]openHunter, cfg.Hunters),
	}
	for _, spec := range solvers {
		tell.Solvers = append(tell.Solvers, spec.String())
	}
	for i, l := range cfg.Levels {
		tell.Levels = append(tell.Levels, openLevel{before + i + 1, l.Name, cmp.Or(cfg.Snakes, l.Count), l.Seconds})
	}
	return tell
}

// maxEvents is how many a frame tells: those of a page that is behind are lost.
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
		f = g.now.since(&g.sent, g.turn)
	} else {
		f = g.now.whole(g.turn)
	}
	f.Events, f.News = g.events, g.news
	return f
}

// offerFrame tells the page, unless it is behind.
func (g *game) offerFrame() error {
	sent, err := g.ch.Offer("frame", g.frame())
	g.unheard++
	if sent {
		g.told()
	}
	return err
}

func (g *game) sendFrame(ctx context.Context) error {
	defer g.told()
	return g.ch.Send(ctx, "frame", g.frame())
}

func (g *game) sendWhole(ctx context.Context) error {
	g.sent = view{} // of another level
	return g.sendFrame(ctx)
}

func (g *game) told() { g.sent, g.events, g.news, g.unheard = g.now, nil, nil, 0 }

type progress struct {
	Turn    int     `json:"turn"`
	Turns   int     `json:"turns"`
	Running bool    `json:"running"`
	Speed   float64 `json:"speed"`
	Ended   bool    `json:"ended"`
	Error   string  `json:"error,omitempty"` // why it does not go on
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
