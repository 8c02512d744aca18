package canvas

import (
	"fmt"
	"math"
	"strings"

	"ouro"
	"ouro/picture"
	"ouro/picture/overlay"
)

// Size returns the number of columns and rows of characters that a board takes, without a frame.
func Size(g *ouro.Grid, scale int) (cols, rows int) {
	return g.W * scale, (g.H*scale + 1) / 2
}

// Fit returns the largest scale at which a board fits into this many columns and rows, or 1 and
// false if the board does not fit. A scale is the side of a cell in pixels. A pixel is one column wide
// and half a row high. From scale 2 on, there is a gap between parallel parts of a body. At scale 1, a
// character shows two cells, and bodies are threads of dots.
func Fit(g *ouro.Grid, cols, rows int) (scale int, ok bool) {
	scale = min(cols/g.W, 2*rows/g.H)
	return max(1, scale), scale >= 1
}

// Board draws a position into a window of characters, layer by layer. The caller draws layers of
// pixels, beginning with Ground, then calls Show, and then draws layers of characters. Each kind of
// game has its own sequence of layers.
type Board struct {
	*Theme
	State  *ouro.State
	Facing ouro.Dir // direction of a snake of length 1, which has no neck
	Scale  int      // side of a cell in pixels; a cell has Scale columns and Scale/2 rows

	canvas    *Canvas
	window    Area // the window on the canvas
	left, top int  // numbers of columns and rows of the board's pixels to the left of the window and above it
	raster    *raster
	drawn     []drawnBody
	marks     []overlay.Marks // by cell; nil without notes
	threads   []thread        // by cell; nil unless bodies are drawn as threads
}

// NewBoard prepares a drawing of s in the box. If the board does not fit, only a part is drawn: the
// part around the head of the first living snake or, if all snakes are dead, of the first snake.
func NewBoard(c *Canvas, p *Theme, s *ouro.State, box Box) *Board {
	cols, rows := Size(s.Grid, box.Scale)
	b := &Board{Theme: p, State: s, Scale: box.Scale, canvas: c, window: box.Area}
	b.window.W, b.window.H = min(box.W, cols), min(box.H, rows)
	b.raster = newRaster(b.window.W, 2*b.window.H)
	if head := middle(s); head != ouro.NoCell {
		hx, hy := s.Grid.XY(head)
		b.left = Scroll(hx*b.Scale, b.window.W, cols)
		b.top = Scroll((s.Grid.H-1-hy)*b.Scale/2, b.window.H, rows) * 2
	}
	return b
}

// middle returns the cell around which a part of the board is shown, or NoCell.
func middle(s *ouro.State) ouro.Cell {
	for seat := range s.Snakes {
		if s.Snakes[seat].Cause == ouro.Alive {
			return s.Snakes[seat].Body.Head()
		}
	}
	if len(s.Snakes) > 0 && s.Snakes[0].Body.Len() > 0 {
		return s.Snakes[0].Body.Head()
	}
	return ouro.NoCell
}

// Scroll returns the start of a window in a range from 0 to length. The window has this size, and the
// position is as near to its middle as possible.
func Scroll(position, size, length int) int {
	return min(max(position-size/2, 0), length-size)
}

// corner returns the top left pixel of a cell.
func (b *Board) corner(c ouro.Cell) (x, y int) {
	cx, cy := b.State.Grid.XY(c)
	return cx*b.Scale - b.left, (b.State.Grid.H-1-cy)*b.Scale - b.top
}

// row returns the row of characters that shows this row of pixels.
func row(pixel int) int { return pixel >> 1 }

// textRow returns the row for text in the middle of a cell whose top pixel is y. From scale 3 on,
// the row is inside the cell.
func (b *Board) textRow(y int) int { return row(y + (b.Scale-1)/2) }

// A strand is the part of a body on a cell.

// gap returns the number of pixels between parallel strands.
func (b *Board) gap() int {
	if b.Scale == 1 {
		return 0
	}
	return max(1, (b.Scale+2)/4)
}

// thickness returns the width of a strand in pixels.
func (b *Board) thickness() int { return b.Scale - b.gap() }

// middle returns the middle of a cell's strand in pixels.
func (b *Board) middle(c ouro.Cell) (x, y float64) {
	px, py := b.corner(c)
	m := float64(b.gap()/2) + float64(b.thickness())/2
	return float64(px) + m, float64(py) + m
}

// radius returns half of the width of a strand for drawing. It is a little less than half of the
// thickness, so that bends have no corner pixel.
func (b *Board) radius() float64 { return float64(b.thickness())/2 - 0.2 }

// Tint blends a colour into the ground of a cell, unless the cell is a wall. t is the share of the
// colour, from 0 to 1.
func (b *Board) Tint(c ouro.Cell, with Colour, t float64) {
	if !b.Mono && b.State.Terrain(c) != ouro.Wall {
		b.drawGround(c, func(k Colour) Colour { return Blend(k, with, t) })
	}
}

// Glow colours the pixels of a cell. colourAt returns the colour at a distance from the middle, from 0
// to about 0.7 cells.
func (b *Board) Glow(c ouro.Cell, colourAt func(off float64) Colour) {
	if b.Mono {
		return
	}
	x, y := b.corner(c)
	middle := float64(b.Scale-1) / 2
	for j := range b.Scale {
		for i := range b.Scale {
			off := math.Hypot(float64(i)-middle, float64(j)-middle) / float64(b.Scale)
			b.raster.set(x+i, y+j, pixel{false, colourAt(off)})
		}
	}
}

// Food draws food as discs. share is their diameter as a share of the width of a strand.
func (b *Board) Food(k Colour, share float64) {
	for _, c := range b.State.Food {
		x, y := b.middle(c)
		b.raster.disc(x, y, max(0.75, b.radius()*share), k) // at least one pixel, or four if the middle is between pixels
	}
}

// snap returns the middle of the pixel that contains a coordinate.
func snap(v float64) float64 { return float64(int(v)) + 0.5 }

// vector returns a direction on the screen, where y points down.
func vector(d ouro.Dir) (x, y float64) {
	x, y = picture.Step(d)
	return x, -y
}

// Show puts the pixels and the threads on the canvas.
func (b *Board) Show() {
	if b.Scale == 1 {
		b.besidePixels()
	}
	b.raster.show(b.canvas, b.window.X, b.window.Y, b.Mono)
	switch {
	case b.threads == nil:
	case b.Scale == 1:
		b.showDots()
	default:
		b.showPipes()
	}
}

func Arrow(d ouro.Dir) rune { return [...]rune{'▲', '▶', '▼', '◀'}[d&3] }

// put writes a character at a column and row of the window. Outside of the window, it writes nothing.
func (b *Board) put(col, row int, r rune, k Ink) {
	if col >= 0 && row >= 0 && col < b.window.W && row < b.window.H {
		b.canvas.Put(b.window.X+col, b.window.Y+row, r, k)
	}
}

// Glyph writes a character at the middle of a cell.
func (b *Board) Glyph(c ouro.Cell, r rune, k Ink) {
	x, y := b.corner(c)
	b.put(x+(b.Scale-1)/2, b.textRow(y), r, k)
}

// Inside writes a character at the middle of the strand on a cell.
func (b *Board) Inside(c ouro.Cell, r rune, k Ink) {
	x, y := b.middle(c)
	b.put(int(x), b.strandRow(c, y), r, k)
}

// strandRow returns the row of characters nearest to a row of pixels, among the rows that are
// completely inside the strand of a cell.
func (b *Board) strandRow(c ouro.Cell, pixel float64) int {
	_, y := b.corner(c)
	top := y + b.gap()/2
	first, last := row(top+1), row(top+b.thickness())-1
	return max(first, min(last, row(int(math.Floor(pixel)))))
}

// Pair writes two characters at the middle of a cell.
func (b *Board) Pair(c ouro.Cell, left, right rune, k Ink) {
	x, y := b.corner(c)
	x, y = x+(b.Scale-2)/2, b.textRow(y)
	b.put(x, y, left, k)
	b.put(x+1, y, right, k)
}

// Edge writes a character at the right edge of a cell.
func (b *Board) Edge(c ouro.Cell, r rune, k Ink) {
	x, y := b.corner(c)
	b.put(x+b.Scale-1, b.textRow(y), r, k)
}

// Below writes a character below the middle of a cell.
func (b *Board) Below(c ouro.Cell, r rune, k Ink) {
	x, y := b.corner(c)
	b.put(x+(b.Scale-1)/2, row(y+b.Scale/2), r, k)
}

// Label writes text across the middle of a cell, if the text fits.
func (b *Board) Label(c ouro.Cell, s string, k Ink) {
	runes := []rune(s)
	if b.Scale < 2 || len(runes) > b.Scale {
		return
	}
	if b.State.Terrain(c) == ouro.Hedge && k.BG == 0 {
		k.BG = b.Brick // otherwise the joints between bricks would show behind the text
	}
	x, y := b.corner(c)
	for i, r := range runes {
		b.put(x+(b.Scale-len(runes))/2+i, b.textRow(y), r, k)
	}
}

// Cover fills a cell with the two characters of pattern, alternating along columns and rows. A row of
// characters that shows parts of two cells belongs to the upper cell. Cover skips characters that show
// a body.
func (b *Board) Cover(c ouro.Cell, pattern string) {
	x, y := b.corner(c)
	runes := []rune(pattern)
	first := row(y + 1)
	for j := range row(y+b.Scale+1) - first {
		for i := range b.Scale {
			if !b.raster.lit(x+i, 2*(first+j)) && !b.raster.lit(x+i, 2*(first+j)+1) {
				b.put(x+i, first+j, runes[(i+j)%2], Ink{})
			}
		}
	}
}

// Box is the place of a board on a canvas: its window, without the frame, and its scale.
type Box struct {
	Area
	Scale  int
	Framed bool // whether the window has a frame
	Whole  bool // whether the window shows the whole board
}

// Place returns the box with the largest scale at which the board fits into an area. The box has a
// frame if the scale is not smaller with a frame.
func Place(g *ouro.Grid, at Area) Box {
	framed, fits := Fit(g, at.W-2, at.H-2)
	bare, fitsBare := Fit(g, at.W, at.H)
	b := Box{Area: at, Scale: bare, Whole: fitsBare}
	if fits && framed >= bare || !fitsBare {
		b = Box{Area: Area{at.X + 1, at.Y + 1, at.W - 2, at.H - 2}, Scale: framed, Whole: fits, Framed: true}
	}
	cols, rows := Size(g, b.Scale)
	b.W, b.H = max(1, min(cols, b.W)), max(1, min(rows, b.H))
	return b
}

// Outer returns the size of the box, including the frame.
func (b Box) Outer() (w, h int) {
	if b.Framed {
		return b.W + 2, b.H + 2
	}
	return b.W, b.H
}

// Board draws the frame and prepares the drawing of a position.
func (b Box) Board(c *Canvas, p *Theme, s *ouro.State) *Board {
	if b.Framed {
		c.Frame(b.X-1, b.Y-1, b.W, b.H, Ink{FG: p.Frame, Faint: p.Mono})
	}
	if !b.Whole && b.Framed {
		part := fmt.Sprintf(" part of %s ", s.Grid)
		for _, words := range []string{fmt.Sprintf(" a part of %s, around the head ", s.Grid), part, strings.TrimSpace(part), "part"} {
			if len(words) <= b.W-2 {
				c.Text(b.X+1, b.Y+b.H, b.W-2, words, Ink{FG: p.Dim})
				break
			}
		}
	}
	return NewBoard(c, p, s, b)
}
