package canvas

import (
	"math"

	"ouro"
)

// Skin is the look of a body.
type Skin struct {
	Head  Colour
	Shade func(t float64) Colour // colour of the body behind the head, for t from 0 to 1 at the tail
	Eyes  bool                   // whether to draw eyes, if there is room
}

// Skin returns the skin of a lone snake, in the colours of the theme. A dead snake is
// pale.
func (p *Theme) Skin(s *ouro.Snake) Skin {
	if s.Cause != ouro.Alive && !p.Mono {
		return Skin{p.Bad, func(t float64) Colour { return Blend(p.strand(t), p.Floor, 0.6) }, true}
	}
	return Skin{p.Head, p.strand, true}
}

// SkinOf returns a skin of one colour that gets a little darker towards the tail.
func (p *Theme) SkinOf(k Colour) Skin {
	return Skin{k, func(t float64) Colour {
		if p.Mono {
			return 0
		}
		return Blend(k, p.Floor, 0.4*t)
	}, false}
}

type drawnBody struct {
	snake *ouro.Snake
	skin  Skin
}

// Body draws a body from its tail to its head. If the tip of the tail leaves its cell in
// the next turn, it is thin. Otherwise the tail is as thick as the rest and has a dot.
func (b *Board) Body(s *ouro.Snake, skin Skin) {
	n := s.Body.Len()
	var near []float64
	if b.usesThreads() {
		b.drawThread(s, skin)
	} else {
		near = make([]float64, len(b.raster.pixels))
	}
	for i := n - 1; i > 0 && near != nil; i-- {
		if s.Body.At(i) == s.Body.At(i-1) {
			continue
		}
		radius := b.radius()
		if i == n-1 && b.thickness() >= 3 {
			radius *= 0.6
		}
		b.link(s.Body.At(i), s.Body.At(i-1), radius, near, func(t float64) Colour {
			return skin.Shade((float64(i) - t) / float64(n-1))
		})
	}
	b.drawn = append(b.drawn, drawnBody{s, skin})
	b.skull(s, skin)
	if tail := s.Body.Tail(); n > 1 && tail == s.Body.At(n-2) && tail != s.Body.Head() && b.thickness() >= 3 && !b.Mono {
		x, y := b.middle(tail)
		b.raster.stroke(capsule{x, y, x, y, max(0.6, float64(b.thickness())/6)}, b.Floor)
	}
}

// link draws the part of a strand from one cell to the next. A link across an edge leaves
// the board and returns on the other side.
func (b *Board) link(from, to ouro.Cell, radius float64, near []float64, at func(t float64) Colour) {
	ax, ay := b.middle(from)
	bx, by := b.middle(to)
	step := float64(b.Scale)
	if math.Abs(bx-ax)+math.Abs(by-ay) <= step {
		b.raster.brush(capsule{ax, ay, bx, by, radius}, near, at)
		return
	}
	d, ok := b.State.Grid.DirTo(from, to)
	if !ok {
		return
	}
	fx, fy := vector(d)
	b.raster.brush(capsule{ax, ay, ax + fx*step, ay + fy*step, radius}, near, at)
	b.raster.brush(capsule{bx - fx*step, by - fy*step, bx, by, radius}, near, at)
}

// skull draws a head in its own colour, with eyes that look ahead if there is room. The
// head is on the axis of its strand. On a narrow strand it is wider and also fills the
// gaps beside the strand.
func (b *Board) skull(s *ouro.Snake, skin Skin) {
	x, y := b.middle(s.Body.Head())
	if b.usesThreads() && b.Mono {
		return // the head is a character
	}
	radius := float64(b.thickness()) / 2
	if b.Scale == 2 || b.Scale == 3 {
		radius++
	}
	b.raster.stroke(capsule{x, y, x, y, radius}, skin.Head)
	if b.Mono || b.thickness() < 3 || !skin.Eyes {
		return
	}
	t := float64(b.thickness())
	fx, fy := vector(b.ahead(s))
	forward := t * 0.15
	if t < 6 {
		forward = t * 0.3 // the eyes are in the corners of the snout and make it look narrow
	}
	for _, side := range [...]float64{-1, 1} {
		ex := snap(x + fx*forward - fy*side*t*0.3)
		ey := snap(y + fy*forward + fx*side*t*0.3)
		b.raster.stroke(capsule{ex, ey, ex, ey, t / 10}, b.Eye)
	}
}

func (b *Board) ahead(s *ouro.Snake) ouro.Dir {
	if s.Body.Len() > 1 {
		if d, ok := b.State.Grid.DirTo(s.Body.At(1), s.Body.Head()); ok {
			return d
		}
	}
	return b.Facing
}

// Snout writes an arrow at the front of a snake's head.
func (b *Board) Snout(s *ouro.Snake, k Ink) {
	c, ahead := s.Body.Head(), b.ahead(s)
	x, y := b.middle(c)
	fx, fy := vector(ahead)
	reach := float64(b.thickness()-1) / 2
	b.put(int(x+fx*reach), b.strandRow(c, y+fy*reach), Arrow(ahead), k)
}

// Solo draws the position of a game for one snake, with notes.
func (b *Board) Solo(notes []ouro.Note) {
	b.Ground()
	b.Hazards()
	b.Under(notes)
	for i := range b.State.Snakes {
		b.Body(&b.State.Snakes[i], b.Skin(&b.State.Snakes[i]))
	}
	b.Paths(0, notes)
	b.Food(b.Meal, 1)
	b.Show()
	if b.Mono {
		b.GroundSigns()
		if len(b.State.Hazards) > 0 {
			b.HazardSigns()
		}
	}
	if b.Mono && b.Scale <= 2 {
		for _, c := range b.State.Food {
			b.Glyph(c, '●', Ink{})
		}
	}
	for i := range b.State.Snakes {
		s := &b.State.Snakes[i]
		switch {
		case s.Cause != ouro.Alive:
			b.Glyph(s.Body.Head(), '×', Ink{FG: b.Bad, Bold: true})
		case b.Mono:
			b.Snout(s, Ink{FG: b.Head, Bold: true})
		}
	}
	b.Writing(0, notes)
}

// thread is the part of a body on one cell, for strands that are too narrow to be drawn in
// pixels. The links to neighbours distinguish parallel strands.
type thread struct {
	links uint8 // a bit for each direction
	here  bool
	tint  Colour
}

// usesThreads reports whether bodies are drawn as threads. At scale 1 they are dots; at
// scale 2 without colours they are lines.
func (b *Board) usesThreads() bool { return b.Scale == 1 || b.Scale == 2 && b.Mono }

func (b *Board) drawThread(s *ouro.Snake, skin Skin) {
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

// besidePixels draws a cell of a thread as a pixel if it shares its character with a head
// or food.
func (b *Board) besidePixels() {
	for i, th := range b.threads {
		x, y := b.corner(ouro.Cell(i))
		if other := (y ^ 1); th.here && !b.raster.lit(x, y) && b.raster.lit(x, other) {
			b.raster.set(x, y, pixel{true, th.tint})
		}
	}
}

// showDots draws the threads at scale 1, over the pixels. A character shows two cells, each
// with two by two dots: one dot for the body, one for a link to the right and one for a
// link down.
func (b *Board) showDots() {
	for line := range b.window.H {
		for col := range b.window.W {
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

func (b *Board) cellAt(x, y int) ouro.Cell {
	return b.State.Grid.At((x+b.left)/b.Scale, b.State.Grid.H-1-(y+b.top)/b.Scale)
}

// pipes has the characters for a thread, by the bits of its links: up, right, down and
// left.
var pipes = [16]rune{'•', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'}

// showPipes draws the threads as lines, at scale 2.
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
