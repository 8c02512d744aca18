// Package picture converts a position to a [Scene], the input of drawings. [Of] draws a position as
// text for terminals, logs and messages of tests.
package picture

import (
	"cmp"
	"strings"

	"ouro"
	"ouro/internal/english"
)

// Of returns a drawing of the position. Each cell is two characters wide, which makes it square. A
// body is a line, its head is @, and the end of its tail is o. Food is *, a wall ##, an edible wall
// :: and a hazard ░░. In a game of several snakes, a head is the letter of its seat, and dead snakes
// are not drawn.
func Of(s *ouro.State) string {
	var sc Scene
	sc.Set(s)
	for seat := range sc.Snakes {
		if sn := &sc.Snakes[seat]; sn.Dead && len(sc.Snakes) > 1 {
			sn.Body = nil
		}
	}
	return Text(&sc)
}

// Text returns a drawing of the scene, as [Of] does. A bomb is ●, a hunter its number, and a flame
// looks like a hazard.
func Text(sc *Scene) string {
	g := sc.Grid
	pictures := make([]string, g.Size())
	for c := range pictures {
		switch t := &sc.Tiles[c]; {
		case t.Ground == Wall, t.Ground == Outside:
			pictures[c] = "##"
		case t.Ground == Hedge:
			pictures[c] = "::"
		case t.Food:
			pictures[c] = "* "
		case t.Hazard > 0, t.Flame:
			pictures[c] = "░░"
		default:
			pictures[c] = "· "
		}
	}
	for seat := range sc.Snakes {
		head := "@"
		if len(sc.Snakes) > 1 {
			head = string(english.Letter(seat))
		}
		drawBody(g, &sc.Snakes[seat], head, pictures)
	}
	put := func(c ouro.Cell, sign rune) {
		runes := []rune(pictures[c])
		runes[0] = sign
		pictures[c] = string(runes)
	}
	for c := range sc.Tiles {
		if sc.Tiles[c].Bomb {
			put(ouro.Cell(c), '●')
		}
	}
	for i, h := range sc.Hunters {
		if h.Cell != ouro.NoCell {
			put(h.Cell, rune('1'+i))
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

// drawBody draws a body from the tail to the head, so that the head covers other segments on its
// cell. It does not draw a head that is off the board.
func drawBody(g *ouro.Grid, sn *Snake, head string, pictures []string) {
	for i, p := range sn.Pieces(g) {
		picture := cmp.Or(joints[p.Arms], "o")
		switch p.Part {
		case Head:
			if !sn.Off {
				picture = head
			}
		case Tail:
			picture = "o"
		case Trunk, Nothing:
		}
		if p.Arms.Has(ouro.Right) {
			picture += "─"
		} else {
			picture += " "
		}
		pictures[sn.Body[i]] = picture
	}
}

// joints has the characters for segments with two neighbours.
var joints = map[ouro.DirSet]string{
	1<<ouro.Up | 1<<ouro.Down:    "│",
	1<<ouro.Left | 1<<ouro.Right: "─",
	1<<ouro.Up | 1<<ouro.Right:   "╰",
	1<<ouro.Up | 1<<ouro.Left:    "╯",
	1<<ouro.Down | 1<<ouro.Right: "╭",
	1<<ouro.Down | 1<<ouro.Left:  "╮",
}
