package backtrack_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"ouro"
	"ouro/internal/needs"
	"ouro/rule/maze"
	"ouro/solve/backtrack"
)

func optionSpecs() (all []string) {
	for _, deadend := range []string{"100", "2"} {
		for _, ties := range []string{"original", "straight"} {
			for _, tail := range []string{"exact", "frozen"} {
				for _, eaten := range []string{"once", "original"} {
					for _, discount := range []string{"1", "0.99", "0.5"} {
						all = append(all, fmt.Sprintf("deadend=%s,ties=%s,tail=%s,eaten=%s,discount=%s", deadend, ties, tail, eaten, discount))
					}
				}
			}
		}
	}
	return all
}

func oracleOf(spec ouro.Spec, depth int) (o oracle, straight bool) {
	o.depth = depth
	for _, option := range spec.Options {
		switch option.Key + "=" + option.Value {
		case "deadend=100":
			o.divisor = 100
		case "deadend=2":
			o.divisor = 2
		case "tail=frozen":
			o.frozen = true
		case "eaten=once":
			o.once = true
		case "ties=straight":
			straight = true
		case "discount=1":
			o.discount = 1000
		case "discount=0.99":
			o.discount = 990
		case "discount=0.5":
			o.discount = 500
		}
	}
	return o, straight
}

// randomPosition returns a random small position: any ground, a snake that has walked there,
// food, edible squares under the snake and, sometimes, another snake.
func randomPosition(dice ouro.Dice) *ouro.State {
	s := ouro.NewState(ouro.MustGrid(2+dice.Roll(6), 2+dice.Roll(5)))
	s.TurnBack = dice.Roll(2) == 0
	size := s.Grid.Size()
	solid, hedges := dice.Roll(35), dice.Roll(50)
	for c := range ouro.Cell(size) {
		switch r := dice.Roll(100); {
		case r < solid:
			s.SetTerrain(c, ouro.Wall)
		case r < solid+hedges:
			s.SetTerrain(c, ouro.Hedge)
		}
	}
	at := ouro.Cell(dice.Roll(size))
	s.SetTerrain(at, ouro.Open)
	s.AddSnake(at)
	if free := ouro.Cell(dice.Roll(size)); dice.Roll(3) == 0 && s.Free(free) {
		s.AddSnake(free)
	}
	for range dice.Roll(2 * size) {
		for seat := range s.Snakes {
			legal := s.Legal(seat)
			if legal.Len() == 0 {
				continue
			}
			c := s.Grid.Next(s.Snakes[seat].Body.Head(), legal.At(dice.Roll(legal.Len())))
			meal := s.Terrain(c) == ouro.Hedge || dice.Roll(6) == 0
			if own := c == s.Snakes[seat].Body.Tail(); s.Segments(c) > 0 && (meal || !own) {
				continue
			}
			if s.Terrain(c) == ouro.Hedge {
				s.SetTerrain(c, ouro.Open)
			}
			s.Advance(seat, c, meal)
		}
	}
	for range dice.Roll(4) {
		c := ouro.Cell(dice.Roll(size))
		switch {
		case s.Terrain(c) != ouro.Wall && dice.Roll(2) == 0:
			s.SetTerrain(c, ouro.Hedge)
		case s.Free(c) && s.Terrain(c) == ouro.Open:
			s.AddFood(c)
		}
	}
	return s
}

func ask(tb testing.TB, spec string, s *ouro.State, nodes int64) (ouro.Decision, [4]float64) {
	tb.Helper()
	d, scores := askAny(tb, spec, s, nodes)
	if math.IsNaN(scores[0]) {
		tb.Fatalf("%s: it traces no scores", spec)
	}
	return d, scores
}

func askAny(tb testing.TB, spec string, s *ouro.State, nodes int64) (ouro.Decision, [4]float64) {
	tb.Helper()
	solver := solverOf(tb, spec, s)
	scores := [4]float64{math.NaN()}
	d, err := solver.Decide(context.Background(), ouro.Turn{State: s, Nodes: nodes, Trace: ouro.NewTrace(func(n ouro.Note) {
		if n.Label == ouro.LabelScores {
			scores = n.Moves
		}
	})})
	if legal := s.Legal(0); err != nil && legal.Len() > 0 || err == nil && !legal.Has(d.Dir) {
		tb.Fatalf("%s: answer %v, %v, though %d moves are legal", spec, d.Dir, err, legal.Len())
	}
	return d, scores
}

func solverOf(tb testing.TB, spec string, s *ouro.State) ouro.Solver {
	tb.Helper()
	parsed, err := ouro.ParseSpec("backtrack:" + spec)
	if err != nil {
		tb.Fatal(err)
	}
	solver, err := backtrack.New(ouro.Setup{Rules: maze.Rules{}, Start: s, Options: parsed.Options})
	if err != nil {
		tb.Fatal(err)
	}
	if s.Grid.Size() < 60 { // the tests split every search on small boards
		backtrack.Split(solver)
	}
	return solver
}

// TestAgainstRecursion compares the solver with the naive recursion, under every option and
// also with several threads. All scores are equal to the last digit, and so are the moves.
// No score exceeds the upper bound.
func TestAgainstRecursion(t *testing.T) {
	specs := optionSpecs()
	for seed := range uint64(needs.Many(700, 1500)) {
		dice := ouro.NewPCG(seed)
		s := randomPosition(dice)
		text := specs[int(seed)%len(specs)]
		depth := 1 + dice.Roll(9)
		spec, err := ouro.ParseSpec("backtrack:" + text)
		if err != nil {
			t.Fatal(err)
		}
		o, straight := oracleOf(spec, depth)
		want := o.scores(s, 0)
		d, have := ask(t, fmt.Sprintf("%s,depth=%d", text, depth), s, 0)
		if have != want {
			t.Fatalf("seed %d depth %d %s: scores %v, the recursion has %v", seed, depth, text, have, want)
		}
		bounds := backtrack.Bounds(solverOf(t, text, s), ouro.Turn{State: s}, depth)
		for d := range want {
			if want[d] > bounds[d] {
				t.Fatalf("seed %d depth %d %s: %v can score %v at most, the recursion has %v", seed, depth, text, ouro.Dir(d), bounds, want)
			}
		}
		if dn, many := ask(t, fmt.Sprintf("%s,depth=%d,threads=%d", text, depth, 2+seed%2), s, 0); many != want || dn.Dir != d.Dir {
			t.Fatalf("seed %d depth %d %s: several threads find %v, the recursion %v", seed, depth, text, many, want)
		}
		if move, ok := choose(want, straight, s, 0); ok && d.Dir != move {
			t.Fatalf("seed %d depth %d %s: %v, the recursion chooses %v of %v", seed, depth, text, d.Dir, move, want)
		}
	}
}
