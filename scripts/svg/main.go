//go:build ignore

// Svg draws a terminal screen as an SVG. It reads the output of tmux capture-pane -e from
// standard input and writes the SVG to standard output. scripts/screenshot runs it.
//
// It draws blocks (half, quadrant and full) and Braille dots as rectangles, so that only letters
// depend on the reader's fonts.
package main

import (
	"cmp"
	"fmt"
	"html"
	"image/color"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Sizes of a cell and of the margin around the screen, in pixels.
const (
	width  = 8
	height = 17
	base   = 13 // baseline of letters, from the top of the cell
	margin = 10
)

const (
	background = "#14161b"
	foreground = "#d0d0d0"
)

// cell is a character cell of the screen. The color "" is the default color.
type cell struct {
	sign         rune
	fg, bg       string
	bold, invert bool
}

func main() {
	screen, err := io.ReadAll(os.Stdin)
	if err != nil || len(screen) == 0 {
		fmt.Fprintln(os.Stderr, "svg: no screen on standard input")
		os.Exit(1)
	}
	styled := uv.NewStyledString(strings.TrimSuffix(string(screen), "\n"))
	drawn := uv.NewScreenBuffer(styled.WcWidth(), styled.Height())
	styled.Draw(drawn, drawn.Bounds())
	rows := make([][]cell, drawn.Height())
	for y := range rows {
		for _, c := range drawn.Line(y) {
			rows[y] = append(rows[y], cellOf(c))
		}
	}
	w, h := drawn.Width()*width+2*margin, len(rows)*height+2*margin
	fmt.Printf("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"13\">\n", w, h)
	fmt.Printf("<rect width=\"%d\" height=\"%d\" rx=\"8\" fill=\"%s\"/>\n<g shape-rendering=\"crispEdges\">\n", w, h, background)
	for y, row := range rows {
		each(row, func(c cell) string { return c.back() }, func(x, n int, fill string) {
			rect(x*width, y*height, n*width, height, fill)
		})
		for x, c := range row {
			blocks(c, x*width, y*height)
		}
	}
	fmt.Println("</g>")
	for y, row := range rows {
		each(row, text, func(x, n int, attributes string) {
			var signs strings.Builder
			for _, c := range row[x : x+n] {
				signs.WriteRune(c.sign)
			}
			fmt.Printf("<text x=\"%d\" y=\"%d\" textLength=\"%d\" xml:space=\"preserve\"%s>%s</text>\n",
				margin+x*width, margin+y*height+base, n*width, attributes, html.EscapeString(signs.String()))
		})
	}
	fmt.Println("</svg>")
}

// each calls draw for each longest run of cells with the same key, except the key "".
func each(row []cell, key func(cell) string, draw func(x, n int, key string)) {
	for x := 0; x < len(row); {
		k, n := key(row[x]), 1
		for x+n < len(row) && key(row[x+n]) == k {
			n++
		}
		if k != "" {
			draw(x, n, k)
		}
		x += n
	}
}

func rect(x, y, w, h int, fill string) {
	fmt.Printf("<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", margin+x, margin+y, w, h, fill)
}

func (c cell) back() string {
	if c.invert {
		return c.front()
	}
	return c.bg
}

func (c cell) front() string { return cmp.Or(c.fg, foreground) }

// text returns the attributes of a cell's text, or "" if the cell has no text.
func text(c cell) string {
	if c.sign == ' ' || quarters[c.sign] != 0 || c.sign >= '▁' && c.sign <= '▏' || isBraille(c.sign) {
		return ""
	}
	fill := c.front()
	if c.invert {
		fill = background
	}
	attributes := " fill=\"" + fill + "\""
	if c.bold {
		attributes += " font-weight=\"bold\""
	}
	return attributes
}

// quarters are the parts of a cell that a block fills. Bits 1 and 2 are the upper left and right
// quarters, 4 and 8 the lower ones.
var quarters = map[rune]int{
	'▀': 3, '▄': 12, '█': 15, '▌': 5, '▐': 10, '▘': 1, '▝': 2, '▖': 4, '▗': 8,
	'▚': 9, '▞': 6, '▙': 13, '▛': 7, '▜': 11, '▟': 14,
}

func isBraille(sign rune) bool { return sign >= '⠀' && sign <= '⣿' }

// dots are the column and row of each bit of a Braille character.
var dots = [8][2]int{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {0, 3}, {1, 3}}

// blocks draws the block or the Braille dots of a cell as rectangles.
func blocks(c cell, x, y int) {
	const half, above = width / 2, height / 2
	switch q := quarters[c.sign]; {
	case q == 15:
		rect(x, y, width, height, c.front())
	case q == 3:
		rect(x, y, width, above, c.front())
	case q == 12:
		rect(x, y+above, width, height-above, c.front())
	case q != 0:
		for i, bit := range []int{1, 2, 4, 8} {
			if q&bit != 0 {
				rect(x+i%2*half, y+i/2*above, half, above+i/2*(height-2*above), c.front())
			}
		}
	case isBraille(c.sign):
		for bit, at := range dots {
			if c.sign>>bit&1 != 0 {
				rect(x+1+at[0]*half, y+1+at[1]*4, 2, 2, c.front())
			}
		}
	case c.sign >= '▁' && c.sign < '█': // lower parts of a cell, in eighths
		n := (int(c.sign-'▁') + 1) * height / 8
		rect(x, y+height-n, width, n, c.front())
	case c.sign > '█' && c.sign <= '▏': // left parts of a cell, in eighths
		rect(x, y, max(1, int('▐'-c.sign)*width/8), height, c.front())
	}
}

func cellOf(c uv.Cell) cell {
	sign, _ := utf8.DecodeRuneInString(c.Content)
	return cell{sign, hex(c.Style.Fg), hex(c.Style.Bg), c.Style.Attrs&uv.AttrBold != 0, c.Style.Attrs&uv.AttrReverse != 0}
}

// basic are the first 16 colors. Terminals show them differently.
var basic = [...]string{
	"#1d1f21", "#cc6666", "#b5bd68", "#f0c674", "#81a2be", "#b294bb", "#8abeb7", "#c5c8c6",
	"#666666", "#d54e53", "#b9ca4a", "#e7c547", "#7aa6da", "#c397d8", "#70c0b1", "#eaeaea",
}

func hex(c color.Color) string {
	switch c := c.(type) {
	case nil:
		return ""
	case ansi.BasicColor:
		return basic[c]
	case ansi.IndexedColor:
		if int(c) < len(basic) {
			return basic[c]
		}
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}
