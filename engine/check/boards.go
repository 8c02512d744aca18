package check

import (
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/roster"
)

// boardPlaces are the games of the point Boards: boards of all sizes and kinds.
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

func (x *exam) boards() error {
	played := 0
	err := x.eachGame(boardPlaces, func(t *talk, m *match) error {
		played++
		return x.follow(t, m, 5)
	})
	switch {
	case err != nil:
		return err
	case x.refused != nil:
		return passed("%s; it refused %s", english.Count(played, "board"), strings.Join(x.refused, ", "))
	}
	return passed("%s", english.Count(played, "board"))
}

// longPlaces are the games of the point Long, with long snakes.
var longPlaces = map[string][]place{
	"classic":     {{"classic", "64x64", 1, 0, 3000}, {"classic", "20x20", 1, 0, 250}},
	"battlesnake": {{"standard", "25x25", 1, 0, 400}, {"standard", "11x11", 1, 0, 70}},
}

func (x *exam) long() error {
	longest := 0
	err := x.eachGame(longPlaces, func(t *talk, m *match) error {
		longest = max(longest, m.state.Snakes[m.seat].Body.Len())
		return x.follow(t, m, 5)
	})
	switch {
	case err != nil:
		return err
	case longest == 0:
		return skipped("it does not play such boards")
	}
	return passed("a snake of %d", longest)
}

// rowsPosition returns a position with a snake of n cells that fills the rows of the board from
// below; its head is next to the free cells.
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
