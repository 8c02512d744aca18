package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ouro/lab/stat"
)

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

// TestPairedMeanPublished compares with t.test(paired = TRUE) of R, except that one of
// the ten pairs does not differ, which costs a degree of freedom.
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

// TestPairedMeanOfFewThatDiffer: if the true mean is 0 and few pairs differ,
// symmetrically, the interval excludes 0 in at most 5 % of samples; the textbook interval
// does in up to 12 %.
func TestPairedMeanOfFewThatDiffer(t *testing.T) {
	const seed, rounds, n = 11, 4000, 200
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
		textbook = max(textbook, float64(wrongOfTextbook)/rounds)
	}
	if textbook < 0.1 {
		t.Errorf("the textbook's interval would do: %.3f", textbook)
	}
}

// TestWelchOfEqualSpreads: two samples of equal spread have Student's interval with the
// degrees of freedom of both.
func TestWelchOfEqualSpreads(t *testing.T) {
	a := stat.Describe(sleep1)
	iv := stat.Welch(&a, &a, 0.95)
	half := stat.StudentQuantile(0.975, 18) * a.SD * math.Sqrt(2.0/10)
	near(t, "Lo", iv.Lo, -half, 1e-9)
	near(t, "Hi", iv.Hi, half, 1e-9)
}
