package canvas

import (
	"strings"
	"testing"

	"ouro"
)

// snakeState returns a board of w x h with one snake on cells given as x and y alternately, head
// first.
func snakeState(w, h int, xy ...int) *ouro.State {
	s := ouro.NewState(ouro.MustGrid(w, h))
	var cells []ouro.Cell
	for i := 0; i < len(xy); i += 2 {
		cells = append(cells, s.Grid.At(xy[i], xy[i+1]))
	}
	s.AddSnake(cells...)
	return s
}

// TestScaleUsesTheRoom: for every board and every window, Place returns the largest scale at which the
// board fits.
func TestScaleUsesTheRoom(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {4, 4}, {5, 5}, {10, 10}, {11, 11}, {18, 7}, {7, 18}, {20, 20}, {25, 25}, {41, 21}, {64, 64}} {
		g := ouro.MustGrid(size[0], size[1])
		for cols := 10; cols <= 240; cols += 7 {
			for rows := 4; rows <= 70; rows += 3 {
				b := Place(g, At(0, 0, cols, rows))
				fits := func(scale int) bool { w, h := Size(g, scale); return w <= cols && h <= rows }
				if b.Whole != fits(1) {
					t.Fatalf("%s in %dx%d: whole is %t", g, cols, rows, b.Whole)
				}
				if !b.Whole {
					continue
				}
				if w, h := b.Outer(); w > cols || h > rows || b.X+b.W > cols || b.Y+b.H > rows {
					t.Fatalf("%s in %dx%d: %dx%d with its frame", g, cols, rows, w, h)
				}
				if !fits(b.Scale) || fits(b.Scale+1) {
					t.Errorf("%s in %dx%d has scale %d, which is not the largest that fits", g, cols, rows, b.Scale)
				}
			}
		}
	}
}

// headPixels returns the bounds of the pixels in the colour of the skin's head.
func headPixels(b *Board, skin Skin) (left, right, top, bottom int) {
	left, top, right, bottom = b.raster.w, b.raster.h, -1, -1
	for y := range b.raster.h {
		for x := range b.raster.w {
			if p := b.raster.pixels[y*b.raster.w+x]; p.lit && p.c == skin.Head {
				left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
			}
		}
	}
	return left, right, top, bottom
}

// TestHeadOnTheAxis: at every scale and in every direction, the head is symmetric about the middle
// line of the body.
func TestHeadOnTheAxis(t *testing.T) {
	p := NewTheme(true, false)
	skin := Skin{Head: RGB(0x123456), Shade: func(float64) Colour { return RGB(0x654321) }, Eyes: false}
	for scale := 1; scale <= 14; scale++ {
		for _, d := range ouro.Dirs {
			g := ouro.MustGrid(5, 5)
			head := g.At(2, 2)
			s := ouro.NewState(g)
			s.AddSnake(head, g.Next(head, d.Opposite()))
			cols, rows := Size(g, scale)
			b := NewBoard(New(cols, rows), p, s, Box{Area: At(0, 0, cols, rows), Scale: scale})
			b.Body(&s.Snakes[0], skin)
			left, right, top, bottom := headPixels(b, skin)
			x, y := b.corner(head)
			first := b.gap() / 2
			last := first + b.thickness() - 1
			if left-x-first != last-(right-x) || top-y-first != last-(bottom-y) {
				t.Errorf("scale %d, %s: the strand takes up pixels %d to %d of the cell, the head columns %d to %d, rows %d to %d",
					scale, d, first, last, left-x, right-x, top-y, bottom-y)
			}
		}
	}
}

// TestHeadsArePixels: with colours, a snake consists only of pixels or dots. A character for the head
// would not always be on the middle line of the body.
func TestHeadsArePixels(t *testing.T) {
	for scale := 1; scale <= 13; scale++ {
		c := paint(snakeState(4, 4, 1, 1, 1, 2, 2, 2), NewTheme(true, false), scale)
		for _, g := range c.glyphs {
			if !strings.ContainsRune(" ▀▄█", g.r) && g.r&^0xff != 0x2800 {
				t.Errorf("scale %d: a snake is drawn with %q", scale, g.r)
			}
		}
	}
}

// TestLanesDoNotMerge: two bodies that wind through the same cells in different ways look
// different, at every scale, with and without colours.
func TestLanesDoNotMerge(t *testing.T) {
	across := snakeState(4, 4, 0, 3, 1, 3, 2, 3, 3, 3, 3, 2, 2, 2, 1, 2, 0, 2, 0, 1, 1, 1, 2, 1, 3, 1, 3, 0, 2, 0, 1, 0, 0, 0)
	down := snakeState(4, 4, 0, 3, 0, 2, 0, 1, 0, 0, 1, 0, 1, 1, 1, 2, 1, 3, 2, 3, 2, 2, 2, 1, 2, 0, 3, 0, 3, 1, 3, 2, 3, 3)
	spiral := snakeState(4, 4, 0, 3, 1, 3, 2, 3, 3, 3, 3, 2, 3, 1, 3, 0, 2, 0, 1, 0, 0, 0, 0, 1, 0, 2, 1, 2, 2, 2, 2, 1, 1, 1)
	for _, mono := range []bool{false, true} {
		p := NewTheme(true, mono)
		if !mono { // with one colour only the shapes can differ
			p.Strand = [3]Colour{p.Strand[0], p.Strand[0], p.Strand[0]}
		}
		for scale := 1; scale <= 8; scale++ {
			look := func(s *ouro.State) string { return paint(s, p, scale).String() }
			if look(across) == look(down) || look(down) == look(spiral) || look(spiral) == look(across) {
				t.Errorf("scale %d, without colours %t: different bodies look the same", scale, mono)
			}
		}
	}
}

// TestFoodAtEveryScale: food is visible at every scale.
func TestFoodAtEveryScale(t *testing.T) {
	for _, mono := range []bool{false, true} {
		for scale := 1; scale <= 13; scale++ {
			s := snakeState(3, 3, 0, 0)
			without := paint(s, NewTheme(true, mono), scale).String()
			s.AddFood(s.Grid.At(2, 2))
			if paint(s, NewTheme(true, mono), scale).String() == without {
				t.Errorf("scale %d, without colours %t: the food is not visible", scale, mono)
			}
		}
	}
}

// TestSignsLeaveBodiesWhole: without colours, the characters of a wall never hide a part of a body in
// the same row of characters.
func TestSignsLeaveBodiesWhole(t *testing.T) {
	for scale := 3; scale <= 9; scale += 2 {
		s := snakeState(3, 3, 0, 1, 1, 1, 2, 1)
		for x := range 3 {
			s.SetTerrain(s.Grid.At(x, 2), ouro.Wall)
			s.SetTerrain(s.Grid.At(x, 0), ouro.Wall)
		}
		cols, rows := Size(s.Grid, scale)
		c := New(cols, rows)
		b := NewBoard(c, NewTheme(true, true), s, Box{Area: At(0, 0, cols, rows), Scale: scale})
		b.Solo(nil)
		x, _ := b.corner(s.Grid.At(1, 1))
		for y := range rows {
			top, bottom := b.raster.lit(x, 2*y), b.raster.lit(x, 2*y+1)
			if got := c.glyphs[y*cols+x].r; (top || bottom) && got != halves(top, bottom) {
				t.Errorf("scale %d: row %d of the body is %q", scale, y, got)
			}
		}
	}
}
