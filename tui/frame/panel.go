package frame

import (
	"fmt"
	"time"

	"ouro"
	"ouro/internal/textwidth"
	"ouro/tui/canvas"
)

// Panel writes facts about a scene from top to bottom, until no row is free.
type Panel struct {
	*canvas.Theme
	Canvas  *canvas.Canvas
	X, Y, W int
	End     int // the row after the panel
}

// Left returns the number of free rows.
func (pn *Panel) Left() int { return pn.End - pn.Y }

// Gap skips a row if more than six are free.
func (pn *Panel) Gap() {
	if pn.Left() > 6 {
		pn.Y++
	}
}

func (pn *Panel) Line(s string, k canvas.Ink) {
	if pn.Left() > 0 {
		pn.Canvas.Text(pn.X, pn.Y, pn.W, s, k)
		pn.Y++
	}
}

func (pn *Panel) Wrap(rows int, s string, k canvas.Ink) {
	pn.Y = pn.Canvas.Wrap(canvas.At(pn.X, pn.Y, pn.W, min(rows, pn.Left())), s, k)
}

// Row writes a name and its value, in two rows if they do not fit into one.
func (pn *Panel) Row(name, value string) {
	if pn.Left() < 1 {
		return
	}
	x := pn.Canvas.Text(pn.X, pn.Y, pn.W, name, canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
	x = max(x+1, pn.X+min(10, pn.W/2))
	if room := pn.X + pn.W - x; textwidth.Of(value) <= room || pn.Left() < 8 {
		pn.Canvas.Text(x, pn.Y, room, value, canvas.Ink{FG: pn.Text})
	} else {
		pn.Y++
		pn.Canvas.Text(pn.X+2, pn.Y, pn.W-2, value, canvas.Ink{FG: pn.Text})
	}
	pn.Y++
}

// Bar draws a share from 0 to 1 as a bar with a label, if there is room.
func (pn *Panel) Bar(share float64, label string, k canvas.Colour) {
	if pn.Left() < 12 || pn.W < 20 {
		return
	}
	w := pn.W - 8
	x := pn.X
	eighths := int(share*float64(8*w) + 0.5)
	for i := range w {
		part := min(8, max(0, eighths-8*i))
		switch {
		case part == 8:
			pn.Canvas.Put(x+i, pn.Y, '━', canvas.Ink{FG: k, Bold: true})
		case part >= 4:
			pn.Canvas.Put(x+i, pn.Y, '╸', canvas.Ink{FG: k, Bold: true})
		default:
			pn.Canvas.Put(x+i, pn.Y, '─', canvas.Ink{FG: pn.Frame, Faint: pn.Mono})
		}
	}
	pn.Canvas.Text(x+w+1, pn.Y, 7, label, canvas.Ink{FG: pn.Text})
	pn.Y++
}

// Duration formats d with three significant digits.
func Duration(d time.Duration) string {
	switch {
	case d < time.Microsecond:
		return fmt.Sprintf("%d ns", d.Nanoseconds())
	case d < time.Millisecond:
		return fmt.Sprintf("%.3g µs", float64(d)/1e3)
	case d < time.Second:
		return fmt.Sprintf("%.3g ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.3g s", d.Seconds())
}

// Minimum, preferred and maximum width of the panel beside a board.
const (
	panelLeast = 18
	panelGood  = 34
	panelMost  = 64
)

// Needs returns the size of the smallest terminal that shows a whole board beside a panel. A smaller
// terminal shows the part of the board around the head.
func Needs(g *ouro.Grid) (cols, rows int) {
	boardCols, boardRows := canvas.Size(g, 1)
	cols = MinWidth
	for besidePanel(cols) < boardCols {
		cols++
	}
	return cols, max(minHeight, boardRows+2)
}

// besidePanel returns the width that remains for a board in a window of w columns.
func besidePanel(w int) int {
	return w - min(max(panelLeast, w*3/8), panelGood) - 1
}

const panelRows = 10 // minimum height of a panel below the board

// Beside divides the space between the headline and the bottom row into a board and an empty panel
// beside the board. If the board is larger with the panel below, the panel is below the board.
func Beside(c *canvas.Canvas, t *canvas.Theme, g *ouro.Grid) (canvas.Box, Panel) {
	w, h := c.W, c.H
	b := canvas.Place(g, canvas.At(0, 1, besidePanel(w), h-2))
	pn := Panel{Canvas: c, Theme: t, Y: 1, End: h - 1}
	if below := canvas.Place(g, canvas.At(0, 1, w, h-2-panelRows)); b.Whole && below.Whole && below.Scale > b.Scale {
		outerW, outerH := below.Outer()
		below.X += (w - outerW) / 2
		pn.W = min(w-2, panelMost)
		pn.X = max(1, min(below.X, w-1-pn.W))
		pn.Y += outerH
		return below, pn
	}
	outer, _ := b.Outer()
	pn.W = min(w-outer-2, panelMost)
	left := max(0, (w-outer-2-pn.W)/2)
	b.X += left
	pn.X = left + outer + 1
	return b, pn
}
