package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ouro/lab/stat"
)

// TestRatioByHand: ys of 3, 5 and 10 to xs of 1, 2 and 3 have the ratio 18/6; the
// residuals 0, -1 and 1, halved, have the standard deviation 1/2.
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

// TestRatioCoverage draws correlated pairs, like moves and distances but more skewed, and
// counts how often the interval contains the truth.
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
