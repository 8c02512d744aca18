package sprt

import (
	"math"
	"testing"

	"ouro/lab/stat"
)

// TestMotion: the probabilities that a motion crossed the lower bound, crossed the upper bound or
// is inside add up to 1. This holds early, late and at the change of formulas, for any drift.
func TestMotion(t *testing.T) {
	for _, bounds := range [][2]float64{{-2.944, 2.944}, {-0.4, 0.4}, {-0.2, 4}, {-4, 0.2}} {
		lower, upper := bounds[0], bounds[1]
		width := upper - lower
		for _, clock := range []float64{0.01, 0.1, 0.5, 0.99, 1.01, 2, 10, 1000} {
			clock *= width * width
			for _, drift := range []float64{-100, -3, -0.5, -0.01, 0, 0.01, 0.5, 3, 100} {
				up, down := crossingProbability(upper, lower, drift, clock), crossingProbability(-lower, -upper, -drift, clock)
				in := insideProbability(lower, upper, upper, drift, clock)
				near(t, "all", up+down+in, 1, 1e-9)
				half := insideProbability(lower, upper, (lower+upper)/2, drift, clock)
				if half < 0 || half > in {
					t.Errorf("inside %v to %v: %v below the middle of %v", lower, upper, half, in)
				}
				if clock > 900*width*width && drift > 0 {
					near(t, "up at the end", up, (1-math.Exp(2*drift*lower))/(1-math.Exp(-2*drift*width)), 1e-9)
				}
			}
		}
	}
}

// TestOvershoot: if the score crosses a bound within the last group, the estimate places the end of
// the test where a path with the mean drift reaches the bound, and so before the end of the group. If
// the score stays inside the bounds, the whole time counts.
func TestOvershoot(t *testing.T) {
	for _, c := range []struct {
		name       string
		hypotheses Hypotheses
		scores     []float64 // repeated
		verdict    Verdict
		over       bool
	}{
		{"wins", Hypotheses{0, 100, 0.05, 0.05, 1}, []float64{1}, AcceptH1, true},
		{"losses", Hypotheses{0, 100, 0.05, 0.05, 1}, []float64{0}, AcceptH0, true},
		{"more wins", Hypotheses{0, 100, 0.05, 0.05, 1}, []float64{1, 0, 1, 1, 0, 1, 1, 1}, AcceptH1, true},
		{"more losses", Hypotheses{-100, 0, 0.05, 0.05, 1}, []float64{0, 1, 0, 0, 1, 0, 0, 0}, AcceptH0, true},
		{"draws for H0", Hypotheses{0, 100, 0.05, 0.05, 1}, []float64{0.5}, AcceptH0, false},
		{"draws for H1", Hypotheses{-100, 0, 0.05, 0.05, 1}, []float64{0.5}, AcceptH1, false},
	} {
		test, err := New(c.hypotheses)
		if err != nil {
			t.Fatal(err)
		}
		sum := 0.0
		for test.Verdict() == Continue {
			score := c.scores[test.Groups()%len(c.scores)]
			if _, err := test.Add(score); err != nil {
				t.Fatal(err)
			}
			sum += score
		}
		m := test.motion()
		mean := sum / float64(test.Groups())
		at := m.clock * (mean - m.middle) / m.step
		bound := m.upper
		if c.verdict == AcceptH0 {
			bound = m.lower
		}
		if test.Verdict() != c.verdict || (math.Abs(m.value) > math.Abs(bound)) != c.over {
			t.Fatalf("%s: %v at %v, bound %v", c.name, test.Verdict(), m.value, bound)
		}
		if !c.over {
			bound = m.value
		}
		near(t, c.name+": at the end of the clock", at, bound, 1e-9)
	}
}

// TestClock: the clock of a motion is the number of groups divided by the variance of their
// scores, in squares of the difference between the hypotheses. For the variance, one lost
// group and one won group are added.
func TestClock(t *testing.T) {
	test, err := New(Hypotheses{0, 20, 0.05, 0.05, 2})
	if err != nil {
		t.Fatal(err)
	}
	scores := []float64{0.5, 0.75, 0.25, 1, 0.5, 0.75}
	for _, score := range scores {
		if _, err := test.Add(score); err != nil {
			t.Fatal(err)
		}
	}
	mean := stat.Describe(scores).Mean
	sd := stat.Describe(append(scores, 0, 1)).SD
	step := ScoreOf(20) - ScoreOf(0)
	m := test.motion()
	near(t, "clock", m.clock, 6*step*step/(sd*sd), 1e-12)
	near(t, "at", m.value, m.clock*(mean-(ScoreOf(0)+ScoreOf(20))/2)/step, 1e-12)
}

// TestLogNormal compares with math's distribution function. Below the range of that
// function, it compares with the value at -40, to 16 digits.
func TestLogNormal(t *testing.T) {
	for _, x := range []float64{-37, -30.001, -29.999, -3, 0, 2} {
		near(t, "logNormal", logNormal(x), math.Log(math.Erfc(-x/math.Sqrt2)/2), 1.2e-3)
	}
	near(t, "logNormal", logNormal(-40), -804.6084420137538, 1e-3)
}
