package solo

import "ouro/tui/frame"

// Keys of the screens that show a game for one snake, and of playing.
var (
	keyNext     = frame.Binding("n", "next game", "n")
	keyRestart  = frame.Binding("r", "again from the start", "r")
	keyCompare  = frame.Binding("c", "compare solvers", "c")
	keyHint     = frame.Binding("tab", "hint on and off", "tab")
	keyPlaySave = frame.Binding("W", "write the game to a file", "W")
	keyAgain    = frame.Binding("enter", "again", "enter")              // frame.KeyStart, when a game is over
	keySteer    = frame.Binding("arrows", "steer, as do wasd and hjkl") // all, for the bottom row
)
