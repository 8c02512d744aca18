package position

import (
	"context"
	"math"
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/play"
	"ouro/roster"
	"ouro/solve/exact"
)

const exactMemory = 1 << 28

// shared computes exact values for all tests, so that each board is computed only once.
var shared = newComputer(exactMemory)

func spec(t testing.TB, text string) ouro.Spec {
	t.Helper()
	s, err := ouro.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func costs(t testing.TB, p *Game, e estimate) (Accuracy, []Cost) {
	t.Helper()
	var all []Cost
	how, err := shared.judge(t.Context(), p, e, func(c Cost) error { all = append(all, c); return nil }, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != len(p.Moves) {
		t.Fatalf("%d costs of %d moves", len(all), len(p.Moves))
	}
	return how, all
}

func recorded(t testing.TB, solver string, w, h int, seed uint64) (*Game, *ouro.Record) {
	t.Helper()
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: w, H: h, StartLength: 1}
	specs := []ouro.Spec{spec(t, solver)}
	g, err := roster.NewGame(game, seed, specs, play.Config{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := g.Record()
	r.Game, r.Seed, r.Seats = game, seed, specs
	if err := g.Close(); err != nil {
		t.Fatal(err)
	}
	return GameOfRecord(r), r
}

// TestCostsAddUpToTheOptimum: the test takes all games that a solver can play, weighted by
// probability. Their costs add up to the difference between the solver's expected moves and
// the optimum. The same is true of a board of the same form between walls.
func TestCostsAddUpToTheOptimum(t *testing.T) {
	walled, err := ouro.ParseLevel("X  \nX  \nX  \nXXX\n")
	if err != nil {
		t.Fatal(err)
	}
	g := ouro.MustGrid(2, 3)
	for _, solver := range []string{"hamilton", "tablebase", "shortcut", "cell"}[:needs.Many(2, 4)] {
		checkCostsAddUp(t, solver, ouro.OpenLevel(g))
	}
	checkCostsAddUp(t, "tablebase", walled)
}

// checkCostsAddUp checks the costs of one solver on a board with the form of 2x3.
func checkCostsAddUp(t *testing.T, solver string, l *ouro.Level) {
	t.Helper()
	game := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: l.Grid.W, H: l.Grid.H, Level: l, StartLength: 1}
	if err := roster.CanPlay(spec(t, solver), game); err != nil {
		t.Log(err)
		return
	}
	var moves, cost, chance, all float64
	tree := &chances{t: t, solver: spec(t, solver)}
	tree.each(l, func(p float64, game *Game) {
		how, list := costs(t, game, defaultEstimate)
		if !how.Exact {
			t.Fatalf("board\n%sno exact values", l)
		}
		sum := 0.0
		for _, c := range list {
			sum += c.Moves
			chance += c.Chance
		}
		all += p
		moves += p * float64(len(game.Moves))
		cost += p * sum
	})
	best, _ := exact.Known(ouro.MustGrid(2, 3))
	t.Logf("%s: %.6f moves expected, %.6f at best, costs %.6f", solver, moves, best, cost)
	if math.Abs(all-1) > 1e-9 || chance != 0 || math.Abs(moves-cost-best) > 1e-4 {
		t.Errorf("%s: %.9f moves, costs of %.9f, and the optimum is %.9f (probability %g, given away %g)", solver, moves, cost, best, all, chance)
	}
	if (cost == 0) != (solver == "tablebase") {
		t.Errorf("%s costs %g", solver, cost)
	}
}

// chances visits all games that a solver can play from all starts.
type chances struct {
	t      testing.TB
	solver ouro.Spec
}

func (x *chances) each(l *ouro.Level, visit func(p float64, game *Game)) {
	rules := ouro.Spec{Name: "classic"}
	n := l.State().Room()
	for head := range ouro.Cell(l.Grid.Size()) {
		for food := range ouro.Cell(l.Grid.Size()) {
			s := l.State()
			if food == head || !s.Free(head) || !s.Free(food) {
				continue
			}
			s.AddSnake(head)
			s.AddFood(food)
			x.games(Position{rules, s}, nil, 1/float64(n*(n-1)), visit)
		}
	}
}

// games plays on with the given foods. Then it branches over all cells of the next food.
func (x *chances) games(at Position, foods []ouro.Cell, p float64, visit func(float64, *Game)) {
	d, err := at.Deal(0)
	if err != nil {
		x.t.Fatal(err)
	}
	solver, err := roster.Make(x.solver, ouro.Setup{Rules: d.Rules, Start: d.Start, Seed: 1})
	if err != nil {
		x.t.Fatal(err)
	}
	s, moves, came := d.Start.Clone(), "", map[int]ouro.Cell{}
	for {
		if outcome, over := d.Rules.Over(s); over {
			if outcome.Ending != ouro.Won {
				x.t.Fatalf("%s: %v", x.solver, outcome.Ending)
			}
			game, err := GameFrom(at, moves, came)
			if err != nil {
				x.t.Fatal(err)
			}
			visit(p, game)
			return
		}
		decision, err := solver.Decide(x.t.Context(), ouro.Turn{State: s})
		if err != nil {
			x.t.Fatal(err)
		}
		d.Rules.Step(s, []ouro.Dir{decision.Dir})
		moves += string(decision.Dir.Letter())
		if len(s.Food) > 0 || s.Snakes[0].Body.Len() == s.Room() {
			continue
		}
		if len(came) < len(foods) {
			c := foods[len(came)]
			came[len(moves)-1] = c
			s.AddFood(c)
			continue
		}
		free := s.Room() - s.Snakes[0].Body.Len()
		for c := range ouro.Cell(s.Grid.Size()) {
			if s.Free(c) {
				x.games(at, append(foods[:len(foods):len(foods)], c), p/float64(free), visit)
			}
		}
		return
	}
}

// TestPerfectPlayCostsNothing: optimal moves cost nothing.
func TestPerfectPlayCostsNothing(t *testing.T) {
	for seed := range uint64(10) {
		p, _ := recorded(t, "tablebase", 4, 4, seed)
		how, list := costs(t, p, defaultEstimate)
		if !how.Exact {
			t.Fatal("no exact values on 4x4")
		}
		for _, c := range list {
			if c.Moves != 0 || c.Chance != 0 {
				t.Fatalf("seed %d: %+v", seed, c)
			}
		}
	}
}

// TestGivenAwayChance: the moves of a lost game cost probability of winning. Each of them costs at
// least 0 and at most 1.
func TestGivenAwayChance(t *testing.T) {
	p, _ := recorded(t, "wander", 4, 4, 3)
	_, list := costs(t, p, defaultEstimate)
	total := 0.0
	for _, c := range list {
		total += c.Chance
		if c.Chance < 0 || c.Moves < 0 || c.Chance > 1 {
			t.Errorf("%+v", c)
		}
	}
	if total == 0 || total > float64(len(list)) {
		t.Errorf("a lost game costs %g", total)
	}
}

// TestEstimateOfTheJudgeItself: if a solver is the judge, its own moves cost nothing.
func TestEstimateOfTheJudgeItself(t *testing.T) {
	for seed := range uint64(3) {
		p, _ := recorded(t, "ouroboros", 8, 8, seed)
		how, list := costs(t, p, defaultEstimate)
		if how.Exact || how.Judges[0].Name != "ouroboros" {
			t.Errorf("judged by %+v", how)
		}
		for _, c := range list {
			if c.Moves != 0 || c.Chance != 0 || c.Unknown || c.Best[0] != c.Dir {
				t.Fatalf("%+v", c)
			}
		}
	}
}

// TestEstimateOfDetours: following a Hamiltonian cycle, with its detours, has a cost. The cost is
// bounded.
func TestEstimateOfDetours(t *testing.T) {
	p, _ := recorded(t, "hamilton", 8, 8, 1)
	p.Moves = p.Moves[:60]
	_, list := costs(t, p, defaultEstimate)
	sum := 0.0
	for _, c := range list {
		if sum += c.Moves; c.Moves < 0 || c.Chance < 0 || c.Unknown && (c.Moves != 0 || c.Best != nil) {
			t.Errorf("%+v", c)
		}
	}
	if sum < 10 || sum > 200 {
		t.Errorf("60 moves along a cycle cost %g moves", sum)
	}
}

// TestEstimateAgreesWithExact: if the judge is perfect and games are played to the end,
// each estimate is near the exact cost.
func TestEstimateAgreesWithExact(t *testing.T) {
	p, _ := recorded(t, "hamilton", 3, 3, 2)
	_, want := costs(t, p, defaultEstimate)
	var got []Cost
	e := estimate{judges: []ouro.Spec{spec(t, "tablebase")}, meals: 1000, games: 60}
	if _, err := e.judge(t.Context(), p, func(c Cost) error { got = append(got, c); return nil }); err != nil {
		t.Fatal(err)
	}
	differ := 0
	for i := range got {
		switch d := math.Abs(got[i].Moves - want[i].Moves); {
		case got[i].Unknown || got[i].Chance != 0 || d > 2*got[i].Half+1 || got[i].Moves == 0 && want[i].Moves > 2:
			t.Errorf("move %d costs %.3f, estimated %+v", i+1, want[i].Moves, got[i])
		case got[i].Moves > 0 && want[i].Moves > 0:
			differ++
		}
	}
	if differ == 0 {
		t.Error("no costs were compared")
	}
}

// TestJudgeStops: judging stops with its context.
func TestJudgeStops(t *testing.T) {
	p, _ := recorded(t, "hamilton", 8, 8, 1)
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, err := newComputer(exactMemory).judge(ctx, p, defaultEstimate, func(Cost) error {
		if n++; n == 3 {
			cancel()
		}
		return nil
	}, nil)
	if err == nil || n > 3 {
		t.Errorf("%d moves were judged: %v", n, err)
	}
}
