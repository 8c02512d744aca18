package thinking

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ouro/tui/frame"
	"ouro/tui/player"
)

var (
	KeyGoTo   = frame.Binding(":", "go to a turn", ":")
	keyTyped  = frame.Binding("0-9", "the turn", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9")
	keyRub    = frame.Binding("backspace", "delete a digit", "backspace")
	keyGo     = frame.Binding("enter", "go there", "enter")
	keyGoNot  = frame.Binding("esc", "stay here", "esc")
	mostTyped = len("99999999")
)

// typing is a turn that is being typed.
type typing struct {
	on     bool
	digits string
}

// typeTurns returns the keys while a turn is being typed; no others work.
func (w *Watcher) typeTurns() []player.Action {
	return []player.Action{
		player.Does(keyTyped, func() {
			if len(w.typing.digits) < mostTyped {
				w.typing.digits += w.pressed
			}
		}),
		player.Does(keyRub, func() { w.typing.digits = w.typing.digits[:max(0, len(w.typing.digits)-1)] }),
		{Key: keyGo, Do: func() tea.Cmd {
			turn, err := strconv.Atoi(w.typing.digits)
			w.typing = typing{}
			if err != nil {
				return nil
			}
			return w.goTo(turn)
		}},
		player.Does(keyGoNot, func() { w.typing = typing{} }),
	}
}

// prompt shows what can be typed, and what has been typed.
func (w *Watcher) prompt() {
	switch {
	case w.whatIf.choosing:
		w.Notice = player.Notice{Text: "what if: press an arrow for another move here, or esc", Good: true}
	case w.typing.on:
		w.Notice = player.Notice{Text: "go to turn " + w.typing.digits + "▏  enter: go there, esc: cancel", Good: true}
	}
}

// goTo goes to a turn, in the numbers of the game, and pauses.
func (w *Watcher) goTo(turn int) tea.Cmd {
	if sc := w.Current.Scene; len(sc) > 0 && sc[0].State != nil {
		turn -= sc[0].State.Turn - sc[0].Turn
	}
	w.Halt()
	return w.GoTo(turn)
}
