package canvas

import (
	"fmt"
	"strings"

	"ouro"
)

// Box is the place of a board: its window and its scale.
type Box struct {
	X, Y, W, H int // the window, without its frame
	Scale      int
	Framed     bool
	Whole      bool // the window shows all of the board
}

// Place returns the box with the largest scale at which a board fits at (x, y) into w x h
// characters. It has a frame if there is room.
func Place(g *ouro.Grid, x, y, w, h int) Box {
	framed, fits := Fit(g, w-2, h-2)
	bare, fitsBare := Fit(g, w, h)
	b := Box{X: x, Y: y, Scale: bare, Whole: fitsBare}
	if fits && framed >= bare || !fitsBare {
		b = Box{X: x + 1, Y: y + 1, Scale: framed, Whole: fits, Framed: true}
		w, h = w-2, h-2
	}
	cols, rows := Size(g, b.Scale)
	b.W, b.H = max(1, min(cols, w)), max(1, min(rows, h))
	return b
}

// Outer returns the size with the frame.
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
	return NewBoard(c, p, s, b.Scale, b.X, b.Y, b.W, b.H)
}
