package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// randomBouts returns bouts, with ties, in groups of several bouts. Each bout has 2 to maxEntrants
// entrants, chosen from n.
func randomBouts(dice *rand.Rand, n, count, maxEntrants int) []Bout {
	var bouts []Bout
	for i := range count {
		snakes := dice.Perm(n)[:2+dice.IntN(maxEntrants-1)]
		b := Bout{Group: i / 3 * 7, Snakes: snakes, Places: make([]int, len(snakes))}
		for j := range snakes {
			b.Places[j] = dice.IntN(len(snakes) + 1)
		}
		bouts = append(bouts, b)
	}
	return bouts
}

// TestTwoEntrants: for two entrants the rating has a closed form. It predicts the observed score.
// Its variance is that of the groups' scores, by the delta method and with the factor (G+1)/G.
func TestTwoEntrants(t *testing.T) {
	for _, c := range []struct{ won, drawn, lost int }{{3, 0, 1}, {10, 5, 2}, {40, 0, 40}, {1, 98, 1}, {700, 200, 100}} {
		var bouts []Bout
		for range c.won {
			bouts = append(bouts, Bout{len(bouts), []int{0, 1}, []int{1, 2}})
		}
		for range c.drawn {
			bouts = append(bouts, Bout{len(bouts), []int{0, 1}, []int{1, 1}})
		}
		for range c.lost {
			bouts = append(bouts, Bout{len(bouts), []int{1, 0}, []int{1, 2}})
		}
		r, err := rate(2, bouts, likeliest)
		if err != nil {
			t.Fatal(err)
		}
		games := float64(len(bouts))
		score := (float64(c.won) + float64(c.drawn)/2) / games
		diff, _ := r.Diff(0, 1, 0.95)
		near(t, "difference", diff, 400*math.Log10(score/(1-score)), 1e-2)
		squares := float64(c.won)*(1-score)*(1-score) + float64(c.drawn)*(0.5-score)*(0.5-score) + float64(c.lost)*score*score
		variance := squares / (games * games) / (score * score * (1 - score) * (1 - score)) * (games + 1) / games
		_, got, _ := r.diff(0, 1)
		near(t, "variance", got/scale/scale, variance, 1e-3*variance)
		near(t, "model's variance", (r.ModelCov(0, 0)-2*r.ModelCov(0, 1)+r.ModelCov(1, 1))/scale/scale, 1/(games*score*(1-score)), 1e-3)
	}
}

// TestDuelsAreBradleyTerry: for duels, including draws, PlackettLuce and BradleyTerry give the same
// ratings.
func TestDuelsAreBradleyTerry(t *testing.T) {
	for seed := range uint64(20) {
		bouts := randomBouts(rand.New(rand.NewPCG(seed, 1)), 5, 60, 2)
		a, errA := PlackettLuce(5, bouts)
		b, errB := BradleyTerry(5, bouts)
		if errA != nil || errB != nil || !slices.Equal(a.Elo, b.Elo) {
			t.Errorf("seed %d: %v, %v; %v, %v", seed, a, b, errA, errB)
		}
	}
}

// TestBoutOfManyAsDuels: BradleyTerry counts a bout of three as its three pairs.
func TestBoutOfManyAsDuels(t *testing.T) {
	many, err := BradleyTerry(3, []Bout{{5, []int{0, 1, 2}, []int{1, 2, 2}}, {6, []int{2, 0, 1}, []int{1, 2, 3}}})
	if err != nil {
		t.Fatal(err)
	}
	pairs, err := PlackettLuce(3, []Bout{
		{5, []int{0, 1}, []int{1, 2}},
		{5, []int{0, 2}, []int{1, 2}},
		{5, []int{1, 2}, []int{1, 1}},
		{6, []int{2, 0}, []int{1, 2}},
		{6, []int{2, 1}, []int{1, 2}},
		{6, []int{0, 1}, []int{1, 2}},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		near(t, "Elo", many.Elo[i], pairs.Elo[i], 1e-9)
		near(t, "variance", many.Cov(i, i), pairs.Cov(i, i), 1e-6)
	}
}

// slowLikelihood returns the logarithm of the likelihood, computed as the package comment defines
// it: as the mean over all orders, one after the other.
func slowLikelihood(theta []float64, bouts []Bout, weights []float64) float64 {
	log := 0.0
	for _, b := range bouts {
		sum, orders := 0.0, 0
		var extend func(order, left []int)
		extend = func(order, left []int) {
			if len(left) == 0 {
				orders++
				for i := range order {
					all := 0.0
					for _, j := range order[i:] {
						all += math.Exp(theta[b.Snakes[j]])
					}
					sum += theta[b.Snakes[order[i]]] - math.Log(all)
				}
				return
			}
			best := slices.MinFunc(left, func(i, j int) int { return b.Places[i] - b.Places[j] })
			for k, i := range left {
				if b.Places[i] == b.Places[best] {
					extend(append(slices.Clone(order), i), slices.Delete(slices.Clone(left), k, k+1))
				}
			}
		}
		var all []int
		for i := range b.Snakes {
			all = append(all, i)
		}
		extend(nil, all)
		log += sum / float64(orders)
	}
	for i, w := range weights {
		p := 1 / (1 + math.Exp(-theta[i]))
		log += w / 2 * (math.Log(p) + math.Log(1-p))
	}
	return log
}

// TestMaximum compares with a slow method, which increases slowLikelihood by changing one rating at
// a time, in ever smaller steps.
func TestMaximum(t *testing.T) {
	for seed := range uint64(12) {
		dice := rand.New(rand.NewPCG(seed, 2))
		const n = 4
		bouts := randomBouts(dice, n, 12, n)
		for i := range bouts { // all bouts are in one group, so that the prior is simple
			bouts[i].Group = 3
		}
		counts := make([]int, n) // number of bouts by entrant
		for _, b := range bouts {
			for _, s := range b.Snakes {
				counts[s]++
			}
		}
		weights := make([]float64, n)
		for i := range weights {
			weights[i] = prior * float64(max(counts[i], 1))
		}
		r, err := PlackettLuce(n, bouts)
		if err != nil {
			t.Fatal(err)
		}
		theta := make([]float64, n)
		best := slowLikelihood(theta, bouts, weights)
		for step := 1.0; step > 1e-6; {
			moved := false
			for i := range theta {
				for _, change := range []float64{step, -step} {
					theta[i] += change
					if log := slowLikelihood(theta, bouts, weights); log > best {
						best, moved = log, true
					} else {
						theta[i] -= change
					}
				}
			}
			if !moved {
				step /= 2
			}
		}
		for _, f := range r.Components {
			for _, i := range f {
				near(t, "difference", r.Elo[i]-r.Elo[f[0]], scale*(theta[i]-theta[f[0]]), 0.01)
			}
		}
	}
}

// TestDerivatives compares gradient and curvature with finite differences, also for ties so
// large that not all orders are used.
func TestDerivatives(t *testing.T) {
	dice := rand.New(rand.NewPCG(3, 3))
	const n, h = 11, 1e-4
	bouts := randomBouts(dice, n, 6, n)
	bouts = append(bouts, Bout{Snakes: dice.Perm(n), Places: make([]int, n)}, Bout{Snakes: dice.Perm(n), Places: []int{9, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4}})
	m := &model{table: tabulate(n, bouts), prior: make([]float64, n)}
	theta := make([]float64, n)
	for i := range theta {
		m.prior[i] = dice.Float64()
		theta[i] = dice.NormFloat64()
	}
	_, gradient, curve := m.likelihoodAt(theta)
	for i := range theta {
		up, down := slices.Clone(theta), slices.Clone(theta)
		up[i] += h
		down[i] -= h
		logUp, gradientUp, _ := m.likelihoodAt(up)
		logDown, gradientDown, _ := m.likelihoodAt(down)
		near(t, "gradient", gradient[i], (logUp-logDown)/(2*h), 1e-6)
		for j := range theta {
			near(t, "curve", -curve.At(i, j), (gradientUp[j]-gradientDown[j])/(2*h), 1e-6)
		}
	}
}

// TestLargeTie: the approximate gradient of a tie of more than maxOrders entrants differs from the
// exact one by at most a third of the largest component.
func TestLargeTie(t *testing.T) {
	const n = maxOrders + 1
	theta := make([]float64, n)
	var b Bout
	for i := range n {
		theta[i] = 0.3 * float64(i-n/2)
		add(&b, i, 1)
	}
	s := scratch{}
	s.compute(tabulate(n, []Bout{b}).outcomes[0], theta, strengthsOf(theta))
	exact := make([]float64, n)
	for i := range n {
		up, down := slices.Clone(theta), slices.Clone(theta)
		up[i] += 1e-4
		down[i] -= 1e-4
		exact[i] = (meanOfOrders(up) - meanOfOrders(down)) / 2e-4
	}
	for i := range n {
		near(t, "gradient", s.gradient[i], exact[i], 0.33*max(slices.Max(exact), -slices.Min(exact)))
	}
}

// meanOfOrders returns the logarithm of the likelihood of a tie of all entrants. For each
// number m of remaining entrants, it takes the mean over all sets of m.
func meanOfOrders(theta []float64) float64 {
	n := len(theta)
	log := 0.0
	for _, x := range theta {
		log += x
	}
	sums, counts := make([]float64, n+1), make([]float64, n+1)
	for set := 1; set < 1<<n; set++ {
		sum, m := 0.0, 0
		for i := range n {
			if set>>i&1 == 1 {
				sum, m = sum+math.Exp(theta[i]), m+1
			}
		}
		sums[m] += math.Log(sum)
		counts[m]++
	}
	for m := 1; m <= n; m++ {
		log -= sums[m] / counts[m]
	}
	return log
}

// TestRelabelling: the ratings do not depend on the numbers of entrants, groups and places, or on
// the order of the bouts.
func TestRelabelling(t *testing.T) {
	for seed := range uint64(20) {
		dice := rand.New(rand.NewPCG(seed, 4))
		const n = 6
		bouts := randomBouts(dice, n, 40, n)
		r, err := PlackettLuce(n, bouts)
		if err != nil {
			t.Fatal(err)
		}
		names := dice.Perm(n)
		other := make([]Bout, len(bouts))
		for i, k := range dice.Perm(len(bouts)) {
			b := bouts[i]
			relabelled := Bout{Group: -3 * b.Group}
			for _, j := range dice.Perm(len(b.Snakes)) {
				add(&relabelled, names[b.Snakes[j]], 10*b.Places[j]-5)
			}
			other[k] = relabelled
		}
		q, err := PlackettLuce(n, other)
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			near(t, "Elo", q.Elo[names[i]], r.Elo[i], 1e-6)
			for j := range n {
				near(t, "covariance", q.Cov(names[i], names[j]), r.Cov(i, j), 1e-4)
				near(t, "model's covariance", q.ModelCov(names[i], names[j]), r.ModelCov(i, j), 1e-4)
				near(t, "LOS", q.LOS(names[i], names[j]), r.LOS(i, j), 1e-6)
			}
		}
	}
}

// TestWonEverything: the rating of an entrant that won every game is finite, and increases with the
// number of groups. The lower end of its interval is about that of Wilson's interval for the number
// of groups, not of games.
func TestWonEverything(t *testing.T) {
	last := 0.0
	for _, groups := range []int{1, 2, 10, 50, 1000} {
		for _, size := range []int{1, 6} {
			var bouts []Bout
			for g := range groups {
				for range size {
					bouts = append(bouts, Bout{g, []int{0, 1}, []int{1, 2}})
				}
			}
			r, err := BradleyTerry(2, bouts)
			if err != nil {
				t.Fatal(err)
			}
			diff, iv := r.Diff(0, 1, 0.95)
			if size == 1 {
				if diff <= last || math.IsInf(diff, 0) {
					t.Errorf("%d groups: %v after %v", groups, diff, last)
				}
				last = diff
			} else {
				near(t, "difference of larger groups that agree", diff, last, 1e-6)
			}
			z2 := 1.96 * 1.96
			lower := float64(groups) / (float64(groups) + z2)
			wilson := 400 * math.Log10(lower/(1-lower))
			if groups >= 10 {
				near(t, "lower end", iv.Lo, wilson, 170)
			} else if iv.Lo > wilson+50 {
				t.Errorf("%d groups of %d: from %v", groups, size, iv.Lo)
			}
			if los := r.LOS(0, 1); groups == 1 && los > 0.95 || groups >= 50 && los < 0.99 {
				t.Errorf("%d groups: LOS %v", groups, los)
			}
		}
	}
}

// TestPriorVanishes: with G groups, the ratings differ by about one part in 4G from those
// of maximum likelihood.
func TestPriorVanishes(t *testing.T) {
	for _, groups := range []int{10, 100, 1000} {
		var bouts []Bout
		for g := range groups {
			for game := range 10 { // entrant 0 wins 7 of 10
				places := []int{1, 2}
				if game >= 7 {
					places = []int{2, 1}
				}
				bouts = append(bouts, Bout{g, []int{0, 1}, places})
			}
		}
		r, err := BradleyTerry(2, bouts)
		if err != nil {
			t.Fatal(err)
		}
		truth := 400 * math.Log10(7.0/3)
		diff, _ := r.Diff(0, 1, 0.95)
		if lost := 1 - diff/truth; lost <= 0 || lost > 0.3/float64(groups) {
			t.Errorf("%d groups: %v of %v", groups, diff, truth)
		}
	}
}

// TestComponents: entrants that no games connect are not compared.
func TestComponents(t *testing.T) {
	r, err := PlackettLuce(6, []Bout{
		{1, []int{4, 0}, []int{1, 2}},
		{2, []int{2, 5}, []int{1, 2}},
		{3, []int{0, 4}, []int{1, 1}},
		{4, []int{5, 3, 2}, []int{1, 1, 2}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := [][]int{{0, 4}, {1}, {2, 3, 5}}; !slices.EqualFunc(r.Components, want, slices.Equal) {
		t.Errorf("components %v", r.Components)
	}
	if !slices.Equal(r.Groups, []int{2, 0, 2, 1, 2, 2}) {
		t.Errorf("groups %v", r.Groups)
	}
	for _, f := range r.Components {
		sum := 0.0
		for _, i := range f {
			sum += r.Elo[i]
			if iv := r.Interval(i, 0.95); len(f) > 1 && !iv.Contains(r.Elo[i]) || len(f) == 1 && !math.IsNaN(iv.Lo) {
				t.Errorf("interval of %d: %v", i, iv)
			}
		}
		near(t, "mean", sum, 0, 1e-9)
	}
	if diff, iv := r.Diff(0, 2, 0.95); r.Compared(0, 2) || !math.IsNaN(diff) || !math.IsNaN(iv.Lo) || r.LOS(0, 2) != 0.5 {
		t.Errorf("0 and 2 never met: %v, %v, %v", diff, iv, r.LOS(0, 2))
	}
	if los := r.LOS(4, 0); !r.Compared(0, 4) || los <= 0.5 || los != 1-r.LOS(0, 4) {
		t.Errorf("4 won and drew against 0: %v", los)
	}
	// The ratings of a component do not depend on other components.
	alone, err := PlackettLuce(2, []Bout{{1, []int{1, 0}, []int{1, 2}}, {3, []int{0, 1}, []int{1, 1}}})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "Elo", alone.Elo[1], r.Elo[4], 1e-9)
	near(t, "variance", alone.Cov(1, 1), r.Cov(4, 4), 1e-9)
}

func TestNoEntrants(t *testing.T) {
	for n := range 3 {
		for _, model := range []func(int, []Bout) (*Ratings, error){BradleyTerry, PlackettLuce} {
			if r, err := model(n, nil); err != nil || len(r.Elo) != n || len(r.Components) != n {
				t.Errorf("%d entrants: %v, %v", n, r, err)
			}
		}
	}
}

func TestInvalidBouts(t *testing.T) {
	for want, b := range map[string]Bout{
		"bout 1: 1 entrants and 1 places":                 {0, []int{0}, []int{1}},
		"bout 1: 2 entrants and 3 places":                 {0, []int{0, 1}, []int{1, 2, 3}},
		"bout 1: entrant 3 is not one of the 3 entrants":  {0, []int{0, 3}, []int{1, 2}},
		"bout 1: entrant -1 is not one of the 3 entrants": {0, []int{-1, 0}, []int{1, 2}},
		"bout 1: entrant 2 takes part twice":              {0, []int{2, 0, 2}, []int{1, 2, 3}},
	} {
		for _, model := range []func(int, []Bout) (*Ratings, error){BradleyTerry, PlackettLuce} {
			_, err := model(3, []Bout{{0, []int{0, 1}, []int{1, 2}}, b})
			if err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%v: %v, want %s", b, err, want)
			}
		}
	}
}

// TestExtremes: in a chain of entrants, each wins thousands of games against the next and
// loses none. Still all ratings are finite.
func TestExtremes(t *testing.T) {
	const n = 8
	var bouts []Bout
	for i := range n - 1 {
		for g := range 3000 {
			bouts = append(bouts, Bout{g, []int{i, i + 1}, []int{1, 2}})
		}
	}
	r, err := PlackettLuce(n, bouts)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n - 1 {
		diff, iv := r.Diff(i, i+1, 0.95)
		if !(diff > 500) || !iv.Contains(diff) || math.IsInf(iv.Hi, 0) {
			t.Errorf("%d to %d: %v, %v", i, i+1, diff, iv)
		}
	}
}

// FuzzRate: for any bouts, the ratings are finite numbers with means of 0. The covariances
// are those of some distribution.
func FuzzRate(f *testing.F) {
	f.Add(uint8(3), []byte{2, 0, 1, 1, 2, 2, 2, 1, 2, 1, 1})
	f.Add(uint8(12), []byte("\x0babcdefghijklmnopqrst"))
	f.Add(uint8(2), []byte{2, 0, 1, 1, 2, 2, 0, 1, 1, 2, 2, 0, 1, 1, 2})
	f.Fuzz(func(t *testing.T, n uint8, data []byte) {
		entrants := int(n % 13)
		var bouts []Bout
		for len(data) > 1 && len(bouts) < 40 {
			k := int(data[0] % 13)
			b := Bout{Group: int(data[0] >> 5)}
			data = data[1:]
			for ; k > 0 && len(data) > 0; k-- {
				add(&b, int(data[0]%16), int(data[0]>>4))
				data = data[1:]
			}
			bouts = append(bouts, b)
		}
		for _, model := range []func(int, []Bout) (*Ratings, error){BradleyTerry, PlackettLuce} {
			r, err := model(entrants, bouts)
			if bad := check(entrants, bouts); bad != nil {
				if err == nil || err.Error() != bad.Error() {
					t.Fatalf("%v instead of %v", err, bad)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			for _, component := range r.Components {
				sum := 0.0
				for _, i := range component {
					sum += r.Elo[i]
					for _, j := range component {
						diff, iv := r.Diff(i, j, 0.95)
						if los := r.LOS(i, j); !iv.Contains(diff) || !(los >= 0 && los <= 1) || math.Abs(los+r.LOS(j, i)-1) > 1e-9 {
							t.Fatalf("%d, %d: %v, %v, %v", i, j, diff, iv, los)
						}
					}
				}
				if !(math.Abs(sum) < 1e-6) {
					t.Fatalf("%v: %v", component, r.Elo)
				}
			}
		}
	})
}
