package hunt

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/hunter"
	"ouro/tui/frame"
	"ouro/tui/player"
)

// Keys of Snake Hunter. For the keys of hunters, see pads.
var (
	keyHuntPause  = frame.Binding("p", "pause", "p")
	keyHuntDanger = frame.Binding("1", "reach of the bombs", "1")
	keyHuntScores = frame.Binding("2", "scores of moves", "2")
	keyHuntSave   = frame.Binding("W", "write a record", "W")
	keyHuntBack   = frame.Binding("←", "5 seconds back", "left")
	keyHuntForth  = frame.Binding("→", "5 seconds forward", "right")
	keyHuntPeople = frame.Binding("1 2", "players", "1", "2")
)

const seekTicks = 5 * hunter.TicksPerSecond // number of ticks that the arrows seek in a record

func (h *huntScreen) keyPause() key.Binding {
	if h.opts.People == 0 {
		return frame.KeyPause
	}
	return keyHuntPause
}

// Keyboard requests that the terminal reports releases of keys.
func (h *huntScreen) Keyboard() tea.KeyboardEnhancements {
	return tea.KeyboardEnhancements{
		ReportEventTypes: true, ReportAllKeysAsEscapeCodes: true, ReportAlternateKeys: true, ReportAssociatedText: true,
	}
}

// press handles a key. It asks the user before a key abandons a game.
func (h *huntScreen) press(msg tea.KeyPressMsg) (frame.Screen, tea.Cmd) {
	h.Notice = player.Notice{}
	if h.mayShare() && key.Matches(msg, keyHuntPeople) {
		return h, h.share(int(msg.String()[0] - '0'))
	}
	if h.steer(msg) {
		return h, h.begin()
	}
	if cmd, ok := h.Player.Press(msg); ok {
		return h, cmd
	}
	switch {
	case key.Matches(msg, frame.KeyLeave):
		switch {
		case !h.Sure(player.SureLeave):
		case h.previous != nil:
			return h.previous(), nil
		default:
			return h, tea.Quit
		}
	case key.Matches(msg, h.keyPause()), h.Paused && key.Matches(msg, frame.KeyStart):
		return h, h.togglePause()
	case key.Matches(msg, frame.KeyAgain):
		if h.Sure(player.SureAgain) {
			return h, h.deal()
		}
	case key.Matches(msg, frame.KeyNext) && h.opts.Record == nil:
		if h.Sure(player.SureNext) {
			h.index++
			return h, h.deal()
		}
	case key.Matches(msg, keyHuntDanger):
		h.danger = !h.danger
	case key.Matches(msg, keyHuntScores):
		h.thoughts = !h.thoughts
		h.game.RecordScores(h.thoughts)
	}
	return h, nil
}

// steer passes a key of a hunter to the game. It returns false if no hunter has that key or if no game
// is running.
func (h *huntScreen) steer(msg tea.KeyPressMsg) bool {
	if h.Paused || h.Current.Ended || h.Current.Err != nil {
		return false
	}
	for i, p := range h.pads {
		if d, ok := p.dir(msg); ok {
			if !msg.IsRepeat {
				h.controls.Press(i, d)
			}
			return true
		}
		switch {
		case key.Matches(msg, p.bomb):
			if h.Started && !msg.IsRepeat {
				h.controls.Bomb(i)
			}
			return true
		case key.Matches(msg, p.stop):
			h.controls.Stop(i)
			return true
		}
	}
	return false
}

// release passes the release of a hunter's key to the game.
func (h *huntScreen) release(msg tea.KeyReleaseMsg) {
	for i, p := range h.pads {
		if d, ok := p.dir(msg); ok {
			h.controls.Release(i, d)
		}
	}
}

// dir returns the direction of a key, or false if the key is not one of the walking keys.
func (p *pad) dir(msg tea.KeyMsg) (ouro.Dir, bool) {
	for d, k := range p.walk {
		if key.Matches(msg, k) {
			return ouro.Dir(d), true
		}
	}
	return 0, false
}

// mayShare reports whether the number of players can be changed.
func (h *huntScreen) mayShare() bool {
	return h.Ready && !h.Started && h.opts.People == h.opts.Game.Hunters && h.Current.Err == nil
}

// share sets up a game for this number of players, unless the current game has that number.
func (h *huntScreen) share(people int) tea.Cmd {
	if people == h.opts.People {
		return nil
	}
	h.opts.People, h.opts.Game.Hunters, h.pads = people, people, pads(people)
	return h.deal()
}

// begin starts the game at the first key of a hunter.
func (h *huntScreen) begin() tea.Cmd {
	if h.Started || !h.Ready {
		return nil
	}
	h.Started = true
	return h.Resume()
}

// togglePause pauses the game or resumes it. When it resumes, no hunter moves.
func (h *huntScreen) togglePause() tea.Cmd {
	if !h.Started || h.Current.Ended {
		return nil
	}
	h.controls.StopAll()
	return h.Toggle()
}

// pad has the keys of one player.
type pad struct {
	walk [4]key.Binding // keys by direction
	bomb key.Binding
	stop key.Binding
	name string // name of the keys that walk
}

// pads returns the keys of the players. A single player can use the keys of both players.
func pads(people int) []pad {
	arrows := pad{
		walk: [4]key.Binding{
			ouro.Up: frame.Binding("↑", "up", "up"), ouro.Right: frame.Binding("→", "right", "right"),
			ouro.Down: frame.Binding("↓", "down", "down"), ouro.Left: frame.Binding("←", "left", "left"),
		},
		bomb: frame.Binding("enter /", "bomb", "enter", "/"), stop: frame.Binding(".", "stop", "."), name: "arrows",
	}
	letters := pad{
		walk: [4]key.Binding{
			ouro.Up: frame.Binding("w", "up", "w"), ouro.Right: frame.Binding("d", "right", "d"),
			ouro.Down: frame.Binding("s", "down", "s"), ouro.Left: frame.Binding("a", "left", "a"),
		},
		bomb: frame.Binding("space tab", "bomb", "space", "tab"), stop: frame.Binding("x", "stop", "x"), name: "wasd",
	}
	switch people {
	case 0:
		return nil
	case 1:
		one := pad{
			bomb: frame.Binding("space", "bomb", "space", "enter", "/", "tab"),
			stop: frame.Binding("x", "stop", "x", "."), name: "arrows",
		}
		for d := range one.walk {
			a, l := arrows.walk[d], letters.walk[d]
			one.walk[d] = frame.Binding(a.Help().Key, a.Help().Desc, append(a.Keys(), l.Keys()...)...)
		}
		return []pad{one}
	}
	return []pad{arrows, letters}
}
