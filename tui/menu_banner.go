package tui

import (
	"slices"

	"ouro"
	"ouro/tui/canvas"
)

// drawBanner draws a snake that bites its tail, and returns the row after it.
func drawBanner(c *canvas.Canvas, p *canvas.Theme, y int) int {
	const scale = 2
	g := ouro.MustGrid(min(ouro.MaxSide, (c.W-6)/scale), 3)
	s := ouro.NewState(g)
	var ring []ouro.Cell
	for x := range g.W {
		ring = append(ring, g.At(x, 2))
	}
	ring = append(ring, g.At(g.W-1, 1))
	for x := g.W - 1; x >= 0; x-- {
		ring = append(ring, g.At(x, 0))
	}
	slices.Reverse(ring)
	s.AddSnake(ring...)
	s.AddFood(g.At(0, 1))
	canvas.NewBoard(c, p, s, scale, 4, y, g.W*scale, 3).Solo(nil)
	c.Text(4+g.W*scale/2-8, y+1, 16, "  o  u  r  o  ", canvas.Ink{FG: p.Accent, Bold: true})
	return y + 3
}
