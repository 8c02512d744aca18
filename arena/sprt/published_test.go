package sprt

import (
	"math"
	"testing"
)

// countsOf returns counts of evenly spaced scores.
func countsOf(groups ...float64) []Count {
	counts := make([]Count, len(groups))
	for i := range counts {
		counts[i] = Count{float64(i) / float64(len(groups)-1), groups[i]}
	}
	return counts
}

// TestFastchess compares with the log-likelihood ratios in the tests of fastchess for the
// logistic model (Disservin/fastchess, app/tests/sprt_test.cpp, "logistic trinomial" and
// "logistic pentanomial"), within the 1 % that those tests allow. Its groups of two are
// lost-lost, lost-drawn, drawn-drawn with won-lost, won-drawn, won-won.
func TestFastchess(t *testing.T) {
	for _, c := range []struct {
		counts           []Count
		elo0, elo1, want float64
	}{
		{countsOf(21184, 40708, 21404), 0.5, 2.5, -1.57},
		{countsOf(57030, 106593, 57433), 0, 2, -2.59},
		{countsOf(223, 9863, 20279+1000, 10037, 246), 0.5, 2.5, -3.07},
		{countsOf(871, 26175, 55003+980, 26678, 821), 0, 2, -4.98},
	} {
		near(t, "LLR", LLR(c.counts, c.elo0, c.elo1), c.want, 0.0051)
	}
}

// TestFishtest compares with log-likelihood ratios of Stockfish's testing framework. They
// are from descriptions of pull requests of official-stockfish/Stockfish, from the time
// when bounds were in logistic Elo, written in braces.
func TestFishtest(t *testing.T) {
	for _, c := range []struct {
		pull             int
		counts           []Count
		elo0, elo1, want float64
	}{
		{2950, countsOf(133, 1751, 5094, 1849, 165), -0.50, 1.50, 2.94},
		{2950, countsOf(149, 4748, 32785, 5063, 159), 0.25, 1.75, 2.95},
		{2971, countsOf(17, 253, 1042, 337, 39), -0.50, 1.50, 2.96},
		{2971, countsOf(11, 407, 3238, 513, 11), 0.25, 1.75, 2.93},
		{3098, countsOf(491, 7345, 29693, 7670, 465), -0.25, 1.25, 2.96},
		{3098, countsOf(53, 2220, 21459, 2445, 47), 0.25, 1.25, 2.97},
		{3103, countsOf(293, 5085, 20082, 5070, 326), -1.25, 0.25, 2.95},
		{3103, countsOf(47, 2568, 23495, 2604, 58), -0.75, 0.25, 2.94},
		{3209, countsOf(253, 4282, 17604, 4431, 286), -0.25, 1.25, 2.94},
		{3209, countsOf(58, 3302, 33130, 3518, 84), 0.25, 1.25, 2.97},
		{3232, countsOf(85, 1800, 8241, 1930, 100), -0.25, 1.25, 2.94},
		{3232, countsOf(56, 2977, 37849, 3255, 51), 0.25, 1.25, 2.95},
	} {
		if have := LLR(c.counts, c.elo0, c.elo1); math.Abs(have-c.want) > 0.0051 {
			t.Errorf("pull request %d, [%v, %v]: %.4f, want %v", c.pull, c.elo0, c.elo1, have, c.want)
		}
	}
}

func near(t *testing.T, name string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: %v, want %v +- %v", name, got, want, tolerance)
	}
}
