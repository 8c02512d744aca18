package chart

import (
	"cmp"
	_ "embed"
	"encoding/xml"
	"fmt"
	"html/template"
	"strconv"
	"strings"
)

// vectors is a pen that writes SVG. Positions are in percent, so that the drawing fills its
// container. Elements have no style attributes, because a page's content security policy can
// forbid them.
type vectors struct {
	strings.Builder
	stretched bool // whether the element that stretch opens is open
}

func (v *vectors) printf(format string, args ...any) { fmt.Fprintf(&v.Builder, format, args...) }

// stretch opens or closes a nested svg element whose units are percent of its size. Polylines and
// polygons must be inside that element, because SVG allows no percentages in lists of points.
func (v *vectors) stretch(on bool) {
	if on && !v.stretched {
		v.WriteString(`<svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">`)
	} else if !on && v.stretched {
		v.WriteString("</svg>\n")
	}
	v.stretched = on
}

func (v *vectors) line(c ink, s stroke, points ...spot) {
	v.stretch(len(points) > 2)
	if len(points) > 2 {
		v.printf(`<polyline points="%s"`, pointList(points))
	} else {
		v.printf(`<line x1="%s%%" y1="%s%%" x2="%s%%" y2="%s%%"`, number(points[0].x), number(points[0].y), number(points[1].x), number(points[1].y))
	}
	v.stroke(c, s)
}

// stroke writes the attributes of a line, and ends its element.
func (v *vectors) stroke(c ink, s stroke) {
	v.printf(` class="%s" stroke-width="%s"`, c.class(), number(s.width))
	if s.dash != nil {
		v.printf(` stroke-dasharray="%s"`, strings.Trim(fmt.Sprint(s.dash), "[]"))
	}
	v.WriteString("/>\n")
}

func (v *vectors) area(c ink, alpha float64, points []spot) {
	v.stretch(true)
	v.printf(`<polygon points="%s" class="%s" fill-opacity="%s"/>`, pointList(points), c.class(), number(alpha))
}

func (v *vectors) box(c ink, alpha float64, from, to spot) {
	v.stretch(false)
	v.printf(`<rect x="%s%%" y="%s%%" width="%s%%" height="%s%%"`, number(from.x), number(from.y), number(tidy(to.x-from.x)), number(tidy(to.y-from.y)))
	v.filling(c, alpha)
}

func (v *vectors) dot(c ink, alpha, radius float64, at spot) {
	v.stretch(false)
	v.printf(`<circle cx="%s%%" cy="%s%%" r="%s"`, number(at.x), number(at.y), number(radius))
	v.filling(c, alpha)
}

// filling writes the attributes of a filled shape, and ends its element.
func (v *vectors) filling(c ink, alpha float64) {
	v.printf(` class="%s"`, c.class())
	if alpha < 1 {
		v.printf(` fill-opacity="%s"`, number(tidy(alpha)))
	}
	v.WriteString("/>\n")
}

func (v *vectors) text(c ink, at, offset spot, a anchor, text string) {
	if text == "" {
		return
	}
	v.stretch(false)
	v.printf(`<text x="%s%%" y="%s%%" dx="%sem" dy="%sem" text-anchor="%s" class="%s">%s</text>`+"\n",
		number(at.x), number(at.y), number(offset.x), number(offset.y), a, c.class(), escape(text))
}

func number(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

func pointList(points []spot) string {
	var b strings.Builder
	for i, p := range points {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(number(p.x) + "," + number(p.y))
	}
	return b.String()
}

func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder does not fail
	return b.String()
}

func (c *Chart) svgContent() string {
	var v vectors
	c.draw(&v)
	v.stretch(false)
	return v.String()
}

//go:embed chart.css
var shapeStyle string

//go:embed page.css
var pageStyle string

// Style is the style sheet of charts in a page. It defines --c0 to --c6, the colours of series.
// The page must define --ink (text), --soft (less important text) and --rule (fine lines).
var Style = colourStyle() + shapeStyle + pageStyle

func colourStyle() string {
	var b strings.Builder
	b.WriteString(":root {")
	for i := range ink(Colours) {
		fmt.Fprintf(&b, " --c%d: light-dark(%s, %s);", i, light[i], dark[i])
	}
	b.WriteString(" }\n")
	for c := range paper {
		fmt.Fprintf(&b, ".plot .%s { color: var(--%[1]s); }\n", c.class())
	}
	return b.String()
}

// Figure returns the chart and its legend as an element of a page, as wide as its container. The
// element has no style, script or reference.
func (c *Chart) Figure() template.HTML {
	form := map[Form]string{Wide: "plot", Small: "plot small", Square: "plot square", Rows: "plot named"}[c.Form]
	var b strings.Builder
	fmt.Fprintf(&b, `<figure class="%s">`+"\n", form)
	if c.Title != "" {
		fmt.Fprintf(&b, "<figcaption>%s</figcaption>\n", escape(c.Title))
	}
	fmt.Fprintf(&b, `<div class="area"><svg role="img" aria-label="%s"`, escape(cmp.Or(c.Spoken, c.Title)))
	if h := c.height(); h > 0 {
		fmt.Fprintf(&b, ` height="%s"`, number(h))
	}
	fmt.Fprintf(&b, `><g aria-hidden="true">`+"\n%s</g></svg></div>\n", c.svgContent())
	if named := c.legend(); len(named) > 0 {
		b.WriteString(`<ul class="legend">`)
		for _, l := range named {
			fmt.Fprintf(&b, `<li><svg aria-hidden="true" viewBox="0 0 24 10">%s</svg>%s</li>`+"\n", l.sample(), escape(l.Name))
		}
		b.WriteString("</ul>\n")
	}
	b.WriteString("</figure>\n")
	return template.HTML(b.String())
}

func (l *Line) sample() string {
	var v vectors
	l.drawSample(&v)
	return v.String()
}

// drawSample draws a sample of the line.
func (l *Line) drawSample(p pen) {
	if l.Shape != Dots {
		s := l.stroke()
		s.width = max(s.width, 2)
		p.line(ink(l.Colour), s, spot{0, 50}, spot{100, 50})
	}
	if l.Shape == Dots || l.Shape == JoinedDots {
		p.dot(ink(l.Colour), 1, 4, spot{50, 50})
	}
}
