package thinking

import (
	tea "charm.land/bubbletea/v2"

	"ouro/play"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/player"
)

// Mouse handles the mouse: the wheel steps through the game, or through the lines of the
// tree; a click or a drag is handled by its zone. ok reports whether msg is of the mouse.
func (w *Watcher) Mouse(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	if wheel, ok := msg.(tea.MouseWheelMsg); ok {
		return w.wheel(wheel), true
	}
	if _, ok := msg.(tea.MouseMsg); !ok {
		return nil, false
	}
	if cmd, ok = w.Zones.Mouse(msg); ok {
		w.Notice = player.Notice{}
	}
	return cmd, true
}

func (w *Watcher) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	by := frame.Wheel(msg)
	if by == 0 {
		return nil
	}
	if w.tree.visible {
		lines := w.tree.lines(w.root())
		w.tree.move(lines, w.tree.at(lines)+by)
		return nil
	}
	return w.SeekStill(w.Target() + by*w.Keys.Step)
}

// SeekStill goes to a turn and pauses.
func (w *Watcher) SeekStill(turn int) tea.Cmd {
	w.Halt()
	return w.Seek(turn)
}

// TimeZone makes clicks in a chart at (x, y) seek.
func (w *Watcher) TimeZone(chart canvas.Chart, x, y, width, rows int) {
	w.Zones.Add(x, y, width, rows, true, func(column, _ int) tea.Cmd { return w.SeekStill(chart.Move(column, width)) })
}

// BoardZone makes clicks on a board pause or resume.
func (w *Watcher) BoardZone(b canvas.Box) {
	w.Zones.Add(b.X, b.Y, b.W, b.H, false, func(int, int) tea.Cmd { return w.Toggle() })
}

// Switches writes the digits of the overlays, bright if they are on; a click toggles one.
func (w *Watcher) Switches(pn *frame.Panel, scenes []play.Scene) {
	offers := w.offers(scenes)
	if len(offers) == 0 || pn.Left() < 4 {
		return
	}
	x := pn.Canvas.Text(pn.X, pn.Y, pn.W, "overlays", canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
	x = max(x+1, pn.X+min(10, pn.W/2))
	for i, label := range offers {
		k := canvas.Ink{FG: pn.Dim, Faint: pn.Mono}
		if w.shows(label) {
			k = canvas.Ink{FG: pn.Accent, Bold: true}
		}
		if x >= pn.X+pn.W {
			break
		}
		pn.Canvas.Put(x, pn.Y, rune('1'+i), k)
		w.Zones.Add(x, pn.Y, 2, 1, false, func(int, int) tea.Cmd { w.toggle(label); return nil })
		x += 2
	}
	pn.Y++
}
