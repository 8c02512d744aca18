package tui

import "ouro/tui/frame"

// Keys of the menu.
var (
	keyPrev   = frame.Binding("↑", "up", "up", "k", "shift+tab")
	keyFollow = frame.Binding("↓", "down", "down", "j")
	keyLess   = frame.Binding("←", "less", "left", "h")
	keyMore   = frame.Binding("→", "more", "right", "l")
	keySelect = frame.Binding("space", "choose", "space", "x")
	keyMode   = frame.Binding("tab", "watch, compare, play, hunt", "tab")
	keyGame   = frame.Binding("g", "classic or maze", "g")
	keyErase  = frame.Binding("backspace", "erase a digit", "backspace", "delete")
)
