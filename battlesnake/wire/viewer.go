package wire

import (
	"cmp"
	"strconv"

	"ouro"
)

// Messages of the official board viewer, which requests the game over HTTP and receives events.
// Their keys start with a capital letter.

type ViewGame struct {
	ID           string
	Status       string
	Width        int
	Height       int
	Ruleset      map[string]string
	SnakeTimeout int
	Source       string
	RulesetName  string
	RulesStages  []string
	Map          string
}

type ViewReply struct{ Game ViewGame }

// ViewEvent is an event: of Type "frame" with a [ViewFrame] or, at the end, of Type "game_end" with
// the [ViewGame].
type ViewEvent struct {
	Type string
	Data any
}

// ViewFrame is the position of a turn, with dead snakes.
type ViewFrame struct {
	Turn    int
	Snakes  []ViewSnake
	Food    []ViewPoint
	Hazards []ViewPoint
}

type ViewPoint struct{ X, Y int }

type ViewSnake struct {
	ID            string
	Name          string
	Body          []ViewPoint
	Health        int
	Death         *ViewDeath // nil while the snake lives
	Color         string
	HeadType      string
	TailType      string
	Latency       string // in milliseconds
	Shout         string
	Squad         string
	Author        string
	StatusCode    int
	Error         string
	IsBot         bool
	IsEnvironment bool
}

type ViewDeath struct {
	Cause        string
	Turn         int
	EliminatedBy string // id of the snake that caused the death, or ""
}

func (m *Match) ViewGame(g *ouro.Grid) ViewGame {
	return ViewGame{
		ID: m.Game.ID, Status: "running", Width: g.W, Height: g.H,
		Ruleset: map[string]string{"name": m.Game.Ruleset.Name}, RulesetName: m.Game.Ruleset.Name,
		RulesStages: []string{}, Map: m.Game.Map,
	}
}

func (m *Match) FrameEvent(s *ouro.State) ViewEvent {
	f := ViewFrame{Turn: s.Turn, Snakes: make([]ViewSnake, len(s.Snakes)), Food: viewPoints(coords(s.Grid, s.Food)), Hazards: viewPoints(coords(s.Grid, s.Hazards))}
	for seat := range s.Snakes {
		f.Snakes[seat] = m.viewSnake(s, seat)
	}
	return ViewEvent{Type: "frame", Data: f}
}

func (m *Match) EndEvent(g *ouro.Grid) ViewEvent {
	return ViewEvent{Type: "game_end", Data: m.ViewGame(g)}
}

// defaultLooks is the head and tail of a snake that chooses none. With "", the viewer would request
// a picture without a name and draw no head.
const defaultLooks = "default"

func (m *Match) viewSnake(s *ouro.State, seat int) ViewSnake {
	p, sn := m.player(seat), &s.Snakes[seat]
	v := ViewSnake{
		ID: p.ID, Name: p.Name, Body: viewPoints(BodyOf(s.Grid, sn)), Health: sn.Health,
		Color: p.Customizations.Color, HeadType: cmp.Or(p.Customizations.Head, defaultLooks), TailType: cmp.Or(p.Customizations.Tail, defaultLooks),
		Latency: strconv.FormatInt(max(1, p.Latency.Milliseconds()), 10), // at least 1, as in the official engine
		Shout:   p.Shout, Squad: p.Squad, Author: p.Author, StatusCode: p.Status, Error: p.Error,
	}
	if sn.Cause != ouro.Alive {
		v.Death = &ViewDeath{Cause: CauseName(sn.Cause), Turn: sn.Died}
		if sn.Killer != ouro.NoSeat {
			v.Death.EliminatedBy = m.Players[sn.Killer].ID
		}
	}
	return v
}

func viewPoints(from []Coord) []ViewPoint {
	all := make([]ViewPoint, len(from))
	for i, c := range from {
		all[i] = ViewPoint(c)
	}
	return all
}
