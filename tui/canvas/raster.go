package canvas

import (
	"math"

	"ouro"
)

// raster is a picture of pixels. A pixel is one column wide and half a row high, which is about square
// in every terminal. Each pixel has a colour and is either lit (a body, food or a wall) or unlit (the
// ground). Without colours, only the lit pixels are visible.
type raster struct {
	w, h   int // h is even
	pixels []pixel
}

type pixel struct {
	lit bool
	c   Colour
}

func newRaster(w, h int) *raster { return &raster{w: w, h: h, pixels: make([]pixel, w*h)} }

// set sets a pixel. Outside of the raster, it does nothing.
func (r *raster) set(x, y int, p pixel) {
	if x >= 0 && y >= 0 && x < r.w && y < r.h {
		r.pixels[y*r.w+x] = p
	}
}

func (r *raster) lit(x, y int) bool {
	return x >= 0 && y >= 0 && x < r.w && y < r.h && r.pixels[y*r.w+x].lit
}

func (r *raster) fill(x, y, w, h int, p pixel) {
	for j := range h {
		for i := range w {
			r.set(x+i, y+j, p)
		}
	}
}

// disc lights the pixels whose middles are within radius of (x, y).
func (r *raster) disc(x, y, radius float64, c Colour) {
	for j := int(math.Floor(y - radius)); j <= int(y+radius); j++ {
		for i := int(math.Floor(x - radius)); i <= int(x+radius); i++ {
			if dx, dy := float64(i)+0.5-x, float64(j)+0.5-y; dx*dx+dy*dy <= radius*radius {
				r.set(i, j, pixel{true, c})
			}
		}
	}
}

// show draws the raster as half blocks, with its top left corner at (x, y). With colours, the two
// pixels of a character are its foreground and background. Without colours, half blocks show the lit
// pixels.
func (r *raster) show(c *Canvas, x, y int, mono bool) {
	for j := range r.h / 2 {
		for i := range r.w {
			top, bottom := r.pixels[2*j*r.w+i], r.pixels[(2*j+1)*r.w+i]
			switch {
			case mono:
				c.Put(x+i, y+j, halves(top.lit, bottom.lit), Ink{})
			case top == bottom && top.lit:
				c.Put(x+i, y+j, '█', Ink{FG: top.c, BG: top.c})
			case top.c == bottom.c:
				c.Put(x+i, y+j, ' ', Ink{BG: top.c})
			case !top.lit && bottom.lit:
				c.Put(x+i, y+j, '▄', Ink{FG: bottom.c, BG: top.c})
			default:
				c.Put(x+i, y+j, '▀', Ink{FG: top.c, BG: bottom.c})
			}
		}
	}
}

func halves(top, bottom bool) rune {
	switch {
	case top && bottom:
		return '█'
	case top:
		return '▀'
	case bottom:
		return '▄'
	}
	return ' '
}

// Sprite is a small picture: '#' has the first colour, 'o' the second, and '.' is transparent.
type Sprite []string

// Stamp draws a sprite in the middle of a cell: the largest one that fits, enlarged if possible.
// sprites are in descending order of size. Without colours, pixels of the second colour are unlit.
func (b *Board) Stamp(c ouro.Cell, sprites []Sprite, first, second Colour) {
	var s Sprite
	for _, s = range sprites {
		if len(s) <= b.Scale {
			break
		}
	}
	zoom := max(1, b.Scale/len(s)) // pixels per sprite pixel
	x, y := b.corner(c)
	x += (b.Scale - zoom*len(s[0])) / 2
	y += (b.Scale - zoom*len(s)) / 2
	for j, row := range s {
		for i, sign := range row {
			switch sign {
			case '#':
				b.raster.fill(x+i*zoom, y+j*zoom, zoom, zoom, pixel{true, first})
			case 'o':
				b.raster.fill(x+i*zoom, y+j*zoom, zoom, zoom, pixel{!b.Mono, second})
			}
		}
	}
}
