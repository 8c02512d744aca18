package tui

import (
	"fmt"

	"ouro"
)

// boardBox is where a board goes: the window on it and its scale.
type boardBox struct {
	x, y, w, h int // of the window, without its frame
	scale      int
	framed     bool
	whole      bool // the window shows all of the board
}

// place finds the largest scale at which a board fits at (x, y) into w x h
// characters. A frame is drawn where there is room for it.
func place(g *ouro.Grid, x, y, w, h int) boardBox {
	framed, fits := fit(g, w-2, h-2)
	bare, fitsBare := fit(g, w, h)
	b := boardBox{x: x, y: y, scale: bare, whole: fitsBare}
	if fits && framed >= bare || !fitsBare {
		b = boardBox{x: x + 1, y: y + 1, scale: framed, whole: fits, framed: true}
		w, h = w-2, h-2
	}
	cols, rows := boardSize(g, b.scale)
	b.w, b.h = max(1, min(cols, w)), max(1, min(rows, h))
	return b
}

// outer is the size with the frame.
func (b boardBox) outer() (w, h int) {
	if b.framed {
		return b.w + 2, b.h + 2
	}
	return b.w, b.h
}

// drawBoard draws a scene's board, framed in the given colour.
func drawBoard(c *canvas, p *palette, sc *scene, b boardBox, notes []ouro.Note, frame colour) {
	if b.framed {
		c.frame(b.x-1, b.y-1, b.w, b.h, ink{fg: frame, faint: p.mono})
	}
	pic := newPicture(c, p, sc.state, b.scale, b.x, b.y, b.w, b.h)
	pic.facing = sc.decision.Dir
	pic.drawScene(notes)
	if !b.whole && b.framed {
		c.text(b.x+1, b.y+b.h, b.w-2, fmt.Sprintf(" a part of %s, around the head ", sc.state.Grid), ink{fg: p.dim})
	}
}

// Widths of the panel beside a single board.
const (
	panelLeast = 18
	panelGood  = 34
	panelMost  = 64
)

// Needs is the smallest terminal that shows all of a board beside the facts.
// In a smaller one a part of the board is shown, around the head.
func Needs(g *ouro.Grid) (cols, rows int) {
	boardCols, boardRows := boardSize(g, 1)
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
func soloLayout(g *ouro.Grid, w, h int) (b boardBox, panelX, panelW int) {
	b = place(g, 0, 1, besidePanel(w), h-2)
	outer, _ := b.outer()
	panelW = min(w-outer-2, panelMost)
	left := max(0, (w-outer-2-panelW)/2)
	b.x += left
	return b, left + outer + 1, panelW
}

func (v *viewer) drawSolo(c *canvas) {
	sc := &v.shown.scenes[0]
	if sc.err != nil {
		v.drawFailure(c, sc)
		return
	}
	b, x, w := soloLayout(sc.state.Grid, c.w, c.h)
	notes := v.notes(sc)
	if v.tree.shown {
		notes = append(notes, v.chosenPath(sc))
	}
	drawBoard(c, v.palette, sc, b, notes, v.frame)
	pn := panel{canvas: c, palette: v.palette, x: x, y: 1, w: w, end: c.h - 1}
	if v.tree.shown {
		v.drawTree(&pn, sc)
		return
	}
	pn.solver(sc.spec)
	pn.facts(sc)
	if v.record == nil {
		pn.thinking(sc)
	}
	v.legend(&pn, sc)
	pn.ending(sc, v.furthest)
	pn.repeat(v.command())
	pn.chart(sc, v.furthest)
}

// drawFailure says why there is no game.
func (v *viewer) drawFailure(c *canvas, sc *scene) {
	c.text(2, 2, c.w-4, sc.spec.String()+" cannot play this game", ink{fg: v.bad, bold: true})
	y := c.wrap(2, 4, c.w-4, c.h-8, sc.err.Error(), ink{fg: v.text})
	c.wrap(2, y+1, c.w-4, 2, "esc goes to the menu, where another solver or board can be chosen.", ink{fg: v.dim})
}

// legend tells what each overlay that is on shows, or that there is nothing.
func (v *viewer) legend(pn *panel, sc *scene) {
	for _, n := range v.overlays {
		label, name, ok := overlayLabel(n, v.extras())
		if !ok {
			continue
		}
		says := ""
		for _, note := range find(sc.notes, label) {
			says = inWords(note)
		}
		switch {
		case says != "":
		case v.record != nil:
			says = "a record holds no thinking"
		case !sc.offers[label]:
			says = "not offered"
		case !sc.known && !sc.ended:
			says = "not kept for this move"
		default:
			says = "nothing here"
		}
		pn.row(fmt.Sprintf("%d %s", n, name), says)
	}
}
