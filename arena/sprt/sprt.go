// Package sprt is the sequential probability ratio test of tournaments: it looks at a
// tournament after each group of games and stops it as soon as it is known whether A is
// better than B. It is pure: no I/O, no clock, no dice.
//
// H0 says that A is at most Elo0 better, H1 that it is at least Elo1 better. After each
// group the log-likelihood ratio ([LLR]) of H1 against H0 is compared with the bounds of
// Wald (1945), log(beta/(1-alpha)) below and log((1-beta)/alpha) above; beyond one of them
// the answer is known. If A is Elo0 better, H1 is accepted with the probability alpha, if
// it is Elo1 better H0 with the probability beta; in between either may be accepted, and
// the test takes longest. On average it takes half the games of a test of fixed length.
//
// The group is the sample, not the game. Its score is the mean over its games, and the
// distribution of that score is not assumed: the generalised test takes, for each
// hypothesis, the likeliest distribution with its mean (Van den Bergh, Comparing the
// approximations for the generalized log likelihood ratio of a multinomial distribution;
// for pairs of games it is the pentanomial test of chess engines). So it takes account of
// draws, and of games of a group that depend on each other. Both likelihoods are estimated,
// and the bounds are for known ones: in simulations (see the tests) the error rates are 0.7
// to 1 times alpha and beta where the test takes a hundred groups, and less where it takes
// few. The excess over a bound is not corrected; it makes errors rarer.
//
// Groups must come in an order that their results do not decide: by their number, not by
// which is over first, since short games may be those of one winner.
package sprt

import (
	"fmt"
	"math"
	"slices"
)

// Hypotheses is what is tested, and how sure one wants to be.
type Hypotheses struct {
	Elo0, Elo1  float64 // how much better A is, in the Elo of its score
	Alpha, Beta float64 // rate of errors where Elo0 is true, and where Elo1 is
	Games       int     // of a group
}

const (
	mostElo     = 1000 // the greatest difference of a hypothesis: more is known of no players
	farthest    = 1200 // the greatest Elo that an estimate returns
	leastChance = 1e-6 // of a wrong answer
)

// Check says what is wrong with the hypotheses.
func (h Hypotheses) Check() error {
	switch {
	case !(h.Elo0 < h.Elo1):
		return fmt.Errorf("elo0 %v, elo1 %v: want elo0 below elo1, such as 0 and 20", h.Elo0, h.Elo1)
	case !(h.Elo0 >= -mostElo && h.Elo1 <= mostElo):
		return fmt.Errorf("elo0 %v, elo1 %v: want them from -%d to %d", h.Elo0, h.Elo1, mostElo, mostElo)
	case !(h.Alpha >= leastChance && h.Alpha < 0.5):
		return fmt.Errorf("alpha %v: want a chance of a wrong answer from 1e-6 to below 0.5, such as 0.05", h.Alpha)
	case !(h.Beta >= leastChance && h.Beta < 0.5):
		return fmt.Errorf("beta %v: want a chance of a wrong answer from 1e-6 to below 0.5, such as 0.05", h.Beta)
	case h.Games < 1:
		return fmt.Errorf("groups of %d games", h.Games)
	}
	return nil
}

// Bounds are where the log-likelihood ratio accepts H0 and H1.
func (h Hypotheses) Bounds() (lower, upper float64) {
	return math.Log(h.Beta / (1 - h.Alpha)), math.Log((1 - h.Beta) / h.Alpha)
}

// Verdict is what is known.
type Verdict int

// The verdicts.
const (
	Continue Verdict = iota
	AcceptH0
	AcceptH1
)

func (v Verdict) String() string {
	return [...]string{"continue", "accept H0", "accept H1"}[v]
}

// Test takes groups one after the other. It is not safe for concurrent use.
type Test struct {
	hypotheses Hypotheses
	counts     []Count // by score
	groups     int
	llr        float64
	verdict    Verdict
}

// New begins a test.
func New(h Hypotheses) (*Test, error) {
	if err := h.Check(); err != nil {
		return nil, err
	}
	return &Test{hypotheses: h, counts: Scores(h.Games)}, nil
}

// Add takes the score of A in the next group, from 0 to 1, and says what is known now.
// After a verdict the test stays as it is, whatever is added.
func (t *Test) Add(score float64) (Verdict, error) {
	if !(score >= 0 && score <= 1) {
		return t.verdict, fmt.Errorf("a score of %v: want 0 to 1", score)
	}
	if t.verdict != Continue {
		return t.verdict, nil
	}
	at, _ := slices.BinarySearchFunc(t.counts, score-rounding, func(c Count, s float64) int {
		if c.Score < s {
			return -1
		}
		return 1
	})
	if at == len(t.counts) || t.counts[at].Score > score+rounding {
		t.counts = slices.Insert(t.counts, at, Count{Score: score})
	}
	t.counts[at].Groups++
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

// rounding is how near scores are the same.
const rounding = 1e-9

// Verdict is what is known.
func (t *Test) Verdict() Verdict { return t.verdict }

// Hypotheses is what is tested.
func (t *Test) Hypotheses() Hypotheses { return t.hypotheses }

// LLR is the log-likelihood ratio of H1 against H0; 0 without groups.
func (t *Test) LLR() float64 { return t.llr }

// Groups is how many were taken.
func (t *Test) Groups() int { return t.groups }

// ScoreOf is the score that is expected of who is so much better.
func ScoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }
