package sprt

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// likeliest is a slow twin of tilt. It starts from a distribution with the given mean. To
// climb to the likeliest one, it moves probability among three scores at a time, so that
// sum and mean stay the same.
func likeliest(counts []Count, mean float64) (log float64) {
	n := len(counts)
	p := make([]float64, n)
	for i := range p { // half is spread evenly, half is at the ends to give the mean
		p[i] = 0.5 / float64(n)
	}
	p[n-1] += mean - 0.25
	p[0] += 0.75 - mean
	at := func(i, j, k int, by float64) float64 {
		a, b, c := counts[i], counts[j], counts[k]
		u, v := (c.Score-b.Score)*by, (b.Score-a.Score)*by
		x, y, z := p[i]+u, p[j]-u-v, p[k]+v
		if x <= 0 || y <= 0 || z <= 0 {
			return math.Inf(-1)
		}
		return max(a.Groups, unseenCount)*math.Log(x) + max(b.Groups, unseenCount)*math.Log(y) + max(c.Groups, unseenCount)*math.Log(z)
	}
	for range 500 {
		for i := range n {
			for j := i + 1; j < n; j++ {
				for k := j + 1; k < n; k++ {
					a, b, c := counts[i].Score, counts[j].Score, counts[k].Score
					lo, hi := -min(p[i]/(c-b), p[k]/(b-a)), p[j]/(c-a)
					for range 60 { // search by thirds, because the logarithm is concave
						if l, h := lo+(hi-lo)/3, hi-(hi-lo)/3; at(i, j, k, l) < at(i, j, k, h) {
							lo = l
						} else {
							hi = h
						}
					}
					by := (lo + hi) / 2
					if at(i, j, k, by) > at(i, j, k, 0) {
						p[i] += (c - b) * by
						p[j] -= (c - a) * by
						p[k] += (b - a) * by
					}
				}
			}
		}
	}
	for i, c := range counts {
		log += max(c.Groups, unseenCount) * math.Log(p[i])
	}
	return log
}

// TestTwin compares with the slow twin over random counts, some of them 0.
func TestTwin(t *testing.T) {
	for seed := range uint64(12) {
		dice := rand.New(rand.NewPCG(seed, 0))
		counts := Scores(1 + dice.IntN(2))
		for i := range counts {
			if dice.IntN(3) > 0 {
				counts[i].Groups = float64(dice.IntN(30))
			}
		}
		counts[dice.IntN(len(counts))].Groups++
		elo0 := 300 * (dice.Float64() - 0.5)
		elo1 := elo0 + 1 + 100*dice.Float64()
		want := likeliest(counts, ScoreOf(elo1)) - likeliest(counts, ScoreOf(elo0))
		near(t, "LLR", LLR(counts, elo0, elo1), want, 2e-3*(1+math.Abs(want)))
	}
}

// TestTwoScores: for wins and losses alone, the mean determines the likeliest distribution, except
// that the unseen draw counts as a thousandth of a group.
func TestTwoScores(t *testing.T) {
	for _, c := range [][2]float64{{30, 50}, {50, 30}, {1, 1}, {7, 1000}} {
		s0, s1 := ScoreOf(0), ScoreOf(40)
		want := c[0]*math.Log((1-s1)/(1-s0)) + c[1]*math.Log(s1/s0)
		near(t, "LLR", LLR(countsOf(c[0], 0, c[1]), 0, 40), want, 1e-3)
	}
}

// TestMirror: seen from B's side, the ratio has the opposite sign.
func TestMirror(t *testing.T) {
	counts, mirrored := countsOf(5, 0, 9, 4, 11), countsOf(11, 4, 9, 0, 5)
	near(t, "LLR", LLR(counts, -7, 30), -LLR(mirrored, -30, 7), 1e-10)
}

// TestUnseen: a score without groups weighs a thousandth of a group. A finer grid of scores
// without groups changes little.
func TestUnseen(t *testing.T) {
	near(t, "LLR", LLR(countsOf(3, 0, 5, 0, 8), 0, 20), LLR(countsOf(3, 0.001, 5, 0.001, 8), 0, 20), 1e-12)
	near(t, "LLR of finer scores", LLR(countsOf(3, 0, 0, 0, 5, 0, 0, 0, 8), 0, 20), LLR(countsOf(3, 0, 5, 0, 8), 0, 20), 1e-3)
	if llr := LLR(Scores(2), 0, 20); llr != 0 {
		t.Errorf("without groups: %v", llr)
	}
}

// TestOneSided: if all groups have the same score, the ratio is finite and the verdict is
// the expected one. The verdict does not come before the minimum number of groups.
func TestOneSided(t *testing.T) {
	for _, h := range []Hypotheses{
		{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05, Games: 2},
		{Elo0: 0, Elo1: 400, Alpha: 0.05, Beta: 0.05, Games: 2},
		{Elo0: -100, Elo1: -50, Alpha: 0.01, Beta: 0.2, Games: 6},
		{Elo0: -1000, Elo1: 1000, Alpha: 0.4, Beta: 0.4, Games: 1},
	} {
		s0, s1 := ScoreOf(h.Elo0), ScoreOf(h.Elo1)
		lower, upper := h.Bounds()
		for _, c := range []struct {
			score float64
			want  Verdict
		}{{0, AcceptH0}, {1, AcceptH1}, {0.5, Continue}, {s0, AcceptH0}, {s1, AcceptH1}, {(s0 + s1) / 2, Continue}} {
			test, err := New(h)
			if err != nil {
				t.Fatal(err)
			}
			if _, iv := test.Elo(0.95); iv.Lo != -1200 || iv.Hi != 1200 || test.LLR() != 0 {
				t.Errorf("without groups: %v, LLR %v", iv, test.LLR())
			}
			for range 5000 {
				verdict, err := test.Add(c.score)
				n, slack := float64(test.Groups()), float64(2*h.Games+1)*2e-3*10
				if err != nil || math.IsNaN(test.LLR()) {
					t.Fatalf("%+v, %v: %v, LLR %v", h, c.score, err, test.LLR())
				}
				if n := test.Groups(); n < 5 || n%1000 == 0 || verdict != Continue {
					if elo, iv := test.Elo(0.95); !iv.Contains(elo) || !(iv.Lo >= -1200 && iv.Hi <= 1200 && iv.Lo < iv.Hi) {
						t.Fatalf("%+v, %d groups of %v: Elo %v in %v", h, n, c.score, elo, iv)
					}
				}
				if test.LLR() > (n+slack)*math.Log(s1/s0) || test.LLR() < -(n+slack)*math.Log((1-s0)/(1-s1)) {
					t.Fatalf("%+v, %v groups of %v: LLR %v", h, n, c.score, test.LLR())
				}
				if verdict == AcceptH0 && test.LLR() > lower || verdict == AcceptH1 && test.LLR() < upper {
					t.Fatalf("%v at %v", verdict, test.LLR())
				}
				if verdict != Continue {
					break
				}
			}
			if c.want != Continue && test.Verdict() != c.want {
				t.Errorf("%+v, groups of %v: %v with LLR %v", h, c.score, test.Verdict(), test.LLR())
			}
		}
	}
}

// TestAllDrawn: if all games are drawn, the test rejects after about a hundred groups that
// A is 20 Elo better. It never decides between hypotheses that are equally far from a draw.
func TestAllDrawn(t *testing.T) {
	groups := func(elo0, elo1 float64) (Verdict, int) {
		test, err := New(Hypotheses{Elo0: elo0, Elo1: elo1, Alpha: 0.05, Beta: 0.05, Games: 2})
		if err != nil {
			t.Fatal(err)
		}
		for test.Verdict() == Continue && test.Groups() < 3000 {
			if _, err := test.Add(0.5); err != nil {
				t.Fatal(err)
			}
		}
		return test.Verdict(), test.Groups()
	}
	if verdict, n := groups(0, 20); verdict != AcceptH0 || n < 50 || n > 150 {
		t.Errorf("[0, 20]: %v after %d", verdict, n)
	}
	if verdict, n := groups(-20, 0); verdict != AcceptH1 || n < 50 || n > 150 {
		t.Errorf("[-20, 0]: %v after %d", verdict, n)
	}
	if verdict, n := groups(-10, 10); verdict != Continue {
		t.Errorf("[-10, 10]: %v after %d", verdict, n)
	}
}

// TestFrozen: groups after the verdict change nothing.
func TestFrozen(t *testing.T) {
	test, err := New(Hypotheses{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05, Games: 2})
	if err != nil {
		t.Fatal(err)
	}
	for test.Verdict() == Continue {
		if _, err := test.Add(1); err != nil {
			t.Fatal(err)
		}
	}
	llr, groups := test.LLR(), test.Groups()
	elo, iv := test.Elo(0.95)
	for range 100 {
		if verdict, err := test.Add(0); err != nil || verdict != AcceptH1 {
			t.Fatal(verdict, err)
		}
	}
	if again, same := test.Elo(0.95); test.LLR() != llr || test.Groups() != groups || again != elo || same != iv || test.counts[0].Groups != 0 {
		t.Errorf("groups after the verdict changed the test: LLR %v, %d groups, Elo %v in %v", test.LLR(), test.Groups(), again, same)
	}
}

// TestOtherScores: the test accepts scores that a group of this size cannot have. Rounding
// errors do not make additional scores.
func TestOtherScores(t *testing.T) {
	test, err := New(Hypotheses{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05, Games: 3})
	if err != nil {
		t.Fatal(err)
	}
	for _, score := range []float64{1.0 / 3, 0.5 / 3 * 2, 1 - 2.0/3, 0.4, 0.4, 1, 0} {
		if _, err := test.Add(score); err != nil {
			t.Fatal(err)
		}
	}
	seen := 0
	for i, c := range test.counts {
		if i > 0 && c.Score <= test.counts[i-1].Score {
			t.Errorf("scores in no order: %v", test.counts)
		}
		if c.Groups > 0 {
			seen++
		}
	}
	if len(test.counts) != 8 || seen != 4 {
		t.Errorf("%v", test.counts)
	}
}

func TestMistakes(t *testing.T) {
	good := Hypotheses{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05, Games: 2}
	nan := math.NaN()
	for _, c := range []struct {
		change func(h *Hypotheses)
		want   string
	}{
		{func(h *Hypotheses) { h.Elo1 = 0 }, "want elo0 below elo1"},
		{func(h *Hypotheses) { h.Elo0 = nan }, "want elo0 below elo1"},
		{func(h *Hypotheses) { h.Elo1 = 1e4 }, "want both from -1000 to 1000"},
		{func(h *Hypotheses) { h.Elo0 = math.Inf(-1) }, "want both from -1000 to 1000"},
		{func(h *Hypotheses) { h.Alpha = 0 }, "alpha 0"},
		{func(h *Hypotheses) { h.Beta = 0.5 }, "beta 0.5"},
		{func(h *Hypotheses) { h.Beta = nan }, "beta NaN"},
		{func(h *Hypotheses) { h.Games = 0 }, "groups of 0 games"},
	} {
		h := good
		c.change(&h)
		if test, err := New(h); err == nil || test != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", h, err, c.want)
		}
	}
	test, err := New(good)
	if err != nil {
		t.Fatal(err)
	}
	for _, score := range []float64{-0.1, 1.1, nan, math.Inf(1)} {
		if _, err := test.Add(score); err == nil || test.Groups() != 0 {
			t.Errorf("score %v: %v", score, err)
		}
	}
}

// FuzzTest: for any hypotheses and scores, the ratio is a number, and the verdict agrees
// with the bounds.
func FuzzTest(f *testing.F) {
	f.Add(0.0, 20.0, 0.05, 0.05, 2, []byte{0, 1, 2, 3, 4, 4, 4, 4, 4, 4})
	f.Add(-1000.0, 1000.0, 0.49, 0.001, 1, []byte{0, 0, 0, 255, 255, 255})
	f.Add(999.0, 1000.0, 0.1, 0.1, 12, []byte("0123456789abcdefghijklmnop"))
	f.Fuzz(func(t *testing.T, elo0, elo1, alpha, beta float64, games int, scores []byte) {
		h := Hypotheses{elo0, elo1, alpha, beta, games}
		if games > 50 {
			return
		}
		test, err := New(h)
		if (err == nil) != (h.Check() == nil) {
			t.Fatal(err, h.Check())
		}
		if err != nil {
			return
		}
		lower, upper := h.Bounds()
		for _, score := range scores[:min(len(scores), 200)] {
			verdict, err := test.Add(float64(score) / 255)
			llr := test.LLR()
			if err != nil || math.IsNaN(llr) || math.IsInf(llr, 0) || (verdict == AcceptH0) != (llr <= lower) || (verdict == AcceptH1) != (llr >= upper) {
				t.Fatalf("%+v: %v, %v, LLR %v", h, verdict, err, llr)
			}
		}
		if elo, iv := test.Elo(0.95); !iv.Contains(elo) || !(iv.Lo >= -1200 && iv.Hi <= 1200) {
			t.Fatalf("%+v: Elo %v in %v", h, elo, iv)
		}
	})
}
