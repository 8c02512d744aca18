// Package chart draws figures. A [Chart] describes a drawing as data: its axes with their
// ticks, and lines, bars, cells and dots with intervals in the units of the axes. One
// description is drawn inside a page ([Chart.Figure], with the looks of [Style]), as an
// SVG file that stands alone and as a PNG file ([Panels.Write]), and, if it has bars, as a
// line of text ([Chart.Spark]).
//
// The same description makes the same bytes. A chart of a kind of data belongs to the
// package that owns the data; this package knows only numbers and names.
package chart

import "ouro/lab/stat"

// Chart is a drawing.
type Chart struct {
	Title  string
	Spoken string // the drawing in words, for readers who cannot see it; "" is the title
	Form   Form
	X, Y   Axis

	Lines  []Line
	Bars   []Bar
	Cells  []Cell
	Colour int // of bars and cells
}

// Form is the shape of the drawing.
type Form uint8

// The forms.
const (
	Wide   Form = iota
	Small       // low, as one of many side by side; the Y axis is not written
	Square      // as high as it is wide
	Rows        // a row for each tick of Y, with its text above it; intervals run along X
)

// Line is a series of points.
type Line struct {
	Name         string // in the legend; "" keeps it out
	Points       []Point
	Colour, Dash int
	Shape        Shape
	Band         []Point // corners of an area that is tinted behind the line
}

// Shape says how the points of a line are drawn.
type Shape uint8

// The shapes.
const (
	Joined     Shape = iota
	JoinedDots       // joined, and each point is a dot
	Dots             // not joined
	Reference        // thin and dashed: something to compare with
)

// Styled returns a line with the looks of the i-th of several. The first 28 differ.
func Styled(i int, name string) Line {
	return Line{Name: name, Colour: i % Colours, Dash: i / Colours % len(dashes)}
}

// Point is a place in the units of the axes. Where Lo < Hi, an interval is drawn from Lo
// to Hi: of Y, or of X in the form Rows.
type Point struct{ X, Y, Lo, Hi float64 }

// Within returns the point with an interval.
func (p Point) Within(iv stat.Interval) Point {
	p.Lo, p.Hi = iv.Lo, iv.Hi
	return p
}

// Bar stands on the lower end of the Y axis and covers the X axis from From to To.
type Bar struct{ From, To, Y float64 }

// Bars returns a bar for each count that is not 0. The bars are equally wide and cover
// the axis.
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
type Cell struct{ From, To, Lo, Hi, Alpha float64 } // From and To are of X, Lo and Hi of Y

// words is the chart for readers who cannot see it.
func (c *Chart) words() string {
	if c.Spoken == "" {
		return c.Title
	}
	return c.Spoken
}
