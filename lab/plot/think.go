package plot

import (
	"math"
	"time"

	"ouro/lab/stat"
)

// Sample is what of somebody is drawn.
type Sample struct {
	Name  string
	Think *stat.Histogram // nil where it is not known
}

// Think draws how long thinking took, a chart for each sample, all on one logarithmic
// scale; none where nobody has thought.
func Think(samples []Sample) (all []Chart) {
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
	x := Axis{float64(lo) / perDecade, float64(hi+1) / perDecade}
	ticks := x.Decades()
	for i, s := range samples {
		if s.Think == nil {
			continue
		}
		counts := make([]uint64, hi-lo+1)
		for d, n := range s.Think.Buckets() {
			counts[bin(d)-lo] += n
		}
		c := Chart{Title: s.Name, X: ticks, Colour: i % Colours, Small: true}
		c.Bars, _ = Bars(counts)
		all = append(all, c)
	}
	return all
}
