package games

import (
	"context"
	"errors"
	"fmt"
	"math"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/studio/link"
	"ouro/studio/session"
)

func (g *game) take(ctx context.Context, args arguments) error {
	if args.What != "record" {
		return g.takePicture(ctx, args)
	}
	if err := g.table.settle(ctx); err != nil {
		return err
	}
	texts, err := g.table.watch.Records(math.MaxInt32)
	if errors.Is(err, play.ErrRecorded) {
		return errors.New("the game is in a file already")
	}
	if err != nil {
		return err
	}
	lane := min(max(0, args.Lane), len(texts)-1)
	l := g.table.lanes[lane]
	name := fmt.Sprintf("ouro-%s-%d.ouro", l.seats[0].solver.Name, l.seed)
	return g.ch.Send(ctx, "file", session.File{Name: name, MIME: "text/plain", Base64: texts[lane]})
}

// positionData is a position as text and as a link.
type positionData struct {
	Turn int    `json:"turn"`
	Lane int    `json:"lane"`
	Text string `json:"text"`
	Link string `json:"link"` // of the position without dead snakes
}

func (g *game) position(ctx context.Context, turn int) error {
	t := g.table
	for i, l := range t.lanes {
		s := l.lookBack(t.index(turn)).Clone()
		data := positionData{Turn: s.Turn, Lane: i, Text: s.String(), Link: l.link(s)}
		if err := g.ch.Send(ctx, "position", data); err != nil {
			return err
		}
	}
	return nil
}

// link returns the link of a position without dead snakes.
func (l *lane) link(s *ouro.State) string {
	left := ouro.NewState(s.Grid)
	a := link.Request{Game: l.spec, Seed: l.seed}
	for seat := range s.Snakes {
		sn := &s.Snakes[seat]
		if sn.Cause != ouro.Alive {
			continue
		}
		i := left.AddSnake(sn.Body.Append(nil)...)
		to := &left.Snakes[i]
		to.Health, to.Hunger, to.Left = sn.Health, sn.Hunger, sn.Left
		if _, known := l.solver(seat); !known {
			continue
		}
		if len(s.Snakes) == 1 {
			a.Solvers = append(a.Solvers, l.seats[seat].solver)
		} else {
			a.Snakes = append(a.Snakes, link.Snake{Name: l.seats[seat].Name, Spec: l.seats[seat].solver})
		}
	}
	if len(a.Snakes) < len(left.Snakes) { // not every snake has a solver here
		a.Snakes = nil
	}
	for c := range ouro.Cell(s.Grid.Size()) {
		left.SetTerrain(c, s.Terrain(c))
	}
	for _, c := range s.Food {
		left.AddFood(c)
	}
	for _, c := range s.Hazards {
		left.AddHazard(c)
	}
	left.Turn = s.Turn
	a.Play, a.Speed = true, battleSpeed // the defaults, which the link omits
	if len(a.Solvers) > 0 {
		a.Speed = soloSpeed
	}
	a.Game.Level, a.Game.Position, a.Game.Snakes, a.Turn = nil, left, len(left.Snakes), s.Turn
	text := a.Link("position")
	return text.String()
}

// solver returns the solver of a seat, and whether this program has it and a page may use
// it. A file must not make the program open other files.
func (l *lane) solver(seat int) (spec ouro.Spec, known bool) {
	spec = l.seats[seat].solver
	return spec, roster.CheckFromPage(spec) == nil && (l.seats[seat].Hand || l.seats[seat].Idea != "")
}
