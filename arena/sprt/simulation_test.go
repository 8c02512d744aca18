package sprt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"ouro/internal/needs"
)

// world draws the score of a group in which the mean score of a game is s.
type world struct {
	name  string
	games int
	draw  func(dice *rand.Rand, s float64) float64
}

func chance(dice *rand.Rand, p float64) float64 {
	if dice.Float64() < p {
		return 1
	}
	return 0
}

// gameScore returns the score of a game that is drawn with probability drawProbability.
func gameScore(dice *rand.Rand, s, drawProbability float64) float64 {
	if dice.Float64() < drawProbability {
		return 0.5
	}
	return chance(dice, (s-drawProbability/2)/(1-drawProbability))
}

func mean(games int, game func() float64) float64 {
	sum := 0.0
	for range games {
		sum += game()
	}
	return sum / float64(games)
}

func worlds() []world {
	return []world{
		{"single games", 1, func(dice *rand.Rand, s float64) float64 { return chance(dice, s) }},
		{"pairs of independent games", 2, func(dice *rand.Rand, s float64) float64 {
			return mean(2, func() float64 { return chance(dice, s) })
		}},
		{"pairs, 80 % drawn", 2, func(dice *rand.Rand, s float64) float64 {
			return mean(2, func() float64 { return gameScore(dice, s, 0.8) })
		}},
		{"pairs, the seat decides 80 %", 2, func(dice *rand.Rand, s float64) float64 {
			if dice.Float64() < 0.8 {
				return 0.5
			}
			clear := 0.5 + (s-0.5)/0.2 // mean score of A in the other games
			return mean(2, func() float64 { return chance(dice, clear) })
		}},
		{"pairs that end alike", 2, func(dice *rand.Rand, s float64) float64 { return gameScore(dice, s, 0.3) }},
		{"four games, half of them decided by the start", 4, func(dice *rand.Rand, s float64) float64 {
			start := chance(dice, s)
			return mean(4, func() float64 {
				if dice.Float64() < 0.5 {
					return start
				}
				return gameScore(dice, s, 0.2)
			})
		}},
		{"twelve games, seats and draws", 12, func(dice *rand.Rand, s float64) float64 {
			here := s + 0.2*(2*dice.Float64()-1) // some starts suit A better than others
			return mean(12, func() float64 { return gameScore(dice, here, 0.4) })
		}},
	}
}

// tally counts the results of many tests of one world.
type tally struct {
	h0, h1, undecided int
	groups            int // of all tests
	covered           int // how often the interval of Elo at the end of the test contains the truth
	above             int // how often the estimate is above the truth
}

// simulate runs tests in which A is better by elo.
func simulate(tb testing.TB, w world, h Hypotheses, elo float64, runs int, dice *rand.Rand) (c tally) {
	tb.Helper()
	for range runs {
		test, err := New(h)
		if err != nil {
			tb.Fatal(err)
		}
		for test.Verdict() == Continue && test.Groups() < 20_000 {
			if _, err := test.Add(w.draw(dice, ScoreOf(elo))); err != nil {
				tb.Fatal(err)
			}
		}
		switch test.Verdict() {
		case AcceptH0:
			c.h0++
		case AcceptH1:
			c.h1++
		default:
			c.undecided++
		}
		c.groups += test.Groups()
		estimate, iv := test.Elo(0.95)
		if iv.Contains(elo) {
			c.covered++
		}
		if estimate > elo {
			c.above++
		}
	}
	return c
}

// TestErrorRates: if one hypothesis is true, the test accepts the other about as often as
// requested, however the games of a group are correlated. If the truth is beyond the
// hypothesis, the test accepts the other less often.
func TestErrorRates(t *testing.T) {
	const seed = 13
	runs := needs.Many(200, 500)
	dice := rand.New(rand.NewPCG(seed, 0))
	most := func(rate float64) int { // leaves slack for the model and for chance
		return int(float64(runs) * (1.2*rate + 3*math.Sqrt(rate*(1-rate)/float64(runs))))
	}
	least := int(float64(runs) * (0.95 - 3*math.Sqrt(0.95*0.05/float64(runs)))) // intervals of 95 %, with slack for chance
	for _, w := range worlds() {
		for _, h := range []Hypotheses{
			{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05, Games: w.games},
			{Elo0: -40, Elo1: 20, Alpha: 0.02, Beta: 0.1, Games: w.games},
		}[:needs.Many(1, 2)] {
			name := fmt.Sprintf("seed %d, %s, [%v, %v]", seed, w.name, h.Elo0, h.Elo1)
			at0 := simulate(t, w, h, h.Elo0, runs, dice)
			at1 := simulate(t, w, h, h.Elo1, runs, dice)
			t.Logf("%s: errors %.3f in %d groups and %.3f in %d; intervals cover %.3f and %.3f, of the estimates %.3f and %.3f are above", name,
				float64(at0.h1)/float64(runs), at0.groups/runs, float64(at1.h0)/float64(runs), at1.groups/runs,
				float64(at0.covered)/float64(runs), float64(at1.covered)/float64(runs), float64(at0.above)/float64(runs), float64(at1.above)/float64(runs))
			if at0.h1 > most(h.Alpha) || at1.h0 > most(h.Beta) || at0.undecided+at1.undecided > 0 {
				t.Errorf("%s: of %d tests %d wrongly accept H1, %d wrongly H0, %d do not end", name, runs, at0.h1, at1.h0, at0.undecided+at1.undecided)
			}
			if min(at0.covered, at1.covered) < least {
				t.Errorf("%s: the intervals of Elo cover %d and %d of %d", name, at0.covered, at1.covered, runs)
			}
			if min(at0.above, at1.above) < runs*35/100 || max(at0.above, at1.above) > runs*65/100 {
				t.Errorf("%s: %d and %d of %d estimates are above the truth", name, at0.above, at1.above, runs)
			}
			below, above := simulate(t, w, h, h.Elo0-20, runs/5, dice), simulate(t, w, h, h.Elo1+10, runs/5, dice)
			if below.h1 > runs/5/20 || above.h0 > runs/5/10 || below.undecided+above.undecided > 0 {
				t.Errorf("%s, the truth beyond: %+v, %+v of %d", name, below, above, runs/5)
			}
		}
	}
}

// TestBetween: if the truth is between the hypotheses, both answers occur, and tests take
// longer than if one hypothesis is true.
func TestBetween(t *testing.T) {
	needs.Trial(t)
	const seed, runs = 14, 300
	dice := rand.New(rand.NewPCG(seed, 0))
	for _, w := range worlds() {
		h := Hypotheses{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05, Games: w.games}
		at0, between := simulate(t, w, h, h.Elo0, runs, dice), simulate(t, w, h, 30, runs, dice)
		if min(between.h0, between.h1) < runs/3 || between.undecided > 0 || between.groups < at0.groups*5/4 {
			t.Errorf("seed %d, %s: %+v, at elo0 %+v", seed, w.name, between, at0)
		}
	}
}

// TestGamesAreNoGroups: the games of a pair end alike here. A test that treats each of them
// as a group errs more often than requested.
func TestGamesAreNoGroups(t *testing.T) {
	const seed, runs = 15, 500
	dice := rand.New(rand.NewPCG(seed, 0))
	h := Hypotheses{Elo0: 0, Elo1: 60, Alpha: 0.05, Beta: 0.05, Games: 1}
	last, again := 0.0, false
	c := simulate(t, world{"", 1, func(dice *rand.Rand, s float64) float64 {
		if again = !again; again {
			last = chance(dice, s)
		}
		return last
	}}, h, 0, runs, dice)
	if c.h1 < runs/10 {
		t.Errorf("seed %d: %d errors of %d: the worlds are too easy", seed, c.h1, runs)
	}
}

// BenchmarkTest reports how many groups a test of [0, 20] takes on average, with the truth
// at the hypotheses and between them.
func BenchmarkTest(b *testing.B) {
	for _, w := range worlds() {
		for _, elo := range []float64{0, 10, 20} {
			b.Run(fmt.Sprintf("%s/%v", w.name, elo), func(b *testing.B) {
				dice := rand.New(rand.NewPCG(16, 0))
				groups, runs := 0, 0
				for b.Loop() {
					c := simulate(b, w, Hypotheses{Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05, Games: w.games}, elo, 1, dice)
					groups, runs = groups+c.groups, runs+1
				}
				b.ReportMetric(float64(groups)/float64(runs), "groups/op")
			})
		}
	}
}
