package check

import (
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/roster"
	"ouro/rule/maze"
)

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
	return begin(&roster.Choice{Rules: ouro.Spec{Name: rules}, Position: s, Open: maze.Level}, seed, 0)
}
