package sprt

import (
	"math"

	"ouro/lab/stat"
)

// Elo is how much better A is, by its score so far, and the interval of that, between
// -1200 and 1200.
//
// A test stops when the score is far from one of its hypotheses, so the score itself is
// too far, on average: by a third of the difference between the hypotheses where it is
// that of one of them. Elo is therefore the difference at which a worse course of the
// test and a better one are equally likely, and the ends of the interval those at which
// so bad a course, or so good a one, has half of what is left of the confidence. Of
// courses, one that accepts H0 is the worse the sooner it does, one that accepts H1 the
// better, and those without a verdict are in between by their score (as fishtest does;
// Siegmund, Sequential Analysis, 1985, chapter 3).
//
// The sum of scores is modelled as a Brownian motion, with the variance of the groups' scores,
// to which as in [stat.GroupMean] one lost group and one won are added. In simulations,
// which the tests have, 95 % intervals cover the truth in 0.93 to 1 of tests.
func (t *Test) Elo(confidence float64) (float64, stat.Interval) {
	c := t.course()
	rest := (1 - confidence) / 2
	iv := stat.Interval{Lo: c.eloOf(1 - rest), Hi: c.eloOf(rest)}
	return c.eloOf(0.5), iv
}

// course is how a test went: a Brownian motion that begins at 0 and ends where it
// leaves the bounds. Its clock is its variance.
type course struct {
	lower, upper float64
	middle, step float64 // the score without drift, and the score that drifts 1 a unit of the clock
	clock, at    float64
	verdict      Verdict
}

func (t *Test) course() course {
	s0, s1 := ScoreOf(t.hypotheses.Elo0), ScoreOf(t.hypotheses.Elo1)
	c := course{middle: (s0 + s1) / 2, step: s1 - s0, verdict: t.verdict}
	c.lower, c.upper = t.hypotheses.Bounds()
	n := float64(t.groups)
	if t.groups == 0 {
		return c
	}
	mean, squares := 0.0, 0.0
	for _, k := range t.counts {
		mean += k.Groups * k.Score / n
	}
	with := (n*mean + 1) / (n + 2)
	for _, k := range t.counts {
		squares += k.Groups * (k.Score - with) * (k.Score - with)
	}
	variance := (squares + with*with + (1-with)*(1-with)) / (n + 1)
	c.clock = n * c.step * c.step / variance
	c.at = c.clock * (mean - c.middle) / c.step
	// Groups are steps, and the last one went over the bound: it was crossed before.
	switch {
	case t.verdict == AcceptH1:
		if c.at > c.upper {
			c.clock *= c.upper / c.at
		}
	case t.verdict == AcceptH0:
		if c.at < c.lower {
			c.clock *= c.lower / c.at
		}
	default:
		c.at = max(c.lower, min(c.at, c.upper))
	}
	return c
}

// eloOf is the Elo at which a course that is no better has the probability p. It falls
// with p.
func (c course) eloOf(p float64) float64 {
	if c.clock == 0 {
		return farthest * (1 - 2*math.Round(p*2)/2) // nothing is known
	}
	lo, hi := -float64(farthest), float64(farthest)
	for range 40 {
		if mid := (lo + hi) / 2; c.worse((ScoreOf(mid)-c.middle)/c.step) > p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return (lo + hi) / 2
}

// worse is the probability of a course that is no better, under a drift.
func (c course) worse(drift float64) float64 {
	switch c.verdict {
	case AcceptH0:
		return crossed(-c.lower, -c.upper, drift*-1, c.clock)
	case AcceptH1:
		return 1 - crossed(c.upper, c.lower, drift, c.clock)
	default:
		return crossed(-c.lower, -c.upper, drift*-1, c.clock) + inside(c.lower, c.upper, c.at, drift, c.clock)
	}
}

// crossed is the probability that a Brownian motion with a drift has, until the clock
// says so, reached near > 0 without having been at far < 0 before.
//
// While it is early, by the method of images: the motion that begins at 0 has the
// opposite at each of its reflections in the two bounds, so that at the bounds they
// cancel out. Later, what has crossed by then is what ever does, less the vibrations of
// a string between the bounds, which fade. Where one takes over, few terms of either
// are more than nothing.
func crossed(near, far, drift, clock float64) float64 {
	root, width := math.Sqrt(clock), near-far
	if root > width {
		sum := ever(near, far, drift)
		for k := 1.0; k <= terms; k++ {
			wave := k * math.Pi / width
			fade := (drift*drift + wave*wave) / 2
			sum += math.Cos(k*math.Pi) * wave / width * math.Sin(-wave*far) / fade * math.Exp(drift*near-fade*clock)
		}
		return max(0, min(sum, 1))
	}
	// reached is the probability to come as far as d, times exp(drift*(near-d)).
	reached := func(d float64) float64 {
		return math.Exp(drift*near-math.Abs(drift)*d+logNormal((math.Abs(drift)*clock-d)/root)) +
			math.Exp(drift*near+math.Abs(drift)*d+logNormal((-d-math.Abs(drift)*clock)/root))
	}
	sum := reached(near)
	for k := 1.0; k <= terms; k++ {
		sum += reached(near+2*k*width) - reached(2*k*width-near)
	}
	return max(0, min(sum, 1))
}

// ever is crossed without end.
func ever(near, far, drift float64) float64 {
	if math.Abs(drift)*(near-far) < 1e-9 {
		return -far / (near - far)
	}
	part := math.Expm1(2*math.Abs(drift)*far) / math.Expm1(2*math.Abs(drift)*(far-near))
	if drift < 0 {
		part *= math.Exp(2 * drift * near)
	}
	return part
}

// inside is the probability that it has left the bounds lower and upper nowhere until
// then, and is at y or below; as crossed.
func inside(lower, upper, y, drift, clock float64) float64 {
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
	// from is the share of one image that began at x.
	from := func(x float64) float64 {
		return math.Exp(drift*x + logBetween((lower-x-drift*clock)/root, (y-x-drift*clock)/root))
	}
	for k := -float64(terms); k <= terms; k++ {
		sum += from(2*k*width) - from(2*upper+2*k*width)
	}
	return max(0, min(sum, 1))
}

// terms is how many terms are added up, on either side.
const terms = 6

// logNormal is the logarithm of the standard normal distribution function.
func logNormal(x float64) float64 {
	if x < -30 {
		return -x*x/2 - math.Log(-x*math.Sqrt(2*math.Pi))
	}
	return math.Log(math.Erfc(-x/math.Sqrt2) / 2)
}

// logBetween is the logarithm of what the normal distribution has between a and b.
func logBetween(a, b float64) float64 {
	if a > 0 {
		a, b = -b, -a // the same on the side where it is small
	}
	if b <= a {
		return math.Inf(-1)
	}
	whole := logNormal(b)
	return whole + math.Log(-math.Expm1(logNormal(a)-whole))
}
