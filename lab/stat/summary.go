package stat

import (
	"math"
	"slices"
)

// Summary describes a sample of numbers. Everything but N is NaN for an empty
// sample, and SD for a sample of one.
type Summary struct {
	N                          int
	Mean, SD                   float64 // SD with n-1 in the denominator
	Min, P25, Median, P75, Max float64 // see Quantile
}

// Describe summarizes xs, which it does not change.
func Describe(xs []float64) Summary {
	nan := math.NaN()
	s := Summary{N: len(xs), Mean: nan, SD: nan, Min: nan, P25: nan, Median: nan, P75: nan, Max: nan}
	if len(xs) == 0 {
		return s
	}
	n := float64(len(xs))
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	s.Mean = sum / n
	if len(xs) > 1 {
		// In the second pass the sum of the deviations, zero except for rounding, is
		// subtracted, so that no digits are lost to a large mean.
		var squares, rest float64
		for _, x := range xs {
			squares += (x - s.Mean) * (x - s.Mean)
			rest += x - s.Mean
		}
		s.SD = math.Sqrt(max(0, squares-rest*rest/n) / (n - 1))
	}
	sorted := slices.Sorted(slices.Values(xs))
	s.Min, s.Max = sorted[0], sorted[len(sorted)-1]
	s.P25, s.Median, s.P75 = Quantile(sorted, 0.25), Quantile(sorted, 0.5), Quantile(sorted, 0.75)
	return s
}

// FromSums returns the N, Mean and SD of n values, from their sum and the sum of their
// squares; the other fields are NaN.
func FromSums(n int, sum, squares float64) Summary {
	s := Describe(nil)
	if s.N = n; n > 0 {
		s.Mean = sum / float64(n)
	}
	if n > 1 {
		s.SD = math.Sqrt(max(0, squares-sum*s.Mean) / float64(n-1))
	}
	return s
}

// Interval returns Student's t interval for the mean of the sampled distribution. It
// needs two values.
func (s Summary) Interval(confidence float64) Interval {
	if s.N < 2 {
		return Interval{math.NaN(), math.NaN()}
	}
	half := StudentQuantile((1+confidence)/2, float64(s.N-1)) * s.SD / math.Sqrt(float64(s.N))
	return Interval{s.Mean - half, s.Mean + half}
}

// Quantile returns the quantile p of the sorted sample by definition 7 of Hyndman and Fan
// (1996), the default of R and NumPy: linear interpolation between the values next to
// place (n-1)·p, counted from 0. It is NaN for an empty sample.
func Quantile(sorted []float64, p float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	place := p * float64(len(sorted)-1)
	i := min(max(int(place), 0), len(sorted)-1)
	j := min(i+1, len(sorted)-1)
	return sorted[i] + (place-float64(i))*(sorted[j]-sorted[i])
}
