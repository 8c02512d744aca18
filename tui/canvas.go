package tui

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
)

// colour is 24-bit RGB, or the terminal's own colour for the zero value.
type colour uint32

const set colour = 1 << 24

func rgb(hex uint32) colour { return set | colour(hex) }

func (c colour) parts() (r, g, b int) { return int(c >> 16 & 255), int(c >> 8 & 255), int(c & 255) }

// blend is the colour at t in [0, 1] on the way from a to b.
func blend(a, b colour, t float64) colour {
	t = min(max(t, 0), 1)
	mix := func(x, y int) colour { return colour(float64(x) + (float64(y)-float64(x))*t + 0.5) }
	ar, ag, ab := a.parts()
	br, bg, bb := b.parts()
	return set | mix(ar, br)<<16 | mix(ag, bg)<<8 | mix(ab, bb)
}

// ink is how a character looks.
type ink struct {
	fg, bg colour
	bold   bool
	faint  bool
}

type glyph struct {
	r rune
	ink
}

// canvas is a screen of characters, one column each. Whatever is drawn outside
// of it is cut off, so that no line is ever wider than the window.
type canvas struct {
	w, h   int
	glyphs []glyph
}

func newCanvas(w, h int) *canvas {
	c := &canvas{w: w, h: h, glyphs: make([]glyph, w*h)}
	for i := range c.glyphs {
		c.glyphs[i].r = ' '
	}
	return c
}

// put sets one character. A zero background keeps the one that is there.
func (c *canvas) put(x, y int, r rune, k ink) {
	if x < 0 || y < 0 || x >= c.w || y >= c.h {
		return
	}
	at := &c.glyphs[y*c.w+x]
	if k.bg == 0 {
		k.bg = at.bg
	}
	*at = glyph{r, k}
}

// text writes s from (x, y) on, at most width columns, and returns the column
// after it. A cut is marked by an ellipsis.
func (c *canvas) text(x, y, width int, s string, k ink) int {
	runes := oneColumn(s)
	if len(runes) > width {
		runes = append(runes[:max(0, width-1)], '…')
		if width < 1 {
			return x
		}
	}
	for _, r := range runes {
		c.put(x, y, r, k)
		x++
	}
	return x
}

// oneColumn replaces what does not take exactly one column.
func oneColumn(s string) []rune {
	runes := []rune(s)
	for i, r := range runes {
		if r >= 0x7f && lipgloss.Width(string(r)) != 1 || r < ' ' {
			runes[i] = '?'
		}
	}
	return runes
}

// wrap writes s in lines of the given width and returns the row after them. At
// most rows lines are written.
func (c *canvas) wrap(x, y, width, rows int, s string, k ink) int {
	lines := wrapped(s, width)
	for i, line := range lines {
		if i == rows {
			break
		}
		if i == rows-1 && i < len(lines)-1 {
			line += " …"
		}
		c.text(x, y, width, line, k)
		y++
	}
	return y
}

// wrapped breaks s into lines at spaces.
func wrapped(s string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case len([]rune(line))+1+len([]rune(word)) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return lines
}

// frame draws a border of round corners around the w x h characters inside.
func (c *canvas) frame(x, y, w, h int, k ink) {
	for i := range w {
		c.put(x+1+i, y, '─', k)
		c.put(x+1+i, y+h+1, '─', k)
	}
	for i := range h {
		c.put(x, y+1+i, '│', k)
		c.put(x+w+1, y+1+i, '│', k)
	}
	c.put(x, y, '╭', k)
	c.put(x+w+1, y, '╮', k)
	c.put(x, y+h+1, '╰', k)
	c.put(x+w+1, y+h+1, '╯', k)
}

// clear empties a rectangle.
func (c *canvas) clear(x, y, w, h int) {
	for j := max(0, y); j < min(c.h, y+h); j++ {
		for i := max(0, x); i < min(c.w, x+w); i++ {
			c.glyphs[j*c.w+i] = glyph{r: ' '}
		}
	}
}

// plain is the canvas as text without any style, lines trimmed at the right.
func (c *canvas) plain() string {
	var b strings.Builder
	for y := range c.h {
		row := make([]rune, c.w)
		for x := range row {
			row[x] = c.glyphs[y*c.w+x].r
		}
		b.WriteString(strings.TrimRight(string(row), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// String is the canvas as text with styles.
func (c *canvas) String() string {
	b := make([]byte, 0, 8*len(c.glyphs))
	for y := range c.h {
		if y > 0 {
			b = append(b, '\n')
		}
		row := c.glyphs[y*c.w : (y+1)*c.w]
		for len(row) > 0 && row[len(row)-1] == (glyph{r: ' '}) {
			row = row[:len(row)-1]
		}
		var last ink
		for _, g := range row {
			if g.ink != last {
				b = appendStyle(b, g.ink)
				last = g.ink
			}
			b = append(b, string(g.r)...)
		}
		if last != (ink{}) {
			b = append(b, "\x1b[m"...)
		}
	}
	return string(b)
}

// appendStyle adds the escape sequence that selects k and nothing else.
func appendStyle(b []byte, k ink) []byte {
	b = append(b, "\x1b[0"...)
	if k.bold {
		b = append(b, ";1"...)
	}
	if k.faint {
		b = append(b, ";2"...)
	}
	for _, ground := range [...]struct {
		c    colour
		code string
	}{{k.fg, ";38;2"}, {k.bg, ";48;2"}} {
		if ground.c == 0 {
			continue
		}
		b = append(b, ground.code...)
		r, g, bl := ground.c.parts()
		for _, v := range [...]int{r, g, bl} {
			b = append(b, ';')
			b = strconv.AppendInt(b, int64(v), 10)
		}
	}
	return append(b, 'm')
}
