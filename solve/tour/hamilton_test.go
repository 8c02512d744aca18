package tour_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"ouro"
	"ouro/cycle"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/solve/tour"
)

func classicStart(t testing.TB, w, h, length int, seed uint64) (*ouro.State, *ouro.PCG) {
	t.Helper()
	level, err := classic.OpenLevel(w, h)
	if err != nil {
		t.Fatal(err)
	}
	dice := ouro.GameDice(seed)
	start, err := classic.Start(level, length, dice)
	if err != nil {
		t.Fatal(err)
	}
	return start, dice
}

func makeSolver(t testing.TB, mk ouro.Maker, start *ouro.State, options ...ouro.Option) ouro.Solver {
	t.Helper()
	solver, err := mk(ouro.Setup{Rules: classic.Rules{}, Start: start, Options: options})
	if err != nil {
		t.Fatal(err)
	}
	return solver
}

func mustWin(t *testing.T, solver ouro.Solver, start *ouro.State, dice ouro.Dice, bound int) {
	t.Helper()
	game, err := play.New(play.Config{Deal: play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice}, Seats: []ouro.Solver{solver}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	for {
		outcome, over := game.Over()
		if over {
			if outcome.Ending != ouro.Won {
				t.Fatalf("board %s: %s at length %d, start %v", start.Grid, outcome.Ending, game.State().Snakes[0].Body.Len(), bodyOf(start))
			}
			return
		}
		if err := game.Move(context.Background()); err != nil {
			t.Fatal(err)
		}
		if len(game.Incidents()) > 0 {
			t.Fatal(game.Incidents())
		}
		// A meal resets the hunger, so a meal must come with move bound or earlier.
		if hunger := game.State().Snakes[0].Hunger; hunger >= bound {
			t.Fatalf("board %s: %d moves without food, bound %d, start %v", start.Grid, hunger, bound, bodyOf(start))
		}
	}
}

func bodyOf(s *ouro.State) []ouro.Cell { return s.Snakes[0].Body.Append(nil) }

func lapBound(w, h int) int {
	if w%2 != 0 && h%2 != 0 {
		return 2*w*h - 3
	}
	return w*h - 1
}

// onManyBoards calls visit for all boards from 2x2 to 9x9 and some larger ones. Each board
// has several seeds and several start lengths, up to the longest that fits.
func onManyBoards(t *testing.T, visit func(t *testing.T, w, h, length int, seed uint64)) {
	sizes := [][2]int{{10, 10}, {11, 11}, {3, 16}, {17, 3}, {5, 12}, {13, 10}}
	for w := 2; w <= 9; w++ {
		for h := 2; h <= 9; h++ {
			sizes = append(sizes, [2]int{w, h})
		}
	}
	for _, size := range sizes {
		w, h := size[0], size[1]
		longest := max(w, h)
		for seed, length := range []int{1, 1, 2, 3, longest, longest, min(w, h), (longest + 1) / 2} {
			visit(t, w, h, min(length, longest), ouro.GameSeed(uint64(w*100+h), seed))
		}
	}
}

func movesOf(t *testing.T, solver ouro.Solver, start *ouro.State, seed uint64) int {
	t.Helper()
	game, err := play.New(play.Config{Deal: play.Deal{Rules: classic.Rules{}, Start: start, Dice: ouro.NewPCG(seed)}, Seats: []ouro.Solver{solver}})
	if err != nil {
		t.Fatal(err)
	}
	defer game.Close()
	if _, err := game.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return game.State().Turn
}

func alwaysWins(t *testing.T, mk ouro.Maker, options ...ouro.Option) {
	onManyBoards(t, func(t *testing.T, w, h, length int, seed uint64) {
		defer func() {
			if t.Failed() {
				t.Logf("board %dx%d, start length %d, seed %d", w, h, length, seed)
			}
		}()
		start, dice := classicStart(t, w, h, length, seed)
		mustWin(t, makeSolver(t, mk, start, options...), start, dice, lapBound(w, h))
	})
}

func winsFromEveryStraightStart(t *testing.T, mk ouro.Maker) {
	for _, size := range [][2]int{{2, 2}, {2, 5}, {3, 3}, {3, 4}, {4, 3}, {4, 4}, {3, 5}, {5, 3}, {5, 5}, {5, 6}} {
		g := ouro.MustGrid(size[0], size[1])
		for head := range ouro.Cell(g.Size()) {
			for _, d := range ouro.Dirs {
				var cells []ouro.Cell
				for c := head; c != ouro.NoCell; c = g.Next(c, d) {
					cells = append(cells, c)
					start := ouro.NewState(g)
					start.AddSnake(cells...)
					dice := ouro.NewPCG(uint64(head)*4 + uint64(d))
					mustWin(t, makeSolver(t, mk, start), start, dice, lapBound(g.W, g.H))
				}
			}
		}
	}
}

// winsFromEveryCarriedBody plays on 3x3 from all bodies that the cycle carries: on any set of its
// places, with Twin or with Hole on the place that they share, and with the head on any place. Most
// of these bodies never occur in games, but the proof holds for them, and they include case 4 of
// Hamilton.
func winsFromEveryCarriedBody(t *testing.T, mk ouro.Maker) {
	g := ouro.MustGrid(3, 3)
	c, err := cycle.New(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, filled := range []ouro.Cell{c.Twin, c.Hole} {
		for set := 1; set < 1<<c.Len(); set++ {
			for first := range c.Len() {
				if set>>first&1 == 0 {
					continue
				}
				var cells []ouro.Cell
				for i := range c.Len() {
					p := (first - i + c.Len()) % c.Len()
					if set>>p&1 != 0 {
						cell := c.Order[p]
						if cell == c.Twin {
							cell = filled
						}
						cells = append(cells, cell)
					}
				}
				start := ouro.NewState(g)
				start.AddSnake(cells...)
				if _, ok := c.Carries(&start.Snakes[0].Body); !ok {
					continue // a snake of two that lies against the cycle
				}
				for seed := range uint64(3) {
					mustWin(t, makeSolver(t, mk, start), start, ouro.NewPCG(seed), lapBound(3, 3))
				}
			}
		}
	}
}

func TestHamiltonAlwaysWins(t *testing.T) { alwaysWins(t, tour.Hamilton) }

func TestHamiltonWinsFromEveryStraightStart(t *testing.T) {
	winsFromEveryStraightStart(t, tour.Hamilton)
}

func TestHamiltonWinsFromEveryCarriedBody(t *testing.T) { winsFromEveryCarriedBody(t, tour.Hamilton) }

// survivesForeignMoves plays games in which some moves are random. The solver must return a
// legal move if there is one.
func survivesForeignMoves(t *testing.T, mk ouro.Maker, sizes ...[2]int) {
	var rules classic.Rules
	for i, size := range sizes {
		for seed := range uint64(40) {
			rng := rand.New(rand.NewPCG(seed, uint64(i)))
			start, dice := classicStart(t, size[0], size[1], 1+rng.IntN(min(size[0], size[1])), seed)
			solver := makeSolver(t, mk, start)
			s := start.Clone()
			rules.Spawn(s, dice)
			for {
				if _, over := rules.Over(s); over {
					break
				}
				decision, err := solver.Decide(context.Background(), ouro.Turn{State: s})
				if err != nil {
					t.Fatalf("%v, seed %d, turn %d: %v", size, seed, s.Turn, err)
				}
				if !s.Enterable(0, s.Grid.Next(s.Snakes[0].Body.Head(), decision.Dir)) {
					t.Fatalf("%v, seed %d, turn %d: illegal move %s", size, seed, s.Turn, decision.Dir)
				}
				d := decision.Dir
				if rng.IntN(10) == 0 {
					d = play.StraightOn(s, 0)
					if other := ouro.Dir(rng.IntN(4)); s.Enterable(0, s.Grid.Next(s.Snakes[0].Body.Head(), other)) {
						d = other
					}
				}
				rules.Step(s, []ouro.Dir{d})
				rules.Spawn(s, dice)
			}
		}
	}
}

func TestHamiltonSurvivesForeignMoves(t *testing.T) {
	survivesForeignMoves(t, tour.Hamilton, [2]int{6, 6}, [2]int{5, 5}, [2]int{3, 8})
}

func testRefusals(t *testing.T, mk ouro.Maker) {
	g := ouro.MustGrid(6, 6)
	open := ouro.NewState(g)
	open.AddSnake(0)
	two := open.Clone()
	two.AddSnake(5)
	walled := open.Clone()
	walled.SetTerrain(g.At(1, 1), ouro.Wall)
	walled.SetTerrain(g.At(3, 1), ouro.Wall)
	for name, test := range map[string]struct {
		setup ouro.Setup
		want  string
	}{
		"unknown option": {ouro.Setup{Start: open, Options: ouro.Options{{Key: "speed", Value: "1"}}}, "unknown option"},
		"two snakes":     {ouro.Setup{Start: two}, "snakes"},
		"colours":        {ouro.Setup{Start: walled}, "board 6x6: no cycle: two more light cells than dark ones"},
	} {
		_, err := mk(test.setup)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

func TestHamiltonRefuses(t *testing.T) { testRefusals(t, tour.Hamilton) }

// showsItsPlan requires that between meals the snake follows the first plan that it traces, and
// that each decision has a score.
func showsItsPlan(t *testing.T, mk ouro.Maker, w, h int) {
	var rules classic.Rules
	start, dice := classicStart(t, w, h, 1, 7)
	solver := makeSolver(t, mk, start)
	s := start.Clone()
	rules.Spawn(s, dice)
	var rest []ouro.Cell
	for {
		if outcome, over := rules.Over(s); over {
			if outcome.Ending != ouro.Won {
				t.Fatal(outcome.Ending)
			}
			return
		}
		var plan []ouro.Cell
		var scores [4]float64
		heat := 0
		decision, err := solver.Decide(context.Background(), ouro.Turn{State: s, Trace: ouro.NewTrace(func(n ouro.Note) {
			switch n.Label {
			case ouro.LabelPlan:
				plan = n.Cells
			case ouro.LabelScores:
				scores = n.Moves
			case ouro.LabelCycle:
				heat = len(n.Heat)
			}
		})})
		if err != nil {
			t.Fatal(err)
		}
		head := s.Snakes[0].Body.Head()
		if len(rest) == 0 {
			if rest = plan; !s.HasFood(plan[len(plan)-1]) {
				t.Fatalf("turn %d: the plan %v does not end at the food %v", s.Turn, plan, s.Food)
			}
		}
		next := s.Grid.Next(head, decision.Dir)
		if rest[0] != head || rest[1] != next {
			t.Fatalf("turn %d: step from %d to %d, planned %v", s.Turn, head, next, rest)
		}
		if scores[decision.Dir] != decision.Score || heat != s.Grid.Size() {
			t.Fatalf("turn %d: scores %v for %+v, heat of %d cells", s.Turn, scores, decision, heat)
		}
		if rest = rest[1:]; len(rest) == 1 {
			rest = nil
		}
		rules.Step(s, []ouro.Dir{decision.Dir})
		rules.Spawn(s, dice)
	}
}

func TestHamiltonShowsItsPlan(t *testing.T) {
	showsItsPlan(t, tour.Hamilton, 6, 5)
	showsItsPlan(t, tour.Hamilton, 5, 5)
}

func benchmarkGames(b *testing.B, mk ouro.Maker, options ...ouro.Option) {
	moves, won, wonMoves := 0, 0, 0
	b.ReportAllocs()
	for i := range b.N {
		start, dice := classicStart(b, 10, 10, 1, ouro.GameSeed(1, i))
		game, err := play.New(play.Config{
			Deal:  play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice},
			Seats: []ouro.Solver{makeSolver(b, mk, start, options...)},
		})
		if err != nil {
			b.Fatal(err)
		}
		outcome, err := game.Run(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		moves += game.State().Turn
		if outcome.Ending == ouro.Won {
			won++
			wonMoves += game.State().Turn
		}
	}
	seconds := b.Elapsed().Seconds()
	b.ReportMetric(float64(b.N)/seconds, "games/s")
	b.ReportMetric(float64(moves)/seconds, "moves/s")
	b.ReportMetric(float64(wonMoves)/float64(max(1, won)), "moves/win")
	b.ReportMetric(float64(won)/float64(b.N), "won")
}

func BenchmarkHamilton(b *testing.B) { benchmarkGames(b, tour.Hamilton) }
