package report

import (
	"fmt"
	"math"
	"slices"

	"ouro"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/chart"
	"ouro/lab/sheet"
)

// Bins and points of drawings: more cannot be told apart.
const (
	bins      = 60
	leastBins = 12
	maxDots   = 1200
	gridCells = 48
	maxPoints = 200
)

// sample is a number of each game of an entrant, with its place among them.
type sample struct {
	name   string
	at     int
	values []float64
}

// histograms draw the samples one below the other, on one axis, each with its median.
func histograms(samples []sample, what string) (charts []chart.Chart) {
	x := chart.Axis{Lo: math.Inf(1), Hi: math.Inf(-1)}
	for _, s := range samples {
		for _, v := range s.values {
			x.Lo, x.Hi = min(x.Lo, v), max(x.Hi, v)
		}
	}
	if x.Lo > x.Hi {
		return nil
	}
	width := math.Ceil((x.Hi - x.Lo + 1) / bins)
	n := int(math.Ceil((x.Hi - x.Lo + 1) / width))
	if n < leastBins { // a bar is no wall
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
		median := medianOf(s.values)
		c := chart.Chart{Title: fmt.Sprintf("%s · median %s", s.name, sheet.Fixed(median, 0)), Colour: s.at % chart.Colours, Form: chart.Small, X: x}
		c.Spoken = fmt.Sprintf("%s of %s in %s: %s to %s, median %s", what, s.name, english.Count(len(s.values), "game"),
			sheet.Fixed(slices.Min(s.values), 0), sheet.Fixed(slices.Max(s.values), 0), sheet.Fixed(median, 0))
		c.X.Ticks = append(slices.Clip(x.Ticks), chart.Tick{At: median + 0.5, Mark: true})
		c.Y, c.Bars = chart.CountAxis(counts), chart.Bars(x, counts)
		charts = append(charts, c)
	}
	charts[len(charts)-1].X.Name = what // of all
	return charts
}

// binTicks are round numbers on an axis of bins, in the middle of their bins where each
// is of one number.
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

// medianOf sorts the values.
func medianOf(values []float64) float64 {
	slices.Sort(values)
	n := len(values)
	return (values[(n-1)/2] + values[n/2]) / 2
}

// samples are those of all entrants over the games that are of interest.
func (s *Section) samples(of func(t *lab.Tally, seat int) (float64, bool)) (all []sample) {
	for e := range s.Report.Results {
		one := sample{name: s.Report.Results[e].Name, at: e}
		for t, seat := range s.Report.Of(e) {
			if v, ok := of(t, seat); ok {
				one.values = append(one.values, v)
			}
		}
		all = append(all, one)
	}
	return all
}

// moves are the charts of the moves of won games.
func (s *Section) moves() []chart.Chart {
	return histograms(s.samples(func(t *lab.Tally, seat int) (float64, bool) { return float64(t.Turns), t.Won(seat) }), "moves")
}

// lengths are those of the lengths at the end of games that were lost.
func (s *Section) lengths() []chart.Chart {
	return histograms(s.samples(func(t *lab.Tally, seat int) (float64, bool) {
		return float64(t.Seats[seat].Length), t.Ending != ouro.Won
	}), "length at the end")
}

// turns is that of the lengths of games of several.
func (s *Section) turns() []chart.Chart {
	one := sample{name: "all games"}
	for i := range s.Report.Games {
		one.values = append(one.values, float64(s.Report.Games[i].Turns))
	}
	return histograms([]sample{one}, "turns")
}

// measures are those of what games of other kinds are told by.
func (s *Section) measures(k lab.Measured) (all []chart.Chart) {
	for i, m := range k.Measures {
		one := sample{name: m.Name, at: i}
		for _, t := range s.Report.Games {
			one.values = append(one.values, float64(t.Measures[i]))
		}
		if slices.Min(one.values) < slices.Max(one.values) { // else the table says it
			all = append(all, histograms([]sample{one}, m.Name)...)
		}
	}
	return all
}

// thinking draws how long decisions took, where that was noted.
func (s *Section) thinking() []chart.Chart {
	var samples []chart.Sample
	for e := range s.think {
		one := chart.Sample{Name: s.Report.Results[e].Name}
		if s.think[e].known {
			one.Think = &s.think[e].Histogram
		}
		samples = append(samples, one)
	}
	return chart.Think(samples)
}
