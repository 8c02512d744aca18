package battlesnake_test

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"ouro/rule/battlesnake"
)

// seeds contains 0, 2^31-1, and seeds whose sum with a turn is one of these. math/rand replaces
// these values by another seed.
var seeds = []int64{
	0, 1, 2, -1, 7, 42, 89482311, 1<<31 - 2, 1<<31 - 1, 1 << 31, -(1<<31 - 1), 1<<62 + 12345,
	math.MaxInt64, math.MinInt64, 20240131, -987654321987,
}

func TestDiceAreThoseOfTheStandardLibrary(t *testing.T) {
	dice := battlesnake.NewDice(0)
	for _, seed := range seeds {
		for _, turn := range []int{0, 1, 500} {
			fresh := battlesnake.NewDice(seed)
			fresh.Reseed(turn)
			std := rand.New(rand.NewSource(seed + int64(turn)))
			for i := range 4000 {
				n := 1 + i*i*i%9973
				switch i % 50 {
				case 7:
					n = 1<<31 - 1
				case 11:
					n = 1 << (i % 31)
				case 13:
					n = 3 << 29 // every fourth number is rejected
				}
				if got, want := fresh.Roll(n), std.Intn(n); got != want {
					t.Fatalf("seed %d turn %d: roll %d of %d sides is %d, want %d", seed, turn, i, n, got, want)
				}
			}
		}
	}
	dice.Reseed(3)
	if got, want := dice.Roll(1000), rand.New(rand.NewSource(3)).Intn(1000); got != want {
		t.Errorf("a second use: %d, want %d", got, want)
	}
}

// TestShuffleAndRanks: the results are those of math/rand even if rolls, shuffles and ranks
// alternate.
func TestShuffleAndRanks(t *testing.T) {
	mix := rand.New(rand.NewSource(99))
	for _, seed := range seeds {
		for turn := range 15 {
			dice := battlesnake.NewDice(seed)
			dice.Reseed(turn)
			std := rand.New(rand.NewSource(seed + int64(turn)))
			for step := range 12 {
				switch n := mix.Intn(300); mix.Intn(4) {
				case 0:
					if got, want := dice.Roll(100), std.Intn(100); got != want {
						t.Fatalf("seed %d turn %d step %d: roll %d, want %d", seed, turn, step, got, want)
					}
				case 1:
					got, want := rising(n), rising(n)
					dice.Shuffle(n, func(i, j int) { got[i], got[j] = got[j], got[i] })
					std.Shuffle(n, func(i, j int) { want[i], want[j] = want[j], want[i] })
					if !slices.Equal(got, want) {
						t.Fatalf("seed %d turn %d step %d: shuffle of %d differs", seed, turn, step, n)
					}
				default:
					k := mix.Intn(3)
					want := rising(n)
					std.Shuffle(n, func(i, j int) { want[i], want[j] = want[j], want[i] })
					if got := dice.Ranks(n, k); !slices.Equal(got, want[:min(k, n)]) {
						t.Fatalf("seed %d turn %d step %d: the first %d of %d are %v, want %v", seed, turn, step, k, n, got, want[:min(k, n)])
					}
				}
			}
		}
	}
}

func rising(n int) []int16 {
	list := make([]int16, n)
	for i := range list {
		list[i] = int16(i)
	}
	return list
}

func TestRollOfNoSides(t *testing.T) {
	for _, n := range []int{0, -1, math.MaxInt64} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("Roll(%d) did not panic", n)
				}
			}()
			battlesnake.NewDice(1).Roll(n)
		}()
	}
}

func BenchmarkReseedAndRoll(b *testing.B) {
	dice := battlesnake.NewDice(1)
	b.ReportAllocs()
	for i := range b.N {
		dice.Reseed(i)
		dice.Roll(100)
	}
}

func BenchmarkFirstOfHundred(b *testing.B) {
	dice := battlesnake.NewDice(1)
	b.ReportAllocs()
	for i := range b.N {
		dice.Reseed(i)
		dice.Ranks(100, 1)
	}
}
