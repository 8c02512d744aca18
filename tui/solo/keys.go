package solo

import (
	"charm.land/bubbles/v2/key"

	"ouro"
	"ouro/tui/frame"
)

// Keys of the screens that show a game for one snake, and of a person who plays.
var (
	keyNext     = frame.Binding("n", "next game", "n")
	keyRestart  = frame.Binding("r", "again from the start", "r")
	keyCompare  = frame.Binding("c", "compare solvers", "c")
	keyHint     = frame.Binding("tab", "hint on and off", "tab")
	keyPlaySave = frame.Binding("W", "write the game to a file", "W")
	keySteer    = frame.Binding("arrows", "steer, as do wasd and hjkl") // all, for the bottom row
	steering    = [4]key.Binding{
		ouro.Up:    frame.Binding("↑ w k", "steer up", "up", "w", "k"),
		ouro.Right: frame.Binding("→ d l", "steer right", "right", "d", "l"),
		ouro.Down:  frame.Binding("↓ s j", "steer down", "down", "s", "j"),
		ouro.Left:  frame.Binding("← a h", "steer left", "left", "a", "h"),
	}
)
