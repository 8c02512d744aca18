package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ouro/internal/needs"
	"ouro/lab/stat"
)

// TestGroupMeanByHand compares GroupMean with figures computed by hand, for three groups of two
// games with 2, 1 and 0 wins. GroupMean adds a lost group and a won group: the means 1, 1/2, 0, 0,
// 1 have the variance 1/4.
func TestGroupMeanByHand(t *testing.T) {
	mean, iv := stat.GroupMean([]stat.Group{{2, 2}, {1, 2}, {0, 2}}, 0, 1, 0.95)
	near(t, "mean", mean, 0.5, 1e-15)
	half := 1.959964 * math.Sqrt(0.25/5)
	near(t, "Lo", iv.Lo, 0.5-half, 1e-6)
	near(t, "Hi", iv.Hi, 0.5+half, 1e-6)
}

// TestGroupMeanNeverCertain: the interval always contains the mean, and its width is above 0. With
// more groups, it is narrower.
func TestGroupMeanNeverCertain(t *testing.T) {
	if mean, iv := stat.GroupMean(nil, -1, 1, 0.95); !math.IsNaN(mean) || iv != (stat.Interval{Lo: -1, Hi: 1}) {
		t.Errorf("without games: %v, %v", mean, iv)
	}
	for _, size := range []int{1, 2, 6} {
		for _, share := range []float64{-1, -0.5, 0, 1.0 / 3, 1} {
			last := 2.1
			for count := 1; count <= 4096; count *= 2 {
				groups := make([]stat.Group, count)
				for i := range groups {
					groups[i] = stat.Group{Sum: share * float64(size), N: size}
				}
				mean, iv := stat.GroupMean(groups, -1, 1, 0.95)
				near(t, "mean", mean, share, 1e-9)
				if width := 2 * iv.Half(); !iv.Contains(mean) || width <= 0 || width > last || iv.Lo < -1 || iv.Hi > 1 {
					t.Errorf("%d groups of %d at %v: %v after a width of %v", count, size, share, iv, last)
				} else {
					last = width
				}
			}
			if last > 0.01 {
				t.Errorf("4096 groups that agree: a width of %v", last)
			}
		}
	}
}

// TestGroupMeanUnequal: each game of a small group has the same weight as a game of a large group.
// An empty group has no weight.
func TestGroupMeanUnequal(t *testing.T) {
	mean, iv := stat.GroupMean([]stat.Group{{2, 2}, {0, 2}, {1, 1}, {}}, 0, 1, 0.95)
	near(t, "mean", mean, 0.6, 1e-15)
	if again, same := stat.GroupMean([]stat.Group{{2, 2}, {0, 2}, {1, 1}}, 0, 1, 0.95); again != mean || same != iv {
		t.Errorf("an empty group changes %v to %v", same, iv)
	}
}

// TestGroupMeanCoverage draws groups of two games and counts how often the interval contains the
// true mean. Every game is won (1), drawn (1/2) or lost (0). With the probability together, the
// second game has the result of the first; otherwise it is independent. For comparison, an interval
// that treats games as independent covers too rarely if they are correlated.
func TestGroupMeanCoverage(t *testing.T) {
	const seed, size = 7, 2
	rounds := needs.Many(800, 2000)
	dice := rand.New(rand.NewPCG(seed, 0))
	worstOfGames := 1.0
	for _, c := range []struct{ won, drawn float64 }{
		{0.01, 0},
		{0.05, 0},
		{0.3, 0},
		{0.5, 0},
		{0.95, 0},
		{0.99, 0},
		{0.02, 0.02},
		{0.3, 0.4},
		{0.05, 0.9},
		{0.9, 0.08},
	} {
		truth := c.won + c.drawn/2
		game := func() float64 {
			switch x := dice.Float64(); {
			case x < c.won:
				return 1
			case x < c.won+c.drawn:
				return 0.5
			}
			return 0
		}
		for _, together := range []float64{0, 0.5, 1} {
			for _, count := range []int{5, 8, 15, 60, 250} {
				covered, coveredByGames := 0, 0
				groups := make([]stat.Group, count)
				for range rounds {
					sum := 0.0
					for i := range groups {
						first := game()
						groups[i] = stat.Group{Sum: first, N: size}
						for range size - 1 {
							if dice.Float64() >= together {
								groups[i].Sum += game()
							} else {
								groups[i].Sum += first
							}
						}
						sum += groups[i].Sum
					}
					if _, iv := stat.GroupMean(groups, 0, 1, 0.95); iv.Contains(truth) {
						covered++
					}
					if stat.Wilson(int(sum), size*count, 0.95).Contains(truth) {
						coveredByGames++
					}
				}
				if rate := float64(covered) / float64(rounds); rate < 0.91 {
					t.Errorf("seed %d: %+v, together %v, %d groups: coverage %.4f", seed, c, together, count, rate)
				}
				worstOfGames = min(worstOfGames, float64(coveredByGames)/float64(rounds))
			}
		}
	}
	if worstOfGames > 0.85 {
		t.Errorf("intervals of single games cover %.4f at worst, want at most 0.85: the groups are too easy to show a difference", worstOfGames)
	}
}

// TestGroupMeanDifferences counts how often the interval contains the true mean of differences,
// which are -1, 0 or 1 and equal within a group.
func TestGroupMeanDifferences(t *testing.T) {
	const seed, rounds = 8, 2000
	dice := rand.New(rand.NewPCG(seed, 0))
	for _, c := range []struct{ better, worse float64 }{{0.001, 0.001}, {0.02, 0}, {0.1, 0.3}, {0.5, 0.5}, {0.95, 0.02}} {
		for _, count := range []int{5, 15, 60, 250} {
			covered := 0
			groups := make([]stat.Group, count)
			for range rounds {
				for i := range groups {
					groups[i] = stat.Group{N: 2}
					switch x := dice.Float64(); {
					case x < c.better:
						groups[i].Sum = 2
					case x < c.better+c.worse:
						groups[i].Sum = -2
					}
				}
				if _, iv := stat.GroupMean(groups, -1, 1, 0.95); iv.Contains(c.better - c.worse) {
					covered++
				}
			}
			if rate := float64(covered) / float64(rounds); rate < 0.92 {
				t.Errorf("seed %d: %+v, %d groups: coverage %.4f", seed, c, count, rate)
			}
		}
	}
}

// TestRatioByHand compares Ratio with figures computed by hand. The ys 3, 5, 10 and the xs 1, 2, 3
// have the ratio 18/6. The residuals 0, -1 and 1, divided by the mean 2 of the xs, have the
// standard deviation 1/2.
func TestRatioByHand(t *testing.T) {
	ratio, iv := stat.Ratio([]float64{3, 5, 10}, []float64{1, 2, 3}, 0.95)
	near(t, "ratio", ratio, 3, 1e-12)
	near(t, "half width", iv.Half(), student(0.975, 2)*0.5/math.Sqrt(3), 1e-9)
	near(t, "middle", (iv.Lo+iv.Hi)/2, 3, 1e-12)
}

func TestRatioSmall(t *testing.T) {
	if ratio, iv := stat.Ratio(nil, nil, 0.95); !math.IsNaN(ratio) || !math.IsNaN(iv.Lo) {
		t.Errorf("of nothing: %v, %v", ratio, iv)
	}
	if ratio, iv := stat.Ratio([]float64{6}, []float64{2}, 0.95); ratio != 3 || !math.IsNaN(iv.Hi) {
		t.Errorf("of one pair: %v, %v", ratio, iv)
	}
	if _, iv := stat.Ratio([]float64{1, 2}, []float64{0, 0}, 0.95); !math.IsNaN(iv.Lo) {
		t.Errorf("by zero: %v", iv)
	}
	if ratio, iv := stat.Ratio([]float64{2, 4, 8}, []float64{1, 2, 4}, 0.95); ratio != 2 || iv != (stat.Interval{Lo: 2, Hi: 2}) {
		t.Errorf("of proportional pairs: %v, %v", ratio, iv)
	}
}

// TestRatioCoverage draws correlated pairs, similar to moves and distances, and counts how often
// the interval contains the true ratio.
func TestRatioCoverage(t *testing.T) {
	const seed, rounds = 5, 4000
	dice := rand.New(rand.NewPCG(seed, 0))
	normal := func() (y, x float64) {
		x = 600 + 40*dice.NormFloat64()
		return 1.5*x + 30*dice.NormFloat64(), x
	}
	skewed := func() (y, x float64) {
		x = 3 + dice.ExpFloat64()
		return 1.5*x + dice.ExpFloat64() - 1, x
	}
	for _, c := range []struct {
		name      string
		n         int
		draw      func() (y, x float64)
		tolerance float64
	}{{"normal", 20, normal, 0.012}, {"normal", 200, normal, 0.012}, {"skewed", 100, skewed, 0.015}} {
		covered := 0
		ys, xs := make([]float64, c.n), make([]float64, c.n)
		for range rounds {
			for i := range xs {
				ys[i], xs[i] = c.draw()
			}
			if _, iv := stat.Ratio(ys, xs, 0.95); iv.Contains(1.5) {
				covered++
			}
		}
		near(t, c.name+" coverage", float64(covered)/rounds, 0.95, c.tolerance)
	}
}

// The hours of sleep that ten patients gained by two drugs (Student 1908).
var (
	sleep1 = []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	sleep2 = []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
)

// TestWelchPublished compares with t.test of R.
func TestWelchPublished(t *testing.T) {
	a, b := stat.Describe(sleep1), stat.Describe(sleep2)
	iv := stat.Welch(&b, &a, 0.95)
	near(t, "Lo", iv.Lo, -0.2054832, 1e-7)
	near(t, "Hi", iv.Hi, 3.3654832, 1e-7)
}

// TestPairedMeanPublished compares with t.test(paired = TRUE) of R. The result differs in one
// respect: one of the ten pairs does not differ, and PairedMean does not count it as a degree of
// freedom.
func TestPairedMeanPublished(t *testing.T) {
	var diffs []float64
	for i := range sleep1 {
		diffs = append(diffs, sleep2[i]-sleep1[i])
	}
	mean, iv := stat.PairedMean(diffs, 0.95)
	near(t, "mean", mean, 1.58, 1e-9)
	half := (2.4598858 - 1.58) * stat.StudentQuantile(0.975, 8) / stat.StudentQuantile(0.975, 9)
	near(t, "Lo", iv.Lo, 1.58-half, 1e-7)
	near(t, "Hi", iv.Hi, 1.58+half, 1e-7)
}

// TestDiffApartPublished compares with Newcombe, Statistics in Medicine 17 (1998),
// 873-890, table II, method 10.
func TestDiffApartPublished(t *testing.T) {
	for _, c := range []struct {
		kb, nb, ka, na int
		lo, hi         float64
	}{
		{56, 70, 48, 80, 0.0524, 0.3339},
		{9, 10, 3, 10, 0.1705, 0.8090},
		{6, 7, 2, 7, 0.0582, 0.8062},
		{5, 56, 0, 29, -0.0381, 0.1926},
		{0, 10, 0, 20, -0.1611, 0.2775},
		{10, 10, 0, 10, 0.6075, 1.0000},
	} {
		rate := func(k, n int) float64 { return float64(k) / float64(n) }
		iv := stat.DiffApart(rate(c.kb, c.nb), stat.Wilson(c.kb, c.nb, 0.95), rate(c.ka, c.na), stat.Wilson(c.ka, c.na, 0.95))
		near(t, "Lo", iv.Lo, c.lo, 0.00005)
		near(t, "Hi", iv.Hi, c.hi, 0.00005)
	}
}

func TestDifferencesTooFew(t *testing.T) {
	one, two, none := stat.Describe([]float64{1}), stat.Describe([]float64{1, 1}), stat.Describe(nil)
	for _, iv := range []stat.Interval{stat.Welch(&one, &two, 0.95), stat.Welch(&two, &one, 0.95), stat.Welch(&none, &none, 0.95)} {
		if !math.IsNaN(iv.Lo) || !math.IsNaN(iv.Hi) {
			t.Errorf("too few: %v", iv)
		}
	}
	for _, diffs := range [][]float64{nil, {3}} {
		if _, iv := stat.PairedMean(diffs, 0.95); !math.IsNaN(iv.Lo) || !math.IsNaN(iv.Hi) {
			t.Errorf("%v: %v", diffs, iv)
		}
	}
	if mean, iv := stat.PairedMean([]float64{0, 0, 0}, 0.95); mean != 0 || iv != (stat.Interval{}) {
		t.Errorf("no difference: %v, %v", mean, iv)
	}
	if iv := stat.Welch(&two, &two, 0.95); iv != (stat.Interval{}) {
		t.Errorf("without spread: %v", iv)
	}
}

// TestPairedMeanOfFewThatDiffer: in each sample few pairs differ, and the true mean is 0. The
// interval excludes 0 in about 5 % of samples or fewer; the textbook interval excludes 0 in up to
// 12 %.
func TestPairedMeanOfFewThatDiffer(t *testing.T) {
	const seed, n = 11, 200
	rounds := needs.Many(1500, 4000)
	dice := rand.New(rand.NewPCG(seed, 0))
	textbook := 0.0
	for differ := range 13 {
		wrong, wrongOfTextbook := 0, 0
		for range rounds {
			diffs := make([]float64, n)
			for i := range differ {
				diffs[i] = 10 + dice.Float64()
				if dice.IntN(2) == 0 {
					diffs[i] = -diffs[i]
				}
			}
			if _, iv := stat.PairedMean(diffs, 0.95); iv.Excludes(0) {
				wrong++
			}
			if s := stat.Describe(diffs); s.Interval(0.95).Excludes(0) {
				wrongOfTextbook++
			}
		}
		if wrong > rounds*6/100 {
			t.Errorf("%d that differ: 0 is excluded in %d of %d samples", differ, wrong, rounds)
		}
		textbook = max(textbook, float64(wrongOfTextbook)/float64(rounds))
	}
	if textbook < 0.1 {
		t.Errorf("the textbook interval is not worse: it excludes 0 in %.3f of samples", textbook)
	}
}

// TestWelchOfEqualSpreads: for two samples with equal size and spread, Welch's interval is
// Student's interval with the sum of both degrees of freedom.
func TestWelchOfEqualSpreads(t *testing.T) {
	a := stat.Describe(sleep1)
	iv := stat.Welch(&a, &a, 0.95)
	half := stat.StudentQuantile(0.975, 18) * a.SD * math.Sqrt(2.0/10)
	near(t, "Lo", iv.Lo, -half, 1e-9)
	near(t, "Hi", iv.Hi, half, 1e-9)
}
