package chart

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
)

type Format string

// The formats. SVG files are light or dark, as the viewer prefers; PNG files are light.
const (
	SVG Format = "svg"
	PNG Format = "png"
)

// FormatOf returns the format for the extension of a file's name.
func FormatOf(name string) (Format, error) {
	switch f := Format(strings.TrimPrefix(strings.ToLower(filepath.Ext(name)), ".")); f {
	case SVG, PNG:
		return f, nil
	}
	return "", fmt.Errorf("plot %q: want a file name that ends in .svg or .png", name)
}

// Panels are the charts of one file, in rows.
type Panels struct {
	Title string // title of the panels; "" omits it
	Rows  [][]Chart
}

func (c *Chart) Write(w io.Writer, f Format) error {
	return (&Panels{Rows: [][]Chart{{*c}}}).Write(w, f)
}

func (p *Panels) Write(w io.Writer, f Format) error {
	if len(p.Rows) == 0 {
		return errors.New("plot: there is nothing to draw")
	}
	l := p.layout()
	if f == PNG {
		return l.writePNG(w)
	}
	_, err := io.WriteString(w, l.svg())
	return err
}

// Sizes of a layout in pixels. A PNG file has density times as many pixels in each direction.
const (
	fileWidth = 760
	edge      = 16 // distance from the edge of the file, and between charts
	textSize  = 12
	titleSize = 17
	nameSize  = 14 // size of a chart's title
	lineSpace = 20 // distance between lines of text
	thumbnail = 26 // the width of a line in the legend

	fileWideHeight = 300 // height of a chart of the form Wide
)

// frame is a rectangle in a file, in pixels.
type frame struct{ x, y, w, h float64 }

type layout struct {
	title   string
	height  float64
	labels  []label
	areas   []area
	samples []lineSample
}

type label struct {
	c    ink
	size float64
	x, y float64
	text string
}

type area struct {
	*Chart
	frame
}

// lineSample is a sample of a line in the legend, with its frame.
type lineSample struct {
	*Line
	frame
}

func (p *Panels) layout() *layout {
	l := &layout{title: p.Title}
	y := float64(edge)
	if p.Title != "" {
		l.labels = append(l.labels, label{strong, titleSize, edge, y + titleSize, fit(p.Title, titleSize, fileWidth-2*edge)})
		y += titleSize + 10
	} else {
		l.title = cmp.Or(p.Rows[0][0].Spoken, p.Rows[0][0].Title)
	}
	for _, row := range p.Rows {
		w := (fileWidth - edge) / float64(len(row))
		bottom := y
		for i := range row {
			bottom = max(bottom, l.place(&row[i], edge+w*float64(i), y, w-edge))
		}
		y = bottom + 12
	}
	l.height = y + 4
	return l
}

// place adds a chart with the width w, whose top left corner is at x and y. It returns the y of
// the chart's bottom.
func (l *layout) place(c *Chart, x, y, w float64) (bottom float64) {
	if c.Title != "" {
		l.labels = append(l.labels, label{strong, nameSize, x, y + nameSize, fit(c.Title, nameSize, w)})
		y += nameSize + 12
	}
	if c.Y.Name != "" && c.Form != Small && c.Form != Rows {
		y += 14
	}
	at := frame{x, y, w, c.height()}
	var left, right float64
	for _, t := range c.X.Ticks {
		half := textWidth(t.Text, textSize) / 2
		left, right = max(left, half-c.X.At(t.At)/100*w), max(right, half-(100-c.X.At(t.At))/100*w)
	}
	if c.Form != Small && c.Form != Rows {
		for _, t := range c.Y.Ticks {
			left = max(left, textWidth(t.Text, textSize)+10)
		}
	}
	at.x, at.w = x+left, w-left-right
	switch c.Form {
	case Wide:
		at.h = fileWideHeight
	case Square:
		at.w = min(at.w, 420)
		at.h = at.w
	case Small, Rows:
	}
	l.areas = append(l.areas, area{c, at})
	y = at.y + at.h + 1.4*textSize + 6
	if c.X.Name != "" {
		y += 1.3 * textSize
	}
	return l.placeLegend(c, at.x, y, x+w)
}

// widest is the width of the widest usual fonts of browsers, as a multiple of that of PNG files.
const widest = 1.15

// placeLegend adds the legend of a chart between left and right, from y downwards, with as many
// names in a row as fit. It returns the y of the legend's bottom.
func (l *layout) placeLegend(c *Chart, left, y, right float64) (bottom float64) {
	named := c.legend()
	if len(named) == 0 {
		return y
	}
	y += 6
	x := left
	for i := range named {
		name := fit(named[i].Name, textSize, right-left-thumbnail-6)
		w := thumbnail + 6 + widest*textWidth(name, textSize)
		if x > left && x+w > right {
			x, y = left, y+lineSpace
		}
		l.samples = append(l.samples, lineSample{&named[i], frame{x, y, thumbnail, textSize}})
		l.labels = append(l.labels, label{strong, textSize, x + thumbnail + 6, y + textSize - 2, name})
		x += w + 15
	}
	return y + lineSpace
}

func (l *layout) svg() string {
	var v vectors
	h := number(tidy(l.height))
	v.printf(`<svg xmlns="http://www.w3.org/2000/svg" class="plot" width="%d" height="%s" viewBox="0 0 %[1]d %[2]s" role="img" aria-label="%s">`+"\n", fileWidth, h, escape(l.title))
	v.printf("<style>\n.plot { font-family: system-ui, 'Segoe UI', Roboto, Arial, sans-serif; }\n%s", shapeStyle)
	for c, colour := range light {
		v.printf(".%s { color: %s; }\n", ink(c).class(), colour)
	}
	v.WriteString("@media (prefers-color-scheme: dark) {\n")
	for c, colour := range dark {
		v.printf(".%s { color: %s; }\n", ink(c).class(), colour)
	}
	v.printf("}\n</style>\n" + `<rect width="100%%" height="100%%" class="paper"/>` + "\n")
	for _, t := range l.labels {
		style := ""
		if t.size != textSize {
			style = fmt.Sprintf(` style="font-size: %spx"`, number(t.size))
		}
		v.printf(`<text x="%s" y="%s" class="%s"%s>%s</text>`+"\n", number(tidy(t.x)), number(tidy(t.y)), t.c.class(), style, escape(t.text))
	}
	for _, a := range l.areas {
		v.printf("%s%s</svg>\n", a.open(), a.svgContent())
	}
	for _, t := range l.samples {
		v.printf("%s%s</svg>\n", t.open(), t.sample())
	}
	v.WriteString("</svg>\n")
	return v.String()
}

// open returns the opening tag of an svg element that covers the frame.
func (f frame) open() string {
	return fmt.Sprintf(`<svg x="%s" y="%s" width="%s" height="%s" overflow="visible">`+"\n", number(tidy(f.x)), number(tidy(f.y)), number(tidy(f.w)), number(tidy(f.h)))
}
