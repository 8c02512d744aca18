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

// Needs is the smallest terminal that shows all of a board beside the facts.
// In a smaller one a part of the board is shown, around the head.
func Needs(g *ouro.Grid) (cols, rows int) {
	boardCols, boardRows := canvas.Size(g, 1)
	cols = MinWidth
	for besidePanel(cols) < boardCols {
		cols++
	}
	return cols, max(minHeight, boardRows+2)
}

// besidePanel is the number of columns for a board in a window of w columns.
func besidePanel(w int) int {
	return w - min(max(panelLeast, w*3/8), panelGood) - 1
}

// Beside divides the rows between the headline and the hints among one board
// and the panel beside it.
func Beside(g *ouro.Grid, w, h int) (b canvas.Box, panelX, panelW int) {
	b = canvas.Place(g, 0, 1, besidePanel(w), h-2)
	outer, _ := b.Outer()
	panelW = min(w-outer-2, panelMost)
	left := max(0, (w-outer-2-panelW)/2)
	b.X += left
	return b, left + outer + 1, panelW
}
