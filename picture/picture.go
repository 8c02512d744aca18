// Package picture draws positions as text, for terminals, logs and test messages, see
// [Of].
package picture

import (
	"cmp"
	"strings"

	"ouro"
	"ouro/internal/english"
)

// Of returns the position as text, two columns for each cell so that cells look square:
// the body as a line, @ the head (with several snakes the letter of the seat, without
// dead snakes), o the tip of the tail, * food, ## walls, :: edible walls, ░░ hazards.
func Of(s *ouro.State) string {
	g := s.Grid
	pictures := make([]string, g.Size())
	for c := range pictures {
		switch {
		case s.Terrain(ouro.Cell(c)) == ouro.Wall:
			pictures[c] = "##"
		case s.Terrain(ouro.Cell(c)) == ouro.Hedge:
			pictures[c] = "::"
		case s.HasFood(ouro.Cell(c)):
			pictures[c] = "* "
		case s.Hazard(ouro.Cell(c)) > 0:
			pictures[c] = "░░"
		default:
			pictures[c] = "· "
		}
	}
	for seat := range s.Snakes {
		head := "@"
		if len(s.Snakes) > 1 {
			head = string(english.Letter(seat))
		}
		if sn := &s.Snakes[seat]; sn.Cause == ouro.Alive || len(s.Snakes) == 1 {
			drawBody(g, &sn.Body, head, pictures)
		}
	}
	var b strings.Builder
	edge := "+" + strings.Repeat("-", 2*g.W+1) + "+\n"
	b.WriteString(edge)
	for y := g.H - 1; y >= 0; y-- {
		b.WriteString("| ")
		for x := range g.W {
			b.WriteString(pictures[g.At(x, y)])
		}
		b.WriteString("|\n")
	}
	b.WriteString(edge)
	return b.String()
}

// drawBody draws from the tail to the head, so that the head is on top. A head off the
// board is not drawn.
func drawBody(g *ouro.Grid, body *ouro.Body, head string, pictures []string) {
	for i := body.Len() - 1; i >= 0; i-- {
		if body.At(i) == ouro.NoCell {
			continue
		}
		var open [4]bool // the directions in which the body continues
		for _, j := range []int{i - 1, i + 1} {
			if j >= 0 && j < body.Len() && body.At(j) != ouro.NoCell {
				if d, ok := g.DirTo(body.At(i), body.At(j)); ok {
					open[d] = true
				}
			}
		}
		picture := cmp.Or(joints[open], "o")
		switch i {
		case 0:
			picture = head
		case body.Len() - 1:
			picture = "o"
		}
		if open[ouro.Right] {
			picture += "─"
		} else {
			picture += " "
		}
		pictures[body.At(i)] = picture
	}
}

// joints are the signs of segments with two neighbours.
var joints = map[[4]bool]string{
	{ouro.Up: true, ouro.Down: true}:    "│",
	{ouro.Left: true, ouro.Right: true}: "─",
	{ouro.Up: true, ouro.Right: true}:   "╰",
	{ouro.Up: true, ouro.Left: true}:    "╯",
	{ouro.Down: true, ouro.Right: true}: "╭",
	{ouro.Down: true, ouro.Left: true}:  "╮",
}
