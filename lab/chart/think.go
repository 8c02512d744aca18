package chart

import (
	"math"
	"time"

	"ouro/lab/stat"
)

// Sample is a named histogram of durations.
type Sample struct {
	Name  string
	Think *stat.Histogram // nil if unknown
}

// ThinkBins counts the durations of each histogram in ten bins for each power of ten,
// between edges in nanoseconds. It returns nil if no histogram has a duration.
func ThinkBins(samples ...*stat.Histogram) (edges []float64, counts [][]uint64) {
	const perDecade = 10
	bin := func(d time.Duration) int { return int(math.Floor(perDecade * math.Log10(max(1, float64(d))))) }
	lo, hi := math.MaxInt, math.MinInt
	for _, s := range samples {
		for d := range s.Buckets() {
			lo, hi = min(lo, bin(d)), max(hi, bin(d))
		}
	}
	if lo > hi {
		return nil, nil
	}
	for i := lo; i <= hi+1; i++ {
		edges = append(edges, math.Pow(10, float64(i)/perDecade))
	}
	for _, s := range samples {
		one := make([]uint64, hi-lo+1)
		for d, n := range s.Buckets() {
			one[bin(d)-lo] += n
		}
		counts = append(counts, one)
	}
	return edges, counts
}

// Think returns a small chart of thinking times for each sample, all on one logarithmic
// scale, or nothing if no sample has a duration.
func Think(samples []Sample) (charts []Chart) {
	var known []*stat.Histogram
	for _, s := range samples {
		if s.Think != nil {
			known = append(known, s.Think)
		}
	}
	edges, all := ThinkBins(known...)
	if edges == nil {
		return nil
	}
	x := Axis{Lo: edges[0], Hi: edges[len(edges)-1], Log: true}.WithLogTicks(6, Nanoseconds)
	for i, s := range samples {
		if s.Think == nil {
			continue
		}
		counts := all[len(charts)]
		charts = append(charts, Chart{Title: s.Name, Form: Small, X: x, Y: CountAxis(counts), Bars: Bars(x, counts), Colour: i % Colours})
	}
	return charts
}
