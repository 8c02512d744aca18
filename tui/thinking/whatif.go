package thinking

import (
	"errors"
	"fmt"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/player"
)

var (
	keyTry      = frame.Binding("x", "what if: try another move", "x")
	keyTryNot   = frame.Binding("esc", "no other move", "esc")
	keyOriginal = frame.Binding("o", "back to the game itself", "o")
)

// whatIf is another move that the person tries in a game.
type whatIf struct {
	asking bool // for the direction
	turn   int  // that it is made at
	seat   int
	dir    ouro.Dir
}

// branchMsg brings a game that branches off at a turn, or says why there is none.
type branchMsg struct {
	of    *Watcher
	game  *play.WatchedGame
	tried whatIf
	err   error
}

// whatIfActions are the keys of trying another move, of the snake whose thinking
// is shown. Games side by side go the same way, so there is none to try.
func (w *Watcher) whatIfActions() []player.Action {
	if len(w.Shown.Scene) != 1 || w.Shown.Scene[0].State == nil {
		return nil
	}
	var actions []player.Action
	if w.Branched() {
		actions = append(actions, player.Action{Key: keyOriginal, Do: func() tea.Cmd { w.whatIf = whatIf{}; return w.Return() }})
	}
	if sc := &w.Shown.Scene[0]; !sc.Ended && sc.State.Snakes[w.Whose].Cause == ouro.Alive {
		actions = append(actions, player.Action{Key: keyTry, Do: func() tea.Cmd { w.Halt(); w.whatIf.asking = true; return nil }})
	}
	return actions
}

// WhatIfKeys are those keys, for the bottom row.
func (w *Watcher) WhatIfKeys() []key.Binding { return player.Bindings(w.whatIfActions()) }

// directions are the keys while the other move is asked for: no others work.
func (w *Watcher) directions() []player.Action {
	var actions []player.Action
	for d, k := range frame.Steering {
		actions = append(actions, player.Action{Key: k, Do: func() tea.Cmd { w.whatIf.asking = false; return w.try(ouro.Dir(d)) }})
	}
	return append(actions, player.Action{Key: keyTryNot, Do: func() tea.Cmd { w.whatIf.asking = false; return nil }})
}

// try makes another move at the turn that is shown, in a game of its own: the
// same start, food and moves up to there, and the same solvers afterwards. What
// becomes of it the rules decide.
func (w *Watcher) try(d ouro.Dir) tea.Cmd {
	tried := whatIf{turn: w.Shown.Turn, seat: w.Whose, dir: d}
	known := w.Record
	return w.Records(func(texts [][]byte, err error) tea.Msg {
		r := known
		if !errors.Is(err, play.ErrRecorded) || r == nil {
			if err != nil {
				return branchMsg{of: w, err: err}
			}
			r = new(ouro.Record)
			if err := r.UnmarshalText(texts[0]); err != nil {
				return branchMsg{of: w, err: err}
			}
		}
		game, err := detour(r, tried)
		return branchMsg{w, game, tried, err}
	})
}

// detour watches the game of a record go another way.
func detour(r *ouro.Record, tried whatIf) (*play.WatchedGame, error) {
	cfg, err := roster.WhatIf(r, tried.turn, tried.seat, tried.dir, nil)
	if err != nil {
		return nil, err
	}
	g, err := play.New(cfg)
	if err != nil {
		return nil, errors.Join(err, play.Close(cfg.Seats...))
	}
	return play.WatchGame(g, play.WatchInfo{Game: r.Game, Seed: r.Seed, Seats: r.Seats, Players: r.Players}), nil
}

func (w *Watcher) take(msg branchMsg) tea.Cmd {
	if msg.err != nil {
		w.Notice.Text = "no other move: " + msg.err.Error()
		return nil
	}
	w.whatIf = msg.tried
	return w.Branch(play.NewSideBySide(msg.game), msg.tried.turn+1)
}

// WhatIf says in the panel that this is not the game itself, where it is not. who
// is the snake that was moved, where there are several.
func (w *Watcher) WhatIf(pn *frame.Panel, who string) {
	if !w.Branched() {
		return
	}
	tried := w.whatIf
	pn.Line(fmt.Sprintf("What if: %s%c %s at move %d", who, canvas.Arrow(tried.dir), tried.dir, tried.turn), canvas.Ink{FG: pn.Bad, Bold: true})
	pn.Line("o goes back to the game itself", canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
	pn.Gap()
}

// Moved is the seat whose other move is tried.
func (w *Watcher) Moved() int { return w.whatIf.seat }

// WhatIfTitle is what the headline says before the game, where it is not itself.
func (w *Watcher) WhatIfTitle() string {
	if !w.Branched() {
		return ""
	}
	return fmt.Sprintf("what if, from move %d · ", w.whatIf.turn)
}
