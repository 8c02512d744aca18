// Package thinking shows what solvers think, in games of all kinds: overlays on the board and the
// tree of calls.
package thinking

import (
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/play"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/player"
)

// Watcher has what all screens for watching solvers share.
type Watcher struct {
	*frame.Env
	player.Player[[]play.Scene]
	Thoughts
	Zones   frame.Zones
	Record  *ouro.Record // the record that the screen shows, or nil
	typing  typing
	whatIf  whatIf
	pressed string // the key that is being handled
}

// NewWatcher returns a Watcher with this pace.
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

// Actions returns the actions that all screens for watching have, and then the screen's own actions.
// While the tree of calls is open, its actions replace some of the others.
func (w *Watcher) Actions(own ...player.Action) []player.Action {
	goTo := player.NewAction(KeyGoTo, func() { w.typing.on = true })
	switch {
	case w.whatIf.choosing:
		return w.directions()
	case w.typing.on:
		return w.typeTurns()
	case !w.tree.visible:
		actions := append(w.Player.Actions(w.Keys), w.Thoughts.actions(w.Current.Scene)...)
		if len(w.Current.Scene) <= 1 {
			actions = append(actions, player.NewAction(KeyTree, w.showTree))
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
	actions = append(append(actions, goTo, player.NewAction(keyClose, w.showTree)), w.whatIfActions()...)
	return append(actions, own...)
}

// Press handles a key. ok is false if no action has the key.
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
	if b, ok := msg.(branchMsg); ok && b.watcher == w {
		return w.showVariation(b)
	}
	if cmd, ok := w.Mouse(msg); ok {
		return cmd
	}
	return w.Player.Update(msg)
}

// Help returns the title, keys and notes of the help. While the tree of calls is open, Help returns the
// title and the notes of the tree.
func (w *Watcher) Help(title string, actions []player.Action, notes ...string) (string, []key.Binding, []string) {
	if w.tree.visible {
		title, notes = "tree of calls", treeNotes
	}
	return title, append(player.Bindings(actions), frame.KeyQuit), notes
}

// showTree opens or closes the tree of calls. Opening it pauses the game.
func (w *Watcher) showTree() {
	w.tree.visible = !w.tree.visible
	w.Paused = w.Paused || w.tree.visible
}

// root returns the tree of calls of the first shown game, or nil.
func (w *Watcher) root() *ouro.Node {
	if len(w.Current.Scene) == 0 {
		return nil
	}
	return w.searchTree(&w.Current.Scene[0])
}

var (
	KeyGoTo     = frame.Binding(":", "go to a turn", ":")
	keyTyped    = frame.Binding("0-9", "the turn", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
	keyDelete   = frame.Binding("backspace", "delete a digit", "backspace")
	keyGo       = frame.Binding("enter", "go there", "enter")
	keyCancelGo = frame.Binding("esc", "stay here", "esc")
)

const maxDigits = 8 // maximum number of digits of a typed turn

// typing is the state of the line in which the user types a turn.
type typing struct {
	on     bool
	digits string
}

// typeTurns returns the actions while the user types a turn. No other keys work then.
func (w *Watcher) typeTurns() []player.Action {
	return []player.Action{
		player.NewAction(keyTyped, func() {
			if len(w.typing.digits) < maxDigits {
				w.typing.digits += w.pressed
			}
		}),
		player.NewAction(keyDelete, func() { w.typing.digits = w.typing.digits[:max(0, len(w.typing.digits)-1)] }),
		{Key: keyGo, Do: func() tea.Cmd {
			turn, err := strconv.Atoi(w.typing.digits)
			w.typing = typing{}
			if err != nil {
				return nil
			}
			return w.goTo(turn)
		}},
		player.NewAction(keyCancelGo, func() { w.typing = typing{} }),
	}
}

// prompt sets the notice while the user types a turn or chooses another move.
func (w *Watcher) prompt() {
	switch {
	case w.whatIf.choosing:
		w.Notice = player.Notice{Text: "what if: press an arrow to try another move here, or esc", Good: true}
	case w.typing.on:
		w.Notice = player.Notice{Text: "go to turn " + w.typing.digits + "▏  enter: go there, esc: cancel", Good: true}
	}
}

// goTo pauses and goes to a turn. turn counts from the start of the game, which may be before the
// first position shown.
func (w *Watcher) goTo(turn int) tea.Cmd {
	if sc := w.Current.Scene; len(sc) > 0 && sc[0].State != nil {
		turn -= sc[0].State.Turn - sc[0].Turn
	}
	w.Halt()
	return w.GoTo(turn)
}

// Mouse handles messages of the mouse: the wheel steps through the game or the lines of the tree,
// and zones handle clicks and drags. ok is false if msg is not a message of the mouse.
func (w *Watcher) Mouse(msg tea.Msg) (cmd tea.Cmd, ok bool) {
	if wheel, ok := msg.(tea.MouseWheelMsg); ok {
		return w.wheel(wheel), true
	}
	if _, ok := msg.(tea.MouseMsg); !ok {
		return nil, false
	}
	if cmd, ok = w.Zones.Mouse(msg); ok {
		w.Notice = player.Notice{}
	}
	return cmd, true
}

func (w *Watcher) wheel(msg tea.MouseWheelMsg) tea.Cmd {
	by := frame.Wheel(msg)
	if by == 0 {
		return nil
	}
	if w.tree.visible {
		lines := w.tree.lines(w.root())
		w.tree.move(lines, w.tree.at(lines)+by)
		return nil
	}
	return w.SeekStill(w.Target() + by*w.Keys.Step)
}

// SeekStill pauses and goes to a turn.
func (w *Watcher) SeekStill(turn int) tea.Cmd {
	w.Halt()
	return w.Seek(turn)
}

// TimeZone adds a zone for a chart: a click goes to the turn under the mouse.
func (w *Watcher) TimeZone(chart canvas.Chart, at canvas.Area) {
	w.Zones.Drag(at, func(column int) tea.Cmd { return w.SeekStill(chart.Move(column, at.W)) })
}

// BoardZone adds a zone for a board: a click pauses or resumes the game.
func (w *Watcher) BoardZone(b canvas.Box) {
	w.Zones.Click(b.Area, w.Toggle)
}

// Switches writes the digits of the overlays. The digits of overlays that are on are bright. A click on
// a digit turns the overlay on or off.
func (w *Watcher) Switches(pn *frame.Panel, scenes []play.Scene) {
	offers := w.offeredLabels(scenes)
	if len(offers) == 0 || pn.Left() < 4 {
		return
	}
	x := pn.Canvas.Text(pn.X, pn.Y, pn.W, "overlays", canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
	x = max(x+1, pn.X+min(10, pn.W/2))
	for i, label := range offers {
		k := canvas.Ink{FG: pn.Dim, Faint: pn.Mono}
		if w.isOn(label) {
			k = canvas.Ink{FG: pn.Accent, Bold: true}
		}
		if x >= pn.X+pn.W {
			break
		}
		pn.Canvas.Put(x, pn.Y, rune('1'+i), k)
		w.Zones.Click(canvas.At(x, pn.Y, 2, 1), func() tea.Cmd { w.toggle(label); return nil })
		x += 2
	}
	pn.Y++
}
