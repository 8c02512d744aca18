package walk_test

import (
	"context"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/solve/walk"
)

var styles = []ouro.Options{nil, {{Key: "style", Value: "s"}}}

func deal(tb testing.TB, w, h int, seed uint64, o ouro.Options) (play.Deal, ouro.Solver) {
	tb.Helper()
	level, err := classic.OpenLevel(w, h)
	if err != nil {
		tb.Fatal(err)
	}
	dice := ouro.GameDice(seed)
	start, err := classic.Start(level, 1, dice)
	if err != nil {
		tb.Fatal(err)
	}
	solver, err := walk.Wander(ouro.Setup{Start: start, Seed: ouro.SolverSeed(seed, 0), Options: o})
	if err != nil {
		tb.Fatal(err)
	}
	return play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice}, solver
}

func TestStepsAreLegal(t *testing.T) {
	for _, o := range styles {
		for _, size := range [][2]int{{2, 2}, {2, 5}, {3, 3}, {6, 4}, {9, 7}} {
			for seed := range uint64(30) {
				d, solver := deal(t, size[0], size[1], seed, o)
				g, err := play.New(play.Config{Deal: d, Seats: []ouro.Solver{solver}})
				if err != nil {
					t.Fatal(err)
				}
				outcome, err := g.Run(t.Context())
				if err != nil || outcome.Ending == ouro.Died || len(g.Incidents()) > 0 {
					t.Fatalf("%v %v seed %d: %v, %v, incidents %v", o, size, seed, outcome.Ending, err, g.Incidents())
				}
			}
		}
	}
}

// TestLanes: if the food cannot be reached, style=s goes to the end of the lane, one step
// aside, and back.
func TestLanes(t *testing.T) {
	level, err := ouro.ParseLevel("     \n     \nS    \n")
	if err != nil {
		t.Fatal(err)
	}
	s := level.State()
	s.AddSnake(s.Grid.At(1, 0), s.Grid.At(0, 0))
	solver, err := walk.Wander(ouro.Setup{Start: s, Seed: 4, Options: styles[1]})
	if err != nil {
		t.Fatal(err)
	}
	want := []ouro.Dir{ouro.Right, ouro.Right, ouro.Right, ouro.Up, ouro.Left, ouro.Left, ouro.Left, ouro.Left, ouro.Up, ouro.Right}
	wandered := 0
	for i, w := range want {
		decision, err := solver.Decide(context.Background(), ouro.Turn{State: s})
		if err != nil {
			t.Fatal(err)
		}
		if decision.Dir != w {
			t.Fatalf("step %d: %v, want %v", i, decision.Dir, w)
		}
		s.Advance(0, s.Grid.Next(s.Snakes[0].Body.Head(), decision.Dir), false)
		wandered++
	}
	if wandered != len(want) {
		t.Errorf("wandered for %d steps", wandered)
	}
}

func TestShortestWay(t *testing.T) {
	for seed := range uint64(50) {
		d, solver := deal(t, 8, 8, seed, nil)
		s := d.Start
		d.Rules.Spawn(s, d.Dice)
		for far := s.Grid.Distance(s.Snakes[0].Body.Head(), s.Food[0]); far > 0; far-- {
			decision, err := solver.Decide(t.Context(), ouro.Turn{State: s})
			if err != nil || decision.Depth != far {
				t.Fatalf("seed %d: %d steps to the food, says %d (%v)", seed, far, decision.Depth, err)
			}
			d.Rules.Step(s, []ouro.Dir{decision.Dir})
		}
		if len(s.Food) != 0 {
			t.Fatalf("seed %d: the food is still there", seed)
		}
	}
}

func TestOptions(t *testing.T) {
	d, _ := deal(t, 4, 4, 1, nil)
	_, err := walk.Wander(ouro.Setup{Start: d.Start, Options: ouro.Options{{Key: "style", Value: "z"}}})
	if want := "option style=z: want random or s"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func BenchmarkWander(b *testing.B) {
	for _, o := range styles {
		b.Run(ouro.Spec{Name: "wander", Options: o}.String(), func(b *testing.B) {
			b.ReportAllocs()
			for i := range b.N {
				d, solver := deal(b, 10, 10, uint64(i), o)
				g, err := play.New(play.Config{Deal: d, Seats: []ouro.Solver{solver}})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := g.Run(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
		})
	}
}
