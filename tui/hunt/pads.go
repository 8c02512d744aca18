package hunt

import (
	"charm.land/bubbles/v2/key"

	"ouro"
	"ouro/tui/frame"
)

// pad has the keys of one player.
type pad struct {
	walk [4]key.Binding // by ouro.Dir
	bomb key.Binding
	stop key.Binding
	name string // name of the keys that walk
}

// pads returns the keys of the players; a single player has all keys.
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
