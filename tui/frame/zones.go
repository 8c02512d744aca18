package frame

import tea "charm.land/bubbletea/v2"

// Wheel returns -1 if the wheel of the mouse turns up, 1 if it turns down, else 0.
func Wheel(msg tea.MouseWheelMsg) int {
	switch msg.Button {
	case tea.MouseWheelUp:
		return -1
	case tea.MouseWheelDown:
		return 1
	default:
		return 0
	}
}

// Zones are the areas of the last picture that react to the mouse. A screen clears them
// when it draws. Later zones are on top.
type Zones struct {
	all  []zone
	held func(x, y int) tea.Cmd // handler of the zone in which a drag began
}

type zone struct {
	x, y, w, h int
	drag       bool
	do         func(x, y int) tea.Cmd
}

// Clear removes all zones.
func (z *Zones) Clear() { z.all = z.all[:0] }

// Add makes clicks in w x h characters from (x, y) call do with the place relative to
// that corner. With drag, do is also called while the button is held, beyond the edges
// too.
func (z *Zones) Add(x, y, w, h int, drag bool, do func(x, y int) tea.Cmd) {
	at := func(mx, my int) tea.Cmd { return do(mx-x, my-y) }
	z.all = append(z.all, zone{x, y, w, h, drag, at})
}

// Mouse handles a click or a drag; ok reports whether it was in a zone.
func (z *Zones) Mouse(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		z.held = nil
		for i := len(z.all) - 1; i >= 0 && msg.Button == tea.MouseLeft; i-- {
			at := z.all[i]
			if msg.X < at.x || msg.Y < at.y || msg.X >= at.x+at.w || msg.Y >= at.y+at.h {
				continue
			}
			if at.drag {
				z.held = at.do
			}
			return at.do(msg.X, msg.Y), true
		}
	case tea.MouseMotionMsg:
		if z.held != nil {
			return z.held(msg.X, msg.Y), true
		}
	case tea.MouseReleaseMsg:
		z.held = nil
	}
	return nil, false
}
