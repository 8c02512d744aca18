package tui

import (
	"ouro"
	"ouro/play"
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
	cols = minWidth
	for besidePanel(cols) < boardCols {
		cols++
	}
	return cols, max(minHeight, boardRows+2)
}

// besidePanel is the number of columns for a board in a window of w columns.
func besidePanel(w int) int {
	return w - min(max(panelLeast, w*3/8), panelGood) - 1
}

// soloLayout divides the rows between the head line and the hints among one
// board and its panel.
func soloLayout(g *ouro.Grid, w, h int) (b canvas.Box, panelX, panelW int) {
	b = canvas.Place(g, 0, 1, besidePanel(w), h-2)
	outer, _ := b.Outer()
	panelW = min(w-outer-2, panelMost)
	left := max(0, (w-outer-2-panelW)/2)
	b.X += left
	return b, left + outer + 1, panelW
}

// drawBoard draws the board of a game for one snake.
func drawBoard(c *canvas.Canvas, p *canvas.Palette, sc *play.Scene, box canvas.Box, notes []ouro.Note) {
	b := box.Board(c, p, sc.State)
	if th, known := sc.Thought(0); known {
		b.Facing = th.Decision.Dir
	}
	b.Solo(notes)
}

func (v *viewer) drawSolo(c *canvas.Canvas) {
	sc := &v.Shown.Scene[0]
	if sc.Err != nil {
		v.drawFailure(c, sc)
		return
	}
	box, x, w := soloLayout(sc.State.Grid, c.W, c.H)
	drawBoard(c, v.Palette, sc, box, v.notes(sc, extraLabels(v.Shown.Scene)))
	pn := panel{canvas: c, Palette: v.Palette, x: x, y: 1, w: w, end: c.H - 1}
	if v.tree.shown {
		v.drawTree(&pn, sc)
		return
	}
	pn.solver(sc.Seats[0])
	pn.facts(sc)
	if v.record == nil {
		pn.thinking(sc)
	}
	v.legend(&pn, sc)
	pn.ending(sc, v.Shown.Turns, v.record != nil)
	pn.repeat(v.command())
	pn.chart(sc, v.Shown.Turns)
}

// drawFailure says why there is no game.
func (v *viewer) drawFailure(c *canvas.Canvas, sc *play.Scene) {
	c.Text(2, 2, c.W-4, sc.Seats[0].String()+" cannot play this game", canvas.Ink{FG: v.Bad, Bold: true})
	y := c.Wrap(2, 4, c.W-4, c.H-8, sc.Err.Error(), canvas.Ink{FG: v.Text})
	c.Wrap(2, y+1, c.W-4, 2, "esc goes to the menu, where another solver or board can be chosen.", canvas.Ink{FG: v.Dim})
}
