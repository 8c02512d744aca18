// Package canvas draws text, charts and boards of all games on a screen of characters,
// with or without colours.
package canvas

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"ouro/internal/textwidth"
)

// Ink is the style of a character.
type Ink struct {
	FG, BG Colour
	Bold   bool
	Faint  bool
}

type glyph struct {
	r rune
	Ink
}

// Canvas is a screen of characters, each one column wide. Drawing outside of the screen has no effect.
type Canvas struct {
	W, H   int
	glyphs []glyph
}

func New(w, h int) *Canvas {
	c := &Canvas{W: w, H: h, glyphs: make([]glyph, w*h)}
	for i := range c.glyphs {
		c.glyphs[i].r = ' '
	}
	return c
}

type Area struct{ X, Y, W, H int }

func At(x, y, w, h int) Area { return Area{x, y, w, h} }

func (a Area) Has(x, y int) bool { return x >= a.X && y >= a.Y && x < a.X+a.W && y < a.Y+a.H }

// Put sets one character. If the ink has no background, the current background stays.
func (c *Canvas) Put(x, y int, r rune, k Ink) {
	if x < 0 || y < 0 || x >= c.W || y >= c.H {
		return
	}
	at := &c.glyphs[y*c.W+x]
	if k.BG == 0 {
		k.BG = at.BG
	}
	*at = glyph{r, k}
}

// Text writes s into at most width columns and returns the next column. A longer s is cut and ends
// with an ellipsis.
func (c *Canvas) Text(x, y, width int, s string, k Ink) int {
	runes := oneColumn(s)
	if len(runes) > width {
		runes = append(runes[:max(0, width-1)], '…')
		if width < 1 {
			return x
		}
	}
	for _, r := range runes {
		c.Put(x, y, r, k)
		x++
	}
	return x
}

// oneColumn returns the runes of s, each one column wide. It replaces every other grapheme by question
// marks of the same width, so that columns stay aligned.
func oneColumn(s string) []rune {
	runes := make([]rune, 0, len(s))
	for len(s) > 0 {
		letter, width := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		s = s[len(letter):]
		switch r, n := utf8.DecodeRuneInString(letter); {
		case r < ' ' || r == 0x7f:
			runes = append(runes, '?')
		case width == 1 && n == len(letter):
			runes = append(runes, r)
		default:
			runes = append(runes, slices.Repeat([]rune{'?'}, width)...)
		}
	}
	return runes
}

// Wrap writes s into the area, broken into lines at spaces, and returns the row after the last line. It
// omits lines that do not fit.
func (c *Canvas) Wrap(at Area, s string, k Ink) int {
	lines := WrapLines(s, at.W)
	for i, line := range lines[:min(len(lines), max(0, at.H))] {
		if i == at.H-1 && i < len(lines)-1 {
			line += " …"
		}
		c.Text(at.X, at.Y, at.W, line, k)
		at.Y++
	}
	return at.Y
}

func WrapLines(s string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		switch {
		case line == "":
			line = word
		case textwidth.Of(line)+1+textwidth.Of(word) <= width:
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

// Frame draws a border with round corners around an area of w x h characters. (x, y) is the top left
// corner of the border, so the area begins at (x+1, y+1).
func (c *Canvas) Frame(x, y, w, h int, k Ink) {
	for i := range w {
		c.Put(x+1+i, y, '─', k)
		c.Put(x+1+i, y+h+1, '─', k)
	}
	for i := range h {
		c.Put(x, y+1+i, '│', k)
		c.Put(x+w+1, y+1+i, '│', k)
	}
	c.Put(x, y, '╭', k)
	c.Put(x+w+1, y, '╮', k)
	c.Put(x, y+h+1, '╰', k)
	c.Put(x+w+1, y+h+1, '╯', k)
}

func (c *Canvas) Clear(x, y, w, h int) {
	for j := max(0, y); j < min(c.H, y+h); j++ {
		for i := max(0, x); i < min(c.W, x+w); i++ {
			c.glyphs[j*c.W+i] = glyph{r: ' '}
		}
	}
}

// Plain returns the text without styles, and without spaces at the ends of lines.
func (c *Canvas) Plain() string {
	var b strings.Builder
	for y := range c.H {
		row := make([]rune, c.W)
		for x := range row {
			row[x] = c.glyphs[y*c.W+x].r
		}
		b.WriteString(strings.TrimRight(string(row), " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// String returns the text with escape sequences for its styles.
func (c *Canvas) String() string {
	b := make([]byte, 0, 8*len(c.glyphs))
	for y := range c.H {
		if y > 0 {
			b = append(b, '\n')
		}
		row := c.glyphs[y*c.W : (y+1)*c.W]
		for len(row) > 0 && row[len(row)-1] == (glyph{r: ' '}) {
			row = row[:len(row)-1]
		}
		var last Ink
		for _, g := range row {
			if g.Ink != last {
				b = appendStyle(b, g.Ink)
				last = g.Ink
			}
			b = append(b, string(g.r)...)
		}
		if last != (Ink{}) {
			b = append(b, "\x1b[m"...)
		}
	}
	return string(b)
}

// appendStyle appends the escape sequence that resets the style and then selects k.
func appendStyle(b []byte, k Ink) []byte {
	b = append(b, "\x1b[0"...)
	if k.Bold {
		b = append(b, ";1"...)
	}
	if k.Faint {
		b = append(b, ";2"...)
	}
	for _, ground := range [...]struct {
		c    Colour
		code string
	}{{k.FG, ";38;2"}, {k.BG, ";48;2"}} {
		if ground.c == 0 {
			continue
		}
		b = append(b, ground.code...)
		r, g, bl := ground.c.parts()
		for _, v := range [...]uint8{r, g, bl} {
			b = append(b, ';')
			b = strconv.AppendInt(b, int64(v), 10)
		}
	}
	return append(b, 'm')
}
