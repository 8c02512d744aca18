package stat

import "math"

// PairedMean is the mean of differences within pairs, and its interval: Student's,
// but with the degrees of freedom of the pairs that differ at all. Where a change of
// a solver alters few games, most differences are 0, and how large the others are
// has been seen only as often as they were: three games that take longer among a
// thousand that are the same say nothing about which is shorter on the whole.
//
// Where all are 0 the interval is [0, 0]: that none differed says how rare that is,
// see [Wilson], and not by how much. It is NaN for fewer than two pairs.
func PairedMean(diffs []float64, confidence float64) (mean float64, iv Interval) {
	s := Describe(diffs)
	if s.N < 2 {
		return s.Mean, Interval{math.NaN(), math.NaN()}
	}
	differ := 0
	for _, d := range diffs {
		if d != 0 {
			differ++
		}
	}
	half := StudentQuantile((1+confidence)/2, float64(max(1, differ-1))) * s.SD / math.Sqrt(float64(s.N))
	return s.Mean, Interval{s.Mean - half, s.Mean + half}
}

// Welch is the interval of Welch (1947) for the difference of the means b - a of two
// samples that have nothing to do with each other and may differ in spread. Both need
// two values.
func Welch(b, a *Summary, confidence float64) Interval {
	if a.N < 2 || b.N < 2 {
		return Interval{math.NaN(), math.NaN()}
	}
	va, vb := a.SD*a.SD/float64(a.N), b.SD*b.SD/float64(b.N)
	diff := b.Mean - a.Mean
	if va+vb == 0 {
		return Interval{diff, diff}
	}
	df := (va + vb) * (va + vb) / (va*va/float64(a.N-1) + vb*vb/float64(b.N-1))
	half := StudentQuantile((1+confidence)/2, df) * math.Sqrt(va+vb)
	return Interval{diff - half, diff + half}
}

// DiffApart is the interval of the difference b - a of two figures that have nothing
// to do with each other, made of the interval of each: on either side the squares of
// the distances to the ends that matter add up. With those of [Wilson] it is the
// interval of Newcombe (1998, method 10) for two rates. It is NaN where one of them
// is.
func DiffApart(b float64, ofB Interval, a float64, ofA Interval) Interval {
	diff := b - a
	return Interval{
		diff - math.Hypot(b-ofB.Lo, ofA.Hi-a),
		diff + math.Hypot(ofB.Hi-b, a-ofA.Lo),
	}
}
