package stat_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"ouro/lab/stat"
)

// TestStudentTable compares with the table in every textbook.
func TestStudentTable(t *testing.T) {
	for _, c := range []struct{ p, df, want float64 }{
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
		near(t, "t", stat.StudentQuantile(c.p, c.df), c.want, 0.0005)
	}
}

// With one and two degrees of freedom the quantile has a closed form.
func TestStudentClosedForms(t *testing.T) {
	for p := 0.501; p < 0.9995; p += 0.001 {
		one := math.Tan(math.Pi * (p - 0.5))
		near(t, "df 1", stat.StudentQuantile(p, 1)/one, 1, 1e-10)
		two := (2*p - 1) / math.Sqrt(2*p*(1-p))
		near(t, "df 2", stat.StudentQuantile(p, 2)/two, 1, 1e-10)
	}
}

// TestStudentOracle compares the share below the quantile, by Gonum, with what
// was asked for.
func TestStudentOracle(t *testing.T) {
	for _, df := range []float64{1, 2, 3, 4, 7, 9, 24, 99, 999, 99999} {
		oracle := distuv.StudentsT{Sigma: 1, Nu: df}
		for _, p := range []float64{0.0005, 0.01, 0.025, 0.3, 0.49, 0.51, 0.7, 0.9, 0.975, 0.995, 0.9995} {
			x := stat.StudentQuantile(p, df)
			near(t, "share below", oracle.CDF(x), p, 1e-9)
			near(t, "mirror image", stat.StudentQuantile(1-p, df), -x, 1e-9*math.Abs(x))
		}
	}
}

func TestStudentOutside(t *testing.T) {
	if x := stat.StudentQuantile(0.5, 3); x != 0 {
		t.Errorf("median %v", x)
	}
	nan := math.NaN()
	for _, c := range [][2]float64{{0, 3}, {1, 3}, {0.5, 0}, {0.9, -1}, {nan, 3}, {0.9, nan}} {
		if x := stat.StudentQuantile(c[0], c[1]); !math.IsNaN(x) {
			t.Errorf("StudentQuantile(%v, %v) = %v, want NaN", c[0], c[1], x)
		}
	}
}
