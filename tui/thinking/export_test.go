package thinking

import (
	"ouro"
	"ouro/play"
)

// For the tests in package thinking_test, which use a screen.
func (th *Thoughts) TreeCursor() string                { return th.tree.cursor }
func (th *Thoughts) TreePath(sc *play.Scene) ouro.Note { return th.chosenPath(sc) }
