// Package stat has the statistics of experiments: estimates from samples of games, and
// their confidence intervals. It is pure: no I/O, no clock, no dice.
//
// [Describe] summarizes a sample; [Wilson] is an interval for a rate, [Summary.Interval]
// for a mean, [DiffRates] for the difference of two rates over the same games.
// [Histogram] takes millions of durations in fixed space. [GroupMean] is for correlated
// games, such as those of one start with the seats exchanged.
//
// Means have Student's t interval, not a bootstrap. Both assume that the mean of many
// games is nearly normal; t needs no seed and no resampling, and is wider for small
// samples, where the percentile bootstrap is too narrow. The tests measure its coverage
// on samples as skewed as lengths of games.
package stat

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Interval is a confidence interval with both ends included. Its ends are NaN if the
// sample is too small.
type Interval struct{ Lo, Hi float64 }

// Contains reports whether x is in the interval.
func (iv Interval) Contains(x float64) bool { return iv.Lo <= x && x <= iv.Hi }

// Excludes reports whether the interval is known and x is outside.
func (iv Interval) Excludes(x float64) bool { return x < iv.Lo || x > iv.Hi }

// Half returns half the width of the interval.
func (iv Interval) Half() float64 { return (iv.Hi - iv.Lo) / 2 }

// Wilson returns the score interval of Wilson (1927) for the rate of an event that was
// observed k times in n tries. Unlike the textbook interval it is inside [0, 1], and has
// a width for k = 0 and k = n. For n = 0 it is [0, 1].
func Wilson(k, n int, confidence float64) Interval {
	if n == 0 {
		return Interval{0, 1}
	}
	z := NormalQuantile((1 + confidence) / 2)
	size, rate := float64(n), float64(k)/float64(n)
	shrink := 1 + z*z/size
	mid := (rate + z*z/(2*size)) / shrink
	half := z / shrink * math.Sqrt(rate*(1-rate)/size+z*z/(4*size*size))
	iv := Interval{max(0, mid-half), min(1, mid+half)}
	if k == 0 {
		iv.Lo = 0 // despite rounding
	}
	if k == n {
		iv.Hi = 1
	}
	return iv
}

// DiffRates returns the interval of Bonett and Price (2012) for the difference of two
// rates a - b over the same n tries, where the event occurred onlyA times for a alone and
// onlyB times for b alone. It adds one to both counts, so that two solvers without an
// observed difference are not certain to be equal. The observed difference is
// (onlyA-onlyB)/n; for n = 0 the interval is [-1, 1].
func DiffRates(onlyA, onlyB, n int, confidence float64) Interval {
	if n == 0 {
		return Interval{-1, 1}
	}
	z := NormalQuantile((1 + confidence) / 2)
	size := float64(n + 2)
	a, b := float64(onlyA+1)/size, float64(onlyB+1)/size
	half := z * math.Sqrt((a+b-(a-b)*(a-b))/size)
	return Interval{max(-1, a-b-half), min(1, a-b+half)}
}

// NormalQuantile returns the quantile p of the standard normal distribution.
func NormalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// Student's t distribution with df degrees of freedom has the share I(df/2, 1/2) at
// df/(df+t*t) beyond ±t, where I is the regularized incomplete beta function. The package
// distuv of gonum would add linear algebra to the engine in the browser.

// StudentQuantile returns the quantile p of Student's t distribution with df degrees of
// freedom.
func StudentQuantile(p, df float64) float64 {
	switch {
	case p == 0.5:
		return 0
	case p < 0.5:
		return -StudentQuantile(1-p, df)
	}
	x := mathext.InvRegIncBeta(df/2, 0.5, 2*(1-p))
	return math.Sqrt(df * (1 - x) / x)
}

// StudentShare returns the share of Student's t distribution with df degrees of freedom
// below t.
func StudentShare(t, df float64) float64 {
	beyond := mathext.RegIncBeta(df/2, 0.5, df/(df+t*t)) / 2
	if t < 0 {
		return beyond
	}
	return 1 - beyond
}
