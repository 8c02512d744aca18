// Package sprt is the sequential probability ratio test of tournaments. It checks a tournament
// after each group of games, and ends it as soon as it is known whether A is better than B. It uses
// no I/O, no clock and no random numbers.
//
// H0 says that A is at most Elo0 better, H1 that it is at least Elo1 better. After each group, the
// log-likelihood ratio ([LLR]) of H1 against H0 is compared with the bounds of Wald (1945): H0 is
// accepted below log(beta/(1-alpha)), and H1 above log((1-beta)/alpha). If A is exactly Elo0
// better, H1 is accepted with probability alpha; if A is exactly Elo1 better, H0 is accepted with
// probability beta. If the truth is between the two, either can be accepted, and the test takes
// longest. On average, the test needs half the games of a test of fixed length. The sample is the
// group, not the game. The score of a group is the mean over its games. The test assumes no
// distribution of these scores: for each hypothesis, this generalised test uses the likeliest
// distribution with the mean of the hypothesis (Van den Bergh, Comparing the approximations for the
// generalized log likelihood ratio of a multinomial distribution; for pairs of games this is the
// pentanomial test of chess engines). So draws, and games of a group that depend on each other, do
// not distort the test. The bounds assume known likelihoods, but these are estimated. In
// simulations (see the tests), the error rates are 0.7 to 1 times alpha and beta if the test takes
// a hundred groups, and lower if it takes few. The last group can move the ratio far beyond the
// bound. The test does not correct this, which makes errors rarer. Add groups in the order of their
// numbers, not in the order in which they finish. If one side wins most of the short games, an
// order that depends on results biases the test.
package sprt

import (
	"fmt"
	"math"
	"slices"
)

// Hypotheses are the hypotheses and error rates of a test.
type Hypotheses struct {
	Elo0, Elo1  float64 // Elo of A relative to B; ScoreOf converts it to a score
	Alpha, Beta float64 // error rates if A is exactly Elo0 better, and exactly Elo1 better
	Games       int     // number of games in a group
}

const (
	mostElo     = 1000 // largest absolute value of Elo0 and Elo1
	farthest    = 1200 // largest absolute value of an estimate
	leastChance = 1e-6 // smallest Alpha and Beta
)

func (h Hypotheses) Check() error {
	switch {
	case !(h.Elo0 < h.Elo1):
		return fmt.Errorf("elo0 %v, elo1 %v: want elo0 below elo1, such as 0 and 20", h.Elo0, h.Elo1)
	case !(h.Elo0 >= -mostElo && h.Elo1 <= mostElo):
		return fmt.Errorf("elo0 %v, elo1 %v: want both from -%d to %d", h.Elo0, h.Elo1, mostElo, mostElo)
	case !(h.Alpha >= leastChance && h.Alpha < 0.5):
		return fmt.Errorf("alpha %v: want a chance of a wrong answer from 1e-6 to below 0.5, such as 0.05", h.Alpha)
	case !(h.Beta >= leastChance && h.Beta < 0.5):
		return fmt.Errorf("beta %v: want a chance of a wrong answer from 1e-6 to below 0.5, such as 0.05", h.Beta)
	case h.Games < 1:
		return fmt.Errorf("groups of %d games: want at least 1 game in a group", h.Games)
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which H0 and H1 are accepted.
func (h Hypotheses) Bounds() (lower, upper float64) {
	return math.Log(h.Beta / (1 - h.Alpha)), math.Log((1 - h.Beta) / h.Alpha)
}

type Verdict int

const (
	Continue Verdict = iota
	AcceptH0
	AcceptH1
)

func (v Verdict) String() string {
	return [...]string{"continue", "accept H0", "accept H1"}[v]
}

// Test is a running test. It is not safe for concurrent use.
type Test struct {
	hypotheses Hypotheses
	counts     []Count // by score
	groups     int
	llr        float64
	verdict    Verdict
}

func New(h Hypotheses) (*Test, error) {
	if err := h.Check(); err != nil {
		return nil, err
	}
	return &Test{hypotheses: h, counts: Scores(h.Games)}, nil
}

// Add adds the score of A in the next group, from 0 to 1, and returns the verdict. After a verdict
// other than Continue, Add changes nothing.
func (t *Test) Add(score float64) (Verdict, error) {
	if !(score >= 0 && score <= 1) {
		return t.verdict, fmt.Errorf("a score of %v: want 0 to 1", score)
	}
	if t.verdict != Continue {
		return t.verdict, nil
	}
	index, _ := slices.BinarySearchFunc(t.counts, score-rounding, func(c Count, s float64) int {
		if c.Score < s {
			return -1
		}
		return 1
	})
	if index == len(t.counts) || t.counts[index].Score > score+rounding {
		t.counts = slices.Insert(t.counts, index, Count{Score: score})
	}
	t.counts[index].Groups++
	t.groups++

	t.llr = LLR(t.counts, t.hypotheses.Elo0, t.hypotheses.Elo1)
	lower, upper := t.hypotheses.Bounds()
	switch {
	case t.llr <= lower:
		t.verdict = AcceptH0
	case t.llr >= upper:
		t.verdict = AcceptH1
	}
	return t.verdict, nil
}

// rounding is the distance up to which scores are equal.
const rounding = 1e-9

func (t *Test) Verdict() Verdict { return t.verdict }

func (t *Test) Hypotheses() Hypotheses { return t.hypotheses }

// LLR returns the log-likelihood ratio of H1 against H0. Without groups it is 0.
func (t *Test) LLR() float64 { return t.llr }

func (t *Test) Groups() int { return t.groups }

// ScoreOf returns the expected score of an entrant with this Elo relative to its opponent.
func ScoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// Count is a score of groups, and the number of groups with this score.
type Count struct{ Score, Groups float64 }

// Scores returns each possible score of a group of games, with 0 groups. Groups of two games have
// the five scores of the pentanomial test.
func Scores(games int) []Count {
	counts := make([]Count, 2*games+1)
	for i := range counts {
		counts[i].Score = float64(i) / float64(2*games)
	}
	return counts
}

// unseenCount replaces a count of 0, as in fishtest. Otherwise a score that no group had would be
// impossible. A hypothesis would then be impossible if all observed scores were on one side of its
// mean.
const unseenCount = 1e-3

// LLR returns the generalised log-likelihood ratio of two hypotheses about the mean of a
// distribution: that the mean is the expected score of elo1, against that it is the expected score
// of elo0. The likelihood of a hypothesis is the likelihood of the counts under the likeliest
// distribution with its mean.
//
// The counts must include the scores 0 and 1, as those of [Scores] do. elo0 and elo1 must be from
// -1200 to 1200. Without groups the ratio is 0.
//
// Let s0 and s1 be the expected scores of elo0 and elo1. For N groups the ratio is at most N
// log(s1/s0) and at least -N log((1-s0)/(1-s1)): mixing the likeliest distribution of one
// hypothesis with lost or won groups gives a distribution of the other. So a verdict needs a
// minimum number of groups.
func LLR(counts []Count, elo0, elo1 float64) float64 {
	total, seen := 0.0, 0.0
	for _, c := range counts {
		total += max(c.Groups, unseenCount)
		seen += c.Groups
	}
	if seen == 0 {
		return 0
	}
	s0, s1 := ScoreOf(elo0), ScoreOf(elo1)
	tilt0, tilt1 := tilt(counts, total, s0), tilt(counts, total, s1)
	llr := 0.0
	for _, c := range counts {
		llr += max(c.Groups, unseenCount) * (math.Log1p(tilt0*(c.Score-s0)) - math.Log1p(tilt1*(c.Score-s1)))
	}
	return llr
}

// tilt returns the parameter x of the likeliest distribution with this mean. In that distribution,
// the probability of a score is p/(1+x(score-mean)), where p is the share of the score among the
// counts. x is the root of the sum of p(score-mean)/(1+x(score-mean)) over all scores. Between the
// two values of x at which a denominator is 0, the sum falls from infinity to minus infinity.
// Newton's method finds the root, with bisection if a step leaves the interval that contains the
// root.
func tilt(counts []Count, total, mean float64) float64 {
	below, above := -1/(1-mean), 1/mean
	x := 0.0
	for range 200 {
		sum, slope := 0.0, 0.0
		for _, c := range counts {
			part := (c.Score - mean) / (1 + x*(c.Score-mean))
			share := max(c.Groups, unseenCount) / total
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
