package tui

import (
	"ouro"
)

// scales are the sizes of a cell in pixels from which a board is drawn. A cell
// is scale columns by scale/2 rows. From 2 on, parallel strands of a body have
// a gap between them; 1 is for boards that do not fit otherwise.
var scales = [...]int{12, 10, 8, 6, 4, 2, 1}

// boardSize is the number of columns and rows of a board at a scale.
func boardSize(g *ouro.Grid, scale int) (cols, rows int) {
	return g.W * scale, (g.H*scale + 1) / 2
}

// fit is the largest scale at which the board fits into this many columns and
// rows, and whether one does: where none does, it is the smallest.
func fit(g *ouro.Grid, cols, rows int) (scale int, ok bool) {
	for _, scale = range scales {
		if w, h := boardSize(g, scale); w <= cols && h <= rows {
			return scale, true
		}
	}
	return scale, false
}

// picture draws one position into a window of characters.
type picture struct {
	*palette
	state  *ouro.State
	facing ouro.Dir // of a snake of one, which has no neck to tell
	scale  int

	canvas     *canvas
	x, y, w, h int // the window on the canvas
	left, top  int // the board's pixels that are cut off
	raster     *raster
	onPath     map[ouro.Cell]bool // cells that a path takes up
}

// newPicture prepares a drawing of s in at most w x h characters at (x, y). A
// board that is larger than that is shown around its first snake's head.
func newPicture(c *canvas, p *palette, s *ouro.State, scale, x, y, w, h int) *picture {
	cols, rows := boardSize(s.Grid, scale)
	pic := &picture{palette: p, state: s, scale: scale, canvas: c, x: x, y: y, w: min(w, cols), h: min(h, rows), onPath: map[ouro.Cell]bool{}}
	pic.raster = newRaster(pic.w, 2*pic.h)
	if head := &s.Snakes[0].Body; head.Len() > 0 {
		hx, hy := s.Grid.XY(head.Head())
		pic.left = scroll(hx*scale, pic.w, cols)
		pic.top = scroll((s.Grid.H-1-hy)*scale/2, pic.h, rows) * 2
	}
	return pic
}

// scroll is where a window of this size starts so that it shows what is at
// about its middle and nothing beyond the whole.
func scroll(at, size, whole int) int {
	return min(max(at-size/2, 0), whole-size)
}

// corner is the top left pixel of a cell.
func (p *picture) corner(c ouro.Cell) (x, y int) {
	cx, cy := p.state.Grid.XY(c)
	return cx*p.scale - p.left, (p.state.Grid.H-1-cy)*p.scale - p.top
}

// gap is the number of pixels between parallel strands.
func (p *picture) gap() int {
	if p.scale == 1 {
		return 0
	}
	return max(1, (p.scale+2)/4)
}

func (p *picture) thickness() int { return p.scale - p.gap() }

// middle is the middle of a cell's strand, in pixels.
func (p *picture) middle(c ouro.Cell) (x, y float64) {
	px, py := p.corner(c)
	m := float64(p.gap()/2) + float64(p.thickness())/2
	return float64(px) + m, float64(py) + m
}

// radius is that of a strand. It leaves the outer pixel of a turn out.
func (p *picture) radius() float64 { return float64(p.thickness())/2 - 0.2 }

// drawFloor draws the ground: chequers, walls and edible walls.
func (p *picture) drawFloor() {
	for c := range ouro.Cell(p.state.Grid.Size()) {
		p.pave(c, 0, 0)
	}
}

// tint mixes a colour into the ground of a cell that is no wall.
func (p *picture) tint(c ouro.Cell, with colour, t float64) {
	if !p.mono && p.state.Terrain(c) != ouro.Wall {
		p.pave(c, with, t)
	}
}

// line joins the middles of two neighbouring cells by a thin line.
func (p *picture) line(a, b ouro.Cell, k colour) {
	ax, ay := p.middle(a)
	bx, by := p.middle(b)
	p.raster.stroke(snap(ax), snap(ay), snap(bx), snap(by), 0.4, k)
}

// snap moves a coordinate to the middle of its pixel.
func snap(v float64) float64 { return float64(int(v)) + 0.5 }

// drawSnakes draws all bodies, from tail to head.
func (p *picture) drawSnakes() {
	for i := range p.state.Snakes {
		p.drawSnake(&p.state.Snakes[i])
	}
}

func (p *picture) drawSnake(s *ouro.Snake) {
	n := s.Body.Len()
	near := make([]float64, len(p.raster.pixels))
	for i := n - 1; i > 0; i-- {
		ax, ay := p.middle(s.Body.At(i))
		bx, by := p.middle(s.Body.At(i - 1))
		radius := p.radius()
		if i == n-1 && p.thickness() >= 3 {
			radius *= 0.6 // a thin tip tells the tail
		}
		p.raster.brush(ax, ay, bx, by, radius, near, func(t float64) colour {
			return p.skin(s, (float64(i)-t)/float64(n-1))
		})
	}
	p.skull(s)
}

// skin is the colour of a snake at t, 0 at the head and 1 at the tail.
func (p *picture) skin(s *ouro.Snake, t float64) colour {
	k := p.strand(t)
	if s.Cause != ouro.Alive && !p.mono {
		k = blend(k, p.floor, 0.6)
	}
	return k
}

// skull draws a head of its own colour, with eyes that look ahead where there
// is room for them. glyphs says it with an arrow where there is none.
func (p *picture) skull(s *ouro.Snake) {
	k := p.head
	if s.Cause != ouro.Alive {
		k = p.bad
	}
	x, y := p.middle(s.Body.Head())
	p.raster.stroke(x, y, x, y, float64(p.thickness())/2, k)
	if p.mono || p.thickness() < 3 {
		return
	}
	t := float64(p.thickness())
	fx, fy := vector(p.ahead(s))
	forward := t * 0.15
	if t < 6 {
		forward = t * 0.3 // in the corners of the snout, which they make narrow
	}
	for _, side := range [...]float64{-1, 1} {
		ex := snap(x + fx*forward - fy*side*t*0.3)
		ey := snap(y + fy*forward + fx*side*t*0.3)
		p.raster.stroke(ex, ey, ex, ey, t/10, p.eye)
	}
}

// ahead is the direction in which a snake's head points.
func (p *picture) ahead(s *ouro.Snake) ouro.Dir {
	if s.Body.Len() > 1 {
		if d, ok := p.state.Grid.DirTo(s.Body.At(1), s.Body.Head()); ok {
			return d
		}
	}
	return p.facing
}

// vector is a direction on the screen, where y grows downward.
func vector(d ouro.Dir) (x, y float64) {
	switch d {
	case ouro.Up:
		return 0, -1
	case ouro.Right:
		return 1, 0
	case ouro.Down:
		return 0, 1
	default:
		return -1, 0
	}
}

// drawFood draws the meals as discs.
func (p *picture) drawFood() {
	for _, c := range p.state.Food {
		x, y := p.middle(c)
		p.raster.stroke(x, y, x, y, p.radius(), p.food)
	}
}

// show puts the pixels on the canvas, and over them the glyphs that stand for
// what pixels cannot tell: heads and food on small scales, and everything of
// the kind where there are no colours.
func (p *picture) show() {
	p.raster.show(p.canvas, p.x, p.y, p.mono)
	if p.mono {
		p.floorGlyphs()
	}
	if p.scale == 2 || p.mono && p.scale == 1 {
		for _, c := range p.state.Food {
			p.glyph(c, '●', ink{fg: p.food})
		}
	}
	for i := range p.state.Snakes {
		s := &p.state.Snakes[i]
		switch {
		case s.Cause != ouro.Alive:
			p.glyph(s.Body.Head(), '×', ink{fg: p.bad, bold: true})
		case p.mono || p.scale == 2:
			p.tip(s, arrow(p.ahead(s)), ink{fg: p.head, bold: true})
		}
	}
}

// tip writes a character at the front of a snake's head.
func (p *picture) tip(s *ouro.Snake, r rune, k ink) {
	x, y := p.middle(s.Body.Head())
	fx, fy := vector(p.ahead(s))
	reach := float64(p.thickness()-1) / 2
	p.put(int(x+fx*reach), int(y+fy*reach)/2, r, k)
}

func arrow(d ouro.Dir) rune { return [...]rune{'▲', '▶', '▼', '◀'}[d&3] }

// put writes a character at a column and row of the window.
func (p *picture) put(col, row int, r rune, k ink) {
	if col >= 0 && row >= 0 && col < p.w && row < p.h {
		p.canvas.put(p.x+col, p.y+row, r, k)
	}
}

// glyph writes a character at the middle of a cell.
func (p *picture) glyph(c ouro.Cell, r rune, k ink) {
	x, y := p.corner(c)
	p.put(x+(p.scale-1)/2, y/2+(p.scale/2-1+p.scale%2)/2, r, k)
}

// label writes text across a cell, if it fits there.
func (p *picture) label(c ouro.Cell, s string, k ink) {
	runes := []rune(s)
	if p.scale < 2 || len(runes) > p.scale {
		return
	}
	if p.state.Terrain(c) == ouro.Hedge && k.bg == 0 {
		k.bg = p.brick // no joints between the characters
	}
	x, y := p.corner(c)
	for i, r := range runes {
		p.put(x+(p.scale-len(runes))/2+i, y/2+(p.scale/2-1)/2, r, k)
	}
}
