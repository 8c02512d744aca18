package frame

import (
	"ouro"
	"ouro/tui/canvas"
)

// Widths of the panel beside a single board.
const (
	panelLeast = 18
	panelGood  = 34
	panelMost  = 64
)

// Needs returns the smallest terminal that shows all of a board beside the facts. Smaller
// ones show a part of the board, around the head.
func Needs(g *ouro.Grid) (cols, rows int) {
	boardCols, boardRows := canvas.Size(g, 1)
	cols = MinWidth
	for besidePanel(cols) < boardCols {
		cols++
	}
	return cols, max(minHeight, boardRows+2)
}

// besidePanel returns the number of columns for a board in a window of w columns.
func besidePanel(w int) int {
	return w - min(max(panelLeast, w*3/8), panelGood) - 1
}

// panelRows is the minimum height of a panel below the board.
const panelRows = 10

// Beside divides the rows between the headline and the hints into a board and an empty
// panel: beside it, or below it if the board is larger then.
func Beside(c *canvas.Canvas, t *canvas.Theme, g *ouro.Grid) (canvas.Box, Panel) {
	w, h := c.W, c.H
	b := canvas.Place(g, 0, 1, besidePanel(w), h-2)
	pn := Panel{Canvas: c, Theme: t, Y: 1, End: h - 1}
	if below := canvas.Place(g, 0, 1, w, h-2-panelRows); b.Whole && below.Whole && below.Scale > b.Scale {
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
