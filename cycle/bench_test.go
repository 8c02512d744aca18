package cycle_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"ouro"
	"ouro/cycle"
	"ouro/cycle/cycletest"
	"ouro/internal/cputime"
)

// benchmarkFind searches for a cycle on one board after another. It reports the mean and the largest
// processor time, and the percentages of boards with a cycle, of boards without, and of boards for
// which the steps are not enough.
func benchmarkFind(b *testing.B, make func(rng *rand.Rand) cycle.Board) {
	var sum, most time.Duration
	var found, refused, undecided float64
	for seed := range uint64(b.N) {
		board := make(rand.New(rand.NewPCG(seed, 31)))
		begin, err := cputime.Process()
		if err != nil {
			b.Skip(err)
		}
		c, err := cycle.Find(board)
		end, _ := cputime.Process()
		sum, most = sum+end-begin, max(most, end-begin)
		switch {
		case err == nil:
			found++
			if err := c.Verify(board); err != nil {
				b.Fatal(err)
			}
		case errors.Is(err, cycle.ErrNotFound):
			undecided++
		default:
			refused++
		}
	}
	n := float64(b.N)
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(sum.Seconds()*1e3/n, "cpu-ms/board")
	b.ReportMetric(most.Seconds()*1e3, "cpu-ms-most")
	b.ReportMetric(100*found/n, "%found")
	b.ReportMetric(100*refused/n, "%refused")
	b.ReportMetric(100*undecided/n, "%undecided")
}

var large = ouro.MustGrid(64, 64)

func BenchmarkFind(b *testing.B) {
	for _, walls := range []float64{0.05, 0.1, 0.2, 0.3, 0.4} {
		b.Run(fmt.Sprintf("shrunk/walls=%.2f", walls), func(b *testing.B) {
			benchmarkFind(b, func(rng *rand.Rand) cycle.Board { return cycletest.Shrunk(large, rng, walls) })
		})
		b.Run(fmt.Sprintf("blocks/walls=%.2f", walls), func(b *testing.B) {
			benchmarkFind(b, func(rng *rand.Rand) cycle.Board { return cycletest.Blocks(large, rng, walls) })
		})
		b.Run(fmt.Sprintf("hole/walls=%.2f", walls), func(b *testing.B) {
			benchmarkFind(b, func(rng *rand.Rand) cycle.Board {
				board, _ := cycletest.Holed(large, rng, walls)
				return board
			})
		})
	}
}

func BenchmarkRefuse(b *testing.B) {
	for _, walls := range []float64{0.01, 0.05, 0.2} {
		b.Run(fmt.Sprintf("scattered/walls=%.2f", walls), func(b *testing.B) {
			benchmarkFind(b, func(rng *rand.Rand) cycle.Board { return cycletest.Scattered(large, rng, walls) })
		})
	}
	for _, swaps := range []int{1, 2, 5, 20} {
		b.Run(fmt.Sprintf("spoiled/swaps=%d", swaps), func(b *testing.B) {
			benchmarkFind(b, func(rng *rand.Rand) cycle.Board { return cycletest.Spoiled(large, rng, 0.2, swaps) })
		})
	}
}
