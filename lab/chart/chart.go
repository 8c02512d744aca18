// Package chart draws figures. A [Chart] describes a drawing as data: axes with ticks, and
// lines, bars, cells and dots with intervals in the units of the axes. A chart can be drawn
// inside a page ([Chart.Figure], styled by [Style]), as an SVG or PNG file ([Panels.Write]) and,
// if it has bars, as a line of text ([Chart.Spark]).
//
// Equal descriptions give equal bytes. This package knows only numbers and names; the packages
// that have the data describe the charts.
package chart

import (
	"math"
	"slices"
	"strings"
	"time"

	"ouro/lab/stat"
)

type Chart struct {
	Title  string
	Spoken string // the drawing in words, for screen readers; "" means Title
	Form   Form
	X, Y   Axis

	Lines  []Line
	Bars   []Bar
	Cells  []Cell
	Colour int // colour of bars and cells
}

type Form uint8

const (
	Wide   Form = iota
	Small       // a low chart without labels of the Y axis; many fit side by side
	Square      // a chart as high as it is wide
	Rows        // one row for each tick of Y, with the text of the tick above the row; intervals run along X
)

type Line struct {
	Name         string // name in the legend; "" omits the line from the legend
	Points       []Point
	Colour, Dash int
	Shape        Shape
	Band         []Point // corners of a tinted area behind the line
}

// Shape determines how the points of a line are drawn.
type Shape uint8

const (
	Joined     Shape = iota
	JoinedDots       // a line with a dot at each point
	Dots             // dots without a line
	Reference        // a thin line for a reference value, dashed unless Dash selects another pattern
)

// Styled returns a line with style number i. The first 28 styles differ.
func Styled(i int, name string) Line {
	return Line{Name: name, Colour: i % Colours, Dash: i / Colours % len(dashes)}
}

// Point is a point in the units of the axes. If Lo < Hi, the interval from Lo to Hi is drawn too:
// along X in the form Rows, along Y in the other forms.
type Point struct{ X, Y, Lo, Hi float64 }

func (p Point) Within(iv stat.Interval) Point {
	p.Lo, p.Hi = iv.Lo, iv.Hi
	return p
}

// Bar is a bar that covers From to To on the X axis, from the lower end of the Y axis up to Y.
type Bar struct{ From, To, Y float64 }

// Bars divides the axis into equal parts, one for each count, and returns the bars of counts
// above 0.
func Bars(x Axis, counts []uint64) (bars []Bar) {
	n := float64(len(counts))
	for i, count := range counts {
		if count > 0 {
			bars = append(bars, Bar{x.Value(100 * float64(i) / n), x.Value(100 * float64(i+1) / n), float64(count)})
		}
	}
	return bars
}

// Cell is a rectangle between two corners. Its opacity is Alpha, from 0 to 1.
type Cell struct {
	From, To float64 // on the X axis
	Lo, Hi   float64 // on the Y axis
	Alpha    float64
}

// Sample is a named histogram of durations.
type Sample struct {
	Name  string
	Think *stat.Histogram // nil if unknown
}

// ThinkBins counts the durations of each histogram in bins, ten bins for each power of ten. edges
// are the edges of the bins in nanoseconds. If no histogram has a duration, ThinkBins returns nil.
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
		binCounts := make([]uint64, hi-lo+1)
		for d, n := range s.Buckets() {
			binCounts[bin(d)-lo] += n
		}
		counts = append(counts, binCounts)
	}
	return edges, counts
}

// Think returns a small chart of thinking times for each sample with a histogram. All charts have
// the same logarithmic X axis. If no sample has a duration, Think returns nil.
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

// blocks are characters that show bars of height 0 to 8.
var blocks = []rune(" ▁▂▃▄▅▆▇█")

// Spark returns the bars of a chart as text, one character for each bar. All bars must have the
// same width.
func (c *Chart) Spark() string {
	if len(c.Bars) == 0 {
		return ""
	}
	n := math.Round(100 / (c.X.At(c.Bars[0].To) - c.X.At(c.Bars[0].From)))
	line := []rune(strings.Repeat(" ", max(1, int(n))))
	for _, bar := range c.Bars {
		at := int(math.Round(c.X.At(bar.From) * n / 100))
		line[min(at, len(line)-1)] = blocks[1+int(math.Round(c.Y.At(bar.Y)*7/100))]
	}
	return string(line)
}

// Interval returns a line of text, width characters long, that shows x and its interval from lo
// to hi on the axis.
func (a Axis) Interval(lo, x, hi float64, width int) string {
	at := func(x float64) int { return int(math.Round(a.At(x) / 100 * float64(width-1))) }
	line := slices.Repeat([]rune{'·'}, width)
	for i := at(lo); i <= at(hi); i++ {
		line[i] = '─'
	}
	line[at(x)] = '●'
	return string(line)
}
