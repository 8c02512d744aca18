package canvas

import (
	"strconv"

	"ouro/internal/english"
)

// Chart draws one or more series of values by move, on common axes, as dots of Braille characters. A
// character has two columns and four rows of dots.
type Chart struct {
	Series    []Series
	Moves     int  // right end of the axis of moves
	Low, High int  // the lowest and highest value on the axis of values
	Axes      bool // whether the axes are drawn
	Now       int  // the shown move, which a mark on the axis shows unless it is the last move
}

// Series is one line of a chart.
type Series struct {
	Values []int16 // by move, from move 0 on
	Colour Colour
	Mark   rune // character at the end of the line, or 0
}

// dots has the bits of a Braille character by row and column.
var dots = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

func (s Chart) Draw(c *Canvas, p *Theme, at Area) {
	x, y, w, h := at.X, at.Y, at.W, at.H
	if w < 2 || h < 1 {
		return
	}
	faint := Ink{FG: p.Dim, Faint: p.Mono}
	if s.Axes && h > 1 {
		h--
		right := english.Count(s.Moves, "move")
		c.Text(x, y+h, w, "0", faint)
		c.Text(x+max(0, w-len(right)), y+h, min(w, len(right)), right, faint)
	}
	if s.Low < 0 { // a line at 0
		row := s.row(0, 4*h) / 4
		for i := range w {
			c.Put(x+i, y+row, '┈', faint)
		}
	}
	grid, most := make([]rune, w*h), make([]int, w*h)
	for _, line := range s.Series {
		s.line(line, w, h, func(i int, bits rune, count int) {
			grid[i] |= bits
			k := Ink{FG: line.Colour}
			if count <= most[i] {
				k = c.glyphs[min(len(c.glyphs)-1, (y+i/w)*c.W+x+i%w)].Ink
			}
			most[i] = max(most[i], count)
			c.Put(x+i%w, y+i/w, 0x2800+grid[i], k)
		})
	}
	for _, line := range s.Series {
		if n := len(line.Values); line.Mark != 0 && n > 0 {
			c.Put(x+s.Column(n-1, w), y+s.row(int(line.Values[n-1]), 4*h)/4, line.Mark, Ink{FG: line.Colour, Bold: true})
		}
	}
	if s.Axes {
		c.Text(x, y, w, strconv.Itoa(s.High), faint)
		if s.Low < 0 && h > 1 {
			c.Text(x, y+h-1, w, strconv.Itoa(s.Low), faint)
		}
	}
	if at := x + s.Column(s.Now, w); s.Axes && s.Now < s.Moves && at < c.W && y+h < c.H && c.glyphs[(y+h)*c.W+at].r == ' ' {
		c.Put(at, y+h, '▴', Ink{FG: p.Accent, Bold: true}) // only on a blank, so that the mark hides no text of the axis
	}
}

// Column returns the column of a move in a chart of w columns.
func (s Chart) Column(move, w int) int { return min(w-1, move*(w-1)/max(1, s.Moves)) }

// Move returns the move of a column in a chart of w columns.
func (s Chart) Move(column, w int) int {
	return min(max(0, column*s.Moves/max(1, w-1)), s.Moves)
}

// row returns the row of dots for a value in a chart with this many rows of dots.
func (s Chart) row(value, rows int) int {
	up := rows - 1
	return up - min(up, max(0, (value-s.Low)*up/max(1, s.High-s.Low)))
}

// line calls visit for each character that contains dots of a series, in an area of w x h characters.
// i is the index of the character in the area, bits are its dots, and count is their number.
func (s Chart) line(line Series, w, h int, visit func(i int, bits rune, count int)) {
	grid, count := make([]rune, w*h), make([]int, w*h)
	last, across := -1, 2*w-1
	for px := range 2 * w {
		move := px * max(1, s.Moves) / across
		if move >= len(line.Values) {
			break
		}
		py := s.row(int(line.Values[move]), 4*h)
		if last < 0 {
			last = py
		}
		for v := min(last, py); v <= max(last, py); v++ {
			i := v/4*w + px/2
			grid[i] |= dots[v%4][px%2]
			count[i]++
		}
		last = py
	}
	for i, bits := range grid {
		if bits != 0 {
			visit(i, bits, count[i])
		}
	}
}
