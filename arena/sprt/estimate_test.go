package sprt

import (
	"math"
	"testing"
)

// TestMotion: a motion has crossed one bound or the other or is inside, early and late
// and where one formula takes over from the other, whatever the drift.
func TestMotion(t *testing.T) {
	for _, bounds := range [][2]float64{{-2.944, 2.944}, {-0.4, 0.4}, {-0.2, 4}, {-4, 0.2}} {
		lower, upper := bounds[0], bounds[1]
		width := upper - lower
		for _, clock := range []float64{0.01, 0.1, 0.5, 0.99, 1.01, 2, 10, 1000} {
			clock *= width * width
			for _, drift := range []float64{-100, -3, -0.5, -0.01, 0, 0.01, 0.5, 3, 100} {
				up, down := crossed(upper, lower, drift, clock), crossed(-lower, -upper, -drift, clock)
				in := inside(lower, upper, upper, drift, clock)
				near(t, "all", up+down+in, 1, 1e-9)
				half := inside(lower, upper, (lower+upper)/2, drift, clock)
				if half < 0 || half > in {
					t.Errorf("inside %v to %v: %v below the middle of %v", lower, upper, half, in)
				}
				if clock > 900*width*width && drift > 0 {
					near(t, "up at the end", up, (1-math.Exp(2*drift*lower))/(1-math.Exp(-2*drift*width)), 1e-9)
				}
			}
		}
	}
}
