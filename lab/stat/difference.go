package stat

import "math"

// PairedMean returns the mean of the differences within pairs and its interval:
// Student's, but with the degrees of freedom of the pairs that differ. If a change of a
// solver alters few games, most differences are 0, and the size of the others is known
// only from those few: three longer games among a thousand equal ones do not show which
// solver is shorter on average.
//
// If all differences are 0 the interval is [0, 0]: it says how large they are, not how
// rare, see [Wilson]. It is NaN for fewer than two pairs.
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

// Welch returns the interval of Welch (1947) for the difference of the means b - a of two
// independent samples whose spread may differ. Both need two values.
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

// DiffApart returns the interval of the difference b - a of two independent figures, from
// the interval of each: the squares of the distances to the relevant ends are added. With
// intervals of [Wilson] it is the interval of Newcombe (1998, method 10) for two rates.
// It is NaN if either interval is.
func DiffApart(b float64, ofB Interval, a float64, ofA Interval) Interval {
	diff := b - a
	return Interval{
		diff - math.Hypot(b-ofB.Lo, ofA.Hi-a),
		diff + math.Hypot(ofB.Hi-b, a-ofA.Lo),
	}
}
