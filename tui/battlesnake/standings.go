package battlesnake

import (
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/thinking"
)

// standings is the panel beside the board: the snakes, the events and the result.
type standings struct {
	frame.Panel
	b     *battle
	sc    *play.Scene
	skins []canvas.Colour
}

func (pn *standings) write() {
	s := pn.sc.State
	pn.b.WhatIf(&pn.Panel, string(english.Letter(pn.b.Moved()))+" ")
	turn := fmt.Sprint(s.Turn)
	if pn.sc.Turn < pn.b.Current.Turns {
		turn += fmt.Sprintf(" of %d", s.Turn+pn.b.Current.Turns-pn.sc.Turn)
	}
	alive := 0
	for i := range s.Snakes {
		if s.Snakes[i].Cause == ouro.Alive {
			alive++
		}
	}
	pn.Row("turn", turn)
	if chart := (canvas.Chart{Moves: pn.b.Current.Turns}); chart.Moves > 0 {
		y := pn.Y
		pn.Bar(float64(pn.sc.Turn)/float64(chart.Moves), "", pn.Accent)
		pn.b.TimeZone(chart, canvas.At(pn.X, y, pn.W-8, pn.Y-y))
	}
	pn.Row("alive", fmt.Sprintf("%d of %d", alive, len(s.Snakes)))
	if len(s.Hazards) > 0 {
		pn.Row("hazards", hazardText(s))
	}
	pn.writeChosen()
	pn.Gap()
	pn.snakes()
	pn.result()
	pn.note()
	pn.events()
}

// writeChosen writes the name of the snake whose thinking is shown, its decision, and the legend of
// the overlays.
func (pn *standings) writeChosen() {
	if slices.ContainsFunc(pn.sc.Labels, func(labels []string) bool { return len(labels) > 0 }) {
		pn.Row("thinking", fmt.Sprintf("of %c %s (tab)", english.Letter(pn.b.Whose), pn.b.opts.Names[pn.b.Whose]))
		if th, known := pn.sc.Thought(pn.b.Whose); known && !pn.sc.Ended {
			pn.Row("decides", thinking.Decision(th.Decision))
		}
	}
	pn.b.Legend(&pn.Panel, pn.sc)
}

func hazardText(s *ouro.State) string {
	if s.HazardDamage < 0 {
		return fmt.Sprintf("heal %d a layer", -s.HazardDamage)
	}
	return fmt.Sprintf("cost %d a layer", s.HazardDamage)
}

// The table has two rows for each snake only if these numbers of rows remain free below it.
const (
	resultRows = 4
	eventRows  = 4
)

// snakes writes the table of the snakes, with two rows per snake if they fit.
func (pn *standings) snakes() {
	n := len(pn.sc.State.Snakes)
	two := pn.Left() >= 2*n+eventRows+resultRows
	if pn.W >= 24 {
		pn.columns("name", "len", "time", canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
	}
	for seat := range n {
		if pn.Left() < 1 {
			return
		}
		pn.snake(seat, two)
	}
}

const (
	lengthWidth  = 4
	healthWidth  = 4
	latencyWidth = 8
)

// columns writes a row of the table, or its heading, to the right of the letter.
func (pn *standings) columns(name, length, latency string, k canvas.Ink) {
	x := pn.X + pn.W - latencyWidth - lengthWidth - healthWidth
	if pn.W < 24 {
		x += latencyWidth
		latency = ""
	}
	pn.Canvas.Text(pn.X+2, pn.Y, x-pn.X-3, name, k)
	pn.right(x+lengthWidth, pn.Y, length, k)
	if name == "name" {
		pn.right(x+lengthWidth+healthWidth, pn.Y, "hp", k)
	}
	pn.right(pn.X+pn.W, pn.Y, latency, k)
	pn.Y++
}

// right writes text that ends before column x.
func (pn *standings) right(x, y int, s string, k canvas.Ink) {
	n := len([]rune(s))
	pn.Canvas.Text(x-n, y, n, s, k)
}

// snake writes the row of a snake and, if two is true, a second row with its health as a bar or with
// the cause of its death.
func (pn *standings) snake(seat int, two bool) {
	sn := &pn.sc.State.Snakes[seat]
	k := canvas.Ink{FG: pn.Text}
	if sn.Cause != ouro.Alive {
		k = canvas.Ink{FG: pn.Dim, Faint: pn.Mono}
	}
	badge := canvas.Ink{FG: pn.skins[seat], Bold: true}
	if sn.Cause == ouro.Alive && !pn.Mono {
		badge = canvas.Ink{FG: pn.On(pn.skins[seat]), BG: pn.skins[seat], Bold: true}
	}
	pn.Canvas.Put(pn.X, pn.Y, english.Letter(seat), badge)
	y := pn.Y
	pn.b.Zones.Click(canvas.At(pn.X, y, pn.W, 1), func() tea.Cmd { pn.b.Whose = seat; return nil })
	if sn.Cause != ouro.Alive && !two {
		x := pn.Canvas.Text(pn.X+2, y, pn.W/2-3, pn.b.opts.Names[seat], k)
		pn.Canvas.Text(x+1, y, pn.X+pn.W-x-1, "✕ "+pn.b.opts.Names.Brief(sn), k)
		pn.Y++
		return
	}
	latency := ""
	if took := pn.sc.Latency[seat]; took > 0 && sn.Cause == ouro.Alive {
		latency = frame.Duration(took)
	}
	if pn.hasFault(seat) {
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
		pn.Canvas.Text(pn.X+2, pn.Y, pn.W-2, "✕ "+pn.b.opts.Names.Brief(sn), k)
		pn.Y++
		return
	}
	w := pn.W - 2
	full := (sn.Health*2*w + 100) / 200
	for i := range w {
		r, k := '━', canvas.Ink{FG: pn.skins[seat], Bold: true}
		if i >= full {
			r, k = '─', canvas.Ink{FG: pn.Frame, Faint: true}
		}
		pn.Canvas.Put(pn.X+2+i, pn.Y, r, k)
	}
	pn.Y++
}

// hasFault reports whether the decision of this seat that led to the shown turn was a fault.
func (pn *standings) hasFault(seat int) bool {
	past := pn.sc.Incidents
	for i := len(past) - 1; i >= 0 && past[i].Turn == pn.sc.State.Turn; i-- {
		if past[i].Seat == seat {
			return true
		}
	}
	return false
}

// health writes the health of a snake into row y, in the warning colour if it is low.
func (pn *standings) health(sn *ouro.Snake, y int) {
	k := canvas.Ink{FG: pn.Text}
	if sn.Health <= 15 {
		k = canvas.Ink{FG: pn.Bad, Bold: true}
	}
	x := pn.X + pn.W - latencyWidth
	if pn.W < 24 {
		x = pn.X + pn.W
	}
	pn.right(x, y, fmt.Sprint(sn.Health), k)
}

// result writes the result of the game, or the error that stopped it.
func (pn *standings) result() {
	sc := pn.sc
	text, k := "", canvas.Ink{FG: pn.Accent, Bold: true}
	switch {
	case pn.b.Current.Err != nil:
		text, k.FG = pn.b.Current.Err.Error(), pn.Bad
	case !sc.Ended:
		return
	default:
		text = fmt.Sprintf("%s after %s", pn.b.opts.Names.Outcome(sc.Outcome), english.Count(sc.State.Turn, "turn"))
		if sc.Outcome.Winner >= 0 {
			k.FG = pn.Good
		}
	}
	lines := canvas.WrapLines(text, pn.W-4)
	if pn.Left() < len(lines)+2 {
		pn.Line(text, k)
		return
	}
	pn.Canvas.Frame(pn.X, pn.Y, pn.W-2, len(lines), canvas.Ink{FG: k.FG})
	for i, line := range lines {
		pn.Canvas.Text(pn.X+2, pn.Y+1+i, pn.W-4, line, k)
	}
	pn.Y += len(lines) + 2
}

// note writes the note of the options at the bottom of the panel.
func (pn *standings) note() {
	lines := wrapWords(pn.b.opts.Note, pn.W)
	if len(lines) == 0 || pn.Left() < len(lines)+1 {
		return
	}
	pn.End -= len(lines)
	for i, line := range lines {
		pn.Canvas.Text(pn.X, pn.End+i, pn.W, line, canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
	}
}

// wrapWords breaks text into rows of at most width characters. It breaks text at spaces, and inside
// words that are longer than a row, such as URLs.
func wrapWords(text string, width int) (lines []string) {
	for _, line := range canvas.WrapLines(text, width) {
		r := []rune(line)
		for len(r) > width {
			lines, r = append(lines, string(r[:width])), r[width:]
		}
		lines = append(lines, string(r))
	}
	return lines
}

// events writes the last events that fit, the newest in the lowest row.
func (pn *standings) events() {
	pn.Gap()
	var rows []string
	all := battleEvents(pn.b.opts.Names, pn.sc)
	for i := len(all) - 1; i >= 0 && len(rows) < pn.Left(); i-- {
		lines := canvas.WrapLines(all[i], pn.W-2)
		for j := range lines {
			if j > 0 {
				lines[j] = "  " + lines[j]
			}
		}
		if len(rows)+len(lines) > pn.Left() {
			break
		}
		rows = append(lines, rows...)
	}
	for _, row := range rows {
		pn.Line(row, canvas.Ink{FG: pn.Dim})
	}
}
