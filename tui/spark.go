package tui

import "strconv"

// spark is a small chart of lengths by move, in braille dots of two columns
// and four rows a character. Charts with the same maxima share their axes.
type spark struct {
	lengths  []int16 // by move, from the start
	moves    int     // the right end of the axis of moves
	longest  int     // the upper end of the axis of lengths
	maxLabel bool    // write the ends of the axes beside it
}

// braille dots of a character, by row and column.
var dots = [4][2]rune{{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}}

// draw paints the chart into w x h characters at (x, y).
func (s spark) draw(c *canvas, p *palette, x, y, w, h int, k colour) {
	if w < 2 || h < 1 || len(s.lengths) == 0 {
		return
	}
	if s.maxLabel && h > 1 {
		h--
		left := "0"
		right := strconv.Itoa(s.moves) + " moves"
		c.text(x, y+h, w, left, ink{fg: p.dim, faint: p.mono})
		c.text(x+max(0, w-len(right)), y+h, min(w, len(right)), right, ink{fg: p.dim, faint: p.mono})
	}
	grid := make([]rune, w*h)
	plot := func(px, py int) {
		grid[py/4*w+px/2] |= dots[py%4][px%2]
	}
	across, up := 2*w-1, 4*h-1
	last := -1
	for px := range 2 * w {
		move := px * max(1, s.moves) / across
		if move >= len(s.lengths) {
			break
		}
		py := up - min(up, int(s.lengths[move])*up/max(1, s.longest))
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
			c.put(x+i%w, y+i/w, 0x2800+bits, ink{fg: k})
		}
	}
	if s.maxLabel {
		c.text(x, y, w, strconv.Itoa(s.longest), ink{fg: p.dim, faint: p.mono})
	}
}
