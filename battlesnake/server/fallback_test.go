package server

import (
	"testing"

	"ouro"
)

// TestFallbackStep: the step with the most room, unless it is likely to be the
// last.
func TestFallbackStep(t *testing.T) {
	grid := ouro.MustGrid(7, 7)
	at := func(xy ...int) (cells []ouro.Cell) {
		for i := 0; i < len(xy); i += 2 {
			cells = append(cells, grid.At(xy[i], xy[i+1]))
		}
		return cells
	}
	for _, c := range []struct {
		name   string
		me     []ouro.Cell
		health int
		other  []ouro.Cell
		hazard []ouro.Cell
		want   ouro.Dir
	}{
		{"along the wall", at(0, 3, 0, 2, 0, 1), 50, nil, nil, ouro.Up},
		{"the larger part", at(2, 3, 1, 3, 0, 3, 0, 3), 50, at(2, 6, 2, 5, 3, 5, 3, 4, 3, 3, 3, 2, 3, 2), nil, ouro.Down},
		{"a longer snake's head", at(3, 1, 3, 0, 2, 0), 50, at(2, 2, 3, 2, 3, 3, 3, 4, 3, 5), nil, ouro.Right},
		{"a shorter snake's head", at(3, 1, 3, 0, 2, 0), 50, at(2, 2, 3, 2), nil, ouro.Up},
		{"fire with little health", at(3, 3, 3, 2, 3, 1), 10, nil, at(3, 4, 4, 3), ouro.Left},
		{"fire with much health", at(3, 3, 3, 2, 3, 1), 90, nil, at(3, 4, 4, 3), ouro.Up},
		{"no way out", at(0, 0, 1, 0, 1, 1, 0, 1, 0, 2), 50, nil, nil, ouro.Left},
	} {
		s := ouro.NewState(grid)
		s.HazardDamage = 14
		s.AddSnake(c.me...)
		s.Snakes[0].Health = c.health
		if c.other != nil {
			s.Snakes[s.AddSnake(c.other...)].Health = 50
		}
		for _, cell := range c.hazard {
			s.AddHazard(cell)
		}
		if got := fallback(s, 0).Dir; got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
