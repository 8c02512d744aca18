package stat_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ouro/lab/stat"
)

// TestDescribeCars compares with R's summary and sd of its data set mtcars.
func TestDescribeCars(t *testing.T) {
	mpg := []float64{
		21.0, 21.0, 22.8, 21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3, 15.2, 10.4, 10.4,
		14.7, 32.4, 30.4, 33.9, 21.5, 15.5, 15.2, 13.3, 19.2, 27.3, 26.0, 30.4, 15.8, 19.7, 15.0, 21.4,
	}
	before := slices.Clone(mpg)
	s := stat.Describe(mpg)
	if !slices.Equal(mpg, before) {
		t.Error("the sample was changed")
	}
	near(t, "Mean", s.Mean, 20.09062, 0.000005)
	near(t, "SD", s.SD, 6.026948, 0.0000005)
	near(t, "Min", s.Min, 10.4, 0)
	near(t, "P25", s.P25, 15.425, 1e-12)
	near(t, "Median", s.Median, 19.2, 1e-12)
	near(t, "P75", s.P75, 22.8, 1e-12)
	near(t, "Max", s.Max, 33.9, 0)
}

// TestPairedSleep compares with R's t.test of Student's sleep data of 1908.
func TestPairedSleep(t *testing.T) {
	a := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	b := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	for i := range a {
		a[i] -= b[i]
	}
	s := stat.Describe(a)
	iv := s.Interval(0.95)
	near(t, "Mean", s.Mean, -1.58, 1e-12)
	near(t, "Lo", iv.Lo, -2.4598858, 0.5e-7)
	near(t, "Hi", iv.Hi, -0.7001142, 0.5e-7)
}

// TestDescribeKeepsDigits: the mean and the SD of NIST's sample NumAcc3 are accurate, although all
// values of the sample begin with the same seven digits.
func TestDescribeKeepsDigits(t *testing.T) {
	xs := []float64{1000000.2}
	for range 500 {
		xs = append(xs, 1000000.1, 1000000.3)
	}
	s := stat.Describe(xs)
	near(t, "Mean", s.Mean, 1000000.2, 1e-8)
	near(t, "SD", s.SD, 0.1, 1e-9)
}

func TestDescribeSmall(t *testing.T) {
	empty := stat.Describe(nil)
	if empty.N != 0 || !math.IsNaN(empty.Mean) || !math.IsNaN(empty.Median) || !math.IsNaN(empty.Interval(0.95).Lo) {
		t.Errorf("empty: %+v", empty)
	}
	one := stat.Describe([]float64{7})
	if one.Mean != 7 || one.P25 != 7 || one.Max != 7 || !math.IsNaN(one.SD) || !math.IsNaN(one.Interval(0.95).Hi) {
		t.Errorf("one: %+v", one)
	}
	same := stat.Describe([]float64{7, 7, 7})
	if same.SD != 0 || same.Interval(0.95) != (stat.Interval{Lo: 7, Hi: 7}) {
		t.Errorf("same: %+v", same)
	}
}

func TestQuantile(t *testing.T) {
	xs := []float64{1, 2, 3, 4}
	for _, c := range [][2]float64{{0, 1}, {0.25, 1.75}, {0.5, 2.5}, {0.9, 3.7}, {1, 4}} {
		near(t, "Quantile", stat.Quantile(xs, c[0]), c[1], 1e-12)
	}
	if !math.IsNaN(stat.Quantile(nil, 0.5)) {
		t.Error("the quantile of an empty sample is a number")
	}
}

// TestIntervalCoverage draws samples from known distributions and counts how often the
// interval contains the true mean. In theory this is exactly 95 % for the normal
// distribution, and nearly 95 % for one as skewed as lengths of games (Erlang of shape 4
// has skewness 1; lengths of won games have less).
func TestIntervalCoverage(t *testing.T) {
	const seed, rounds = 11, 4000
	dice := rand.New(rand.NewPCG(seed, 0))
	erlang := func() float64 {
		return dice.ExpFloat64() + dice.ExpFloat64() + dice.ExpFloat64() + dice.ExpFloat64()
	}
	for _, c := range []struct {
		name      string
		n         int
		draw      func() float64
		mean      float64
		tolerance float64
	}{
		{"normal", 2, dice.NormFloat64, 0, 0.01},
		{"normal", 5, dice.NormFloat64, 0, 0.01},
		{"normal", 50, dice.NormFloat64, 0, 0.01},
		{"skewed", 25, erlang, 4, 0.02},
		{"skewed", 100, erlang, 4, 0.015},
	} {
		covered := 0
		xs := make([]float64, c.n)
		t975 := student(0.975, c.n-1)
		for range rounds {
			for i := range xs {
				xs[i] = c.draw()
			}
			s := stat.Describe(xs)
			iv := s.Interval(0.95)
			near(t, "half width", iv.Half(), t975*s.SD/math.Sqrt(float64(c.n)), 1e-9)
			if iv.Contains(c.mean) {
				covered++
			}
		}
		near(t, c.name+" coverage", float64(covered)/rounds, 0.95, c.tolerance)
	}
}

// TestFromSums: sums give the same mean and interval as the values.
func TestFromSums(t *testing.T) {
	dice := rand.New(rand.NewPCG(4, 4))
	for n := range 50 {
		var xs []float64
		sum, squares := 0.0, 0.0
		for range n {
			x := float64(dice.IntN(5000))
			xs, sum, squares = append(xs, x), sum+x, squares+x*x
		}
		want, got := stat.Describe(xs), stat.FromSums(n, sum, squares)
		if got.N != n || math.IsNaN(got.Mean) != math.IsNaN(want.Mean) || math.IsNaN(got.SD) != math.IsNaN(want.SD) {
			t.Fatalf("%d values: %+v, want %+v", n, got, want)
		}
		if n > 1 {
			near(t, "mean", got.Mean, want.Mean, 1e-9)
			near(t, "SD", got.SD, want.SD, 1e-6)
		}
	}
}

// TestFromSumsOfEqualValues: if all values are equal, rounding does not make the SD NaN.
func TestFromSumsOfEqualValues(t *testing.T) {
	below := 0
	for n := 2; n < 100; n++ {
		sum, squares := 0.0, 0.0
		for range n {
			sum, squares = sum+0.1, squares+0.1*0.1
		}
		s := stat.FromSums(n, sum, squares)
		if squares < sum*s.Mean {
			below++
		}
		near(t, "SD", s.SD, 0, 1e-7)
	}
	if below == 0 {
		t.Error("no case needs the correction of rounding")
	}
}
