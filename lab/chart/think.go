package chart

import (
	"math"
	"time"

	"ouro/lab/stat"
)

// Sample is a named histogram of durations.
type Sample struct {
	Name  string
	Think *stat.Histogram // nil if it is not known
}

// Think draws thinking times: a small chart for each sample, all on one logarithmic
// scale. It draws nothing if no sample has a duration.
func Think(samples []Sample) (charts []Chart) {
	const perDecade = 10
	bin := func(d time.Duration) int { return int(math.Floor(perDecade * math.Log10(max(1, float64(d))))) }
	lo, hi := math.MaxInt, math.MinInt
	for _, s := range samples {
		if s.Think != nil {
			for d := range s.Think.Buckets() {
				lo, hi = min(lo, bin(d)), max(hi, bin(d))
			}
		}
	}
	if lo > hi {
		return nil
	}
	edge := func(bin int) float64 { return math.Pow(10, float64(bin)/perDecade) }
	x := Axis{Lo: edge(lo), Hi: edge(hi + 1), Log: true}.WithLogTicks(6, Nanoseconds)
	for i, s := range samples {
		if s.Think == nil {
			continue
		}
		counts := make([]uint64, hi-lo+1)
		for d, n := range s.Think.Buckets() {
			counts[bin(d)-lo] += n
		}
		charts = append(charts, Chart{Title: s.Name, Form: Small, X: x, Y: CountAxis(counts), Bars: Bars(x, counts), Colour: i % Colours})
	}
	return charts
}
