package stat

import "math"

// Ratio returns the ratio of the means of ys and xs, which are paired, and its interval
// by the delta method (linearisation, Cochran 1977, §6.3): the ratio r is about as
// uncertain as the mean of (y - r·x)/mean(x), which accounts for the correlation of ys
// and xs. That mean has Student's t interval. The method suits samples of games, where
// the xs are far from zero; the mean of the ratios of single pairs would be a different
// figure.
//
// The ratio is NaN for an empty sample, and the interval for fewer than two pairs or if
// the xs add up to zero.
func Ratio(ys, xs []float64, confidence float64) (float64, Interval) {
	x := Describe(xs).Mean
	ratio := Describe(ys).Mean / x
	rest := make([]float64, len(ys))
	for i := range ys {
		rest[i] = (ys[i] - ratio*xs[i]) / x
	}
	half := Describe(rest).Interval(confidence).Half()
	if math.IsInf(ratio, 0) || math.IsNaN(half) {
		return ratio, Interval{math.NaN(), math.NaN()}
	}
	return ratio, Interval{ratio - half, ratio + half}
}
