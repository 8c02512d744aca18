// Package thinking shows what solvers think, whatever the game: overlays on the
// board and the tree of calls.
package thinking

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/play"
	"ouro/tui/frame"
	"ouro/tui/player"
)

// Watcher is what the screens have in common on which solvers play.
type Watcher struct {
	*frame.Env
	player.Player[[]play.Scene]
	Thoughts
}

// NewWatcher begins at this pace.
func NewWatcher(e *frame.Env, pace player.Pace) Watcher {
	clock := player.Clock{Pace: pace, Ladder: player.Usual, Frame: player.FrameTime}
	w := Watcher{Env: e, Player: player.New[[]play.Scene](e.Jobs, e.After, clock)}
	w.Started = true
	w.Keys = player.Keys{
		Pause: frame.KeyPause, Faster: frame.KeyFaster, Slower: frame.KeySlower, Save: frame.KeySave,
		Back: frame.KeyBack, Forth: frame.KeyForward, PageBack: frame.KeyPageUp, PageForth: frame.KeyPageDn, First: frame.KeyFirst, Last: frame.KeyLast,
		Step: 1, Page: 50,
	}
	return w
}

// Press does what keys mean on all these screens; ok is whether it was one.
func (w *Watcher) Press(msg tea.KeyPressMsg) (cmd tea.Cmd, ok bool) {
	w.Notice = player.Notice{}
	switch {
	case w.tree.shown && key.Matches(msg, frame.KeyMenu):
		w.tree.shown = false
	case w.tree.shown && w.tree.press(msg, w.root()):
	case key.Matches(msg, KeyTree):
		w.showTree()
	case key.Matches(msg, frame.KeyDigits):
		w.Notice.Text = w.toggleOverlay(int(msg.String()[0]-'0'), w.Shown.Scene)
	default:
		return w.Player.Press(msg)
	}
	return nil, true
}

// showTree opens or closes the tree. The game stands still at first: space
// lets it go on.
func (w *Watcher) showTree() {
	switch {
	case w.tree.shown:
		w.tree.shown = false
	case len(w.Shown.Scene) > 1:
		w.Notice.Text = "the tree of calls is shown of one solver at a time"
	default:
		w.tree.shown = true
		w.Paused = true
	}
}

// root is that of the tree of calls, or nil.
func (w *Watcher) root() *ouro.Node {
	if len(w.Shown.Scene) == 0 {
		return nil
	}
	return w.searchTree(&w.Shown.Scene[0])
}
