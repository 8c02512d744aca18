package solo

import (
	"ouro"
	"ouro/play"
	"ouro/tui/canvas"
	"ouro/tui/frame"
)

func drawBoard(c *canvas.Canvas, p *canvas.Theme, sc *play.Scene, box canvas.Box, notes []ouro.Note) {
	b := box.Board(c, p, sc.State)
	if th, known := sc.Thought(0); known {
		b.Facing = th.Decision.Dir
	}
	b.Solo(notes)
}

func (v *Viewer) drawSolo(c *canvas.Canvas) {
	sc := &v.Current.Scene[0]
	if sc.Err != nil {
		v.drawFailure(c, sc)
		return
	}
	box, room := frame.Beside(c, v.Theme, sc.State.Grid)
	drawBoard(c, v.Theme, sc, box, v.Notes(sc))
	pn := panel{room}
	v.BoardZone(box)
	if v.TreeOpen() {
		v.DrawTree(&pn.Panel, sc)
		return
	}
	v.WhatIf(&pn.Panel, "")
	pn.solver(sc.Seats[0])
	pn.facts(sc)
	if v.Record == nil {
		pn.thinking(sc)
	}
	v.Legend(&pn.Panel, sc)
	pn.ending(sc, v.Current.Turns, v.Record != nil)
	if !v.Branched() {
		pn.repeat(v.command())
	}
	chart, at := pn.chart(sc, v.Current.Turns)
	v.TimeZone(chart, at.x, at.y, at.w, at.h)
}

func (v *Viewer) drawFailure(c *canvas.Canvas, sc *play.Scene) {
	c.Text(2, 2, c.W-4, sc.Seats[0].String()+" cannot play this game", canvas.Ink{FG: v.Bad, Bold: true})
	y := c.Wrap(2, 4, c.W-4, c.H-8, sc.Err.Error(), canvas.Ink{FG: v.Text})
	c.Wrap(2, y+1, c.W-4, 2, "esc goes to the menu, where another solver or board can be chosen.", canvas.Ink{FG: v.Dim})
}
