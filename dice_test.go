package ouro_test

import (
	"flag"
	"fmt"
	"math/bits"
	"os"
	"strings"
	"testing"

	"ouro"
)

var updateSeeds = flag.Bool("update-seeds", false, "write testdata/seeds.golden anew: every seed then is another game")

// TestSeedsAreFrozen: a seed always gives the same game, on every machine. Records and
// published figures depend on this, so do not change the expected outputs. The flag -update
// does not write them either.
func TestSeedsAreFrozen(t *testing.T) {
	var b strings.Builder
	for _, experiment := range []uint64{0, 1, 42, 1 << 63} {
		for i := range 4 {
			game := ouro.GameSeed(experiment, i)
			fmt.Fprintf(&b, "experiment %d game %d: seed %016x, solvers %016x %016x, rolls", experiment, i, game, ouro.SolverSeed(game, 0), ouro.SolverSeed(game, 1))
			dice := ouro.GameDice(game)
			for _, n := range []int{1, 2, 3, 6, 99, 100, 4096, 1 << 40} {
				fmt.Fprintf(&b, " %d", dice.Roll(n))
			}
			fmt.Fprintf(&b, " %016x\n", dice.Uint64())
		}
	}
	const name = "testdata/seeds.golden"
	if *updateSeeds {
		if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the rolls of these seeds have changed:\n%s", b.String())
	}
}

// TestRollIsUniform: chi squared over the sides stays below its 99.99 % quantile, for the rolls
// of one game and for the first rolls of many games.
func TestRollIsUniform(t *testing.T) {
	for n, limit := range map[int]float64{2: 15.2, 3: 18.5, 7: 27.9, 100: 161.4} { // degrees of freedom n-1
		const rolls = 200_000
		one := ouro.NewPCG(uint64(n))
		for name, roll := range map[string]func(i int) int{
			"one game":   func(int) int { return one.Roll(n) },
			"many games": func(i int) int { return ouro.GameDice(ouro.GameSeed(7, i)).Roll(n) },
		} {
			counts := make([]float64, n)
			for i := range rolls {
				counts[roll(i)]++
			}
			want, chi := float64(rolls)/float64(n), 0.0
			for _, c := range counts {
				chi += (c - want) * (c - want) / want
			}
			if chi > limit {
				t.Errorf("%d sides, %s: chi squared %.1f, limit %.1f", n, name, chi, limit)
			}
		}
	}
}

// TestNeighbouringSeedsAreUnrelated: about half of the bits of a seed differ from one game to the
// next, and no two of many games have the same seed.
func TestNeighbouringSeedsAreUnrelated(t *testing.T) {
	seen := map[uint64]bool{}
	differ, pairs := 0, 0
	for experiment := range uint64(20) {
		for i := range 5000 {
			seed := ouro.GameSeed(experiment, i)
			if seen[seed] {
				t.Fatalf("experiment %d game %d has the seed of another", experiment, i)
			}
			seen[seed] = true
			differ += bits.OnesCount64(seed ^ ouro.GameSeed(experiment, i+1))
			pairs++
		}
	}
	if mean := float64(differ) / float64(pairs); mean < 31.8 || mean > 32.2 {
		t.Errorf("neighbouring seeds differ in %.2f of 64 bits on average", mean)
	}
}
