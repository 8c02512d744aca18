package tui

import (
	"fmt"

	"ouro"
)

func (b *battle) draw(c *canvas) {
	headline(c, b.palette, "game", b.opts.Title, b.state())
	if !b.ready {
		c.text(2, 2, c.w-2, "dealing …", ink{fg: b.dim})
		return
	}
	s := b.shown.State
	skins := b.skinsOf(b.opts.Colors)
	box, x, w := soloLayout(s.Grid, c.w, c.h)
	if box.framed {
		c.frame(box.x-1, box.y-1, box.w, box.h, ink{fg: b.frame, faint: b.mono})
	}
	newBrawl(c, b.palette, s, box, skins).draw()
	if !box.whole && box.framed {
		c.text(box.x+1, box.y+box.h, box.w-2, fmt.Sprintf(" a part of %s, around a head ", s.Grid), ink{fg: b.dim})
	}
	pn := standings{panel{canvas: c, palette: b.palette, x: x, y: 1, w: w, end: c.h - 1}, b, skins}
	pn.write()
	if !b.drawNotice(c, b.notice) {
		hints(c, b.palette, c.h-1, keyHelp, keyPause, keyStep, keyPace, keyEnds, keyWrite, keyQuit)
	}
}

// state is what the clock does, for the head line.
func (b *battle) state() string {
	pace := b.pace.String()
	switch {
	case b.shown.err != nil:
		return "■ broken off"
	case b.ready && b.shown.ended:
		return "■ over"
	case b.paused:
		return "‖ paused · " + pace
	}
	return "▶ " + pace
}

// standings are the panel beside the board: a table of the snakes, what
// happened, and at the end the result.
type standings struct {
	panel
	b     *battle
	skins []colour
}

func (pn *standings) write() {
	shot := &pn.b.shown
	turn := fmt.Sprint(shot.State.Turn)
	if shot.at < shot.turns {
		turn += fmt.Sprintf(" of %d", shot.turns)
	}
	alive := 0
	for i := range shot.State.Snakes {
		if shot.State.Snakes[i].Cause == ouro.Alive {
			alive++
		}
	}
	pn.row("turn", turn)
	pn.row("alive", fmt.Sprintf("%d of %d", alive, len(shot.State.Snakes)))
	if len(shot.State.Hazards) > 0 {
		pn.row("hazards", hazardWords(shot.State))
	}
	pn.gap()
	pn.snakes()
	pn.result()
	pn.note()
	pn.events()
}

func hazardWords(s *ouro.State) string {
	if s.HazardDamage < 0 {
		return fmt.Sprintf("heal %d a layer", -s.HazardDamage)
	}
	return fmt.Sprintf("cost %d a layer", s.HazardDamage)
}

// Rows that the panel keeps for what stands below the table.
const (
	resultRows = 4
	eventRows  = 4
)

// snakes writes the table: two rows a snake where there is room for it, else
// one.
func (pn *standings) snakes() {
	n := len(pn.b.shown.State.Snakes)
	two := pn.left() >= 2*n+eventRows+resultRows
	if pn.w >= 24 {
		pn.columns("name", "len", "time", ink{fg: pn.dim, faint: pn.mono})
	}
	for seat := range n {
		if pn.left() < 1 {
			return
		}
		pn.snake(seat, two)
	}
}

// Widths of the columns after the name.
const (
	lengthWidth  = 4
	healthWidth  = 4
	latencyWidth = 8
)

// columns writes a row of the table after the column of letters.
func (pn *standings) columns(name, length, latency string, k ink) {
	x := pn.x + pn.w - latencyWidth - lengthWidth - healthWidth
	if pn.w < 24 {
		x += latencyWidth
		latency = ""
	}
	pn.canvas.text(pn.x+2, pn.y, x-pn.x-3, name, k)
	pn.right(x+lengthWidth, length, k)
	if name == "name" {
		pn.right(x+lengthWidth+healthWidth, "hp", k)
	}
	pn.right(pn.x+pn.w, latency, k)
	pn.y++
}

// right writes text that ends before column x.
func (pn *standings) right(x int, s string, k ink) {
	n := len([]rune(s))
	pn.canvas.text(x-n, pn.y, n, s, k)
}

func (pn *standings) snake(seat int, two bool) {
	shot := &pn.b.shown
	sn, extra := &shot.State.Snakes[seat], &shot.Snakes[seat]
	k := ink{fg: pn.text}
	if sn.Cause != ouro.Alive {
		k = ink{fg: pn.dim, faint: pn.mono}
	}
	badge := ink{fg: pn.skins[seat], bold: true}
	if sn.Cause == ouro.Alive && !pn.mono {
		badge = ink{fg: on(pn.skins[seat]), bg: pn.skins[seat], bold: true}
	}
	pn.canvas.put(pn.x, pn.y, seatLetter(seat), badge)
	y := pn.y
	if sn.Cause != ouro.Alive && !two {
		x := pn.canvas.text(pn.x+2, y, pn.w/2-3, pn.b.opts.Names[seat], k)
		pn.canvas.text(x+1, y, pn.x+pn.w-x-1, "✕ "+extra.Fate, k)
		pn.y++
		return
	}
	latency := ""
	if extra.Latency > 0 && sn.Cause == ouro.Alive {
		latency = duration(extra.Latency)
	}
	if extra.Mishap {
		latency = "!" + latency
	}
	pn.columns(pn.b.opts.Names[seat], fmt.Sprint(sn.Body.Len()), latency, k)
	if sn.Cause == ouro.Alive {
		pn.health(sn, y)
	}
	if !two {
		return
	}
	if sn.Cause != ouro.Alive {
		pn.canvas.text(pn.x+2, pn.y, pn.w-2, "✕ "+extra.Fate, k)
		pn.y++
		return
	}
	w := pn.w - 2
	full := (sn.Health*2*w + 100) / 200
	for i := range w {
		r, k := '━', ink{fg: pn.skins[seat], bold: true}
		if i >= full {
			r, k = '─', ink{fg: pn.frame, faint: true}
		}
		pn.canvas.put(pn.x+2+i, pn.y, r, k)
	}
	pn.y++
}

// health writes it into row y, as a warning where it is low.
func (pn *standings) health(sn *ouro.Snake, y int) {
	k := ink{fg: pn.text}
	if sn.Health <= 15 {
		k = ink{fg: pn.bad, bold: true}
	}
	x := pn.x + pn.w - latencyWidth
	if pn.w < 24 {
		x = pn.x + pn.w
	}
	text := fmt.Sprint(sn.Health)
	pn.canvas.text(x-len(text), y, len(text), text, k)
}

// result is the card at the end of a game, or why it broke off.
func (pn *standings) result() {
	shot := &pn.b.shown
	text, k := shot.Result, ink{fg: pn.accent, bold: true}
	switch {
	case shot.err != nil:
		text, k.fg = shot.err.Error(), pn.bad
	case !shot.ended || text == "":
		return
	case shot.Winner >= 0:
		k.fg = pn.good
	}
	lines := wrapped(text, pn.w-4)
	if pn.left() < len(lines)+2 {
		pn.line(text, k)
		return
	}
	pn.canvas.frame(pn.x, pn.y, pn.w-2, len(lines), ink{fg: k.fg})
	for i, line := range lines {
		pn.canvas.text(pn.x+2, pn.y+1+i, pn.w-4, line, k)
	}
	pn.y += len(lines) + 2
}

// note is written at the foot of the panel, broken wherever its row ends.
func (pn *standings) note() {
	runes := []rune(pn.b.opts.Note)
	rows := (len(runes) + pn.w - 1) / pn.w
	if rows == 0 || pn.left() < rows+1 {
		return
	}
	pn.end -= rows
	for i := range rows {
		pn.canvas.text(pn.x, pn.end+i, pn.w, string(runes[i*pn.w:min(len(runes), (i+1)*pn.w)]), ink{fg: pn.dim, faint: pn.mono})
	}
}

// events are the last ones that fit, the newest at the bottom.
func (pn *standings) events() {
	pn.gap()
	var rows []string
	all := pn.b.shown.Events
	for i := len(all) - 1; i >= 0 && len(rows) < pn.left(); i-- {
		lines := wrapped(all[i], pn.w-2)
		for j := range lines {
			if j > 0 {
				lines[j] = "  " + lines[j]
			}
		}
		if len(rows)+len(lines) > pn.left() {
			break
		}
		rows = append(lines, rows...)
	}
	for _, row := range rows {
		pn.line(row, ink{fg: pn.dim})
	}
}
