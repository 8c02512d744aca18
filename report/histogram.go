package report

import (
	"fmt"
	"math"
	"slices"

	"ouro/internal/english"
	"ouro/lab/chart"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// Limits of the bars in a histogram.
const (
	bins      = 60
	leastBins = 12
)

// sample is one number for each game of an entrant, with the entrant's index.
type sample struct {
	name   string
	at     int
	values []float64
}

// histograms draws the samples below each other on one axis, each with its median.
func histograms(samples []sample, what string) (charts []chart.Chart) {
	x := chart.Axis{Lo: math.Inf(1), Hi: math.Inf(-1)}
	for _, s := range samples {
		for _, v := range s.values {
			x.Lo, x.Hi = min(x.Lo, v), max(x.Hi, v)
		}
	}
	if x.Lo >= x.Hi { // all values are equal; the table has them
		return nil
	}
	width := math.Ceil((x.Hi - x.Lo + 1) / bins)
	n := int(math.Ceil((x.Hi - x.Lo + 1) / width))
	if n < leastBins { // the bars keep a moderate width
		x.Lo = max(0, x.Lo-float64((leastBins-n)/2))
		n = leastBins
	}
	x.Hi = x.Lo + width*float64(n)
	x.Ticks = binTicks(x, width)
	for _, s := range samples {
		if len(s.values) == 0 {
			continue
		}
		counts := make([]uint64, n)
		for _, v := range s.values {
			counts[int((v-x.Lo)/width)]++
		}
		d := stat.Describe(s.values)
		median := sheet.Fixed(d.Median, 0)
		c := chart.Chart{Title: fmt.Sprintf("%s · median %s", s.name, median), Colour: s.at % chart.Colours, Form: chart.Small, X: x}
		c.Spoken = fmt.Sprintf("%s of %s in %s: %s to %s, median %s", what, s.name, english.Count(d.N, "game"),
			sheet.Fixed(d.Min, 0), sheet.Fixed(d.Max, 0), median)
		c.X.Ticks = append(slices.Clip(x.Ticks), chart.Tick{At: d.Median + 0.5, Mark: true})
		c.Y, c.Bars = chart.CountAxis(counts), chart.Bars(x, counts)
		charts = append(charts, c)
	}
	charts[len(charts)-1].X.Name = what // below the last one
	return charts
}

// binTicks returns round numbers on an axis of bins, in the middle of bins of width 1.
func binTicks(x chart.Axis, width float64) []chart.Tick {
	ticks := x.WithWholeTicks(8, chart.Whole).Ticks
	if width > 1 {
		return ticks
	}
	ticks = slices.DeleteFunc(ticks, func(t chart.Tick) bool { return t.At >= x.Hi })
	for i := range ticks {
		ticks[i].At += 0.5
	}
	return ticks
}
