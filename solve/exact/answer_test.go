package exact

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"ouro"
	"ouro/rule/classic"
)

func ask(t *testing.T, drawn string) (*ouro.State, *Answer) {
	t.Helper()
	s, err := ParsePosition(drawn, false)
	if err != nil {
		t.Fatal(err)
	}
	a, err := Ask(t.Context(), s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s, a
}

// TestTutorial checks a position of the tutorial "How to write a Snake AI". The tutorial
// claims that some layouts have no solution: food right before the head is fatal, and a snake
// that does not eat repeats its moves for ever. It draws the head, the end of the tail, the
// food and one more free cell; the test checks all bodies that match. In the tutorial's game
// the snake may not enter the cell of its tail. In ours it may, so eating is not fatal: the
// next food is on the last free cell, and the way there leads over the tail.
func TestTutorial(t *testing.T) {
	r, err := newRun(t.Context(), ouro.OpenLevel(ouro.MustGrid(5, 5)), Options{All: true}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.step(t.Context()); err != nil {
		t.Fatal(err)
	}
	stage, err := r.solve(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, drawn := range []string{
		"HGFED\nIVW*C\nJU.AB\nKTSRQ\nLMNOP\n",
		"LKJIH\nMVW*G\nNU.AF\nOTSBE\nPQRCD\n",
		"NMLKJ\nOVW*I\nPU.AH\nQTCBG\nRSDEF\n",
		"HGVUT\nIFW*S\nJE.AR\nKDCBQ\nLMNOP\n",
		"TSRQP\nUVW*O\nFE.AN\nGDCBM\nHIJKL\n",
		"RQPON\nSVW*M\nTU.AL\nEDCBK\nFGHIJ\n",
	} {
		s, err := ParsePosition(drawn, false)
		if err != nil {
			t.Fatal(err)
		}
		a := r.answer(stage, s.Snakes[0].Body.Append(nil), s.Food[0])
		if a.Figures != (Figures{1, 3}) || a.Best != 1<<ouro.Up || a.Meal != 1 || !a.Choices[ouro.Up].Eats {
			t.Errorf("%+v, want to eat and win in 3 moves:\n%s", a, drawn)
		}

		// By the tutorial's rule no step is possible after the meal.
		var rules classic.Rules
		tail := s.Snakes[0].Body.Tail()
		rules.Step(s, []ouro.Dir{ouro.Up})
		rules.Spawn(s, ouro.NewPCG(1))
		for d := range s.Legal(0).Len() {
			if c := s.Grid.Next(s.Snakes[0].Body.Head(), s.Legal(0).At(d)); c != tail {
				t.Errorf("a step to %d, which is not the tail's tip, is possible after the meal:\n%s", c, drawn)
			}
		}
	}
}

// TestNoWayToWin checks a position without a solution by our rules: eating is fatal, and the
// snake can only follow its tail for ever.
func TestNoWayToWin(t *testing.T) {
	const drawn = "FGHI\nED.J\n*CLK\nABMN\nRQPO\n"
	s, a := ask(t, drawn)
	if a.Probability != 0 || !math.IsNaN(a.Moves) || a.Best != 0 || a.Meal != 0 {
		t.Errorf("%+v, want no way to win", a)
	}
	if up := a.Choices[ouro.Up]; up.Fatal || !up.Eats || up.Probability != 0 {
		t.Errorf("eating: %+v", up)
	}
	if down := a.Choices[ouro.Down]; down.Fatal || down.Eats || down.Probability != 0 {
		t.Errorf("following the tail: %+v", down)
	}

	var rules classic.Rules
	eaten := s.Clone()
	rules.Step(eaten, []ouro.Dir{ouro.Up})
	rules.Spawn(eaten, ouro.NewPCG(1))
	if outcome, over := rules.Over(eaten); !over || outcome.Ending != ouro.Trapped {
		t.Errorf("after the meal: %v, want it to be trapped", outcome)
	}
	for range s.Snakes[0].Body.Len() {
		d, _ := s.Grid.DirTo(s.Snakes[0].Body.Head(), s.Snakes[0].Body.Tail())
		rules.Step(s, []ouro.Dir{d})
	}
	if formatPosition(s) != drawn {
		t.Errorf("following the tail all round leads to\n%s", formatPosition(s))
	}
}

// TestAskAll: several positions have the same answers from one AskAll as each from Ask.
func TestAskAll(t *testing.T) {
	var states []*ouro.State
	for _, drawn := range []string{"A.*\nB..\n...\n", "ABC\n.ED\n.*.\n", "*..\n.A.\n...\n", "ABC\nFED\nGH*\n", "A.*\nB..\n...\n"} {
		s, err := ParsePosition(drawn, false)
		if err != nil {
			t.Fatal(err)
		}
		states = append(states, s)
	}
	answers, err := AskAll(t.Context(), states, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range states {
		alone, err := Ask(t.Context(), s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(*answers[i]) != fmt.Sprint(*alone) { // NaN is not equal to itself
			t.Errorf("position %d: %+v, alone %+v", i, *answers[i], *alone)
		}
	}
	states[1] = ouro.NewState(ouro.MustGrid(2, 3))
	states[1].AddSnake(0)
	states[1].AddFood(1)
	if _, err := AskAll(t.Context(), states, Options{}); err == nil || !strings.Contains(err.Error(), "of the boards 3x3 and 2x3") {
		t.Errorf("positions of two boards: %v", err)
	}
}

func TestAskRefuses(t *testing.T) {
	valid := func() *ouro.State {
		s := ouro.NewState(ouro.MustGrid(3, 3))
		s.AddSnake(4, 3, 0)
		s.AddFood(8)
		return s
	}
	for want, spoil := range map[string]func() *ouro.State{
		"one food":            func() *ouro.State { s := valid(); s.RemoveFood(8); return s },
		"one food on":         func() *ouro.State { s := valid(); s.AddFood(7); return s },
		"one living snake":    func() *ouro.State { s := valid(); s.AddSnake(7); return s },
		"edible walls":        func() *ouro.State { s := valid(); s.SetTerrain(7, ouro.Hedge); return s },
		"covers a cell twice": func() *ouro.State { s := valid(); s.Grow(0); return s },
		"food is on the body": func() *ouro.State { s := valid(); s.RemoveFood(8); s.AddFood(3); return s },
		"does not lie":        func() *ouro.State { s := ouro.NewState(ouro.MustGrid(3, 3)); s.AddSnake(0, 4); s.AddFood(8); return s },
		"the board is full":   func() *ouro.State { s := ouro.NewState(ouro.MustGrid(2, 2)); s.AddSnake(0, 1, 3, 2); return s },
	} {
		if _, err := Ask(t.Context(), spoil(), Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, have %v", want, err)
		}
	}
}

func TestParsePosition(t *testing.T) {
	s, err := ParsePosition("..*\r\nCBA\r\n", false)
	if err != nil {
		t.Fatal(err)
	}
	if b := s.Snakes[0].Body; s.Grid.String() != "3x2" || b.Len() != 3 || b.Head() != 2 || b.Tail() != 0 || s.Food[0] != 5 {
		t.Errorf("read as\n%s", formatPosition(s))
	}
	for text, want := range map[string]string{
		"":           "position: board 0x1",
		"...\n..\n":  "line 2: 2 columns, line 1 has 3",
		"...\n...\n": "no head A",
		"A.\n.C\n":   "segment B is missing, but there is a C",
		"A.\n.B\n":   "line 2 column 2: segment B is not beside A",
		"A*\n.*\n":   "line 2 column 2: a second food",
		"A.\n.A\n":   "line 2 column 2: a second A",
		"A.\n.+\n":   `line 2 column 2: unknown character '+'`,
		strings.Repeat("A", 8) + strings.Repeat("\n........", 7): "at most 52 can be drawn",
	} {
		if _, err := ParsePosition(text, false); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: want an error with %q, have %v", text, want, err)
		}
	}
}

// FuzzParsePosition: ParsePosition rejects a text, or formatPosition restores it.
func FuzzParsePosition(f *testing.F) {
	f.Add("..*\nCBA\n")
	f.Add("FGHI\nED.J\n*CLK\nABMN\nRQPO\n")
	f.Add("A.\r\n.*")
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParsePosition(text, false)
		if err != nil {
			return
		}
		plain := strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
		plain = strings.TrimSuffix(plain, "\r") + "\n"
		if drawn := formatPosition(s); drawn != plain {
			t.Errorf("%q is drawn as %q", text, drawn)
		}
	})
}

func formatPosition(s *ouro.State) string {
	signs := []byte(strings.Repeat(string(freeSign), s.Grid.Size()))
	for _, c := range s.Food {
		signs[c] = foodSign
	}
	b := &s.Snakes[0].Body
	for i := range b.Len() {
		signs[b.At(i)] = segmentSigns[i]
	}
	var out strings.Builder
	for y := s.Grid.H - 1; y >= 0; y-- {
		out.Write(signs[y*s.Grid.W : (y+1)*s.Grid.W])
		out.WriteByte('\n')
	}
	return out.String()
}

// TestVisit: the figures equal the answers for single positions, and the figures after a meal
// equal their mean; without All, positions that are not certainly won have no figures.
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

func TestVisitFits(t *testing.T) {
	g := ouro.MustGrid(4, 5)
	for _, all := range []bool{true, false} {
		err := Visit(t.Context(), ouro.OpenLevel(g), 3, Options{All: all, Memory: 1e5}, func(*Values) { t.Error("visited") })
		var large *TooLargeError
		if !errors.As(err, &large) {
			t.Errorf("all %v: %v", all, err)
		}
		lengths := 0
		if err := Visit(t.Context(), ouro.OpenLevel(g), 3, Options{All: all, Memory: 1e8, Workers: 1}, func(*Values) { lengths++ }); err != nil || lengths != 17 {
			t.Errorf("all %v: %d lengths, %v", all, lengths, err)
		}
	}
}

func checkVisit(t *testing.T, g *ouro.Grid, o Options, bodies [][]ouro.Cell, states []*ouro.State, answers []*Answer) {
	t.Helper()
	seen, unsure := 0, 0
	err := Visit(t.Context(), ouro.OpenLevel(g), 1, o, func(v *Values) {
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
			got := v.AfterMeal(body)
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
