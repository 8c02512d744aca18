package sparring_test

import (
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/rule/battlesnake"
	"ouro/sim"
	"ouro/solve/sparring"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type snake struct {
	name    string
	make    ouro.Maker
	options ouro.Options
	prudent bool // whether it avoids heads, small rooms and hazards
}

var snakes = []snake{
	{"random", sparring.Random, nil, false},
	{"greedy", sparring.Greedy, nil, true},
	{"hungry", sparring.Hungry, nil, true},
	{"floodfill", sparring.FloodFill, nil, true},
	{"floodfill:hungry=0", sparring.FloodFill, ouro.Options{{Key: "hungry", Value: "0"}}, true},
	{"coward", sparring.Coward, nil, true},
	{"coward:hungry=20", sparring.Coward, ouro.Options{{Key: "hungry", Value: "20"}}, true},
}

func (sn snake) solver(t testing.TB, start *ouro.State, seat int, seed uint64) ouro.Solver {
	t.Helper()
	solver, err := sn.make(ouro.Setup{Start: start, Seat: seat, Seed: seed, Options: sn.options})
	if err != nil {
		t.Fatal(err)
	}
	return solver
}

var rulesets = []string{"standard", "solo", "royale", "constrictor", "wrapped", "wrapped_constrictor"}

func newGame(t testing.TB, seed uint64) (battlesnake.Rules, *ouro.State, *ouro.PCG) {
	t.Helper()
	dice := ouro.NewPCG(seed)
	where := []string{"standard", "standard", "hz_rings", "healing_pools", "hz_columns"}[dice.Roll(5)]
	options := ouro.Options{{Key: "map", Value: where}, {Key: "shrink", Value: "10"}}
	if where == "healing_pools" {
		options = append(options, ouro.Option{Key: "damage", Value: "-8"})
	}
	rules, err := battlesnake.New(rulesets[seed%6], options)
	if err != nil {
		t.Fatal(err)
	}
	size := []int{7, 11}[dice.Roll(2)]
	start, err := rules.Start(size, size, 1+dice.Roll(4), dice)
	if err != nil {
		t.Fatal(err)
	}
	return rules, start, dice
}

// TestPrudentSnakesAvoidHeads: a prudent snake takes no step to a cell that the head of a
// snake at least as long can reach, if another step avoids such cells and hazards and leads
// to enough room.
func TestPrudentSnakesAvoidHeads(t *testing.T) {
	choices := 0
	for seed := range uint64(60) {
		rules, s, dice := newGame(t, seed)
		p, area := sim.New(s), sim.NewArea(s.Grid)
		for _, sn := range snakes {
			if !sn.prudent || s.HazardDamage < 0 {
				continue
			}
			s := s.Clone()
			solver := sn.solver(t, s, 0, seed)
			joint := make([]ouro.Dir, len(s.Snakes))
			for s.Turn < 120 && s.Snakes[0].Cause == ouro.Alive {
				if _, over := rules.Over(s); over {
					break
				}
				p.Load(s)
				for rest := p.Alive(); rest != 0; rest = rest.Rest() {
					joint[rest.First()] = ouro.Up
					if moves := p.Moves(rest.First()); moves != 0 {
						joint[rest.First()] = moves.At(dice.Roll(moves.Len()))
					}
				}
				d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
				if err != nil {
					t.Fatal(err)
				}
				contested, moves := p.Contested(0), p.Moves(0)
				for i := range moves.Len() {
					c := p.Next(p.Head(0), moves.At(i))
					if contested.Has(moves.At(i)) || p.Cost(c) > 1 || area.Room(p, c, p.Len(0)) < p.Len(0) || p.Health(0) < 60 {
						continue
					}
					choices++
					if contested.Has(d.Dir) {
						t.Fatalf("%s, seed %d turn %d: %v into the reach of a head, %v is safe", sn.name, seed, s.Turn, d.Dir, moves.At(i))
					}
				}
				joint[0] = d.Dir
				rules.Step(s, joint)
				rules.Spawn(s, dice)
			}
		}
	}
	if choices < 2000 {
		t.Errorf("only %d safe steps", choices)
	}
}

func TestAlone(t *testing.T) {
	rules, err := battlesnake.New("solo", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, sn := range snakes {
		if !sn.prudent {
			continue
		}
		for seed := range uint64(10) {
			dice := ouro.GameDice(seed)
			s, err := rules.Start(11, 11, 1, dice)
			if err != nil {
				t.Fatal(err)
			}
			solver := sn.solver(t, s, 0, seed)
			for s.Turn < 300 && s.Snakes[0].Cause == ouro.Alive {
				d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
				if err != nil {
					t.Fatal(err)
				}
				rules.Step(s, []ouro.Dir{d.Dir})
				rules.Spawn(s, dice)
			}
			if s.Snakes[0].Cause == ouro.Starved {
				t.Errorf("%s starves in the game of seed %d at turn %d", sn.name, seed, s.Turn)
			}
		}
	}
}

func TestRandomIsUniform(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(5, 5))
	s.Snakes[s.AddSnake(12, 13)].Health = 50
	solver := snakes[0].solver(t, s, 0, 1)
	var count [4]int
	for range 3000 {
		d, err := solver.Decide(t.Context(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		count[d.Dir]++
	}
	for _, d := range []ouro.Dir{ouro.Up, ouro.Down, ouro.Left} {
		if count[d] < 900 || count[d] > 1100 {
			t.Errorf("%d of 3000 are %v", count[d], d)
		}
	}
}

func TestBadSetups(t *testing.T) {
	start := ouro.NewState(ouro.MustGrid(5, 5))
	start.AddSnake(12)
	crowd := ouro.NewState(ouro.MustGrid(5, 5))
	for c := range ouro.Cell(17) {
		crowd.AddSnake(c)
	}
	for _, sn := range snakes {
		if _, err := sn.make(ouro.Setup{Start: crowd}); err == nil || err.Error() != "a game of 17 snakes: want at most 16" {
			t.Errorf("%s, 17 snakes: %v", sn.name, err)
		}
		for _, key := range []string{"speed", "hungry"} {
			_, err := sn.make(ouro.Setup{Start: start, Options: ouro.Options{{Key: key, Value: "many"}}})
			if err == nil || !strings.Contains(err.Error(), key) {
				t.Errorf("%s, %s=many: %v", sn.name, key, err)
			}
		}
	}
}

func TestDeadSnakesHaveNoAnswer(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(5, 5))
	s.AddSnake(12)
	for _, sn := range snakes {
		solver := sn.solver(t, s, 0, 1)
		dead := s.Clone()
		dead.Kill(0, ouro.Starved)
		if d, err := solver.Decide(t.Context(), ouro.Turn{State: dead}); err == nil {
			t.Errorf("%s answers %v for a dead snake", sn.name, d.Dir)
		}
	}
}

func BenchmarkDecide(b *testing.B) {
	rules, err := battlesnake.New("standard", nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, sn := range snakes {
		b.Run(sn.name, func(b *testing.B) {
			dice := ouro.GameDice(1)
			start, err := rules.Start(11, 11, 2, dice)
			if err != nil {
				b.Fatal(err)
			}
			s := start.Clone()
			solvers := []ouro.Solver{sn.solver(b, s, 0, 1), sn.solver(b, s, 1, 2)}
			joint := make([]ouro.Dir, 2)
			b.ReportAllocs()
			for b.Loop() {
				if _, over := rules.Over(s); over {
					s.CopyFrom(start)
				}
				for seat := range joint {
					d, err := solvers[seat].Decide(b.Context(), ouro.Turn{State: s, Seat: seat})
					if err != nil {
						b.Fatal(err)
					}
					joint[seat] = d.Dir
				}
				rules.Step(s, joint)
				rules.Spawn(s, dice)
			}
			b.ReportMetric(2*float64(b.N)/b.Elapsed().Seconds(), "moves/s")
		})
	}
}

type xy [2]int

// TestChoices tests positions on a 7x7 board in which the styles decide differently. Seat 0
// decides.
func TestChoices(t *testing.T) {
	for _, c := range []struct {
		name   string
		bodies [][]xy
		health int
		food   []xy
		hazard []xy // each hazard costs 14 health
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
