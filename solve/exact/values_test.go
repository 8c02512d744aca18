package exact

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"ouro"
)

// TestVisit: figures equal the answers for single positions, and after a meal their mean;
// without All uncertain positions have none.
func TestVisit(t *testing.T) {
	for _, size := range [][2]int{{3, 4}, {4, 4}, {3, 5}, {4, 5}} {
		g := ouro.MustGrid(size[0], size[1])
		n := g.Size()
		dice := ouro.NewPCG(3)
		var bodies [][]ouro.Cell
		var states []*ouro.State
		for len(bodies) < 60 {
			body, _ := randomPosition(g, 1+dice.Roll(n-1), dice)
			if body == nil {
				continue
			}
			bodies = append(bodies, body)
			for c := range ouro.Cell(n) {
				s := ouro.NewState(g)
				s.AddSnake(body...)
				if s.Free(c) {
					s.AddFood(c)
					states = append(states, s)
				}
			}
		}
		answers, err := AskAll(t.Context(), states, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, all := range []bool{true, false} {
			checkVisit(t, g, Options{All: all, Workers: 1}, bodies, states, answers)
		}
	}
}

// TestVisitFits: what is too large is refused, for every least length.
func TestVisitFits(t *testing.T) {
	g := ouro.MustGrid(4, 5)
	for _, all := range []bool{true, false} {
		err := Visit(t.Context(), g, 3, Options{All: all, Memory: 1e5}, func(*Values) { t.Error("visited") })
		var large *TooLargeError
		if !errors.As(err, &large) {
			t.Errorf("all %v: %v", all, err)
		}
		lengths := 0
		if err := Visit(t.Context(), g, 3, Options{All: all, Memory: 1e8, Workers: 1}, func(*Values) { lengths++ }); err != nil || lengths != 17 {
			t.Errorf("all %v: %d lengths, %v", all, lengths, err)
		}
	}
}

func checkVisit(t *testing.T, g *ouro.Grid, o Options, bodies [][]ouro.Cell, states []*ouro.State, answers []*Answer) {
	t.Helper()
	seen, unsure := 0, 0
	err := Visit(t.Context(), g, 1, o, func(v *Values) {
		next := 0
		for _, body := range bodies {
			var moves, chance, free float64
			for ; next < len(states) && fmt.Sprint(states[next].Snakes[0].Body.Append(nil)) == fmt.Sprint(body); next++ {
				if len(body) != v.Length() {
					continue
				}
				seen++
				got, want := v.Position(body, states[next].Food[0]), answers[next].Figures
				if !o.All && want.Probability < 1 {
					unsure++
					want = Figures{0, math.NaN()}
				}
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("board %s, all %v, body %v, food %v: %v, alone %v", g, o.All, body, states[next].Food, got, want)
				}
				free++
				chance += got.Probability
				moves += got.Moves
			}
			if len(body) != v.Length() {
				continue
			}
			got := v.Fed(body)
			switch certain := chance == free; {
			case certain && (got.Probability != 1 || math.Abs(got.Moves-moves/free) > 1e-6):
				t.Errorf("board %s, all %v, body %v after a meal: %v, mean %v", g, o.All, body, got, moves/free)
			case !certain && !o.All && (got.Probability != 0 || !math.IsNaN(got.Moves)):
				t.Errorf("board %s, body %v after a meal: %v, but a win is not certain", g, body, got)
			case !certain && o.All && math.Abs(got.Probability-chance/free) > 1e-9:
				t.Errorf("board %s, body %v after a meal: %v, mean %v", g, body, got, chance/free)
			}
		}
		if v.Length() != 1 {
			return
		}
		if known, ok := Known(g); ok && math.Abs(v.Start().Moves-known) > 1e-6 {
			t.Errorf("board %s: %v from the start, known are %v", g, v.Start(), known)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen != len(states) || !o.All && g.Size() > 12 && unsure < 10 {
		t.Errorf("board %s: %d of %d positions, %d of them not certain", g, seen, len(states), unsure)
	}
}
