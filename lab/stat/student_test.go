package stat_test

import (
	"math"
	"testing"

	"ouro/lab/stat"
)

// student returns Student's t quantile for df degrees of freedom from Summary.Interval:
// half an interval in standard errors.
func student(p float64, df int) float64 {
	s := stat.Summary{N: df + 1, SD: math.Sqrt(float64(df + 1))}
	return s.Interval(2*p - 1).Half()
}

// TestStudentTable compares with the usual table of textbooks.
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
