package exact

import (
	"math"
	"testing"

	"ouro"
	"ouro/internal/needs"
)

// worstMoves returns the number of moves that suffice from each position against an adversary that
// places the food; +Inf if the adversary can prevent the win. It goes over all positions until
// nothing changes.
func (o *oracle) worstMoves() []float64 {
	worst := make([]float64, len(o.pos))
	for i := range worst {
		worst[i] = math.Inf(1)
	}
	for changed := true; changed; {
		changed = false
		for i := range o.pos {
			for _, m := range o.pos[i].moves {
				if cost := o.worstAfter(m, worst); cost < worst[i] {
					worst[i], changed = cost, true
				}
			}
		}
	}
	return worst
}

func (o *oracle) worstAfter(m successor, worst []float64) float64 {
	most := 0.0
	for _, to := range m.to {
		most = max(most, worst[to])
	}
	return 1 + most
}

func TestAdversaryAgainstOracle(t *testing.T) {
	levels := someLevels(t, needs.Many(40, 80))
	for _, size := range [][2]int{{2, 2}, {2, 3}, {4, 2}, {3, 3}, {3, 4}}[:needs.Many(4, 5)] {
		levels = append(levels, ouro.OpenLevel(ouro.MustGrid(size[0], size[1])))
	}
	always, sometimes, never := 0, 0, 0
	for _, l := range levels {
		o := newOracle(l)
		worst := o.worstMoves()
		o.compareWorst(t, worst)
		for length := 1; length < len(freeCells(l)); length++ {
			places := straight(l, length)
			if len(places) == 0 {
				continue
			}
			won, least, most := 0, math.Inf(1), 0.0
			for _, body := range places {
				moves := 0.0
				for i := range o.pos {
					if key(o.pos[i].body, 0) == key(body, 0) {
						moves = max(moves, worst[i])
					}
				}
				if !math.IsInf(moves, 1) {
					won, least, most = won+1, min(least, moves), max(most, moves)
				}
			}
			got, err := SolveAdversary(t.Context(), l, length, Options{Workers: 1})
			if err != nil {
				t.Fatal(err)
			}
			wrong := won > 0 && (float64(got.Least.Moves) != least || float64(got.Most.Moves) != most)
			if wrong || got.Won != won || got.Starts != len(places) || (got.Lost.Body == nil) != (won == len(places)) {
				t.Fatalf("board\n%sstart length %d: %+v, the oracle wins from %d of %d starts, in %v to %v moves", l, length, got, won, len(places), least, most)
			}
			switch won {
			case len(places):
				always++
			case 0:
				never++
			default:
				sometimes++
			}
		}
	}
	if always < 10 || sometimes < needs.Many(1, 3) || never < 10 {
		t.Errorf("the snake wins always on %d boards, sometimes on %d, never on %d", always, sometimes, never)
	}
}

func (o *oracle) compareWorst(t *testing.T, worst []float64) {
	t.Helper()
	r, err := newRun(t.Context(), o.level, Options{Adversary: true, Workers: 1}, 1)
	if err != nil {
		t.Fatal(err)
	}
	for r.length > 1 {
		s, err := r.solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i := range o.pos {
			p := &o.pos[i]
			if len(p.body) != s.length {
				continue
			}
			a := r.answer(s, p.body, p.food)
			want := Figures{1, worst[i]}
			if math.IsInf(worst[i], 1) {
				want = Figures{0, math.NaN()}
			}
			if !near(a.Figures, want) {
				t.Fatalf("board\n%sbody %v, food %d: %v, the oracle has %v", o.level, p.body, p.food, a.Figures, want)
			}
			for _, m := range p.moves {
				best := o.worstAfter(m, worst) == worst[i] && !math.IsInf(worst[i], 1)
				if a.Best.Has(m.dir) != best {
					t.Fatalf("board\n%sbody %v, food %d, %v: best is %v, the oracle has %v", o.level, p.body, p.food, m.dir, !best, best)
				}
			}
		}
		if err := r.step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCertainMeansBoth(t *testing.T) {
	for _, l := range someLevels(t, 60) {
		random, err := Solve(t.Context(), l, 1, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		adversary, err := SolveAdversary(t.Context(), l, 1, Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		if (random.Probability == 1) != (adversary.Won == adversary.Starts) {
			t.Errorf("board\n%s%+v, against the adversary %+v", l, random, adversary)
		}
	}
}
