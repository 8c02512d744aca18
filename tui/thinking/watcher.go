// Package thinking shows what solvers think, for all games: overlays on the board and the
// tree of calls.
package thinking

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/play"
	"ouro/tui/frame"
	"ouro/tui/player"
)

// Watcher is the common part of screens that watch solvers.
type Watcher struct {
	*frame.Env
	player.Player[[]play.Scene]
	Thoughts
	Zones   frame.Zones
	Record  *ouro.Record // the record that is shown instead of a game that is played, or nil
	typing  typing
	whatIf  whatIf
	pressed string // the key that is being handled
}

// NewWatcher returns a Watcher with this initial pace.
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

// Actions returns the common keys, and the screen's own. The tree of calls replaces some
// of them.
func (w *Watcher) Actions(own ...player.Action) []player.Action {
	goTo := player.Does(KeyGoTo, func() { w.typing.on = true })
	switch {
	case w.whatIf.choosing:
		return w.directions()
	case w.typing.on:
		return w.typeTurns()
	case !w.tree.visible:
		actions := append(w.Player.Actions(w.Keys), w.Thoughts.actions(w.Current.Scene)...)
		if len(w.Current.Scene) <= 1 {
			actions = append(actions, player.Does(KeyTree, w.showTree))
		}
		actions = append(append(actions, goTo), w.whatIfActions()...)
		return append(actions, own...)
	}
	keys := player.Keys{
		Pause: w.Keys.Pause, Back: keyTreeBack, Forth: keyTreeForward, Step: w.Keys.Step,
		Faster: frame.KeyPlayFaster, Slower: frame.KeyPlaySlower, Save: w.Keys.Save,
	}
	actions := append(w.tree.actions(w.root()), w.Player.Actions(keys)...)
	actions = append(actions, w.Thoughts.actions(w.Current.Scene)...)
	actions = append(append(actions, goTo, player.Does(keyClose, w.showTree)), w.whatIfActions()...)
	return append(actions, own...)
}

// Press handles a key; ok reports whether it had an effect.
func (w *Watcher) Press(msg tea.KeyPressMsg, actions []player.Action) (cmd tea.Cmd, ok bool) {
	w.Notice, w.pressed = player.Notice{}, msg.String()
	if cmd, ok = player.Act(msg, actions); !ok && !w.typing.on && !w.whatIf.choosing && key.Matches(msg, frame.KeyDigits) {
		w.Notice.Text = w.missing(msg.String(), w.Current.Scene)
	}
	w.prompt()
	return cmd, ok
}

// Handle handles messages other than keys.
func (w *Watcher) Handle(msg tea.Msg) tea.Cmd {
	if b, ok := msg.(branchMsg); ok && b.of == w {
		return w.take(b)
	}
	if cmd, ok := w.Mouse(msg); ok {
		return cmd
	}
	return w.Player.Update(msg)
}

// Help returns the help for these keys, with the screen's title and notes.
func (w *Watcher) Help(title string, actions []player.Action, notes ...string) (string, []key.Binding, []string) {
	if w.tree.visible {
		title, notes = "tree of calls", treeNotes
	}
	return title, append(player.Bindings(actions), frame.KeyQuit), notes
}

// showTree opens or closes the tree. Opening it pauses the game.
func (w *Watcher) showTree() {
	w.tree.visible = !w.tree.visible
	w.Paused = w.Paused || w.tree.visible
}

// root returns the tree of calls, or nil.
func (w *Watcher) root() *ouro.Node {
	if len(w.Current.Scene) == 0 {
		return nil
	}
	return w.searchTree(&w.Current.Scene[0])
}
