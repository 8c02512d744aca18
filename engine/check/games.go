package check

import (
	"errors"
	"fmt"
	"strings"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/english"
	"ouro/roster"
	"ouro/rule/maze"
)

// skipped turns of the point Skips.
const (
	rounds  = 6
	unasked = 3
)

func (x *exam) skips() error {
	return x.each(usual, func(t *talk, m *match) error {
		for range rounds {
			m.walk(unasked)
			if err := x.follow(t, m, 1); err != nil || m.over() {
				return err
			}
		}
		if m.state.Legal(m.seat) == 0 {
			return nil
		}
		x.drop() // and goes on with another process
		t, err := x.open(m)
		if err != nil {
			return err
		}
		return x.follow(t, m, 2)
	})
}

func (x *exam) again() error {
	return x.each(usual, func(t *talk, m *match) error {
		if err := x.follow(t, m, 4); err != nil {
			return err
		}
		for _, end := range []func() error{
			func() error { return nil },
			func() error { return t.end(nil) },
			func() error { return t.end(&wire.Result{Ending: ouro.Died, Winner: -1, Turn: m.state.Turn}) },
		} {
			next, err := m.again()
			if err == nil {
				err = end()
			}
			if err != nil {
				return err
			}
			x.where = next.title()
			if err := t.open(wire.AppendNew(nil, next.opening())); err != nil {
				return err
			}
			if err := x.follow(t, next, 2); err != nil {
				return err
			}
		}
		return nil
	})
}

// odd are boards of all sizes and grounds.
var odd = map[string][]place{
	"classic": {
		{"classic", "2x2", 1, 0},
		{"classic", "2x9", 1, 0},
		{"classic", "9x2", 1, 0},
		{"classic", "3x3", 1, 0},
		{"classic", "5x7", 1, 0},
		{"classic", "6x4", 1, 0},
		{"classic", "20x20", 1, 0},
		{"classic", "64x3", 1, 0},
		{"classic", "3x64", 1, 0},
		{"classic", "64x64", 1, 0},
	},
	"maze":        {{"maze", "", 1, 0}},
	"battlesnake": {{"standard", "7x7", 2, 0}, {"standard", "19x19", 4, 3}, {"standard", "25x25", 8, 7}, {"wrapped", "11x11", 2, 0}, {"constrictor", "9x9", 2, 1}, {"solo", "7x7", 1, 0}, {"standard:map=arcade_maze", "19x21", 4, 0}},
}

func (x *exam) boards() error {
	played := 0
	var refusals []string
	for _, kind := range x.kinds() {
		places := odd[kind]
		if kind == "maze" {
			for _, name := range []string{"nook", "labyrinth"} {
				places = append(places, place{"maze", name, 1, 0})
			}
		}
		for _, p := range places {
			m, err := p.match(x.seed())
			if err != nil {
				return err
			}
			t, err := x.open(m)
			if refused(err) {
				refusals = append(refusals, m.deal.Start.Grid.String())
				continue
			}
			if err == nil {
				err = x.follow(t, m, 5)
			}
			if err != nil {
				return err
			}
			played++
		}
	}
	if refusals != nil {
		return passed("%s; it refuses %s", english.Count(played, "board"), strings.Join(refusals, ", "))
	}
	return passed("%s", english.Count(played, "board"))
}

// long snakes lie in lanes, with their heads in the rest of the board.
func (x *exam) long() error {
	longest := 0
	for _, kind := range x.kinds() {
		for _, c := range []struct {
			kind, rules string
			w, h, n     int
		}{{"classic", "classic", 64, 64, 3000}, {"classic", "classic", 20, 20, 250}, {"battlesnake", "standard", 25, 25, 400}, {"battlesnake", "standard", 11, 11, 70}} {
			if c.kind != kind {
				continue
			}
			m, err := lanes(c.rules, c.w, c.h, c.n, x.seed())
			if err != nil {
				return err
			}
			t, err := x.open(m)
			if refused(err) {
				continue
			}
			if err == nil {
				err = x.follow(t, m, 5)
			}
			if err != nil {
				return err
			}
			longest = max(longest, c.n)
		}
	}
	if longest == 0 {
		return skipped("it plays no such boards")
	}
	return passed("a snake of %d", longest)
}

// lanes is a game with a snake of n that fills the rows of the board from below.
func lanes(rules string, w, h, n int, seed uint64) (*match, error) {
	g, err := ouro.NewGrid(w, h)
	if err != nil {
		return nil, err
	}
	cells := make([]ouro.Cell, n)
	for i := range cells {
		x, y := i%w, i/w
		if y%2 == 1 {
			x = w - 1 - x
		}
		cells[n-1-i] = g.At(x, y)
	}
	s := ouro.NewState(g)
	s.AddSnake(cells...)
	s.AddFood(g.At(w/2, h-1))
	s.Turn = n
	if rules != "classic" {
		s.Snakes[0].Health = 90
	}
	choice := roster.Choice{Rules: ouro.Spec{Name: rules}, Position: s, Open: maze.Level}
	m := &match{seed: seed, dice: ouro.NewPCG(seed)}
	if m.game, err = choice.Game(); err != nil {
		return nil, err
	}
	if m.deal, err = roster.Deal(m.game, seed); err != nil {
		return nil, err
	}
	m.state = m.deal.Begin()
	return m, nil
}

func (x *exam) seats() error {
	games := 0
	for _, kind := range x.kinds() {
		if kind != "battlesnake" {
			continue
		}
		for _, p := range []place{{"standard", "11x11", 2, 0}, {"standard", "11x11", 4, 3}, {"standard", "19x19", 8, 5}} {
			m, err := p.match(x.seed())
			if err != nil {
				return err
			}
			t, err := x.open(m)
			if refused(err) {
				continue
			}
			if err == nil {
				err = x.bereave(t, m)
			}
			if err != nil {
				return err
			}
			games++
		}
	}
	if games == 0 {
		return skipped("it plays alone")
	}
	return passed("%s", english.Count(games, "game"))
}

// bereave plays until another snake, the first that can, has run into a wall, and on.
func (x *exam) bereave(t *talk, m *match) error {
	victim := (m.seat + 1) % len(m.state.Snakes)
	for range m.state.Grid.H + 5 {
		if m.over() {
			return nil
		}
		d, err := x.turn(t, m)
		if err == nil {
			err = x.strict(m, d.String())
		}
		if err != nil {
			return err
		}
		joint := make([]ouro.Dir, len(m.state.Snakes))
		for seat := range joint {
			joint[seat] = m.any(seat)
		}
		joint[m.seat] = d
		if m.state.Snakes[victim].Cause == ouro.Alive {
			joint[victim] = ouro.Up
		}
		m.deal.Rules.Step(m.state, joint)
		m.deal.Rules.Spawn(m.state, m.deal.Dice)
	}
	return nil
}

func (x *exam) options() error {
	all := x.report.Intro.Options
	if len(all) == 0 {
		return skipped("it has none")
	}
	tried := 0
	for i := range all {
		for _, value := range values(&all[i]) {
			m, err := x.playable()
			if err != nil {
				return err
			}
			text, err := all[i].Value(value)
			if err != nil {
				return err // it was checked
			}
			n := m.opening()
			n.Options = map[string]rawJSON{all[i].Name: text}
			x.where = m.title()
			t, err := x.engine()
			if err == nil {
				err = errors.Join(t.end(nil), t.open(wire.AppendNew(nil, n)))
			}
			if err == nil {
				_, err = x.turn(t, m)
			}
			if err != nil {
				return fmt.Errorf("with %s=%s: %w", all[i].Name, value, err)
			}
			tried++
		}
	}
	return passed("%s of %s", english.Count(tried, "value"), english.Count(len(all), "option"))
}

// values are some of an option's that can be tried.
func values(o *wire.Option) (all []string) {
	if def, err := wire.Plain(o.Default); err == nil && def != "" {
		all = append(all, def)
	}
	switch o.Type {
	case wire.Int, wire.Float:
		for _, limit := range []*float64{o.Min, o.Max} {
			if limit != nil {
				all = append(all, fmt.Sprintf("%.10g", *limit))
			}
		}
	case wire.Bool:
		all = append(all, "true", "false")
	case wire.Choice:
		all = append(all, o.Choices...)
	}
	return all
}

// playable is a game that the engine plays.
func (x *exam) playable() (*match, error) {
	var last error
	for _, kind := range x.kinds() {
		for _, p := range usual[kind] {
			m, err := p.match(x.seed())
			if err != nil {
				return nil, err
			}
			if _, last = x.open(m); last == nil || !refused(last) {
				return m, last
			}
		}
	}
	return nil, last
}
