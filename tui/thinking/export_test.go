package thinking

import (
	"ouro"
	"ouro/play"
)

// What the tests of this package with a screen around it look at.
func (th *Thoughts) TreeCursor() string                { return th.tree.cursor }
func (th *Thoughts) TreePath(sc *play.Scene) ouro.Note { return th.chosenPath(sc) }
