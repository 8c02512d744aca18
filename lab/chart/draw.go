package chart

import (
	"fmt"
	"slices"

	"ouro/internal/palette"
)

// spot is a point in a drawing, in percent of width and height, from the top left.
type spot struct{ x, y float64 }

// pen draws shapes in one format. Widths of lines and radii are in pixels. The offset of a text
// from its position is in ems. Stretching a drawing changes none of these sizes.
type pen interface {
	line(c ink, s stroke, points ...spot)
	area(c ink, alpha float64, points []spot)
	box(c ink, alpha float64, from, to spot)
	dot(c ink, alpha, radius float64, at spot)
	text(c ink, at, offset spot, a anchor, text string)
}

// ink is a colour. The inks 0 to Colours-1 are for series; the others are for texts, the grid and
// the background.
type ink int

const Colours = 7

const (
	strong ink = Colours + iota // text and marked lines
	soft                        // less important text
	faint                       // the grid
	paper                       // the background
	inks                        // number of inks
)

// class returns the name of the colour in style sheets.
func (c ink) class() string {
	if c < Colours {
		return fmt.Sprint("c", int(c))
	}
	return []string{"ink", "soft", "rule", "paper"}[c-Colours]
}

// Colours for light and dark backgrounds. Series have the colours of the palette, or similar
// ones that are easier to see on a dark background.
var (
	light = [inks]palette.RGB{
		palette.Blue, palette.Vermilion, palette.Green, 0xb0568a, 0xc98a00, palette.Black, palette.Sky,
		0x1b1d21, 0x5b616b, 0xd9dce1, 0xffffff,
	}
	dark = [inks]palette.RGB{
		palette.Sky, 0xe8772a, 0x16b98b, palette.Purple, palette.Orange, 0xffffff, 0x9ad3f5,
		0xe6e8eb, 0xa0a7b2, 0x383d46, 0x15171b,
	}
)

// stroke is the width of a line and its pattern of dashes and gaps.
type stroke struct {
	width float64
	dash  []float64
}

var (
	gridStroke = stroke{width: 1}
	markStroke = stroke{1.5, []float64{4, 3}}

	referenceStroke = stroke{1.2, []float64{4, 3}}
	intervalStroke  = stroke{width: 2.5}

	dashes = [][]float64{nil, {8, 3}, {2, 3}, {9, 3, 2, 3}}
)

func (l *Line) stroke() stroke {
	s := stroke{1.8, dashes[l.Dash%len(dashes)]}
	if l.Shape == Reference {
		s.width = referenceStroke.width
		if l.Dash == 0 {
			s = referenceStroke
		}
	}
	return s
}

// anchor is the part of a text that is at its position.
type anchor string

const (
	start  anchor = "start"
	middle anchor = "middle"
	end    anchor = "end"
)

// at returns the position of a point in the drawing.
func (c *Chart) at(x, y float64) spot { return spot{c.X.At(x), tidy(100 - c.Y.At(y))} }

func (c *Chart) draw(p pen) {
	c.drawGrid(p)
	for _, b := range c.Cells {
		p.box(ink(c.Colour), b.Alpha, c.at(b.From, b.Hi), c.at(b.To, b.Lo))
	}
	for _, b := range c.Bars {
		from, to := c.at(b.From, b.Y), c.at(b.To, c.Y.Lo)
		gap := 0.1 * (to.x - from.x)
		p.box(ink(c.Colour), 1, spot{tidy(from.x + gap), from.y}, spot{tidy(to.x - gap), to.y})
	}
	c.drawTicks(p, true)
	for i := range c.Lines {
		c.drawLine(p, &c.Lines[i])
	}
	c.drawTexts(p)
}

// drawGrid draws a fine line at each unmarked tick, but no vertical lines in a chart with bars. In
// a Small chart, the only line is at the bottom.
func (c *Chart) drawGrid(p pen) {
	if c.Form == Small {
		p.line(faint, gridStroke, spot{0, 100}, spot{100, 100})
		return
	}
	c.drawTicks(p, false)
}

// drawTicks draws lines at the marked ticks or, if marked is false, at the unmarked ticks.
func (c *Chart) drawTicks(p pen, marked bool) {
	colour, s := faint, gridStroke
	if marked {
		colour, s = strong, markStroke
	}
	for _, t := range c.Y.Ticks {
		if at := tidy(100 - c.Y.At(t.At)); t.Mark == marked {
			p.line(colour, s, spot{0, at}, spot{100, at})
		}
	}
	for _, t := range c.X.Ticks {
		if at := c.X.At(t.At); t.Mark == marked && (marked || len(c.Bars) == 0) {
			p.line(colour, s, spot{at, 0}, spot{at, 100})
		}
	}
}

func (c *Chart) drawLine(p pen, l *Line) {
	colour := ink(l.Colour)
	if len(l.Band) > 0 {
		p.area(colour, 0.18, c.places(l.Band))
	}
	points := c.places(l.Points)
	if l.Shape != Dots && len(points) > 1 {
		p.line(colour, l.stroke(), points...)
	}
	for _, pt := range l.Points {
		switch {
		case !(pt.Lo < pt.Hi):
		case c.Form == Rows:
			p.line(colour, intervalStroke, c.at(pt.Lo, pt.Y), c.at(pt.Hi, pt.Y))
		default:
			p.line(colour, intervalStroke, c.at(pt.X, pt.Lo), c.at(pt.X, pt.Hi))
		}
	}
	if radius, alpha := l.dots(); radius > 0 {
		for _, at := range points {
			p.dot(colour, alpha, radius, at)
		}
	}
}

// dots returns the radius and opacity of a line's dots; radius 0 means no dots. A line of a
// single point always has a dot, because it would be invisible without one.
func (l *Line) dots() (radius, alpha float64) {
	switch {
	case l.Shape == Dots && len(l.Points) > 40:
		return 3, 0.6
	case l.Shape == Dots, l.Shape == JoinedDots, len(l.Points) == 1:
		return 4, 1
	}
	return 0, 0
}

func (c *Chart) places(points []Point) (all []spot) {
	for _, p := range points {
		all = append(all, c.at(p.X, p.Y))
	}
	return all
}

// drawTexts writes the labels of ticks and the names of the axes.
func (c *Chart) drawTexts(p pen) {
	for _, t := range c.Y.Ticks {
		at := tidy(100 - c.Y.At(t.At))
		switch c.Form {
		case Small:
		case Rows:
			p.text(strong, spot{0, at}, spot{0, -0.7}, start, t.Text)
			p.text(soft, spot{100, at}, spot{0, -0.7}, end, t.Note)
		case Wide, Square:
			p.text(soft, spot{0, at}, spot{-0.5, 0.35}, end, t.Text)
		}
	}
	for _, t := range c.X.Ticks {
		p.text(soft, spot{c.X.At(t.At), 100}, spot{0, 1.4}, middle, t.Text)
	}
	p.text(soft, spot{100, 100}, spot{0, 2.7}, end, c.X.Name)
	if c.Form == Wide || c.Form == Square {
		p.text(soft, spot{0, 0}, spot{-0.5, -0.6}, start, c.Y.Name)
	}
}

func (c *Chart) legend() []Line {
	return slices.DeleteFunc(slices.Clone(c.Lines), func(l Line) bool { return l.Name == "" })
}

// Heights of drawings in pixels.
const (
	wideHeight  = 224
	smallHeight = 96
	rowHeight   = 38
)

// height returns the height of the drawing in pixels, or 0 for a square drawing.
func (c *Chart) height() float64 {
	switch c.Form {
	case Small:
		return smallHeight
	case Square:
		return 0
	case Rows:
		return rowHeight * float64(len(c.Y.Ticks))
	case Wide:
	}
	return wideHeight
}

// RowAxis returns the Y axis of a chart of the form Rows, with the ticks from top to bottom.
func RowAxis(rows ...Tick) Axis {
	a := Axis{Hi: float64(len(rows)), Ticks: slices.Clone(rows)}
	for i := range a.Ticks {
		a.Ticks[i].At = a.Hi - float64(i) - 0.75
	}
	return a
}
