package rating

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ouro/internal/needs"
)

// world is a random process; draw draws the bouts of group g.
type world struct {
	name string
	n    int
	draw func(dice *rand.Rand, g int) []Bout
}

// drawOrder draws an order of entrants from the model of Plackett and Luce, and returns their
// places.
func drawOrder(dice *rand.Rand, theta []float64, snakes []int) []int {
	clock := make([]float64, len(snakes)) // the entrant whose clock rings first comes first
	for i, s := range snakes {
		clock[i] = dice.ExpFloat64() / math.Exp(theta[s])
	}
	order := make([]int, len(snakes))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(clock[i], clock[j]) })
	places := make([]int, len(snakes))
	for place, i := range order {
		places[i] = place
	}
	return places
}

// duel returns the places in a game of a and b. The game is drawn with probability drawProbability;
// otherwise the ratings decide.
func duel(dice *rand.Rand, theta []float64, a, b int, drawProbability float64) []int {
	if dice.Float64() < drawProbability {
		return []int{1, 1}
	}
	return drawOrder(dice, theta, []int{a, b})
}

// worlds returns worlds in which the games of a group are correlated in different ways.
func worlds() []world {
	theta := []float64{0.8, 0.2, -0.1, -0.9}
	strong := []float64{1.5, 3.5, -2, -3}
	pairs := [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}
	all := []int{0, 1, 2, 3}
	return []world{
		{"independent duels, all pairs in a group", 4, func(dice *rand.Rand, g int) []Bout {
			var bouts []Bout
			for _, p := range pairs {
				for range 2 {
					bouts = append(bouts, Bout{g, p[:], duel(dice, theta, p[0], p[1], 0.2)})
				}
			}
			return bouts
		}},
		{"both games of a pair end alike, a pair in a group", 4, func(dice *rand.Rand, g int) []Bout {
			p := pairs[g%len(pairs)]
			places := duel(dice, theta, p[0], p[1], 0.2)
			return []Bout{{g, p[:], places}, {g, p[:], places}}
		}},
		{"six games of a group end alike, far apart", 4, func(dice *rand.Rand, g int) []Bout {
			var bouts []Bout
			for _, p := range pairs {
				places := duel(dice, strong, p[0], p[1], 0)
				for range 6 {
					bouts = append(bouts, Bout{g, p[:], places})
				}
			}
			return bouts
		}},
		{"the seat decides most games", 4, func(dice *rand.Rand, g int) []Bout {
			var bouts []Bout
			for _, p := range pairs {
				if seat := []int{1, 2}; dice.Float64() < 0.7 {
					bouts = append(bouts, Bout{g, p[:], seat}, Bout{g, []int{p[1], p[0]}, seat})
					continue
				}
				bouts = append(bouts, Bout{g, p[:], duel(dice, theta, p[0], p[1], 0)}, Bout{g, p[:], duel(dice, theta, p[0], p[1], 0)})
			}
			return bouts
		}},
		{"each start favours some entrants", 4, func(dice *rand.Rand, g int) []Bout {
			atStart := slices.Clone(theta)
			for i := range atStart {
				atStart[i] += 1.5 * dice.NormFloat64()
			}
			var bouts []Bout
			for _, p := range pairs {
				for range 4 {
					bouts = append(bouts, Bout{g, p[:], duel(dice, atStart, p[0], p[1], 0.3)})
				}
			}
			return bouts
		}},
		{"four in a game, four seats, each start favours some entrants", 4, func(dice *rand.Rand, g int) []Bout {
			atStart := slices.Clone(theta)
			for i := range atStart {
				atStart[i] += dice.NormFloat64()
			}
			var bouts []Bout
			for range 4 {
				places := drawOrder(dice, atStart, all)
				for i := range places { // the last two often die at once
					if places[i] == 3 && dice.Float64() < 0.4 {
						places[i] = 2
					}
				}
				bouts = append(bouts, Bout{g, all, places})
			}
			return bouts
		}},
		{"four in a game, all seatings end alike", 4, func(dice *rand.Rand, g int) []Bout {
			places := drawOrder(dice, theta, all)
			return []Bout{{g, all, places}, {g, all, places}, {g, all, places}, {g, all, places}}
		}},
		{"four in a game, as duels", 4, func(dice *rand.Rand, g int) []Bout {
			return duels([]Bout{{g, all, drawOrder(dice, theta, all)}, {g, all, drawOrder(dice, theta, all)}})
		}},
		{"in a circle: the model is wrong", 3, func(dice *rand.Rand, g int) []Bout {
			var bouts []Bout
			for _, p := range [][]int{{0, 1}, {1, 2}, {2, 0}} {
				places := []int{1, 2}
				if dice.Float64() < 0.15 {
					places = []int{2, 1}
				}
				bouts = append(bouts, Bout{g, p, places}, Bout{g, p, places})
			}
			return bouts
		}},
		{"gauntlet: one against three", 4, func(dice *rand.Rand, g int) []Bout {
			b := 1 + g%3
			return []Bout{{g, []int{0, b}, duel(dice, theta, 0, b, 0.3)}, {g, []int{0, b}, duel(dice, theta, 0, b, 0.3)}}
		}},
	}
}

// coverage returns how often 95 % intervals contain the truth, for three kinds: intervals of
// differences, intervals of differences from the mean, and the model's intervals of differences.
func coverage(t *testing.T, w world, truth *Ratings, groups, rounds int, dice *rand.Rand) (diffs, means, model float64) {
	t.Helper()
	pairs := 0
	for range rounds {
		var bouts []Bout
		for g := range groups {
			bouts = append(bouts, w.draw(dice, g)...)
		}
		r, err := PlackettLuce(w.n, bouts)
		if err != nil {
			t.Fatal(err)
		}
		for i := range w.n {
			if r.Interval(i, 0.95).Contains(truth.Elo[i]) {
				means++
			}
			for j := range i {
				pairs++
				_, iv := r.Diff(i, j, 0.95)
				want := truth.Elo[i] - truth.Elo[j]
				if iv.Contains(want) {
					diffs++
				}
				se := math.Sqrt(r.ModelCov(i, i) - 2*r.ModelCov(i, j) + r.ModelCov(j, j))
				if math.Abs(r.Elo[i]-r.Elo[j]-want) <= 1.96*se {
					model++
				}
			}
		}
	}
	return diffs / float64(pairs), means / float64(rounds*w.n), model / float64(pairs)
}

// TestCoverageOfTwo: the intervals of two entrants contain the truth often enough, even if one of
// them wins nearly every game.
func TestCoverageOfTwo(t *testing.T) {
	const seed, rounds = 12, 400
	dice := rand.New(rand.NewPCG(seed, 0))
	for _, p := range []float64{0.6, 0.9, 0.95, 0.98} {
		truth := 400 * math.Log10(p/(1-p))
		for _, size := range []int{1, 6} { // number of games of a group, which all end alike
			for _, groups := range []int{5, 10, 20, 50, 100} {
				covered := 0
				for range rounds {
					var bouts []Bout
					for g := range groups {
						places := []int{1, 2}
						if dice.Float64() > p {
							places = []int{2, 1}
						}
						for range size {
							bouts = append(bouts, Bout{g, []int{0, 1}, places})
						}
					}
					r, err := BradleyTerry(2, bouts)
					if err != nil {
						t.Fatal(err)
					}
					if _, iv := r.Diff(0, 1, 0.95); iv.Contains(truth) {
						covered++
					}
				}
				if rate := float64(covered) / rounds; rate < 0.91 {
					t.Errorf("seed %d: %v, %d groups of %d: coverage %.3f", seed, p, groups, size, rate)
				}
			}
		}
	}
}

// TestCoverage: in all worlds, the intervals contain the truth often enough. Intervals that treat
// games as independent do not.
func TestCoverage(t *testing.T) {
	needs.Trial(t)
	const seed = 11
	dice := rand.New(rand.NewPCG(seed, 0))
	worst, least := 1.0, 0.9
	if needs.Trials() {
		least = 0.915 // more rounds leave less to chance
	}
	for _, w := range worlds() {
		var many []Bout
		for g := range 10_000 {
			many = append(many, w.draw(dice, g)...)
		}
		truth, err := rate(w.n, many, likeliest)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ groups, rounds int }{{3, needs.Many(100, 250)}, {12, needs.Many(100, 250)}, {60, needs.Many(50, 120)}} {
			diffs, means, model := coverage(t, w, truth, c.groups, c.rounds, dice)
			t.Logf("%s, %d groups: %.3f of differences, %.3f of differences from the mean, %.3f by the model", w.name, c.groups, diffs, means, model)
			if min(diffs, means) < least {
				t.Errorf("seed %d, %s, %d groups: covers %.3f and %.3f", seed, w.name, c.groups, diffs, means)
			}
			worst = min(worst, model)
		}
	}
	if worst > 0.8 {
		t.Errorf("the model's intervals cover %.3f at worst, want at most 0.8: the worlds are too easy to show a difference", worst)
	}
}
