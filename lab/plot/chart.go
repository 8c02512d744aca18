package plot

import (
	_ "embed"
	"fmt"
	"strings"
)

// Template defines the html/template "chart", which draws a Chart that can be pointed to.
//
//go:embed chart.html
var Template string

// Style is how charts look. The page has the colours --ink, --soft (of less important
// text), --rule (of fine lines) and --c0 to --c6 (of what is drawn).
//
//go:embed chart.css
var Style string

// Chart is a drawing.
type Chart struct {
	Title string // what it shows
	Says  string // the same in words, for who does not see it; "" is the title
	XName string
	YName string
	X, Y  []Tick

	Lines   []Line
	Bars    []Bar
	Dots    []Dot
	Squares []Square
	Colour  int  // of bars, dots and squares
	Small   bool // one of many that stand side by side
	Square  bool // as high as it is wide
	Legend  bool // the lines are named below it
}

// Spoken is the chart in words.
func (c *Chart) Spoken() string {
	if c.Says == "" {
		return c.Title
	}
	return c.Says
}

// Line is a line through points.
type Line struct {
	Name         string
	Points       Points
	Colour, Dash int
	Fine         bool   // a rule to compare with
	Area         Points // what is tinted besides: the points around it
}

// Lone is the point of a line of one, which is drawn as a dot; nil of a longer line.
func (l Line) Lone() *Dot {
	if len(l.Points) != 1 {
		return nil
	}
	return &l.Points[0]
}

// How many colours and dashes there are.
const (
	Colours = 7
	Dashes  = 4
)

// Styled is a line in the looks of the i-th of several.
func Styled(i int, name string) Line {
	return Line{Name: name, Colour: i % Colours, Dash: i / Colours % Dashes}
}

// Bar is a bar from the top left.
type Bar struct{ X, Y, W, H float64 }

// Dot is a dot from the top left.
type Dot struct{ X, Y float64 }

// Square is a bar of which more or less is seen, from 0 to 1.
type Square struct {
	Bar
	Alpha float64
}

// Points are those of a line, from the top left.
type Points []Dot

// Add adds a point.
func (p *Points) Add(x, y float64) { *p = append(*p, Dot{x, y}) }

// String is how SVG has them.
func (p Points) String() string {
	var b strings.Builder
	for i, at := range p {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "%v,%v", at.X, at.Y)
	}
	return b.String()
}

// Bars are bars that stand side by side over the whole width, and the axis beside them.
func Bars(counts []uint64) (all []Bar, ticks []Tick) {
	y := Axis{0, 1}
	for _, n := range counts {
		y.Hi = max(y.Hi, float64(n))
	}
	w := 100 / float64(len(counts))
	for i, n := range counts {
		if n > 0 {
			h := y.At(float64(n))
			all = append(all, Bar{Tidy(float64(i)*w + 0.1*w), Tidy(100 - h), Tidy(0.8 * w), h})
		}
	}
	return all, y.WholeTicks(4, Whole)
}
