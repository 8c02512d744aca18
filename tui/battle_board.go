package tui

import (
	"math"
	"strconv"
	"strings"
	"unicode"

	"ouro"
)

// brawl draws a position of several snakes, each in a colour of its own.
type brawl struct {
	*picture
	skins []colour // by seat
}

// newBrawl prepares a drawing in a box. A board that is larger than that is
// shown around the first living snake's head.
func newBrawl(c *canvas, p *palette, s *ouro.State, b boardBox, skins []colour) *brawl {
	pic := newPicture(c, p, s, b.scale, b.x, b.y, b.w, b.h)
	for seat := range s.Snakes {
		if sn := &s.Snakes[seat]; sn.Cause == ouro.Alive {
			pic.lookAt(sn.Body.Head())
			break
		}
	}
	return &brawl{pic, skins}
}

// lookAt moves the window to this cell, as far as the board goes.
func (p *picture) lookAt(c ouro.Cell) {
	cols, rows := boardSize(p.state.Grid, p.scale)
	x, y := p.state.Grid.XY(c)
	p.left = scroll(x*p.scale, p.w, cols)
	p.top = scroll((p.state.Grid.H-1-y)*p.scale/2, p.h, rows) * 2
}

// skinsOf are colours from their text as #RRGGBB, moved away from the floor's
// where they could not be seen on it.
func (p *palette) skinsOf(texts []string) []colour {
	skins := make([]colour, len(texts))
	for seat, text := range texts {
		skins[seat] = p.visible(colourOf(text))
	}
	return skins
}

// colourOf reads #RRGGBB. Anything else is grey.
func colourOf(text string) colour {
	hex, err := strconv.ParseUint(strings.TrimPrefix(text, "#"), 16, 32)
	if err != nil || len(text) != len("#RRGGBB") {
		return rgb(0x888888)
	}
	return rgb(uint32(hex))
}

// visible is c, or a colour like it that stands out from the floor.
func (p *palette) visible(c colour) colour {
	away := rgb(0xFFFFFF)
	if p.floor.light() > 0.5 {
		away = rgb(0)
	}
	const least = 0.18 // difference to the floor, of 1
	for range 8 {
		if d := c.light() - p.floor.light(); d > least || d < -least {
			break
		}
		c = blend(c, away, 0.2)
	}
	return c
}

// light is how bright a colour looks, from 0 to 1.
func (c colour) light() float64 {
	r, g, b := c.parts()
	return (0.299*float64(r) + 0.587*float64(g) + 0.114*float64(b)) / 255
}

// on is black or white, whichever can be read on c.
func on(c colour) colour {
	if c.light() > 0.5 {
		return rgb(0x101318)
	}
	return rgb(0xFFFFFF)
}

// seatLetter names a snake on the board and beside it.
func seatLetter(seat int) rune { return 'A' + rune(seat) }

func (p *brawl) draw() {
	p.drawFloor()
	for c := range ouro.Cell(p.state.Grid.Size()) {
		if n := p.state.Hazard(c); n > 0 {
			p.tint(c, p.hazard(), min(0.85, 0.22+0.16*float64(n)))
		}
	}
	for _, c := range p.state.Food {
		x, y := p.middle(c)
		p.raster.stroke(x, y, x, y, p.radius()*0.85, p.head)
	}
	for seat := range p.state.Snakes {
		if p.state.Snakes[seat].Cause == ouro.Alive {
			p.strandOf(seat)
		}
	}
	p.raster.show(p.canvas, p.x, p.y, p.mono)
	p.signs()
	for seat := range p.state.Snakes {
		p.mark(seat)
	}
}

// hazard is the colour of cells that cost health, or heal.
func (p *brawl) hazard() colour {
	if p.state.HazardDamage < 0 {
		return p.good
	}
	return p.heat
}

// strandOf draws a snake from its tail, a little darker there, to its head. A
// thin tip is a tail that leaves; one that stays for a turn is as thick as the
// body and has a dot.
func (p *brawl) strandOf(seat int) {
	body := &p.state.Snakes[seat].Body
	n := body.Len()
	near := make([]float64, len(p.raster.pixels))
	for i := n - 1; i > 0; i-- {
		if body.At(i) == body.At(i-1) {
			continue
		}
		radius := p.radius()
		if i == n-1 && p.thickness() >= 3 {
			radius *= 0.6
		}
		p.link(body.At(i), body.At(i-1), radius, near, func(t float64) colour {
			return p.skinAt(seat, (float64(i)-t)/float64(n-1))
		})
	}
	x, y := p.middle(body.Head())
	p.raster.stroke(x, y, x, y, float64(p.thickness())/2, p.skins[seat])
	if tail := body.Tail(); n > 1 && tail == body.At(n-2) && tail != body.Head() && p.thickness() >= 3 && !p.mono {
		x, y := p.middle(tail)
		p.raster.stroke(x, y, x, y, max(0.6, float64(p.thickness())/6), p.floor)
	}
}

// skinAt is the colour of a snake at t, 0 at the head and 1 at the tail.
func (p *brawl) skinAt(seat int, t float64) colour {
	if p.mono {
		return 0
	}
	return blend(p.skins[seat], p.floor, 0.4*t)
}

// link draws the part of a strand from a to b, which are neighbours, maybe
// over the edge: then it leaves the board there and comes back on the other
// side.
func (p *brawl) link(a, b ouro.Cell, radius float64, near []float64, at func(t float64) colour) {
	ax, ay := p.middle(a)
	bx, by := p.middle(b)
	step := float64(p.scale)
	if math.Abs(bx-ax)+math.Abs(by-ay) <= step {
		p.raster.brush(ax, ay, bx, by, radius, near, at)
		return
	}
	d, ok := p.state.Grid.DirTo(a, b)
	if !ok {
		return
	}
	fx, fy := vector(d)
	p.raster.brush(ax, ay, ax+fx*step, ay+fy*step, radius, near, at)
	p.raster.brush(bx-fx*step, by-fy*step, bx, by, radius, near, at)
}

// signs are the characters for what pixels do not tell: food on small scales,
// and without colours food, hazards and whose body it is.
func (p *brawl) signs() {
	if p.mono {
		p.hazardSigns()
	}
	if p.mono || p.scale == 2 {
		for _, c := range p.state.Food {
			if p.state.Segments(c) == 0 {
				p.glyph(c, '●', ink{fg: p.head})
			}
		}
	}
	if !p.mono || p.scale == 1 {
		return
	}
	for seat := range p.state.Snakes {
		sn := &p.state.Snakes[seat]
		for i := 2; sn.Cause == ouro.Alive && i < sn.Body.Len(); i += 2 {
			p.inside(sn.Body.At(i), unicode.ToLower(seatLetter(seat)), ink{})
		}
	}
}

// hazardSigns shade the hazards where there are no colours, and dot the floor.
func (p *brawl) hazardSigns() {
	for c := range ouro.Cell(p.state.Grid.Size()) {
		n := p.state.Hazard(c)
		shade := [...]rune{'·', '░', '▒', '▒', '▓'}[min(n, 4)]
		switch {
		case p.state.Segments(c) > 0:
		case p.scale == 1:
			if n > 0 && p.emptyHalf(c) {
				p.inside(c, shade, ink{})
			}
		case n > 0:
			x, y := p.corner(c)
			p.cover(x, y/2, string([]rune{shade, shade}))
		default:
			p.glyph(c, shade, ink{faint: true})
		}
	}
}

// emptyHalf tells whether nothing shares the character of c on the smallest
// scale.
func (p *brawl) emptyHalf(c ouro.Cell) bool {
	x, y := p.state.Grid.XY(c)
	row := p.state.Grid.H - 1 - y
	other := p.state.Grid.At(x, p.state.Grid.H-1-(row^1))
	return other == ouro.NoCell || p.state.Segments(other) == 0 && !p.state.HasFood(other)
}

// inside writes a character into the middle of a strand.
func (p *brawl) inside(c ouro.Cell, r rune, k ink) {
	x, y := p.middle(c)
	p.put(int(x), int(y)/2, r, k)
}

// mark writes a living snake's letter on its head. Where a snake died in this
// turn it leaves a cross: at its head, or before that where the head is off the
// board or somebody else is.
func (p *brawl) mark(seat int) {
	sn := &p.state.Snakes[seat]
	switch {
	case sn.Cause == ouro.Alive:
		p.inside(sn.Body.Head(), seatLetter(seat), ink{fg: p.letter(seat), bg: p.skins[seat], bold: true})
	case sn.Died == p.state.Turn:
		at := sn.Body.Head()
		if sn.Body.Len() > 1 && (at == ouro.NoCell || p.state.Segments(at) > 0) {
			at = sn.Body.At(1)
		}
		if at != ouro.NoCell && p.state.Segments(at) == 0 {
			p.inside(at, '✕', ink{fg: p.skins[seat], bold: true})
		}
	}
}

func (p *brawl) letter(seat int) colour {
	if p.mono {
		return 0
	}
	return on(p.skins[seat])
}
