package paint

import (
	"math"

	"ouro"
	"ouro/internal/palette"
	"ouro/picture"
)

// Sizes of parts of a cell, in cells.
const (
	thick    = 0.36  // half width of a body
	spine    = 0.065 // half width of the body's middle line
	skull    = 0.44  // radius of a head
	eyeAhead = 0.11  // distance of an eye ahead of the middle of the head
	eyeAside = 0.19  // distance of an eye to the side of the middle of the head
	eyeSize  = 0.125 // radius of an eye
	pupil    = 0.065 // radius of a pupil
	apple    = 0.3   // radius of a food
)

// point is a point on a cell, from -0.5 to 0.5 on both axes, relative to the cell's middle. y
// points up.
type point struct{ x, y float64 }

func (p point) near(x, y, r float64) bool { return math.Hypot(p.x-x, p.y-y) < r }

// toward rotates the point so that direction d points up. Then y is the distance ahead, and x is the
// distance to the right.
func (p point) toward(d ouro.Dir) point {
	x, y := picture.Step(d)
	return point{p.x*y - p.y*x, p.x*x + p.y*y}
}

// shade returns the colour of a point on a cell with this look.
func (c *colours) shade(l *look, p point) palette.RGB {
	k := c.floor
	if l.odd {
		k = c.odd
	}
	switch l.tile.Ground {
	case picture.Outside:
		return c.page
	case picture.Wall:
		if k = c.wall; max(math.Abs(p.x), math.Abs(p.y)) < 0.4 {
			k = c.block
		}
	case picture.Hedge:
		k = c.bush(k, p)
	case picture.Floor:
	}
	if n := l.tile.Hazard; n > 0 {
		ground, stripe := hazardShare(n)
		if _, frac := math.Modf((p.x + p.y + 2) * 2); frac < 0.4 {
			ground = stripe
		}
		k = palette.Blend(k, c.hazard, ground)
	}
	k = c.marks(&l.tile.Marks, k, p)
	if l.tile.Food {
		switch {
		case p.near(-0.1, 0.1, 0.07):
			k = c.shine
		case p.near(0, 0, apple):
			k = c.food
		}
	}
	k = c.snake(&l.below, k, p)
	k = c.snake(&l.above, k, p)
	if l.tile.Flame {
		k = palette.Blend(c.glow, c.flame, min(1, 2*math.Hypot(p.x, p.y)))
	}
	if l.tile.Bomb {
		switch {
		case p.near(0.2, 0.28, 0.09):
			k = c.spark
		case p.near(0, -0.04, 0.3):
			k = c.bomb
		}
	}
	if l.hunter > 0 {
		k = c.person(int(l.hunter-1), k, p)
	}
	return k
}

// bush returns the colour of a hedge at a point or, outside the hedge, k.
func (c *colours) bush(k palette.RGB, p point) palette.RGB {
	for _, at := range []point{{-0.18, 0.18}, {0.2, 0.06}, {-0.06, -0.22}} {
		if p.near(at.x, at.y, 0.11) {
			return c.leaf
		}
	}
	if dx, dy := max(0, math.Abs(p.x)-0.24), max(0, math.Abs(p.y)-0.24); math.Hypot(dx, dy) < 0.2 {
		return c.hedge
	}
	return k
}

// person returns the colour of hunter i at a point or, outside the hunter, k.
func (c *colours) person(i int, k palette.RGB, p point) palette.RGB {
	suit := c.hunters[i%len(c.hunters)]
	switch {
	case p.near(-0.1, 0.2, 0.06), p.near(0.1, 0.2, 0.06):
		return c.page
	case p.near(0, 0.17, 0.24):
		return suit
	case math.Abs(p.x) < 0.24 && p.y < -0.08 && p.y > -0.42:
		return palette.Blend(suit, k, 0.25)
	}
	return k
}

// snake returns the colour of a snake's piece at a point or, outside the piece, k.
func (c *colours) snake(s *piece, k palette.RGB, p point) palette.RGB {
	if s.Part == picture.Nothing {
		return k
	}
	skin := s.color
	if s.dead {
		skin = c.dead(skin)
	}
	if s.Part == picture.Head {
		if eye, ok := c.face(s, p); ok {
			return eye
		}
		if p.near(0, 0, skull) {
			return skin
		}
	}
	off, width := s.off(p)
	switch {
	case off < spine && s.Part != picture.Head:
		return c.spine(skin)
	case off < width:
		return skin
	}
	return k
}

// face returns the colour of an eye of a head at a point, or false outside the eyes.
func (c *colours) face(s *piece, p point) (palette.RGB, bool) {
	p = p.toward(s.Ahead)
	x, y := math.Abs(p.x)-eyeAside, p.y-eyeAhead
	if s.dead { // a dead snake has crossed eyes
		cross := math.Abs(math.Abs(x)-math.Abs(y)) < 0.045 && math.Hypot(x, y) < eyeSize
		return c.pupil, cross
	}
	switch {
	case math.Hypot(x, y-0.03) < pupil:
		return c.pupil, true
	case math.Hypot(x, y) < eyeSize:
		return c.eye, true
	}
	return 0, false
}

// off returns the distance of a point from the body's middle line, and half of the width that the
// body has beside the point.
func (s *piece) off(p point) (off, width float64) {
	if s.Bends() { // a bend is a quarter of a ring around a corner
		ax, ay := picture.Step(s.Arms.At(0))
		bx, by := picture.Step(s.Arms.At(1))
		return math.Abs(math.Hypot(p.x-(ax+bx)/2, p.y-(ay+by)/2) - 0.5), thick
	}
	off, _, along := picture.NearestArm(s.Arms, p.x, p.y)
	return off, thick * s.Width(along)
}
