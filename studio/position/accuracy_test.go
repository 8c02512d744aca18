package position

import (
	"context"
	"math"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/solve/exact"
)

const exactMemory = 1 << 28

// shared measures each board once.
var shared = newComputer(exactMemory)

func spec(t testing.TB, text string) ouro.Spec {
	t.Helper()
	s, err := ouro.ParseSpec(text)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// costs are those of a game.
func costs(t testing.TB, p *Played, e estimate) (Accuracy, []Cost) {
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

// recorded plays a game of classic Snake.
func recorded(t testing.TB, solver string, w, h int, seed uint64) (*Played, *ouro.Record) {
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
	return Recorded(r), r
}

// TestCostsAddUpToTheOptimum: over all games that chance can make of a way to play,
// each with its probability, the costs add up to what is between the expected number
// of moves and the optimum.
func TestCostsAddUpToTheOptimum(t *testing.T) {
	g := ouro.MustGrid(2, 3)
	for _, solver := range []string{"hamilton", "shortcut", "cell", "tablebase"} {
		if err := roster.CanPlay(spec(t, solver), ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 2, H: 3, StartLength: 1}); err != nil {
			t.Log(err)
			continue
		}
		var moves, cost, chance, all float64
		tree := &chances{t: t, solver: spec(t, solver)}
		tree.each(g, func(p float64, game *Played) {
			_, list := costs(t, game, usualEstimate)
			sum := 0.0
			for _, c := range list {
				sum += c.Moves
				chance += c.Chance
			}
			all += p
			moves += p * float64(len(game.Moves))
			cost += p * sum
		})
		best, _ := exact.Known(g)
		t.Logf("%s: %.6f moves expected, %.6f at best, costs %.6f", solver, moves, best, cost)
		if math.Abs(all-1) > 1e-9 || chance != 0 || math.Abs(moves-cost-best) > 1e-4 {
			t.Errorf("%s: %.9f moves, costs of %.9f, and the optimum is %.9f (probability %g, given away %g)", solver, moves, cost, best, all, chance)
		}
		if (cost == 0) != (solver == "tablebase") {
			t.Errorf("%s costs %g", solver, cost)
		}
	}
}

// chances goes through all games that a solver can play from all starts.
type chances struct {
	t      testing.TB
	solver ouro.Spec
}

func (x *chances) each(g *ouro.Grid, visit func(p float64, game *Played)) {
	rules := ouro.Spec{Name: "classic"}
	n := g.Size()
	for head := range ouro.Cell(n) {
		for food := range ouro.Cell(n) {
			if food == head {
				continue
			}
			s := ouro.NewState(g)
			s.AddSnake(head)
			s.AddFood(food)
			x.games(Board{rules, s}, nil, 1/float64(n*(n-1)), visit)
		}
	}
}

// games plays on with the foods that are said, and branches where chance is asked for
// more of them.
func (x *chances) games(b Board, foods []ouro.Cell, p float64, visit func(float64, *Played)) {
	d, err := b.Deal(0)
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
			game, err := Continued(b, moves, came)
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
				x.games(b, append(foods[:len(foods):len(foods)], c), p/float64(free), visit)
			}
		}
		return
	}
}

// TestPerfectPlayCostsNothing on boards with and without the certainty to win.
func TestPerfectPlayCostsNothing(t *testing.T) {
	for seed := range uint64(10) {
		p, _ := recorded(t, "tablebase", 4, 4, seed)
		how, list := costs(t, p, usualEstimate)
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

// TestGivenAwayChance: a fatal step costs all of the probability to win, and once no
// win is possible nothing more can be lost.
func TestGivenAwayChance(t *testing.T) {
	p, _ := recorded(t, "wander", 4, 4, 3)
	_, list := costs(t, p, usualEstimate)
	total := 0.0
	for _, c := range list {
		total += c.Chance
		if c.Chance < 0 || c.Moves < 0 || c.Chance > 1 {
			t.Errorf("%+v", c)
		}
	}
	if total == 0 || total > float64(len(list)) {
		t.Errorf("a game that was lost gave %g away", total)
	}
}

// TestEstimateOfTheJudgeItself: what the judge plays costs nothing, by its judgement.
func TestEstimateOfTheJudgeItself(t *testing.T) {
	for seed := range uint64(3) {
		p, _ := recorded(t, "ouroboros", 8, 8, seed)
		how, list := costs(t, p, usualEstimate)
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

// TestEstimateOfDetours: who goes round in circles gives moves away, by the champion's
// judgement, and nobody is told of more than he took too many.
func TestEstimateOfDetours(t *testing.T) {
	p, _ := recorded(t, "hamilton", 8, 8, 1)
	p.Moves = p.Moves[:60]
	_, list := costs(t, p, usualEstimate)
	sum := 0.0
	for _, c := range list {
		if sum += c.Moves; c.Moves < 0 || c.Chance < 0 || c.Unknown && (c.Moves != 0 || c.Best != nil) {
			t.Errorf("%+v", c)
		}
	}
	if sum < 10 || sum > 200 {
		t.Errorf("60 moves along a cycle gave %g moves away", sum)
	}
}

// TestEstimateAgreesWithExact where the judge is perfect and plays to the end: each
// exact cost is near its estimate.
func TestEstimateAgreesWithExact(t *testing.T) {
	p, _ := recorded(t, "hamilton", 3, 3, 2)
	_, want := costs(t, p, usualEstimate)
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
		t.Error("nothing to compare")
	}
}

// TestJudgeStops when nobody waits any more.
func TestJudgeStops(t *testing.T) {
	p, _ := recorded(t, "hamilton", 8, 8, 1)
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	_, err := newComputer(exactMemory).judge(ctx, p, usualEstimate, func(Cost) error {
		if n++; n == 3 {
			cancel()
		}
		return nil
	}, nil)
	if err == nil || n > 3 {
		t.Errorf("%d moves were judged: %v", n, err)
	}
}
