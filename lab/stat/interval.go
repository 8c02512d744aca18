// Package stat is the statistics of experiments: what a sample of games tells
// about the truth, and how sure it is. It is pure: no I/O, no clock, no dice.
//
// [Describe] sums a sample up; [Wilson] is an interval for a rate, [Summary.Interval] for a
// mean, [DiffRates] for the difference of two rates over the same games. [Histogram] takes
// millions of durations in fixed space. [GroupMean] is for games that depend on each other,
// such as those of one start with the seats changed.
//
// Means get Student's t interval, not a bootstrap. Both assume that the mean of many games
// is nearly normal; t needs no seed and no resampling, and is wider for small samples,
// where the percentile bootstrap is too narrow. The tests measure its coverage on samples
// as skewed as lengths of games are.
package stat

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Interval is a confidence interval with both ends included. Its ends are NaN
// when the sample is too small to tell anything.
type Interval struct{ Lo, Hi float64 }

// Contains tells whether x is in the interval.
func (iv Interval) Contains(x float64) bool { return iv.Lo <= x && x <= iv.Hi }

// Excludes tells whether the interval is known and x is outside.
func (iv Interval) Excludes(x float64) bool { return x < iv.Lo || x > iv.Hi }

// Half is half the interval's width.
func (iv Interval) Half() float64 { return (iv.Hi - iv.Lo) / 2 }

// Wilson is the score interval of Wilson (1927) for the rate of a thing that
// was seen k times in n tries. Unlike the textbook's interval it stays inside
// [0, 1], and k = 0 or k = n do not make it claim certainty. With n = 0 it is
// [0, 1].
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
		iv.Lo = 0 // exactly, whatever the rounding
	}
	if k == n {
		iv.Hi = 1
	}
	return iv
}

// DiffRates is the interval of Bonett and Price (2012) for the difference of
// two rates a - b over the same n tries, of which onlyA show the thing for a
// alone and onlyB for b alone. It adds one to both counts, so that two solvers
// that never differ are not claimed to be equal with certainty. The difference
// seen is (onlyA-onlyB)/n; with n = 0 the interval is [-1, 1].
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

// NormalQuantile is the point of the standard normal distribution below which
// the share p lies.
func NormalQuantile(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) }

// Student's t distribution with df degrees of freedom has the share I(df/2, 1/2) at
// df/(df+t*t) beyond t on either side, where I is the regularized incomplete beta
// function. What gonum has for this, distuv, brings linear algebra with it, which
// the engine in the browser would have to carry.

// StudentQuantile is the point of Student's t distribution with df degrees of
// freedom below which the share p lies.
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

// StudentShare is the share of Student's t distribution with df degrees of freedom
// that lies below t.
func StudentShare(t, df float64) float64 {
	beyond := mathext.RegIncBeta(df/2, 0.5, df/(df+t*t)) / 2
	if t < 0 {
		return beyond
	}
	return 1 - beyond
}
