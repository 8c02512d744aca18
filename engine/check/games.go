package check

import (
	"ouro"
	"ouro/engine/wire"
	"ouro/internal/english"
)

// Rounds of the point Skips, and the turns in each that the engine does not see.
const (
	rounds       = 6
	skippedTurns = 3
)

func (x *exam) skips() error {
	return x.eachGame(usualPlaces, func(t *talk, m *match) error {
		for range rounds {
			m.walk(skippedTurns)
			if err := x.follow(t, m, 1); err != nil || m.over() {
				return err
			}
		}
		if m.state.Legal(m.seat) == 0 {
			return nil
		}
		x.drop() // the game continues with another process
		t, err := x.open(m)
		if err != nil {
			return err
		}
		return x.follow(t, m, 2)
	})
}

func (x *exam) again() error {
	return x.eachGame(usualPlaces, func(t *talk, m *match) error {
		if err := x.follow(t, m, 4); err != nil {
			return err
		}
		for _, end := range []func() error{
			func() error { return nil },
			func() error { return t.end(nil) },
			func() error { return t.end(&wire.Result{Ending: ouro.Died, Winner: -1, Turn: m.state.Turn}) },
		} {
			next, err := m.another()
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

// seatPlaces are the games of the point Seats, with several snakes.
var seatPlaces = map[string][]place{
	"battlesnake": {{"standard", "11x11", 2, 0, 0}, {"standard", "11x11", 4, 3, 0}, {"standard", "19x19", 8, 5, 0}},
}

func (x *exam) seats() error {
	games := 0
	err := x.eachGame(seatPlaces, func(t *talk, m *match) error {
		games++
		return x.killOpponent(t, m)
	})
	if err != nil {
		return err
	}
	if games == 0 {
		return skipped("it does not play games of several snakes")
	}
	return passed("%s", english.Count(games, "game"))
}

// killOpponent plays a few more turns than the board has rows, while the next snake runs
// into the wall.
func (x *exam) killOpponent(t *talk, m *match) error {
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
