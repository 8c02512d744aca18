package thinking

import (
	"ouro"
	"ouro/play"
)

// Access for the tests of this package that use a screen.
func (th *Thoughts) TreeCursor() string                { return th.tree.cursor }
func (th *Thoughts) TreePath(sc *play.Scene) ouro.Note { return th.chosenPath(sc) }
