package hydra

import (
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
	"ouro/sim"
)

// wander plays a random game without moves that are certain to kill. From the second position on,
// it calls visit with each position in which all snakes live.
func wander(t testing.TB, ruleset string, w, h, snakes int, seed uint64, visit func(s *ouro.State)) {
	t.Helper()
	rules, err := battlesnake.New(ruleset, nil)
	if err != nil {
		t.Fatal(err)
	}
	dice := ouro.NewPCG(seed)
	s, err := rules.Start(w, h, snakes, dice)
	if err != nil {
		t.Fatal(err)
	}
	p := sim.New(s)
	joint := make([]ouro.Dir, snakes)
	for range 400 {
		p.Load(s)
		for seat := range snakes {
			if moves := p.Moves(seat); moves != 0 {
				joint[seat] = moves.At(dice.Roll(moves.Len()))
			}
		}
		rules.Step(s, joint)
		rules.Spawn(s, dice)
		p.Load(s)
		if p.Alive().Len() < snakes {
			return
		}
		visit(s)
	}
}

func randomWeights(seed uint64) *Weights {
	dice := ouro.NewPCG(seed)
	var pairs [Values][2]int16
	for i := range pairs {
		pairs[i] = [2]int16{int16(dice.Roll(2001) - 1000), int16(dice.Roll(2001) - 1000)}
	}
	return NewWeights(&pairs)
}

func newSearcher(w *Weights) *searcher {
	return &searcher{thread: thread{pos: new(sim.Position)}, judge: NewJudge(w)}
}

func (s *searcher) score(state *ouro.State, me, en int) int32 {
	s.pos.Load(state)
	s.flood.Load(s.pos)
	s.judge.Load(s.pos)
	s.me, s.en = me, en
	return s.evaluate()
}

var evaluated = []struct {
	ruleset string
	w, h    int
}{{"standard", 11, 11}, {"standard", 7, 7}, {"standard", 9, 5}, {"royale", 11, 11}, {"wrapped", 11, 11}, {"constrictor", 11, 11}}

func TestEvaluationIsAntisymmetric(t *testing.T) {
	s := newSearcher(randomWeights(1))
	seen, different := 0, 0
	for _, e := range evaluated {
		for seed := range uint64(20) {
			wander(t, e.ruleset, e.w, e.h, 2, seed, func(state *ouro.State) {
				a, b := s.score(state, 0, 1), s.score(state, 1, 0)
				if a != -b {
					t.Fatalf("%v, seed %d, turn %d: %d for one, %d for the other", e, seed, state.Turn, a, b)
				}
				seen++
				if a != 0 {
					different++
				}
			})
		}
	}
	if seen < 500 || different < seen/2 {
		t.Errorf("%d positions, %d of them not equal", seen, different)
	}
}

func TestEvaluationOfPairs(t *testing.T) {
	s := newSearcher(randomWeights(2))
	seen := 0
	for seed := range uint64(20) {
		wander(t, "standard", 11, 11, 4, seed, func(state *ouro.State) {
			s.score(state, 0, 1) // measures the flood
			for me := range 4 {
				for en := range me {
					if a, b := s.duel(me, en), s.duel(en, me); a != -b {
						t.Fatalf("seed %d, turn %d: %d for %d against %d, %d for the other", seed, state.Turn, a, me, en, b)
					}
					seen++
				}
			}
		})
	}
	if seen < 500 {
		t.Errorf("%d pairs", seen)
	}
}

func turned(s *ouro.State) *ouro.State {
	return moved(s, s.Grid.H, s.Grid.W, func(x, y int) (int, int) { return y, s.Grid.W - 1 - x })
}

func mirrored(s *ouro.State) *ouro.State {
	return moved(s, s.Grid.W, s.Grid.H, func(x, y int) (int, int) { return s.Grid.W - 1 - x, y })
}

func moved(s *ouro.State, w, h int, to func(x, y int) (int, int)) *ouro.State {
	grid, err := ouro.NewGrid(w, h)
	if s.Grid.Wraps {
		grid, err = ouro.NewTorus(w, h)
	}
	if err != nil {
		panic(err)
	}
	m := ouro.NewState(grid)
	m.AlwaysGrow, m.HazardDamage, m.TurnBack, m.Turn = s.AlwaysGrow, s.HazardDamage, s.TurnBack, s.Turn
	cell := func(c ouro.Cell) ouro.Cell { return grid.At(to(s.Grid.XY(c))) }
	for i := range s.Snakes {
		var body []ouro.Cell
		for k := range s.Snakes[i].Body.Len() {
			body = append(body, cell(s.Snakes[i].Body.At(k)))
		}
		m.Snakes[m.AddSnake(body...)].Health = s.Snakes[i].Health
	}
	for _, c := range s.Food {
		m.AddFood(cell(c))
	}
	for _, c := range s.Hazards { // a hazard appears once for each of its layers
		m.AddHazard(cell(c))
	}
	return m
}

func TestEvaluationOfMirroredBoards(t *testing.T) {
	s := newSearcher(randomWeights(3))
	seen := 0
	for _, e := range evaluated {
		for seed := range uint64(10) {
			wander(t, e.ruleset, e.w, e.h, 2, seed, func(state *ouro.State) {
				want := s.score(state, 0, 1)
				for name, other := range map[string]*ouro.State{"mirrored": mirrored(state), "turned": turned(state)} {
					if have := s.score(other, 0, 1); have != want {
						t.Fatalf("%v, seed %d, turn %d: %d, %s %d", e, seed, state.Turn, want, name, have)
					}
				}
				seen++
			})
		}
	}
	if seen < 300 {
		t.Errorf("%d positions", seen)
	}
}

// TestTables: every table begins where the previous one ends, and every input is within its
// table.
func TestTables(t *testing.T) {
	var first [len(Tables) + 1]int
	for i, table := range Tables {
		first[i+1] = first[i] + table.Lines*table.Values
	}
	if first[len(Tables)] != Values {
		t.Fatalf("the tables have %d values, not %d", first[len(Tables)], Values)
	}
	starts := [...]int{
		atLength, atSteps, atBalance, atNear, atSpare, atFood, atMeal, atTails, atHazard, atShut, atBoth,
		atHealth, atHunger, atEdge, atHeads, atLane, atMoves, atTail, atWide, atFront, atStacked,
	}
	for i, at := range starts {
		if at != first[i] {
			t.Errorf("%s begins at %d, not %d", Tables[i].Name, at, first[i])
		}
	}
	s := newSearcher(randomWeights(4))
	var used [Values]bool
	for _, e := range evaluated {
		for seed := range uint64(30) {
			wander(t, e.ruleset, e.w, e.h, 2, seed, func(state *ouro.State) {
				s.score(state, 0, 1)
				var mine, theirs Inputs
				s.judge.Fill(s.pos, &s.flood, 0, 1, &mine, &theirs)
				for i := range Tables {
					for _, v := range [2]uint16{mine[i], theirs[i]} {
						if int(v) < first[i] || int(v) >= first[i+1] {
							t.Fatalf("%s is %d, not %d to %d", Tables[i].Name, v, first[i], first[i+1]-1)
						}
						used[v] = true
					}
				}
			})
		}
	}
	for i, table := range Tables {
		n := 0
		for _, u := range used[first[i]:first[i+1]] {
			n += bit(u)
		}
		if n < 2 {
			t.Errorf("%s always has the same value", table.Name)
		}
	}
}

func TestEvaluationAllocatesNothing(t *testing.T) {
	s := newSearcher(learned(Standard))
	var last *ouro.State
	wander(t, "standard", 11, 11, 2, 5, func(state *ouro.State) { last = state.Clone() })
	want := s.score(last, 0, 1)
	if n := testing.AllocsPerRun(100, func() {
		if s.evaluate() != want {
			t.Fatal("another value")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestPairs(t *testing.T) {
	dice := ouro.NewPCG(6)
	for range 1000 {
		sum, e, l := int64(0), 0, 0
		for range 40 {
			a, b := dice.Roll(60001)-30000, dice.Roll(60001)-30000
			sum, e, l = sum-pair(a, b), e-a, l-b
		}
		if early(sum) != e || end(sum) != l {
			t.Fatalf("%d, %d; want %d, %d", early(sum), end(sum), e, l)
		}
	}
}
