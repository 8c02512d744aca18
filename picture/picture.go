// Package picture draws positions as text, for terminals, logs and test messages; see [Of].
package picture

import (
	"cmp"
	"strings"

	"ouro"
	"ouro/internal/english"
)

// Of returns a drawing of the position. Each cell has two columns, so that it looks square.
// The body is a line, @ is the head, o the tip of the tail, * food, ## a wall, :: an edible
// wall, ░░ a hazard. Of several snakes, only living ones are drawn, and a head is the
// letter of its seat.
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

// drawBody draws a body from the tail to the head, so that the head is on top. A head off the
// board is not drawn.
func drawBody(g *ouro.Grid, body *ouro.Body, head string, pictures []string) {
	for i := body.Len() - 1; i >= 0; i-- {
		if body.At(i) == ouro.NoCell {
			continue
		}
		var open [4]bool // directions of the neighbouring segments
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

// joints are the characters for segments with two neighbours.
var joints = map[[4]bool]string{
	{ouro.Up: true, ouro.Down: true}:    "│",
	{ouro.Left: true, ouro.Right: true}: "─",
	{ouro.Up: true, ouro.Right: true}:   "╰",
	{ouro.Up: true, ouro.Left: true}:    "╯",
	{ouro.Down: true, ouro.Right: true}: "╭",
	{ouro.Down: true, ouro.Left: true}:  "╮",
}
