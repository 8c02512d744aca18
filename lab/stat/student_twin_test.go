package stat_test

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"ouro/lab/stat"
)

// TestStudentTwin compares with gonum's distribution, an independent implementation.
func TestStudentTwin(t *testing.T) {
	for _, df := range []float64{1, 2, 2.5, 3, 7, 30, 199.5, 1e4} {
		want := distuv.StudentsT{Sigma: 1, Nu: df}
		for _, p := range []float64{1e-6, 0.001, 0.025, 0.2, 0.5, 0.51, 0.8, 0.975, 0.999, 1 - 1e-6} {
			got := stat.StudentQuantile(p, df)
			if w := want.Quantile(p); math.Abs(got-w) > 1e-8*(1+math.Abs(w)) {
				t.Errorf("df %g: quantile %g is %g, want %g", df, p, got, w)
			}
			if back := stat.StudentShare(got, df); math.Abs(back-p) > 1e-10 {
				t.Errorf("df %g: the share below quantile %g is %g", df, p, back)
			}
		}
		for _, x := range []float64{-40, -3, -0.1, 0, 0.1, 1, 3, 40} {
			if got, w := stat.StudentShare(x, df), want.CDF(x); math.Abs(got-w) > 1e-12 {
				t.Errorf("df %g: the share below %g is %g, want %g", df, x, got, w)
			}
		}
	}
}
