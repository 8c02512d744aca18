package check

import (
	"ouro"
	"ouro/engine/wire"
	"ouro/internal/english"
)

// Rounds of the point Skips, and turns in each that the engine does not see.
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

// crowded are games of several.
var crowded = map[string][]place{
	"battlesnake": {{"standard", "11x11", 2, 0, 0}, {"standard", "11x11", 4, 3, 0}, {"standard", "19x19", 8, 5, 0}},
}

func (x *exam) seats() error {
	games := 0
	err := x.each(crowded, func(t *talk, m *match) error {
		games++
		return x.bereave(t, m)
	})
	if err != nil {
		return err
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
		d, err := x.strictTurn(t, m)
		if err != nil {
			return err
		}
		m.stepWith(d, victim)
	}
	return nil
}
