package stat_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"ouro/lab/stat"
)

// TestGroupMeanByHand: three groups of two games with 2, 1 and 0 wins, to which a lost
// group and a won one are added: the means 1, 1/2, 0, 0, 1 have the variance 1/4.
func TestGroupMeanByHand(t *testing.T) {
	mean, iv := stat.GroupMean([]stat.Group{{2, 2}, {1, 2}, {0, 2}}, 0, 1, 0.95)
	near(t, "mean", mean, 0.5, 1e-15)
	half := 1.959964 * math.Sqrt(0.25/5)
	near(t, "Lo", iv.Lo, 0.5-half, 1e-6)
	near(t, "Hi", iv.Hi, 0.5+half, 1e-6)
}

// TestGroupMeanNeverCertain: the interval always has a width, contains the mean and gets
// narrower with more groups.
func TestGroupMeanNeverCertain(t *testing.T) {
	if mean, iv := stat.GroupMean(nil, -1, 1, 0.95); !math.IsNaN(mean) || iv != (stat.Interval{Lo: -1, Hi: 1}) {
		t.Errorf("without games: %v, %v", mean, iv)
	}
	for _, size := range []int{1, 2, 6} {
		for _, share := range []float64{-1, -0.5, 0, 1.0 / 3, 1} {
			last := 2.1
			for count := 1; count <= 4096; count *= 2 {
				groups := make([]stat.Group, count)
				for i := range groups {
					groups[i] = stat.Group{Sum: share * float64(size), N: size}
				}
				mean, iv := stat.GroupMean(groups, -1, 1, 0.95)
				near(t, "mean", mean, share, 1e-9)
				if width := 2 * iv.Half(); !iv.Contains(mean) || width <= 0 || width > last || iv.Lo < -1 || iv.Hi > 1 {
					t.Errorf("%d groups of %d at %v: %v after a width of %v", count, size, share, iv, last)
				} else {
					last = width
				}
			}
			if last > 0.01 {
				t.Errorf("4096 groups that agree: a width of %v", last)
			}
		}
	}
}

// TestGroupMeanUnequal: games of an incomplete group have the same weight, and an empty
// group has none.
func TestGroupMeanUnequal(t *testing.T) {
	mean, iv := stat.GroupMean([]stat.Group{{2, 2}, {0, 2}, {1, 1}, {}}, 0, 1, 0.95)
	near(t, "mean", mean, 0.6, 1e-15)
	if again, same := stat.GroupMean([]stat.Group{{2, 2}, {0, 2}, {1, 1}}, 0, 1, 0.95); again != mean || same != iv {
		t.Errorf("an empty group changes %v to %v", same, iv)
	}
}

// TestGroupMeanCoverage draws groups of correlated games: each game is a copy of its
// group's result with the given probability, else independent; or exactly one game of two
// is won, as if the seat decides. Every game is won, drawn (one half) or lost. An
// interval over single games, for comparison, fails for correlated games.
func TestGroupMeanCoverage(t *testing.T) {
	const seed, rounds, size = 7, 2000, 2
	dice := rand.New(rand.NewPCG(seed, 0))
	worstOfGames := 1.0
	for _, c := range []struct{ won, drawn float64 }{
		{0.01, 0},
		{0.05, 0},
		{0.3, 0},
		{0.5, 0},
		{0.95, 0},
		{0.99, 0},
		{0.02, 0.02},
		{0.3, 0.4},
		{0.05, 0.9},
		{0.9, 0.08},
	} {
		truth := c.won + c.drawn/2
		game := func() float64 {
			switch x := dice.Float64(); {
			case x < c.won:
				return 1
			case x < c.won+c.drawn:
				return 0.5
			}
			return 0
		}
		for _, together := range []float64{0, 0.5, 1} {
			for _, count := range []int{5, 8, 15, 60, 250} {
				covered, coveredByGames := 0, 0
				groups := make([]stat.Group, count)
				for range rounds {
					sum := 0.0
					for i := range groups {
						first := game()
						groups[i] = stat.Group{Sum: first, N: size}
						for range size - 1 {
							if dice.Float64() >= together {
								groups[i].Sum += game()
							} else {
								groups[i].Sum += first
							}
						}
						sum += groups[i].Sum
					}
					if _, iv := stat.GroupMean(groups, 0, 1, 0.95); iv.Contains(truth) {
						covered++
					}
					if stat.Wilson(int(sum), size*count, 0.95).Contains(truth) {
						coveredByGames++
					}
				}
				if rate := float64(covered) / rounds; rate < 0.91 {
					t.Errorf("seed %d: %+v, together %v, %d groups: coverage %.4f", seed, c, together, count, rate)
				}
				worstOfGames = min(worstOfGames, float64(coveredByGames)/rounds)
			}
		}
	}
	if worstOfGames > 0.85 {
		t.Errorf("an interval of the games covers %.4f at worst: the test proves less than it should", worstOfGames)
	}
}

// TestGroupMeanDifferences covers differences between -1 and 1.
func TestGroupMeanDifferences(t *testing.T) {
	const seed, rounds = 8, 2000
	dice := rand.New(rand.NewPCG(seed, 0))
	for _, c := range []struct{ better, worse float64 }{{0.001, 0.001}, {0.02, 0}, {0.1, 0.3}, {0.5, 0.5}, {0.95, 0.02}} {
		for _, count := range []int{5, 15, 60, 250} {
			covered := 0
			groups := make([]stat.Group, count)
			for range rounds {
				for i := range groups {
					groups[i] = stat.Group{N: 2}
					switch x := dice.Float64(); {
					case x < c.better:
						groups[i].Sum = 2
					case x < c.better+c.worse:
						groups[i].Sum = -2
					}
				}
				if _, iv := stat.GroupMean(groups, -1, 1, 0.95); iv.Contains(c.better - c.worse) {
					covered++
				}
			}
			if rate := float64(covered) / rounds; rate < 0.92 {
				t.Errorf("seed %d: %+v, %d groups: coverage %.4f", seed, c, count, rate)
			}
		}
	}
}
