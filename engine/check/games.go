package check

import (
	"fmt"
	"strings"

	"ouro"
	"ouro/engine/wire"
	"ouro/internal/english"
	"ouro/roster"
)

// Constants of the point Skips. In each round, the engine does not receive skippedTurns turns, and
// must then make a move.
const (
	rounds       = 6
	skippedTurns = 3
)

func (x *exam) checkSkips() error {
	return x.eachGame(usualPlaces, func(t *talk, m *match) error {
		for range rounds {
			m.playRandomly(skippedTurns)
			if err := x.playLegally(t, m, 1); err != nil || m.over() {
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
		return x.playLegally(t, m, 2)
	})
}

func (x *exam) checkNewGame() error {
	return x.eachGame(usualPlaces, func(t *talk, m *match) error {
		if err := x.playLegally(t, m, 4); err != nil {
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
			if err := x.playLegally(t, next, 2); err != nil {
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

func (x *exam) checkSeats() error {
	games := 0
	err := x.eachGame(seatPlaces, func(t *talk, m *match) error {
		games++
		return x.killOpponent(t, m)
	})
	if err != nil {
		return err
	}
	if games == 0 {
		return skipResult("the engine does not play games of several snakes")
	}
	return passResult("%s", english.Count(games, "game"))
}

// killOpponent plays while the snake in the next seat goes up until it hits the wall. The game
// lasts 5 turns more than the board has rows, so the engine also moves after the snake's death.
func (x *exam) killOpponent(t *talk, m *match) error {
	victim := (m.seat + 1) % len(m.state.Snakes)
	for range m.state.Grid.H + 5 {
		if m.over() {
			return nil
		}
		d, err := x.legalTurn(t, m)
		if err != nil {
			return err
		}
		m.stepWith(d, victim)
	}
	return nil
}

// replay is a game whose moves must be the same every time.
type replay struct {
	game  *match
	moves []ouro.Dir
}

const repeatedTurns = 30

func (x *exam) checkRepeats() error {
	turns := 0
	err := x.eachGame(usualPlaces, func(t *talk, m *match) error {
		moves, err := x.play(t, m, repeatedTurns)
		if err != nil {
			return err
		}
		f := &replay{m, moves}
		x.replays = append(x.replays, f)
		turns += len(moves)
		return x.checkReplay(f)
	})
	if err != nil {
		return err
	}
	return passResult("%s in %s, each played twice", english.Count(turns, "turn"), english.Count(len(x.replays), "game"))
}

func (x *exam) checkReplay(f *replay) error {
	m, err := newMatch(f.game.game, f.game.seed, f.game.seat)
	if err != nil {
		return err
	}
	t, err := x.open(m)
	if err != nil {
		return err
	}
	moves, err := x.play(t, m, repeatedTurns)
	if err != nil {
		return err
	}
	for i, d := range f.moves {
		if i >= len(moves) || moves[i] != d {
			return fmt.Errorf("turn %d of the same game, with the same seed and %d nodes: the engine moved %s, but %s the first time", i, x.cfg.Nodes, moves[min(i, len(moves)-1)], d)
		}
	}
	return nil
}

func (x *exam) checkReplays() error {
	for _, f := range x.replays {
		if err := x.checkReplay(f); err != nil {
			return err
		}
	}
	return nil
}

func (x *exam) checkForgets() error {
	err := x.eachGame(usualPlaces, func(t *talk, m *match) error {
		_, err := x.play(t, m, 12)
		return err
	})
	if err != nil {
		return err
	}
	return x.checkReplays()
}

func (x *exam) checkNewProcess() error {
	x.drop()
	return x.checkReplays()
}

// boardPlaces are the games of the point Boards, on boards of all sizes and kinds.
var boardPlaces = map[string][]place{
	"classic": {
		{"classic", "2x2", 1, 0, 0},
		{"classic", "2x9", 1, 0, 0},
		{"classic", "9x2", 1, 0, 0},
		{"classic", "3x3", 1, 0, 0},
		{"classic", "5x7", 1, 0, 0},
		{"classic", "6x4", 1, 0, 0},
		{"classic", "20x20", 1, 0, 0},
		{"classic", "64x3", 1, 0, 0},
		{"classic", "3x64", 1, 0, 0},
		{"classic", "64x64", 1, 0, 0},
	},
	"maze":        {{rules: "maze", snakes: 1}, {rules: "maze", board: "nook", snakes: 1}, {rules: "maze", board: "labyrinth", snakes: 1}},
	"battlesnake": {{"standard", "7x7", 2, 0, 0}, {"standard", "19x19", 4, 3, 0}, {"standard", "25x25", 8, 7, 0}, {"wrapped", "11x11", 2, 0, 0}, {"constrictor", "9x9", 2, 1, 0}, {"solo", "7x7", 1, 0, 0}, {"standard:map=arcade_maze", "19x21", 4, 0, 0}},
}

func (x *exam) checkBoards() error {
	played := 0
	err := x.eachGame(boardPlaces, func(t *talk, m *match) error {
		played++
		return x.playLegally(t, m, 5)
	})
	switch {
	case err != nil:
		return err
	case x.refused != nil:
		return passResult("%s; the engine refused %s", english.Count(played, "board"), strings.Join(x.refused, ", "))
	}
	return passResult("%s", english.Count(played, "board"))
}

// longPlaces are the games of the point Long. They begin with a long snake.
var longPlaces = map[string][]place{
	"classic":     {{"classic", "64x64", 1, 0, 3000}, {"classic", "20x20", 1, 0, 250}},
	"battlesnake": {{"standard", "25x25", 1, 0, 400}, {"standard", "11x11", 1, 0, 70}},
}

func (x *exam) checkLong() error {
	longest := 0
	err := x.eachGame(longPlaces, func(t *talk, m *match) error {
		longest = max(longest, m.state.Snakes[m.seat].Body.Len())
		return x.playLegally(t, m, 5)
	})
	switch {
	case err != nil:
		return err
	case longest == 0:
		return skipResult("the engine plays none of the large boards")
	}
	return passResult("a snake of %d cells", longest)
}

// rowsPosition returns a position with a snake of n cells that fills the rows of the board from the
// bottom. Its head is next to the free cells.
func rowsPosition(game *roster.Choice, n int) (*ouro.State, error) {
	w, h := game.W, game.H
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
	if game.Rules.Name != "classic" {
		s.Snakes[0].Health = 90
	}
	return s, nil
}
