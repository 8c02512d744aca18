package canvas

import "strconv"

// Chart is a small chart of lengths by move, in braille dots of two columns
// and four rows a character. Charts with the same maxima share their axes.
type Chart struct {
	Lengths []int16 // by move, from the start
	Moves   int     // the right end of the axis of moves
	Longest int     // the upper end of the axis of lengths
	Axes    bool    // write their ends beside it
}

// braille dots of a character, by row and column.
var dots = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// Draw paints the chart into w x h characters at (x, y).
func (s Chart) Draw(c *Canvas, p *Theme, x, y, w, h int, k Colour) {
	if w < 2 || h < 1 || len(s.Lengths) == 0 {
		return
	}
	if s.Axes && h > 1 {
		h--
		left := "0"
		right := strconv.Itoa(s.Moves) + " moves"
		c.Text(x, y+h, w, left, Ink{FG: p.Dim, Faint: p.Mono})
		c.Text(x+max(0, w-len(right)), y+h, min(w, len(right)), right, Ink{FG: p.Dim, Faint: p.Mono})
	}
	grid := make([]rune, w*h)
	plot := func(px, py int) {
		grid[py/4*w+px/2] |= dots[py%4][px%2]
	}
	across, up := 2*w-1, 4*h-1
	last := -1
	for px := range 2 * w {
		move := px * max(1, s.Moves) / across
		if move >= len(s.Lengths) {
			break
		}
		py := up - min(up, int(s.Lengths[move])*up/max(1, s.Longest))
		if last < 0 {
			last = py
		}
		for v := min(last, py); v <= max(last, py); v++ {
			plot(px, v)
		}
		last = py
	}
	for i, bits := range grid {
		if bits != 0 {
			c.Put(x+i%w, y+i/w, 0x2800+bits, Ink{FG: k})
		}
	}
	if s.Axes {
		c.Text(x, y, w, strconv.Itoa(s.Longest), Ink{FG: p.Dim, Faint: p.Mono})
	}
}
