package sprt

import (
	"math"

	"ouro/lab/stat"
)

// Elo returns the Elo of A relative to B, and its interval. Both are from -1200 to 1200. A test
// stops when the score is far from one of its hypotheses. So the score is too extreme on average:
// by a third of the difference between the hypotheses, if one of them is true. To correct this, Elo
// orders all possible courses of the test from worst to best for A (as in fishtest; Siegmund,
// Sequential Analysis, 1985, chapter 3):
//
//  1. courses that accept H0, those that end earlier first;
//  2. courses without a verdict, by score;
//  3. courses that accept H1, those that end later first.
//
// The estimate is the Elo at which a worse and a better course than the observed one are equally
// likely. At each end of the interval, the probability of a course at least as extreme is (1 -
// confidence)/2. The sum of scores is modelled as a Brownian motion, whose variance is that of the
// groups' scores. As in [stat.GroupMean], a lost group and a won one are added to the variance. In
// simulations (see the tests), 95 % intervals cover the truth in 0.93 to 1 of tests.
func (t *Test) Elo(confidence float64) (float64, stat.Interval) {
	c := t.motion()
	tail := (1 - confidence) / 2
	iv := stat.Interval{Lo: c.eloOf(1 - tail), Hi: c.eloOf(tail)}
	return c.eloOf(0.5), iv
}

// motion models the log-likelihood ratio of a test as a Brownian motion that starts at 0 and ends
// at a bound. Its clock counts time in units of variance.
type motion struct {
	lower, upper float64
	middle, step float64 // score at which the drift is 0; score difference that changes the drift by 1
	clock        float64 // time at the end of the test, or now
	value        float64 // log-likelihood ratio at that time
	verdict      Verdict
}

func (t *Test) motion() motion {
	s0, s1 := ScoreOf(t.hypotheses.Elo0), ScoreOf(t.hypotheses.Elo1)
	c := motion{middle: (s0 + s1) / 2, step: s1 - s0, verdict: t.verdict}
	c.lower, c.upper = t.hypotheses.Bounds()
	n := float64(t.groups)
	if t.groups == 0 {
		return c
	}
	mean, squares := 0.0, 0.0
	for _, k := range t.counts {
		mean += k.Groups * k.Score / n
	}
	center := (n*mean + 1) / (n + 2) // mean with the two added groups
	for _, k := range t.counts {
		squares += k.Groups * (k.Score - center) * (k.Score - center)
	}
	variance := (squares + center*center + (1-center)*(1-center)) / (n + 1)
	c.clock = n * c.step * c.step / variance
	c.value = c.clock * (mean - c.middle) / c.step
	// The last group can move the ratio beyond the bound. Set the clock to the time at which the
	// ratio crossed the bound.
	switch {
	case t.verdict == AcceptH1:
		if c.value > c.upper {
			c.clock *= c.upper / c.value
		}
	case t.verdict == AcceptH0:
		if c.value < c.lower {
			c.clock *= c.lower / c.value
		}
	default:
		c.value = max(c.lower, min(c.value, c.upper))
	}
	return c
}

// eloOf returns the difference in Elo at which a test has, with probability p, a result no better
// than c. It decreases as p increases.
func (c motion) eloOf(p float64) float64 {
	if c.clock == 0 {
		return farthest * (1 - 2*math.Round(p*2)/2) // no information
	}
	lo, hi := -float64(farthest), float64(farthest)
	for range 40 {
		if mid := (lo + hi) / 2; c.tailProbability((ScoreOf(mid)-c.middle)/c.step) > p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return (lo + hi) / 2
}

// tailProbability returns the probability that a motion with this drift is no better than c.
func (c motion) tailProbability(drift float64) float64 {
	switch c.verdict {
	case AcceptH0:
		return crossingProbability(-c.lower, -c.upper, drift*-1, c.clock)
	case AcceptH1:
		return 1 - crossingProbability(c.upper, c.lower, drift, c.clock)
	default:
		return crossingProbability(-c.lower, -c.upper, drift*-1, c.clock) + insideProbability(c.lower, c.upper, c.value, drift, c.clock)
	}
}

// crossingProbability returns the probability that a Brownian motion reaches upper > 0 before the
// time horizon, and before it reaches lower < 0.
//
// For early times it uses the method of images: reflections of the motion in the two bounds, with
// alternating signs, cancel out at the bounds. For later times, the result is the probability of
// ever crossing upper first, minus a Fourier series that decays with time. At the time at which it
// changes the method, both methods need only a few terms.
func crossingProbability(upper, lower, drift, horizon float64) float64 {
	root, width := math.Sqrt(horizon), upper-lower
	if root > width {
		sum := eventualCrossing(upper, lower, drift)
		for k := 1.0; k <= terms; k++ {
			wave := k * math.Pi / width
			fade := (drift*drift + wave*wave) / 2
			sum += math.Cos(k*math.Pi) * wave / width * math.Sin(-wave*lower) / fade * math.Exp(drift*upper-fade*horizon)
		}
		return max(0, min(sum, 1))
	}
	// reached returns the probability of reaching d > 0, times exp(drift*(upper-d)).
	reached := func(d float64) float64 {
		return math.Exp(drift*upper-math.Abs(drift)*d+logNormal((math.Abs(drift)*horizon-d)/root)) +
			math.Exp(drift*upper+math.Abs(drift)*d+logNormal((-d-math.Abs(drift)*horizon)/root))
	}
	sum := reached(upper)
	for k := 1.0; k <= terms; k++ {
		sum += reached(upper+2*k*width) - reached(2*k*width-upper)
	}
	return max(0, min(sum, 1))
}

// eventualCrossing is crossingProbability for an infinite time.
func eventualCrossing(near, far, drift float64) float64 {
	if math.Abs(drift)*(near-far) < 1e-9 {
		return -far / (near - far)
	}
	part := math.Expm1(2*math.Abs(drift)*far) / math.Expm1(2*math.Abs(drift)*(far-near))
	if drift < 0 {
		part *= math.Exp(2 * drift * near)
	}
	return part
}

// insideProbability returns the probability that the motion is at most y at the time clock and has
// not left the bounds before. The methods are those of crossingProbability.
func insideProbability(lower, upper, y, drift, clock float64) float64 {
	root, width := math.Sqrt(clock), upper-lower
	sum := 0.0
	if root > width {
		for k := 1.0; k <= terms; k++ {
			wave := k * math.Pi / width
			norm := drift*drift + wave*wave
			top := math.Exp(drift*y-norm/2*clock) * (drift*math.Sin(wave*(y-lower)) - wave*math.Cos(wave*(y-lower)))
			bottom := math.Exp(drift*lower-norm/2*clock) * wave
			sum += 2 / width * math.Sin(-wave*lower) * (top + bottom) / norm
		}
		return max(0, min(sum, 1))
	}
	// from returns the contribution of the image that starts at x.
	from := func(x float64) float64 {
		return math.Exp(drift*x + logBetween((lower-x-drift*clock)/root, (y-x-drift*clock)/root))
	}
	for k := -float64(terms); k <= terms; k++ {
		sum += from(2*k*width) - from(2*upper+2*k*width)
	}
	return max(0, min(sum, 1))
}

// terms is the number of terms of each series, on either side of the middle one.
const terms = 6

// logNormal returns the logarithm of the standard normal distribution function.
func logNormal(x float64) float64 {
	if x < -30 {
		return -x*x/2 - math.Log(-x*math.Sqrt(2*math.Pi))
	}
	return math.Log(math.Erfc(-x/math.Sqrt2) / 2)
}

// logBetween returns the logarithm of the normal probability of an interval.
func logBetween(a, b float64) float64 {
	if a > 0 {
		a, b = -b, -a // use the side where the probability is small
	}
	if b <= a {
		return math.Inf(-1)
	}
	whole := logNormal(b)
	return whole + math.Log(-math.Expm1(logNormal(a)-whole))
}
