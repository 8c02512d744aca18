package sprt

import "math"

// Count is how many groups had a score.
type Count struct{ Score, Groups float64 }

// Scores are all scores that a group of so many games can have, of no group yet: for
// two games the five of the pentanomial test. With more, only the mean counts.
func Scores(games int) []Count {
	counts := make([]Count, 2*games+1)
	for i := range counts {
		counts[i].Score = float64(i) / float64(2*games)
	}
	return counts
}

// unseen is the number of groups that a score of no group is given, as fishtest does:
// else a score that was not seen yet would be impossible, and so would be the mean of a
// hypothesis that all scores so far are on one side of.
const unseen = 1e-3

// LLR is the generalised log-likelihood ratio of two hypotheses about a distribution
// of scores: that its mean is what elo1 expects, and what elo0 does. Each is given the
// distribution with that mean under which the counts are the likeliest; of the
// ratio of these two likelihoods LLR is the logarithm.
//
// Counts must hold the scores 0 and 1, as [Scores] do, and at most 1200 be asked for.
// With no group it is 0.
//
// With s0 and s1 the scores that elo0 and elo1 expect, N groups make it at most
// N log(s1/s0) and at least -N log((1-s0)/(1-s1)), however they agree: mixing the
// likeliest distribution of the one hypothesis with lost groups, or won ones, makes one
// of the other. So a verdict needs its number of groups.
func LLR(counts []Count, elo0, elo1 float64) float64 {
	total, seen := 0.0, 0.0
	for _, c := range counts {
		total += max(c.Groups, unseen)
		seen += c.Groups
	}
	if seen == 0 {
		return 0
	}
	s0, s1 := ScoreOf(elo0), ScoreOf(elo1)
	tilt0, tilt1 := tilt(counts, total, s0), tilt(counts, total, s1)
	llr := 0.0
	for _, c := range counts {
		llr += max(c.Groups, unseen) * (math.Log1p(tilt0*(c.Score-s0)) - math.Log1p(tilt1*(c.Score-s1)))
	}
	return llr
}

// tilt finds the likeliest distribution with the given mean: if p is the share of each
// score among the counts, its probability is p/(1+x(score-mean)), where x, which is
// returned, is the root of the sum of p(score-mean)/(1+x(score-mean)).
//
// The sum falls from infinity to minus infinity between the two x at which an end of
// the scores has a denominator of 0. Newton's method, kept between what is known to be
// below and above the root.
func tilt(counts []Count, total, mean float64) float64 {
	below, above := -1/(1-mean), 1/mean
	x := 0.0
	for range 200 {
		sum, slope := 0.0, 0.0
		for _, c := range counts {
			part := (c.Score - mean) / (1 + x*(c.Score-mean))
			share := max(c.Groups, unseen) / total
			sum += share * part
			slope -= share * part * part
		}
		if sum > 0 {
			below = x
		} else {
			above = x
		}
		next := x - sum/slope
		if !(next > below && next < above) {
			next = below + (above-below)/2
		}
		if math.Abs(next-x) <= 1e-14*(1+math.Abs(x)) {
			return next
		}
		x = next
	}
	return x
}
