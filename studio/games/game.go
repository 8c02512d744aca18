// Package games has the kind of channel on which games are watched: of one solver,
// of several side by side on the same food, of several snakes.
package games

import (
	"context"
	"fmt"
	"time"

	"ouro"
	"ouro/internal/palette"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/link"
	"ouro/studio/session"
)

// Watch is the kind of a channel on which a game is watched.
func Watch(ctx context.Context, ch *session.Channel) error {
	var asked struct {
		Link string `json:"link"`
	}
	if err := ch.Request().Into(&asked); err != nil {
		return err
	}
	l, err := link.Parse(asked.Link)
	if err != nil {
		return err
	}
	a, err := l.Ask()
	if err != nil {
		return err
	}
	var lanes []*play.WatchedGame
	var opened openedData
	opened.Board.W, opened.Board.H = a.Game.W, a.Game.H
	opened.Title = fmt.Sprintf("%dx%d", a.Game.W, a.Game.H)
	for i, seats := range a.Lanes() {
		var specs []ouro.Spec
		var infos []seatInfo
		for seat, s := range seats {
			specs = append(specs, s.Spec)
			infos = append(infos, seatInfo{s.Name, s.Spec.String(), palette.Snake(i + seat).String()})
		}
		g, err := roster.NewGame(a.Game, a.GameSeed(), specs, play.Config{Budget: a.Budget, Keep: true})
		if err != nil {
			return err
		}
		lanes = append(lanes, play.WatchGame(g, play.WatchInfo{Game: a.Game, Seed: a.GameSeed(), Seats: specs}))
		opened.Lanes = append(opened.Lanes, laneInfo{Seats: infos})
	}
	opened.Link = a.Link(l.Page).String()
	w := play.NewSideBySide(lanes...)
	defer w.Close()
	if err := ch.Send(ctx, session.Opened, opened); err != nil {
		return err
	}
	var tick <-chan time.Time
	turn := 0
	show := func(to int) error {
		shown, err := w.Show(ctx, max(0, to), 20*time.Millisecond)
		if err != nil {
			return err
		}
		turn = shown.Turn
		if shown.Ended {
			tick = nil
		}
		return ch.Send(ctx, "key", keyOf(shown))
	}
	if err := show(0); err != nil {
		return err
	}
	step := 1
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-tick:
			if err := show(turn + step); err != nil {
				return err
			}
		case m := <-ch.In():
			var said struct {
				Turn  int     `json:"turn"`
				Speed float64 `json:"speed"`
			}
			if err := m.Into(&said); err != nil {
				return err
			}
			switch m.Type {
			case "seek":
				if err := show(said.Turn); err != nil {
					return err
				}
			case "key":
				if err := show(turn); err != nil {
					return err
				}
			case "run":
				if said.Speed <= 0 || said.Speed > 60 {
					step = max(1, int(said.Speed/60))
					said.Speed = 60
				}
				t := time.NewTicker(time.Duration(float64(time.Second) / said.Speed))
				defer t.Stop()
				tick = t.C
			case "pause":
				tick = nil
			}
		}
	}
}

type seatInfo struct {
	Name  string `json:"name"`
	Spec  string `json:"spec"`
	Color string `json:"color"`
}

type laneInfo struct {
	Seats []seatInfo `json:"seats"`
}

type openedData struct {
	Link  string `json:"link"`
	Title string `json:"title"`
	Board struct {
		W     int  `json:"w"`
		H     int  `json:"h"`
		Wraps bool `json:"wraps"`
	} `json:"board"`
	Lanes []laneInfo `json:"lanes"`
}

type snake struct {
	Body   []ouro.Cell `json:"body"`
	Health int         `json:"health"`
	Dead   string      `json:"dead,omitempty"`
}

type lane struct {
	Turn    int         `json:"turn"`
	Walls   []ouro.Cell `json:"walls"`
	Hedges  []ouro.Cell `json:"hedges"`
	Food    []ouro.Cell `json:"food"`
	Hazards []ouro.Cell `json:"hazards"`
	Snakes  []snake     `json:"snakes"`
	Ended   *ended      `json:"ended,omitempty"`
	Hash    string      `json:"hash"`
}

type ended struct {
	Ending string `json:"ending"`
	Winner int    `json:"winner"`
	Words  string `json:"words"`
}

type key struct {
	Turn  int    `json:"turn"`
	Turns int    `json:"turns"`
	Ended bool   `json:"ended"`
	Lanes []lane `json:"lanes"`
}

func keyOf(shown play.Shown[[]play.Scene]) key {
	k := key{Turn: shown.Turn, Turns: shown.Turns, Ended: shown.Ended}
	for _, sc := range shown.Scene {
		s := sc.State
		l := lane{Turn: sc.Turn, Walls: []ouro.Cell{}, Hedges: []ouro.Cell{}, Food: append([]ouro.Cell{}, s.Food...), Hazards: append([]ouro.Cell{}, s.Hazards...), Hash: fmt.Sprintf("%016x", s.Hash())}
		for c := range ouro.Cell(s.Grid.Size()) {
			switch s.Terrain(c) {
			case ouro.Wall:
				l.Walls = append(l.Walls, c)
			case ouro.Hedge:
				l.Hedges = append(l.Hedges, c)
			}
		}
		for seat := range s.Snakes {
			sn := &s.Snakes[seat]
			one := snake{Body: sn.Body.Append(nil), Health: int(sn.Health)}
			if sn.Cause != ouro.Alive {
				one.Dead = sn.Cause.String()
			}
			l.Snakes = append(l.Snakes, one)
		}
		if sc.Ended {
			l.Ended = &ended{sc.Outcome.Ending.String(), sc.Outcome.Winner, sc.Outcome.Ending.String()}
		}
		k.Lanes = append(k.Lanes, l)
	}
	return k
}
