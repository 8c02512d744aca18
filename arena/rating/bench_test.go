package rating

import (
	"math/rand/v2"
	"testing"
)

func benchmark(b *testing.B, size int) {
	dice := rand.New(rand.NewPCG(1, 1))
	const n, count = 64, 100_000
	bouts := make([]Bout, count)
	for i := range bouts {
		places := make([]int, size)
		for j := range places {
			places[j] = dice.IntN(2 * size)
		}
		bouts[i] = Bout{i / size, dice.Perm(n)[:size], places}
	}
	for b.Loop() {
		if _, err := PlackettLuce(n, bouts); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDuels(b *testing.B)       { benchmark(b, 2) }
func BenchmarkEightSnakes(b *testing.B) { benchmark(b, 8) }
