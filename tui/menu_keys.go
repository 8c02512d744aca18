package tui

import "ouro/tui/frame"

var (
	keyPrev   = frame.Binding("↑", "up", "up", "k", "shift+tab")
	keyFollow = frame.Binding("↓", "down", "down", "j")
	keyLess   = frame.Binding("←", "less", "left", "h")
	keyMore   = frame.Binding("→", "more", "right", "l")
	keySelect = frame.Binding("space", "choose", "space", "x")
	keyMode   = frame.Binding("tab", "mode", "tab")
	keyGame   = frame.Binding("g", "classic or maze", "g")
	keyErase  = frame.Binding("backspace", "erase", "backspace", "delete")
	keyFilter = frame.Binding("/", "search", "/")
	keyPageUp = frame.Binding("pgup", "a page up", "pgup")
	keyPageDn = frame.Binding("pgdn", "a page down", "pgdown")
	keyURL    = frame.Binding("u", "remote snake", "u")

	// The only other keys while a line is typed.
	keyUp     = frame.Binding("↑", "up", "up")
	keyDown   = frame.Binding("↓", "down", "down")
	keyEscape = frame.Binding("esc", "leave", "esc")
)
