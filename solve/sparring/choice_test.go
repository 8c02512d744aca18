package sparring_test

import (
	"slices"
	"testing"

	"ouro"
)

type xy [2]int

// TestChoices are positions on a board of 7x7 that distinguish the styles. Seat 0 decides.
func TestChoices(t *testing.T) {
	for _, c := range []struct {
		name   string
		bodies [][]xy
		health int
		food   []xy
		hazard []xy // 14 of health each
		walls  []xy
		want   map[string]ouro.Dir
		not    map[string]ouro.Dir
	}{
		{
			name:   "the nearer of two foods",
			bodies: [][]xy{{{3, 3}, {3, 2}, {3, 1}}}, health: 90,
			food: []xy{{6, 3}, {1, 3}},
			want: map[string]ouro.Dir{"greedy": ouro.Left, "hungry": ouro.Left},
		},
		{
			name:   "an equal head may come to the food",
			bodies: [][]xy{{{2, 3}, {1, 3}, {0, 3}}, {{4, 3}, {5, 3}, {6, 3}}}, health: 60,
			food: []xy{{3, 3}},
			not:  map[string]ouro.Dir{"greedy": ouro.Right, "hungry": ouro.Right, "floodfill": ouro.Right, "coward": ouro.Right},
		},
		{
			name:   "a shorter head is no danger",
			bodies: [][]xy{{{2, 3}, {1, 3}, {0, 3}}, {{4, 3}, {5, 3}}}, health: 50,
			food: []xy{{3, 3}},
			want: map[string]ouro.Dir{"greedy": ouro.Right, "hungry": ouro.Right, "floodfill": ouro.Right, "coward": ouro.Right},
		},
		{
			name:   "into the leaving tail, the only way",
			bodies: [][]xy{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}, health: 90,
			want: map[string]ouro.Dir{"random": ouro.Up, "greedy": ouro.Up, "hungry": ouro.Up, "floodfill": ouro.Up, "coward": ouro.Up},
		},
		{
			name:   "trapped, but the snake around it may starve",
			bodies: [][]xy{{{0, 0}, {0, 0}}, {{1, 0}, {1, 1}, {0, 1}, {0, 2}, {1, 2}}}, health: 1,
			want: map[string]ouro.Dir{"greedy": ouro.Up, "hungry": ouro.Up, "floodfill": ouro.Up, "coward": ouro.Up},
		},
		{
			name:   "the food is on the small side of a wall",
			bodies: [][]xy{{{2, 3}, {2, 3}, {2, 3}}}, health: 90,
			food:  []xy{{0, 3}},
			walls: []xy{{2, 0}, {2, 1}, {2, 2}, {2, 4}, {2, 5}, {2, 6}},
			want:  map[string]ouro.Dir{"greedy": ouro.Left, "hungry": ouro.Left, "floodfill": ouro.Right, "coward": ouro.Right},
		},
		{
			name:   "the food is in a dead end",
			bodies: [][]xy{{{2, 0}, {3, 0}, {4, 0}, {5, 0}, {6, 0}, {6, 1}}}, health: 60,
			food:  []xy{{0, 0}, {6, 6}},
			walls: []xy{{0, 1}, {1, 1}},
			want:  map[string]ouro.Dir{"greedy": ouro.Up, "hungry": ouro.Up, "floodfill": ouro.Up, "coward": ouro.Up},
		},
		{
			name:   "a hazard is a detour",
			bodies: [][]xy{{{3, 3}, {3, 2}, {3, 1}}}, health: 60,
			food:   []xy{{1, 3}, {5, 3}},
			hazard: []xy{{4, 3}},
			want:   map[string]ouro.Dir{"greedy": ouro.Left, "hungry": ouro.Left},
		},
		{
			name:   "the other is first at the nearer food",
			bodies: [][]xy{{{3, 3}, {3, 4}, {3, 5}}, {{6, 2}, {6, 1}, {6, 0}, {5, 0}}}, health: 90,
			food: []xy{{6, 3}, {0, 2}},
			want: map[string]ouro.Dir{"greedy": ouro.Right},
			not:  map[string]ouro.Dir{"hungry": ouro.Right},
		},
		{
			name:   "hunger comes before room",
			bodies: [][]xy{{{2, 3}, {2, 3}, {2, 3}}}, health: 10,
			food:  []xy{{0, 3}},
			walls: []xy{{2, 0}, {2, 1}, {2, 2}, {2, 4}, {2, 5}, {2, 6}},
			want:  map[string]ouro.Dir{"floodfill:hungry=0": ouro.Left, "coward:hungry=20": ouro.Left},
		},
		{
			name:   "away from a longer head",
			bodies: [][]xy{{{3, 3}, {3, 2}, {3, 1}}, {{6, 3}, {6, 2}, {6, 1}, {6, 0}}}, health: 90,
			food: []xy{{4, 3}},
			want: map[string]ouro.Dir{"coward": ouro.Left, "greedy": ouro.Right},
		},
	} {
		g := ouro.MustGrid(7, 7)
		s := ouro.NewState(g)
		s.HazardDamage = 14
		for _, w := range c.walls {
			s.SetTerrain(g.At(w[0], w[1]), ouro.Wall)
		}
		for _, body := range c.bodies {
			var cells []ouro.Cell
			for _, at := range body {
				cells = append(cells, g.At(at[0], at[1]))
			}
			s.Snakes[s.AddSnake(cells...)].Health = c.health
		}
		for _, at := range c.food {
			s.AddFood(g.At(at[0], at[1]))
		}
		for _, at := range c.hazard {
			s.AddHazard(g.At(at[0], at[1]))
		}
		decide := func(name string) ouro.Dir {
			i := slices.IndexFunc(snakes, func(sn snake) bool { return sn.name == name })
			d, err := snakes[i].solver(t, s, 0, 1).Decide(t.Context(), ouro.Turn{State: s})
			if err != nil {
				t.Fatal(err)
			}
			return d.Dir
		}
		for name, want := range c.want {
			if got := decide(name); got != want {
				t.Errorf("%s: %s goes %v, want %v", c.name, name, got, want)
			}
		}
		for name, not := range c.not {
			if got := decide(name); got == not {
				t.Errorf("%s: %s goes %v", c.name, name, got)
			}
		}
	}
}
