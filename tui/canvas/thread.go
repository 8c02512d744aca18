package canvas

import "ouro"

// thread is the part of a body on one cell, where a strand is too narrow for pixels. Its
// links distinguish parallel lanes.
type thread struct {
	links uint8 // a bit for each direction
	here  bool
	tint  Colour
}

// threaded reports whether bodies are drawn as threads: at the smallest scale as dots,
// and at the next one as lines if there are no colours.
func (b *Board) threaded() bool { return b.Scale == 1 || b.Scale == 2 && b.Mono }

// spin adds a body to the threads.
func (b *Board) spin(s *ouro.Snake, skin Skin) {
	if b.threads == nil {
		b.threads = make([]thread, b.State.Grid.Size())
	}
	n := s.Body.Len()
	for i := n - 1; i >= 0; i-- {
		at := &b.threads[s.Body.At(i)]
		at.here, at.tint = true, skin.Head
		if i == 0 {
			break
		}
		at.tint = skin.Shade(float64(i) / float64(n-1))
		if d, ok := b.State.Grid.DirTo(s.Body.At(i), s.Body.At(i-1)); ok {
			at.links |= 1 << d
			b.threads[s.Body.At(i-1)].links |= 1 << d.Opposite()
		}
	}
}

// besidePixels lights cells of threads that share a character with a head or food.
func (b *Board) besidePixels() {
	for i, th := range b.threads {
		x, y := b.corner(ouro.Cell(i))
		if other := (y ^ 1); th.here && !b.raster.lit(x, y) && b.raster.lit(x, other) {
			b.raster.set(x, y, pixel{true, th.tint})
		}
	}
}

// showDots draws the threads at the smallest scale, over the pixels. A character is two
// cells of two by two dots: one dot for the body, one for a link to the right and one for
// a link down.
func (b *Board) showDots() {
	for line := range b.h {
		for col := range b.w {
			bits, most := rune(0), 0
			ink := Ink{BG: b.Floor}
			for half := range 2 {
				c := b.cellAt(col, 2*line+half)
				if c == ouro.NoCell || !b.threads[c].here {
					continue
				}
				th, count := b.threads[c], 1
				bits |= dots[2*half][0]
				if th.links&(1<<ouro.Right) != 0 {
					bits |= dots[2*half][1]
					count++
				}
				if th.links&(1<<ouro.Down) != 0 {
					bits |= dots[2*half+1][0]
					count++
				}
				if count > most {
					ink.FG, most = th.tint, count
				}
			}
			if bits != 0 && !b.raster.lit(col, 2*line) && !b.raster.lit(col, 2*line+1) {
				b.put(col, line, 0x2800+bits, ink)
			}
		}
	}
}

// cellAt returns the cell of a pixel.
func (b *Board) cellAt(x, y int) ouro.Cell {
	return b.State.Grid.At((x+b.left)/b.Scale, b.State.Grid.H-1-(y+b.top)/b.Scale)
}

// pipes are the characters for a thread by its links: up, right, down and left.
var pipes = [16]rune{'•', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'}

// showPipes draws the threads as lines, at two columns a cell.
func (b *Board) showPipes() {
	for i, th := range b.threads {
		if !th.here {
			continue
		}
		x, y := b.corner(ouro.Cell(i))
		b.put(x, row(y), pipes[th.links&15], Ink{})
		if th.links&(1<<ouro.Right) != 0 {
			b.put(x+1, row(y), '━', Ink{})
		}
	}
}
