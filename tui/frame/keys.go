package frame

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/tui/canvas"
	"ouro/tui/player"
)

// Binding returns a binding of these keys. name and meaning are the texts of the keys and of their
// meaning on the screen.
func Binding(name, meaning string, keys ...string) key.Binding {
	return key.NewBinding(key.WithKeys(keys...), key.WithHelp(name, meaning))
}

// Keys of all screens.
var (
	KeyQuit  = Binding("q", "quit", "q")
	KeyHelp  = Binding("?", "help", "?", "f1")
	KeyMenu  = Binding("esc", "menu", "esc")
	KeyLeave = Binding("esc", "leave", "esc")
	KeyStart = Binding("enter", "start", "enter")

	// The program handles these keys, because they send no signal in a raw terminal.
	keyInterrupt = key.NewBinding(key.WithKeys("ctrl+c"))
	keySuspend   = key.NewBinding(key.WithKeys("ctrl+z"))
)

// Keys of the screens that show a game.
var (
	KeyPause      = Binding("space", "pause", "space", "p")
	KeyBack       = Binding("←", "step back", "left", ",")
	KeyForward    = Binding("→", "step forward", "right", ".")
	KeyFaster     = Binding("↑", "faster", "up", "+", "=")
	KeySlower     = Binding("↓", "slower", "down", "-")
	KeyPageUp     = Binding("pgup", "50 moves back", "pgup")
	KeyPageDn     = Binding("pgdn", "50 moves forward", "pgdown")
	KeyFirst      = Binding("home", "first move", "home", "g")
	KeyLast       = Binding("end", "last move so far", "end", "G")
	KeyNext       = Binding("n", "next game", "n")
	KeyAgain      = Binding("r", "again from the start", "r")
	KeySave       = Binding("w", "write the game to a file", "w", "W")
	KeyDigits     = Binding("1-9", "overlays", "1", "2", "3", "4", "5", "6", "7", "8", "9")
	KeyStep       = Binding("←→", "step")            // the text for both keys in the bottom row
	KeyPace       = Binding("↑↓", "speed")           // the text for both keys in the bottom row
	KeyPlayFaster = Binding("+", "faster", "+", "=") // for screens that use the arrows otherwise
	KeyPlaySlower = Binding("-", "slower", "-")
)

// Steering has the keys that steer a snake, by direction.
var Steering = [4]key.Binding{
	ouro.Up:    Binding("↑ w k", "steer up", "up", "w", "k"),
	ouro.Right: Binding("→ d l", "steer right", "right", "d", "l"),
	ouro.Down:  Binding("↓ s j", "steer down", "down", "s", "j"),
	ouro.Left:  Binding("← a h", "steer left", "left", "a", "h"),
}

// Headline writes the first row: the name of the screen, its subject if there is room, and the state at
// the right.
func Headline(c *canvas.Canvas, p *canvas.Theme, name, subject, state string) {
	right := c.W - 1 - len([]rune(state))
	x := c.Text(1, 0, right-2, "ouro ", canvas.Ink{FG: p.Dim, Faint: p.Mono})
	x = c.Text(x, 0, right-x-1, name, canvas.Ink{FG: p.Accent, Bold: true})
	if room := right - x - 3; room > 12 {
		c.Text(x, 0, room, " · "+subject, canvas.Ink{FG: p.Dim, Faint: p.Mono})
	}
	c.Text(right, 0, c.W-right, state, canvas.Ink{FG: p.Text, Bold: true})
}

// Hints writes as many of the keys, with their meanings, as fit into row y.
func Hints(c *canvas.Canvas, p *canvas.Theme, y int, keys ...key.Binding) {
	for _, hint := range hintsIn(c.W, keys) {
		h := hint.key.Help()
		x := c.Text(hint.x, y, c.W-hint.x, h.Key, canvas.Ink{FG: p.Accent, Bold: true})
		c.Text(x+1, y, c.W-x, h.Desc, canvas.Ink{FG: p.Dim, Faint: p.Mono})
	}
}

// HintAt returns the key that Hints shows in column x of a row of width w.
func HintAt(x, w int, keys ...key.Binding) (key.Binding, bool) {
	for _, hint := range hintsIn(w, keys) {
		if x >= hint.x && x < hint.x+hint.width() {
			return hint.key, true
		}
	}
	return key.Binding{}, false
}

type hint struct {
	x   int
	key key.Binding
}

func (h hint) width() int { return len([]rune(h.key.Help().Key)) + 1 + len([]rune(h.key.Help().Desc)) }

func hintsIn(w int, keys []key.Binding) (fit []hint) {
	x := 1
	for _, k := range keys {
		if h := (hint{x, k}); k.Help().Key != "" && x+h.width() <= w-1 {
			fit = append(fit, h)
			x += h.width() + 2
		}
	}
	return fit
}

// DrawNothing reports whether game has no position to draw. If so, DrawNothing writes the reason on
// the screen.
func DrawNothing[S any](c *canvas.Canvas, p *canvas.Theme, game *player.Player[S]) bool {
	switch {
	case !game.Ready:
		c.Text(2, 2, c.W-2, "dealing …", canvas.Ink{FG: p.Dim})
	case game.Current.Err != nil:
		c.Wrap(canvas.At(2, 2, c.W-4, c.H-4), game.Current.Err.Error(), canvas.Ink{FG: p.Bad})
	default:
		return false
	}
	return true
}

// DrawFoot writes the notice into the bottom row. Without a notice, it writes the keys.
func DrawFoot(c *canvas.Canvas, p *canvas.Theme, n player.Notice, keys ...key.Binding) {
	if n.Text == "" {
		Hints(c, p, c.H-1, keys...)
		return
	}
	k := canvas.Ink{FG: p.Bad, Bold: true}
	if n.Good {
		k.FG = p.Good
	}
	c.Text(1, c.H-1, c.W-2, n.Text, k)
}

// Wheel returns -1 if the mouse wheel turns up, 1 if it turns down, and otherwise 0.
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

// Zones has the areas of the last picture that react to the mouse. A screen clears its Zones before it
// draws. If zones overlap, the zone added last reacts.
type Zones struct {
	all  []zone
	held func(x int) tea.Cmd // handler of the zone in which a drag began
}

type zone struct {
	at   canvas.Area
	drag bool
	do   func(x int) tea.Cmd
}

func (z *Zones) Clear() { z.all = z.all[:0] }

// Click adds a zone in which a click calls action.
func (z *Zones) Click(at canvas.Area, action func() tea.Cmd) {
	z.all = append(z.all, zone{at, false, func(int) tea.Cmd { return action() }})
}

// Drag adds a zone in which a click calls action with the column of the mouse, counted from the left
// side of the area. While the button is held, each movement of the mouse calls action again, even
// outside the area.
func (z *Zones) Drag(at canvas.Area, action func(column int) tea.Cmd) {
	z.all = append(z.all, zone{at, true, func(x int) tea.Cmd { return action(x - at.X) }})
}

// Mouse handles a click or a drag. ok is false if no zone reacts.
func (z *Zones) Mouse(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		z.held = nil
		for i := len(z.all) - 1; i >= 0 && msg.Button == tea.MouseLeft; i-- {
			zone := z.all[i]
			if !zone.at.Has(msg.X, msg.Y) {
				continue
			}
			if zone.drag {
				z.held = zone.do
			}
			return zone.do(msg.X), true
		}
	case tea.MouseMotionMsg:
		if z.held != nil {
			return z.held(msg.X), true
		}
	case tea.MouseReleaseMsg:
		z.held = nil
	}
	return nil, false
}
