package canvas

import (
	"ouro"
	"ouro/picture"
)

// Skin is the look of a body.
type Skin struct {
	Head  Colour
	Shade func(t float64) Colour // colour of the body, for t from 0 behind the head to 1 at the tail
	Eyes  bool                   // whether eyes are drawn if there is room
}

// Skin returns the skin of a lone snake, in the colours of the theme. A dead snake is pale.
func (p *Theme) Skin(s *ouro.Snake) Skin {
	if s.Cause != ouro.Alive && !p.Mono {
		return Skin{p.Bad, func(t float64) Colour { return Blend(p.strand(t), p.Floor, 0.6) }, true}
	}
	return Skin{p.Head, p.strand, true}
}

// SkinOf returns a skin of the colour k, which blends towards the floor's colour along the body.
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

// Body draws a body. A tail that leaves its cell in the next turn is thin at its end. A tail that stays
// on its cell is as thick as the body and has a dot.
func (b *Board) Body(s *ouro.Snake, skin Skin) {
	var line picture.Snake
	line.Lay(&s.Body)
	n := len(line.Body)
	shade := func(at float64) Colour { return skin.Shade(min(1, max(0, at/float64(max(1, n-1))))) }
	if b.usesThreads() && b.threads == nil {
		b.threads = make([]thread, b.State.Grid.Size())
	}
	for i, p := range line.Pieces(b.State.Grid) {
		c := line.Body[i]
		if b.usesThreads() {
			at := &b.threads[c]
			at.here, at.links, at.tint = true, at.links|p.Arms, shade(float64(i))
			if i == 0 {
				at.tint = skin.Head
			}
			continue
		}
		x, y := b.middle(c)
		b.strand(c, x, y, p.Arms, func(off float64, arm ouro.Dir, along float64) (Colour, bool) {
			width := 1.0
			if b.thickness() >= 3 {
				width = p.Width(along)
			}
			at := float64(i) + along
			if arm == p.Ahead {
				at = float64(i) - along
			}
			return shade(at), off*float64(b.Scale) <= b.radius()*width
		})
	}
	b.drawn = append(b.drawn, drawnBody{s, skin})
	b.drawHead(s, skin)
	if tail := s.Body.Tail(); line.Stays && tail != s.Body.Head() && b.thickness() >= 3 && !b.Mono {
		x, y := b.middle(tail)
		b.raster.disc(x, y, max(0.6, float64(b.thickness())/6), b.Floor)
	}
}

// strand colours the pixels of a cell by their position relative to lines from (x, y) to the cell's
// neighbours. colourAt receives the results of [picture.NearestArm] for a pixel, and returns the
// pixel's colour and whether it is lit.
func (b *Board) strand(c ouro.Cell, x, y float64, arms ouro.DirSet, colourAt func(off float64, arm ouro.Dir, along float64) (k Colour, lit bool)) {
	left, top := b.corner(c)
	for j := range b.Scale {
		for i := range b.Scale {
			px, py := (float64(left+i)+0.5-x)/float64(b.Scale), (y-float64(top+j)-0.5)/float64(b.Scale)
			if k, lit := colourAt(picture.NearestArm(arms, px, py)); lit {
				b.raster.set(left+i, top+j, pixel{true, k})
			}
		}
	}
}

// drawHead draws a head. If there is room, the head has eyes that look ahead. At the scales 2 and 3,
// the head also fills the gaps beside the strand.
func (b *Board) drawHead(s *ouro.Snake, skin Skin) {
	x, y := b.middle(s.Body.Head())
	if b.usesThreads() && b.Mono {
		return // the head is a character
	}
	radius := float64(b.thickness()) / 2
	if b.Scale == 2 || b.Scale == 3 {
		radius++
	}
	b.raster.disc(x, y, radius, skin.Head)
	if b.Mono || b.thickness() < 3 || !skin.Eyes {
		return
	}
	t := float64(b.thickness())
	fx, fy := vector(b.ahead(s))
	forward := t * 0.15
	if t < 6 {
		forward = t * 0.3 // eyes in the corners of the snout make it look narrow
	}
	for _, side := range [...]float64{-1, 1} {
		ex := snap(x + fx*forward - fy*side*t*0.3)
		ey := snap(y + fy*forward + fx*side*t*0.3)
		b.raster.disc(ex, ey, t/10, b.Eye)
	}
}

// ahead returns the direction in which the head of a snake looks.
func (b *Board) ahead(s *ouro.Snake) ouro.Dir {
	if s.Body.Len() > 1 {
		if d, ok := b.State.Grid.DirTo(s.Body.At(1), s.Body.Head()); ok {
			return d
		}
	}
	return b.Facing
}

// Snout writes an arrow at the front of a head.
func (b *Board) Snout(s *ouro.Snake, k Ink) {
	c, ahead := s.Body.Head(), b.ahead(s)
	x, y := b.middle(c)
	fx, fy := vector(ahead)
	reach := float64(b.thickness()-1) / 2
	b.put(int(x+fx*reach), b.strandRow(c, y+fy*reach), Arrow(ahead), k)
}

// Solo draws a position of one snake, with notes.
func (b *Board) Solo(notes []ouro.Note) {
	b.Ground()
	b.Hazards()
	b.Mark(0, notes)
	b.Under()
	for i := range b.State.Snakes {
		b.Body(&b.State.Snakes[i], b.Skin(&b.State.Snakes[i]))
	}
	b.Paths()
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

// thread is the part of a body on a cell if cells are too small for strands of pixels. Its links to
// neighbours distinguish parallel parts of a body.
type thread struct {
	links ouro.DirSet
	here  bool // whether a body is on the cell
	tint  Colour
}

// usesThreads reports whether bodies are drawn as threads: as dots at scale 1, and as lines at scale 2
// without colours.
func (b *Board) usesThreads() bool { return b.Scale == 1 || b.Scale == 2 && b.Mono }

// besidePixels draws a thread as a pixel if its cell shares a character with a lit pixel, such as a
// head or food.
func (b *Board) besidePixels() {
	for i, th := range b.threads {
		x, y := b.corner(ouro.Cell(i))
		if other := (y ^ 1); th.here && !b.raster.lit(x, y) && b.raster.lit(x, other) {
			b.raster.set(x, y, pixel{true, th.tint})
		}
	}
}

// showDots draws the threads at scale 1, over the pixels. A character shows two cells, each with
// two by two dots: one dot for the body, one for a link to the right, and one for a link down.
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
				if th.links.Has(ouro.Right) {
					bits |= dots[2*half][1]
					count++
				}
				if th.links.Has(ouro.Down) {
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

// cellAt returns the cell that a pixel shows, or NoCell.
func (b *Board) cellAt(x, y int) ouro.Cell {
	return b.State.Grid.At((x+b.left)/b.Scale, b.State.Grid.H-1-(y+b.top)/b.Scale)
}

// pipes has the characters for a thread, by its links.
var pipes = [16]rune{'•', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'}

// showPipes draws the threads as lines, at scale 2.
func (b *Board) showPipes() {
	for i, th := range b.threads {
		if !th.here {
			continue
		}
		x, y := b.corner(ouro.Cell(i))
		b.put(x, row(y), pipes[th.links&15], Ink{})
		if th.links.Has(ouro.Right) {
			b.put(x+1, row(y), '━', Ink{})
		}
	}
}
