package thinking

import "ouro/tui/frame"

var (
	KeyTree     = frame.Binding("t", "tree of calls", "t")
	keyTreeUp   = frame.Binding("↑", "line above", "up", "k")
	keyTreeDown = frame.Binding("↓", "line below", "down", "j")
	keyTreeTop  = frame.Binding("home", "first line", "home", "g")
	keyTreeEnd  = frame.Binding("end", "last line", "end", "G")
	keyTreePgUp = frame.Binding("pgup", "10 lines up", "pgup")
	keyTreePgDn = frame.Binding("pgdn", "10 lines down", "pgdown")
	keyUnfold   = frame.Binding("→", "open, then to the best", "right", "l")
	keyFold     = frame.Binding("←", "close, then to the parent", "left", "h")
	keyFlip     = frame.Binding("enter", "open or close", "enter")
	keyFoldMove = frame.Binding("→←", "open, close") // both, for the bottom row
	keyChoose   = frame.Binding("↑↓", "choose")      // likewise
	keyClose    = frame.Binding("t", "close", "t", "esc")

	// Keys for steps and pace while the arrows move in the tree.
	keyTreeBack    = frame.Binding(",", "step back", ",")
	keyTreeForward = frame.Binding(".", "step forth", ".")
)
