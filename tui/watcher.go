package tui

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/play"
	"ouro/tui/player"
)

// watcher is what the screens have in common on which solvers play.
type watcher struct {
	*env
	player.Player[[]play.Scene]
	thinking
}

func newWatcher(e *env, pace player.Pace) watcher {
	clock := player.Clock{Pace: pace, Ladder: player.Usual, Frame: player.FrameTime}
	w := watcher{env: e, Player: player.New[[]play.Scene](e.jobs, e.after, clock)}
	w.Started = true
	w.Keys = player.Keys{
		Pause: keyPause, Faster: keyFaster, Slower: keySlower, Save: keySave,
		Back: keyBack, Forth: keyForward, PageBack: keyPageUp, PageForth: keyPageDn, First: keyFirst, Last: keyLast,
		Step: 1, Page: 50,
	}
	return w
}

// press does what keys mean on all these screens; ok is whether it was one.
func (w *watcher) press(msg tea.KeyPressMsg) (cmd tea.Cmd, ok bool) {
	w.Notice = player.Notice{}
	switch {
	case w.tree.shown && key.Matches(msg, keyMenu):
		w.tree.shown = false
	case w.tree.shown && w.tree.press(msg, w.root()):
	case key.Matches(msg, keyTree):
		w.showTree()
	case key.Matches(msg, keyDigits):
		w.Notice.Text = w.toggleOverlay(int(msg.String()[0]-'0'), w.Shown.Scene)
	default:
		return w.Player.Press(msg)
	}
	return nil, true
}

// showTree opens or closes the tree. The game stands still at first: space
// lets it go on.
func (w *watcher) showTree() {
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
func (w *watcher) root() *ouro.Node {
	if len(w.Shown.Scene) == 0 {
		return nil
	}
	return w.searchTree(&w.Shown.Scene[0])
}
