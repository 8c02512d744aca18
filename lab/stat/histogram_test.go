package stat_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"ouro/lab/stat"
)

// TestHistogramQuantiles compares with the sorted sample, over durations of all
// magnitudes.
func TestHistogramQuantiles(t *testing.T) {
	for seed := range uint64(20) {
		dice := rand.New(rand.NewPCG(seed, 0))
		var whole stat.Histogram
		parts := make([]stat.Histogram, 3)
		var all []time.Duration
		sum := 0.0
		for i := range 1 + dice.IntN(5000) {
			d := time.Duration(math.Exp(dice.Float64() * 30)) // to about three hours
			all = append(all, d)
			sum += float64(d)
			whole.Add(d)
			parts[i%3].Add(d)
		}
		slices.Sort(all)
		var merged stat.Histogram
		for i := range parts {
			merged.MergeSparse(parts[i].Sparse())
		}
		for _, h := range []*stat.Histogram{&whole, &merged} {
			if h.Max() != all[len(all)-1] {
				t.Fatalf("seed %d: Max %v", seed, h.Max())
			}
			near(t, "Mean", float64(h.Mean()), sum/float64(len(all)), 0.5+1e-9*sum)
			for _, p := range []float64{0, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1} {
				exact := all[max(0, int(math.Ceil(p*float64(len(all))))-1)]
				if got := h.Quantile(p); math.Abs(float64(got-exact)) > 0.01*float64(exact) {
					t.Errorf("seed %d: quantile %v = %v, exactly %v", seed, p, got, exact)
				}
			}
		}
	}
}

func TestHistogramEdges(t *testing.T) {
	var empty stat.Histogram
	if empty.Mean() != 0 || empty.Quantile(0.5) != 0 || empty.Max() != 0 {
		t.Error("an empty histogram has figures")
	}
	// Small values are exact, and the largest are counted.
	for _, d := range []time.Duration{0, 1, 63, 64, 127, 128, 129, 1<<40 - 1, 1 << 40, math.MaxInt64} {
		var h stat.Histogram
		h.Add(d)
		got := h.Quantile(0.5)
		if d < 128 && got != d || math.Abs(float64(got)-float64(d)) > 0.01*float64(d) {
			t.Errorf("%d: quantile %d", d, got)
		}
	}
	var h stat.Histogram
	h.Add(-5) // a clock that was set back
	h.Add(1)
	if h.Quantile(0.5) != 0 || h.Quantile(1) != 1 || h.Mean() != 1 { // 0.5 rounded
		t.Error("a negative duration does not count as 0")
	}
}

// TestHistogramBuckets: buckets contain all durations, in order, and agree with the
// quantiles.
func TestHistogramBuckets(t *testing.T) {
	var h stat.Histogram
	for range h.Buckets() {
		t.Error("an empty histogram has a bucket")
	}
	for _, d := range []time.Duration{5, 5, time.Millisecond, 3 * time.Second} {
		h.Add(d)
	}
	var durations []time.Duration
	var counts []uint64
	for d, n := range h.Buckets() {
		durations, counts = append(durations, d), append(counts, n)
	}
	if !slices.Equal(counts, []uint64{2, 1, 1}) || !slices.Equal(durations, []time.Duration{h.Quantile(0.5), h.Quantile(0.75), h.Quantile(1)}) {
		t.Errorf("%v of %v", counts, durations)
	}
	for range h.Buckets() {
		break
	}
}

func TestHistogramAddAllocatesNothing(t *testing.T) {
	h := new(stat.Histogram)
	d := time.Duration(1)
	if n := testing.AllocsPerRun(1000, func() { h.Add(d); d = d*3%1e9 + 1 }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkHistogramAdd(b *testing.B) {
	h := new(stat.Histogram)
	b.ReportAllocs()
	for i := range b.N {
		h.Add(time.Duration(i & 0xffff))
	}
}
