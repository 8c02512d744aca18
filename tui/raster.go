package tui

import "math"

// raster is a picture in pixels of one column by half a row, which are about
// square in every terminal. A pixel is lit or not, which is all that a terminal
// without colours shows of it, and has a colour.
type raster struct {
	w, h   int // h is even
	pixels []pixel
}

type pixel struct {
	lit bool
	c   colour
}

func newRaster(w, h int) *raster { return &raster{w: w, h: h, pixels: make([]pixel, w*h)} }

// set colours a pixel; outside of the raster it does nothing.
func (r *raster) set(x, y int, p pixel) {
	if x >= 0 && y >= 0 && x < r.w && y < r.h {
		r.pixels[y*r.w+x] = p
	}
}

// fill colours a rectangle.
func (r *raster) fill(x, y, w, h int, p pixel) {
	for j := range h {
		for i := range w {
			r.set(x+i, y+j, p)
		}
	}
}

// stroke lights the pixels whose middle lies within radius of the line from
// (ax, ay) to (bx, by), horizontal or vertical, in pixels from the top left.
func (r *raster) stroke(ax, ay, bx, by, radius float64, c colour) {
	lox, hix := min(ax, bx), max(ax, bx)
	loy, hiy := min(ay, by), max(ay, by)
	for y := int(math.Floor(loy - radius)); y <= int(hiy+radius); y++ {
		for x := int(math.Floor(lox - radius)); x <= int(hix+radius); x++ {
			mx, my := float64(x)+0.5, float64(y)+0.5
			dx := max(lox-mx, 0, mx-hix)
			dy := max(loy-my, 0, my-hiy)
			if dx*dx+dy*dy <= radius*radius {
				r.set(x, y, pixel{true, c})
			}
		}
	}
}

// show draws the raster with its top left at (x, y). Where there is a colour
// the upper pixel is the foreground and the lower one the background of a half
// block; where there is none, half blocks show what is lit.
func (r *raster) show(c *canvas, x, y int, mono bool) {
	for j := range r.h / 2 {
		for i := range r.w {
			top, bottom := r.pixels[2*j*r.w+i], r.pixels[(2*j+1)*r.w+i]
			switch {
			case mono:
				c.put(x+i, y+j, halves(top.lit, bottom.lit), ink{})
			case top.c == bottom.c:
				c.put(x+i, y+j, ' ', ink{bg: top.c})
			case !top.lit && bottom.lit:
				c.put(x+i, y+j, '▄', ink{fg: bottom.c, bg: top.c})
			default:
				c.put(x+i, y+j, '▀', ink{fg: top.c, bg: bottom.c})
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
