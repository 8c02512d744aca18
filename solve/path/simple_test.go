package path_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"ouro"
	"ouro/field"
	"ouro/field/fieldtest"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/solve/path"
)

var simple = []struct {
	name    string
	make    ouro.Maker
	options ouro.Options
	// shortest is set if the solver guarantees a shortest path.
	shortest bool
}{
	{"bfs", path.BFS, nil, true},
	{"dfs", path.DFS, nil, false},
	{"astar", path.AStar, nil, true},
	{"astar:heuristic=euclidean", path.AStar, ouro.Options{{Key: "heuristic", Value: "euclidean"}}, true},
}

func newSolver(t testing.TB, make ouro.Maker, options ouro.Options, start *ouro.State) ouro.Solver {
	t.Helper()
	solver, err := make(ouro.Setup{Rules: classic.Rules{}, Start: start, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return solver
}

func notes(t testing.TB, solver ouro.Solver, s *ouro.State) (ouro.Decision, map[string]ouro.Note) {
	t.Helper()
	traced := make(map[string]ouro.Note)
	trace := ouro.NewTrace(func(n ouro.Note) { traced[n.Label] = n })
	d, err := solver.Decide(t.Context(), ouro.Turn{State: s, Trace: trace})
	if err != nil {
		t.Fatal(err)
	}
	return d, traced
}

func TestFirstStep(t *testing.T) {
	for _, c := range []struct {
		name  string
		rows  []string
		want  ouro.Dir
		depth int // depth that bfs and astar report
		dfs   ouro.Dir
	}{
		{"straight ahead", []string{
			"     ",
			">@  *",
			"     ",
		}, ouro.Right, 3, ouro.Up},
		{"of two shortest ways the first", []string{
			"  *",
			"   ",
			"@  ",
		}, ouro.Up, 4, ouro.Up},
		{"around a wall", []string{
			"     ",
			"@XX* ",
			"     ",
		}, ouro.Up, 5, ouro.Up},
		{"shut in by the body: any legal step", []string{
			">>>v ",
			"^ @<*",
			"^<<< ",
		}, ouro.Left, 0, ouro.Left},
		{"over the leaving tip", []string{
			"*>v",
			"X@<",
			"   ",
		}, ouro.Up, 2, ouro.Up},
		{"the tip of two does not leave", []string{
			"XXX",
			"*>@",
			"X  ",
		}, ouro.Down, 0, ouro.Down},
		{"no way: any legal step", []string{
			"*X   ",
			"XX@  ",
			"     ",
		}, ouro.Up, 0, ouro.Up},
		{"the nearer food", []string{
			"*    ",
			"   @ ",
			"    *",
		}, ouro.Right, 2, ouro.Up},
	} {
		s := fieldtest.Position(t, c.rows...)
		for _, v := range simple {
			d, traced := notes(t, newSolver(t, v.make, v.options, s), s)
			if !s.Enterable(0, s.Grid.Next(s.Snakes[0].Body.Head(), d.Dir)) {
				t.Errorf("%s, %s: %s is not legal", c.name, v.name, d.Dir)
			}
			switch {
			case v.name == "dfs" && d.Dir != c.dfs:
				t.Errorf("%s, dfs: %s, want %s", c.name, d.Dir, c.dfs)
			case v.name == "bfs" && d.Dir != c.want:
				t.Errorf("%s, bfs: %s, want %s", c.name, d.Dir, c.want)
			}
			if v.shortest && d.Depth != c.depth {
				t.Errorf("%s, %s: %d steps to the food, want %d", c.name, v.name, d.Depth, c.depth)
			}
			if plan, ok := traced[ouro.LabelPlan]; ok != (d.Depth > 0) || ok && len(plan.Cells) != d.Depth+1 {
				t.Errorf("%s, %s: plan %v for depth %d", c.name, v.name, plan.Cells, d.Depth)
			}
		}
	}
}

func recursiveDFS(s *ouro.State, blocked, seen []bool, c ouro.Cell) []ouro.Cell {
	seen[c] = true
	for _, n := range s.Grid.Neighbours(c) {
		if n == ouro.NoCell || blocked[n] || seen[n] {
			continue
		}
		if s.HasFood(n) {
			return []ouro.Cell{c, n}
		}
		if rest := recursiveDFS(s, blocked, seen, n); rest != nil {
			return append([]ouro.Cell{c}, rest...)
		}
	}
	return nil
}

// distancesByRelaxing is a plain substitute for a breadth-first search. It computes the steps from
// the head to each cell by relaxing every edge until nothing changes.
func distancesByRelaxing(s *ouro.State, blocked []bool) []int {
	const far = 1 << 20
	steps := slices.Repeat([]int{far}, s.Grid.Size())
	steps[s.Snakes[0].Body.Head()] = 0
	for changed := true; changed; {
		changed = false
		for c := range steps {
			for _, n := range s.Grid.Neighbours(ouro.Cell(c)) {
				if n != ouro.NoCell && !blocked[n] && steps[c]+1 < steps[n] {
					steps[n], changed = steps[c]+1, true
				}
			}
		}
	}
	for c := range steps {
		if steps[c] == far {
			steps[c] = 0
		}
	}
	return steps
}

// randomPosition returns a board of random size with walls, a random snake and up to three
// foods.
func randomPosition(dice *ouro.PCG) *ouro.State {
	g := ouro.MustGrid(2+dice.Roll(11), 2+dice.Roll(11))
	s := ouro.NewState(g)
	for range dice.Roll(g.Size() / 3) {
		s.SetTerrain(ouro.Cell(dice.Roll(g.Size())), ouro.Wall)
	}
	head := ouro.Cell(dice.Roll(g.Size()))
	s.SetTerrain(head, ouro.Open)
	body := []ouro.Cell{head}
	for range dice.Roll(g.Size()) {
		n := g.Next(body[len(body)-1], ouro.Dirs[dice.Roll(4)])
		if n != ouro.NoCell && s.Terrain(n) != ouro.Wall && !slices.Contains(body, n) {
			body = append(body, n)
		}
	}
	s.AddSnake(body...)
	for range dice.Roll(4) {
		if c := ouro.Cell(dice.Roll(g.Size())); s.Free(c) {
			s.AddFood(c)
		}
	}
	return s
}

func TestWaysAgainstTwins(t *testing.T) {
	ways := 0
	for seed := range uint64(3000) {
		s := randomPosition(ouro.NewPCG(seed))
		if _, err := field.AnyStep(s, 0); err != nil {
			continue
		}
		blocked := make([]bool, s.Grid.Size())
		field.Block(blocked, s, 0)
		head, steps := s.Snakes[0].Body.Head(), distancesByRelaxing(s, blocked)
		nearest := 0
		for _, food := range s.Food {
			if steps[food] > 0 && (nearest == 0 || steps[food] < nearest) {
				nearest = steps[food]
			}
		}
		if nearest > 0 {
			ways++
		}
		for _, v := range simple {
			d, traced := notes(t, newSolver(t, v.make, v.options, s), s)
			plan := traced[ouro.LabelPlan].Cells
			if (nearest > 0) != (len(plan) > 0) {
				t.Fatalf("seed %d, %s: plan %v, nearest food at %d", seed, v.name, plan, nearest)
			}
			if v.shortest && d.Depth != nearest {
				t.Fatalf("seed %d, %s: a way of %d steps, the shortest has %d", seed, v.name, d.Depth, nearest)
			}
			if v.name == "dfs" {
				if want := recursiveDFS(s, blocked, make([]bool, s.Grid.Size()), head); !slices.Equal(plan, want) {
					t.Fatalf("seed %d: depth-first way %v, want %v", seed, plan, want)
				}
			}
			for i, c := range plan[min(1, len(plan)):] {
				if _, ok := s.Grid.DirTo(plan[i], c); !ok || blocked[c] {
					t.Fatalf("seed %d, %s: plan %v is no open way", seed, v.name, plan)
				}
			}
			if heat := traced[ouro.LabelFood].Heat; nearest > 0 && len(s.Food) == 1 && heat[plan[1]] > float64(d.Depth) {
				t.Fatalf("seed %d, %s: heat %v at the first step of %v", seed, v.name, heat[plan[1]], plan)
			}
		}
	}
	if ways < 500 {
		t.Errorf("only %d positions had a way to the food", ways)
	}
}

// TestEveryMoveIsLegal plays whole games on all kinds of boards. Now and then the snake makes
// other moves than the solver's, some of them without a call of the solver.
func TestEveryMoveIsLegal(t *testing.T) {
	for _, v := range simple {
		for seed := range uint64(300) {
			dice := ouro.NewPCG(seed)
			s := randomPosition(dice)
			solver := newSolver(t, v.make, v.options, s)
			var rules classic.Rules
			rules.Spawn(s, dice)
			for range 400 {
				if _, over := rules.Over(s); over {
					break
				}
				nodes := int64(dice.Roll(3) * dice.Roll(40))
				d, err := solver.Decide(t.Context(), ouro.Turn{State: s, Nodes: nodes})
				if err != nil {
					t.Fatalf("%s seed %d turn %d: %v", v.name, seed, s.Turn, err)
				}
				if nodes > 0 && d.Nodes > nodes {
					t.Fatalf("%s seed %d turn %d: %d nodes of %d", v.name, seed, s.Turn, d.Nodes, nodes)
				}
				if !s.Enterable(0, s.Grid.Next(s.Snakes[0].Body.Head(), d.Dir)) {
					t.Fatalf("%s seed %d turn %d: %s is not legal", v.name, seed, s.Turn, d.Dir)
				}
				for dice.Roll(8) == 0 {
					if _, over := rules.Over(s); over {
						break
					}
					d.Dir, _ = field.AnyStep(s, 0)
					rules.Step(s, []ouro.Dir{d.Dir})
					rules.Spawn(s, dice)
					d.Dir, _ = field.AnyStep(s, 0)
				}
				if _, over := rules.Over(s); over {
					break
				}
				rules.Step(s, []ouro.Dir{d.Dir})
				rules.Spawn(s, dice)
			}
		}
	}
}

func TestEndedContextStillMoves(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := fieldtest.Position(t,
		"XX *",
		"X@  ",
		"XX  ")
	for _, v := range simple {
		d, err := newSolver(t, v.make, v.options, s).Decide(ctx, ouro.Turn{State: s})
		if d.Dir != ouro.Right || d.Nodes != 0 || err != nil {
			t.Errorf("%s: %+v, %v; want right without a search", v.name, d, err)
		}
	}
}

func TestPlanIsWalkedToItsEnd(t *testing.T) {
	for _, v := range simple {
		s := fieldtest.Position(t,
			"      ",
			" >>@  ",
			" XXX  ",
			"  *   ")
		solver := newSolver(t, v.make, v.options, s)
		d, traced := notes(t, solver, s)
		for plan := traced[ouro.LabelPlan].Cells; len(plan) > 2; plan = plan[1:] {
			classic.Rules{}.Step(s, []ouro.Dir{d.Dir})
			d, traced = notes(t, solver, s)
			if d.Nodes != 0 || !slices.Equal(traced[ouro.LabelPlan].Cells, plan[1:]) {
				t.Fatalf("%s: plan %v after %d nodes, want the rest of %v", v.name, traced[ouro.LabelPlan].Cells, d.Nodes, plan)
			}
		}
	}
}

func TestUnknownOptions(t *testing.T) {
	start := ouro.NewState(ouro.MustGrid(4, 4))
	start.AddSnake(0)
	for _, v := range simple {
		_, err := v.make(ouro.Setup{Start: start, Options: ouro.Options{{Key: "speed", Value: "9"}}})
		if err == nil {
			t.Errorf("%s accepts an unknown option", v.name)
		}
	}
	_, err := path.AStar(ouro.Setup{Start: start, Options: ouro.Options{{Key: "heuristic", Value: "guess"}}})
	if want := "option heuristic=guess: want manhattan or euclidean"; fmt.Sprint(err) != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func BenchmarkSimple(b *testing.B) {
	level, err := classic.OpenLevel(10, 10)
	if err != nil {
		b.Fatal(err)
	}
	for _, v := range simple {
		b.Run(v.name, func(b *testing.B) {
			b.ReportAllocs()
			endings, moves, length := map[ouro.Ending]int{}, 0, 0
			for i := range b.N {
				dice := ouro.GameDice(ouro.GameSeed(1, i))
				start, err := classic.Start(level, 1, dice)
				if err != nil {
					b.Fatal(err)
				}
				game, err := play.New(play.Config{
					Deal:  play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice},
					Seats: []ouro.Solver{newSolver(b, v.make, v.options, start)},
				})
				if err != nil {
					b.Fatal(err)
				}
				outcome, err := game.Run(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				endings[outcome.Ending]++
				moves += game.State().Turn
				length += game.State().Snakes[0].Body.Len()
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
			b.ReportMetric(float64(length)/float64(b.N), "length")
			for _, ending := range []ouro.Ending{ouro.Won, ouro.Died, ouro.Trapped, ouro.Looped} {
				b.ReportMetric(100*float64(endings[ending])/float64(b.N), "%"+ending.String())
			}
		})
	}
}
