package play_test

import (
	"testing"

	"ouro"
	"ouro/play"
)

func TestStraightOn(t *testing.T) {
	g := ouro.MustGrid(4, 4)
	at := func(xy ...int) (cells []ouro.Cell) {
		for i := 0; i < len(xy); i += 2 {
			cells = append(cells, g.At(xy[i], xy[i+1]))
		}
		return cells
	}
	cases := []struct {
		name  string
		snake []ouro.Cell
		want  ouro.Dir
	}{
		{"one cell goes up", at(1, 1), ouro.Up},
		{"one cell in the top row", at(1, 3), ouro.Right},
		{"one cell in the top right corner", at(3, 3), ouro.Down},
		{"straight on", at(1, 1, 2, 1), ouro.Left},
		{"to the right at a wall", at(0, 1, 1, 1), ouro.Up},
		{"to the left in a corner", at(0, 3, 1, 3), ouro.Down},
		{"onto the end of the tail", at(0, 3, 1, 3, 1, 2, 0, 2), ouro.Down},
		{"straight on without a possible direction", at(0, 3, 1, 3, 1, 2, 0, 2, 0, 1), ouro.Left},
		{"stacked", at(1, 3, 1, 3, 1, 3), ouro.Right},
	}
	for _, c := range cases {
		s := ouro.NewState(g)
		s.AddSnake(c.snake...)
		if d := play.StraightOn(s, 0); d != c.want {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// TestRepeatLast: RepeatLast returns the direction of the last move, and up before the first move.
func TestRepeatLast(t *testing.T) {
	torus, err := ouro.NewTorus(5, 5)
	if err != nil {
		t.Fatal(err)
	}
	s := ouro.NewState(torus)
	s.AddSnake(torus.At(2, 2), torus.At(2, 2), torus.At(2, 2))
	if d := play.RepeatLast(s, 0); d != ouro.Up {
		t.Errorf("before the first move: %v, want up", d)
	}
	for _, d := range []ouro.Dir{ouro.Left, ouro.Down, ouro.Left, ouro.Left, ouro.Left} {
		s.Advance(0, torus.Next(s.Snakes[0].Body.Head(), d), false)
		if got := play.RepeatLast(s, 0); got != d {
			t.Errorf("after a move %v: %v", d, got)
		}
	}
}

func TestFirstLegal(t *testing.T) {
	g := ouro.MustGrid(3, 3)
	s := ouro.NewState(g)
	s.AddSnake(g.At(1, 1))
	for _, want := range []ouro.Dir{ouro.Up, ouro.Right, ouro.Down, ouro.Left} {
		if d := play.FirstLegal(s, 0); d != want {
			t.Errorf("%v, want %v", d, want)
		}
		s.SetTerrain(g.Next(g.At(1, 1), want), ouro.Wall)
	}
}

// TestSafest: Safest chooses the move with the most room, except moves that can be fatal.
func TestSafest(t *testing.T) {
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
		{"hazard with little health", at(3, 3, 3, 2, 3, 1), 10, nil, at(3, 4, 4, 3), ouro.Left},
		{"hazard with one health too little", at(3, 3, 3, 2, 3, 1), 15, nil, at(3, 4, 4, 3), ouro.Left},
		{"hazard with just enough health", at(3, 3, 3, 2, 3, 1), 16, nil, at(3, 4, 4, 3), ouro.Up},
		{"hazard with much health", at(3, 3, 3, 2, 3, 1), 90, nil, at(3, 4, 4, 3), ouro.Up},
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
		if got := play.Safest(s, 0); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
