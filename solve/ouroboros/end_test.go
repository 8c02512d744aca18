package ouroboros

import (
	"math"
	"testing"

	"ouro"
	"ouro/rule/classic"
	"ouro/search"
	"ouro/solve/exact"
)

// TestEndIsExact compares the endgame search with the tables of optimal play, for bodies
// taken from real games.
func TestEndIsExact(t *testing.T) {
	for _, size := range [][2]int{{3, 3}, {3, 4}, {5, 3}, {4, 4}, {5, 5}} {
		var compared []*ouro.State
		var found []float64
		for seed := range uint64(6) {
			level, err := classic.OpenLevel(size[0], size[1])
			if err != nil {
				t.Fatal(err)
			}
			rules, dice := classic.Rules{}, ouro.GameDice(seed)
			s, err := classic.Start(level, 1, dice)
			if err != nil {
				t.Fatal(err)
			}
			solver, err := New(ouro.Setup{Rules: rules, Start: s, Seed: seed})
			if err != nil {
				t.Fatal(err)
			}
			o := solver.(*ouroboros)
			body, e := &s.Snakes[0].Body, newEnding(boardOf(s))
			e.most = 3 * s.Room() // optimal play may take longer to a meal than the guarantee allows
			var squares []square
			for rules.Spawn(s, dice); body.Len() < s.Room(); rules.Spawn(s, dice) {
				if free := s.Room() - body.Len(); free <= 5 {
					squares = squares[:0]
					for i := range body.Len() {
						squares = append(squares, o.of[body.At(i)])
					}
					meter := search.NewMeter(t.Context(), 30000)
					_, moves := e.solve(squares, o.of[s.Food[0]], &meter)
					if e.outOfSteps {
						continue
					}
					compared, found = append(compared, s.Clone()), append(found, moves)
				}
				d, err := o.Decide(t.Context(), ouro.Turn{State: s})
				if err != nil {
					t.Fatal(err)
				}
				rules.Step(s, []ouro.Dir{d.Dir})
			}
		}
		if len(compared) < 30 {
			t.Errorf("board %v: compared only %d times", size, len(compared))
		}
		answers, err := exact.AskAll(t.Context(), compared, exact.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range compared {
			if want := answers[i].Moves; math.Abs(found[i]-want) > 1e-5 {
				t.Errorf("board %s, body %v, food %d: %v moves, want %v", s.Grid, s.Snakes[0].Body.Append(nil), s.Food[0], found[i], want)
			}
		}
	}
}
