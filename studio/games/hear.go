package games

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/studio/session"
)

// maxSpeed is the fastest that links may ask for and that is not as fast as it goes.
const maxSpeed = 1_000_000

// hear does what the page asks for. Its errors are told, and the channel goes on.
func (g *game) hear(ctx context.Context, m session.Message) error {
	said := request{Turn: g.table.turn(g.table.shown.Turn)}
	if err := m.Into(&said); err != nil {
		return err
	}
	switch m.Type {
	case "run":
		return g.start(ctx, said.Speed)
	case "pause":
		g.running, g.goal = false, -1
		return g.halt(ctx)
	case "seek":
		return g.seek(said.Turn)
	case "key":
		g.stale = true
		g.forget()
		return nil
	case "show":
		return g.want(said)
	case "steer":
		return g.steer(said)
	case "try":
		return g.try(ctx, said)
	case "back":
		return g.back(ctx)
	case "position":
		return g.position(ctx, said.Turn)
	case "take":
		return g.take(ctx, said)
	case "command":
		return g.command(ctx, said)
	}
	return fmt.Errorf("message %q is not known here", m.Type)
}

// request is what the messages of the page say, each its part.
type request struct {
	Turn   int       `json:"turn"`
	Speed  float64   `json:"speed"`
	Labels []string  `json:"labels"`
	Lane   int       `json:"lane"`
	Seat   int       `json:"seat"`
	Tree   bool      `json:"tree"`
	Dir    direction `json:"dir"`
	What   string    `json:"what"`

	// Of pictures.
	From  *int   `json:"from"` // turns; none is the first and the last one there
	To    *int   `json:"to"`
	Theme string `json:"theme"`
	Size  int    `json:"size"`
}

// direction is one by its name or its number, as thoughts tell it.
type direction struct{ ouro.Dir }

func (d *direction) UnmarshalJSON(text []byte) error {
	var n uint8
	if json.Unmarshal(text, &n) == nil {
		if n > uint8(ouro.Left) {
			return fmt.Errorf("no direction %d", n)
		}
		d.Dir = ouro.Dir(n)
		return nil
	}
	return json.Unmarshal(text, &d.Dir)
}

func (g *game) start(ctx context.Context, speed float64) error {
	if !(speed >= 0 && speed <= maxSpeed) { // not even NaN
		return fmt.Errorf("speed %g: want 1 to %d turns a second, or 0 for as fast as it goes", speed, maxSpeed)
	}
	if g.table.over() {
		return g.halted(ctx)
	}
	if !g.running || g.pace.speed != speed {
		g.pace.start(speed, time.Now())
	}
	g.running = true
	return g.ch.Send(ctx, "progress", g.progress())
}

// halt reports that the games stand still, and has what is shown sent whole.
func (g *game) halt(ctx context.Context) error {
	g.stale = g.stale || !g.running
	return g.ch.Send(ctx, "progress", g.progress())
}

func (g *game) seek(turn int) error {
	if turn > math.MaxInt32 {
		return fmt.Errorf("turn %d: no game lasts so long", turn)
	}
	g.running, g.goal = false, g.table.index(turn)
	g.forget()
	return nil
}

// forget has whole positions told next.
func (g *game) forget() {
	for _, l := range g.table.lanes {
		l.told = nil
	}
}

// want notes what of the thinking is to be told, from the turn that is shown on.
func (g *game) want(said request) error {
	const most = 32
	if len(said.Labels) > most {
		return fmt.Errorf("%d labels, at most %d can be shown", len(said.Labels), most)
	}
	g.wanted = wanted{labels: said.Labels, seat: max(0, said.Seat), tree: said.Tree}
	g.stale = true
	return nil
}

func (g *game) steer(said request) error {
	r := g.table.hands[[2]int{said.Lane, said.Seat}]
	if r == nil {
		return fmt.Errorf("no person plays snake %c", english.Letter(min(max(0, said.Seat), 25)))
	}
	r.Pull(said.Dir.Dir)
	return nil
}
