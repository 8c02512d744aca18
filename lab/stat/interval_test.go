package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ouro/lab/stat"
)

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s = %.15g, want %.15g ± %g", what, got, want, tolerance)
	}
}

// TestWilsonPublished compares with Newcombe, Statistics in Medicine 17 (1998),
// table I, method 3.
func TestWilsonPublished(t *testing.T) {
	for _, c := range []struct {
		k, n   int
		lo, hi float64
	}{
		{81, 263, 0.2553, 0.3662},
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	} {
		iv := stat.Wilson(c.k, c.n, 0.95)
		near(t, "Lo", iv.Lo, c.lo, 0.00005)
		near(t, "Hi", iv.Hi, c.hi, 0.00005)
		mirror := stat.Wilson(c.n-c.k, c.n, 0.95)
		near(t, "mirrored Lo", mirror.Lo, 1-iv.Hi, 1e-15)
		near(t, "mirrored Hi", mirror.Hi, 1-iv.Lo, 1e-15)
	}
}

func TestWilsonEnds(t *testing.T) {
	if iv := stat.Wilson(0, 0, 0.95); iv != (stat.Interval{Lo: 0, Hi: 1}) {
		t.Errorf("without tries: %v", iv)
	}
	for n := 1; n <= 2000; n += 13 {
		if none, all := stat.Wilson(0, n, 0.95), stat.Wilson(n, n, 0.95); none.Lo != 0 || none.Hi >= 1 || all.Hi != 1 || all.Lo <= 0 {
			t.Errorf("n %d: none %v, all %v", n, none, all)
		}
	}
}

// TestWilsonCoverage computes the exact probability that the interval contains the truth,
// for true rates from 0.01 to 0.99.
func TestWilsonCoverage(t *testing.T) {
	for _, n := range []int{10, 100, 1000} {
		total, rates := 0.0, 0
		for p := 0.01; p < 0.995; p += 0.01 {
			covered := 0.0
			for k := range n + 1 {
				if stat.Wilson(k, n, 0.95).Contains(p) {
					covered += binomial(n, k, p)
				}
			}
			if covered < 0.85 {
				t.Errorf("n %d, rate %.2f: coverage %.4f", n, p, covered)
			}
			total += covered
			rates++
		}
		near(t, "mean coverage", total/float64(rates), 0.953, 0.007)
	}
}

func binomial(n, k int, p float64) float64 {
	choose := lgamma(n+1) - lgamma(k+1) - lgamma(n-k+1)
	return math.Exp(choose + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
}

func lgamma(n int) float64 {
	l, _ := math.Lgamma(float64(n))
	return l
}

// TestDiffRatesPublished compares with the approval ratings in Agresti, Categorical Data
// Analysis, chapter on matched pairs: of 1600 people who were asked twice, 150 approved
// only the first time and 86 only the second time. The difference 0.04 has the standard
// error 0.0095. For so large a sample the adjustment is negligible.
func TestDiffRatesPublished(t *testing.T) {
	iv := stat.DiffRates(150, 86, 1600, 0.95)
	near(t, "middle", (iv.Lo+iv.Hi)/2, 0.04, 0.0005)
	near(t, "standard error", iv.Half()/1.959964, 0.0095, 0.0002)
	back := stat.DiffRates(86, 150, 1600, 0.95)
	near(t, "b - a", back.Lo, -iv.Hi, 1e-15)
}

func TestDiffRatesNeverCertain(t *testing.T) {
	for _, n := range []int{0, 1, 2, 10, 1000} {
		for _, c := range [][2]int{{0, 0}, {n, 0}, {0, n}} {
			iv := stat.DiffRates(c[0], c[1], n, 0.95)
			if iv.Half() <= 0 || iv.Lo < -1 || iv.Hi > 1 || n > 0 && !iv.Contains(float64(c[0]-c[1])/float64(n)) {
				t.Errorf("%d and %d of %d: %v", c[0], c[1], n, iv)
			}
		}
	}
}

func TestDiffRatesCoverage(t *testing.T) {
	const seed, rounds = 5, 4000
	dice := rand.New(rand.NewPCG(seed, 0))
	for _, c := range []struct{ onlyA, onlyB float64 }{{0.001, 0.001}, {0.02, 0}, {0.1, 0.3}, {0.05, 0.05}} {
		for _, n := range []int{30, 200} {
			covered := 0
			for range rounds {
				a, b := 0, 0
				for range n {
					switch x := dice.Float64(); {
					case x < c.onlyA:
						a++
					case x < c.onlyA+c.onlyB:
						b++
					}
				}
				if stat.DiffRates(a, b, n, 0.95).Contains(c.onlyA - c.onlyB) {
					covered++
				}
			}
			if rate := float64(covered) / rounds; rate < 0.93 {
				t.Errorf("seed %d: rates %v, n %d: coverage %.4f", seed, c, n, rate)
			}
		}
	}
}

func TestInterval(t *testing.T) {
	iv := stat.Interval{Lo: -1, Hi: 3}
	if !iv.Contains(-1) || !iv.Contains(3) || iv.Contains(3.1) || iv.Excludes(0) || !iv.Excludes(-2) || iv.Half() != 2 {
		t.Error(iv)
	}
	unknown := stat.Interval{Lo: math.NaN(), Hi: math.NaN()}
	if unknown.Excludes(0) || unknown.Contains(0) {
		t.Error("an unknown interval contains or excludes 0")
	}
}

// TestDiffRatesOfFew compares DiffRates with figures computed by hand. Adding one to 10 of 10 and
// to 0 of 10 gives the rates 11/12 and 1/12; the variance of their difference is (1 - 25/36) / 12.
func TestDiffRatesOfFew(t *testing.T) {
	iv := stat.DiffRates(10, 0, 10, 0.95)
	near(t, "Lo", iv.Lo, 10.0/12-1.959964*math.Sqrt(11.0/36/12), 1e-6)
	near(t, "Hi", iv.Hi, 1, 0)
}

// student returns the quantile p of Student's t distribution, for p above 1/2. It is half the width
// of a Summary.Interval in standard errors.
func student(p float64, df int) float64 {
	s := stat.Summary{N: df + 1, SD: math.Sqrt(float64(df + 1))}
	return s.Interval(2*p - 1).Half()
}

// TestStudentTable compares with the table that textbooks print.
func TestStudentTable(t *testing.T) {
	for _, c := range []struct {
		p    float64
		df   int
		want float64
	}{
		{0.95, 5, 2.015},
		{0.975, 1, 12.706},
		{0.975, 2, 4.303},
		{0.975, 5, 2.571},
		{0.975, 10, 2.228},
		{0.975, 30, 2.042},
		{0.975, 60, 2.000},
		{0.975, 120, 1.980},
		{0.975, 1e9, 1.960},
		{0.995, 1, 63.657},
		{0.995, 10, 3.169},
		{0.995, 120, 2.617},
		{0.995, 1e9, 2.576},
		{0.9995, 2, 31.599},
		{0.9995, 30, 3.646},
	} {
		near(t, "t", student(c.p, c.df), c.want, 0.0005)
	}
}

// TestStudentClosedForms: for one and two degrees of freedom the quantile has a closed
// form.
func TestStudentClosedForms(t *testing.T) {
	for p := 0.501; p < 0.9995; p += 0.001 {
		one := math.Tan(math.Pi * (p - 0.5))
		near(t, "df 1", student(p, 1)/one, 1, 1e-9)
		two := (2*p - 1) / math.Sqrt(2*p*(1-p))
		near(t, "df 2", student(p, 2)/two, 1, 1e-9)
	}
}
