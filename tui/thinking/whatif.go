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
	keyTry       = frame.Binding("x", "what if: try another move", "x")
	keyCancelTry = frame.Binding("esc", "cancel", "esc")
	keyOriginal  = frame.Binding("o", "return to the game", "o")
)

// whatIf is a variation of a game, in which the user replaced one move.
type whatIf struct {
	choosing bool // whether the user is choosing the move
	turn     int  // turn of the replaced move
	seat     int
	dir      ouro.Dir
}

// branchMsg has a variation that is ready, or the error.
type branchMsg struct {
	watcher   *Watcher // the receiver
	game      *play.WatchedGame
	variation whatIf
	err       error
}

// whatIfActions returns the actions for variations of the game, in which the snake whose thinking is
// shown makes another move. Games side by side have no variations.
func (w *Watcher) whatIfActions() []player.Action {
	if len(w.Current.Scene) != 1 || w.Current.Scene[0].State == nil {
		return nil
	}
	var actions []player.Action
	if w.Branched() {
		actions = append(actions, player.Action{Key: keyOriginal, Do: func() tea.Cmd { w.whatIf = whatIf{}; return w.Return() }})
	}
	if sc := &w.Current.Scene[0]; !sc.Ended && sc.State.Snakes[w.Whose].Cause == ouro.Alive {
		actions = append(actions, player.Action{Key: keyTry, Do: func() tea.Cmd { w.Halt(); w.whatIf.choosing = true; return nil }})
	}
	return actions
}

func (w *Watcher) WhatIfKeys() []key.Binding { return player.Bindings(w.whatIfActions()) }

// directions returns the actions while the user chooses the other move. No other keys work then.
func (w *Watcher) directions() []player.Action {
	var actions []player.Action
	for d, k := range frame.Steering {
		actions = append(actions, player.Action{Key: k, Do: func() tea.Cmd { w.whatIf.choosing = false; return w.try(ouro.Dir(d)) }})
	}
	return append(actions, player.Action{Key: keyCancelTry, Do: func() tea.Cmd { w.whatIf.choosing = false; return nil }})
}

// try starts a variation: a separate game with the same start, food and moves up to the shown turn, and
// then another move of one snake. After that move, the same solvers continue. The move may be illegal;
// the rules decide its effect.
func (w *Watcher) try(d ouro.Dir) tea.Cmd {
	variation := whatIf{turn: w.Current.Turn, seat: w.Whose, dir: d}
	known := w.Record
	return w.Records(func(texts [][]byte, err error) tea.Msg {
		r := known
		if !errors.Is(err, play.ErrRecorded) || r == nil {
			if err != nil {
				return branchMsg{watcher: w, err: err}
			}
			r = new(ouro.Record)
			if err := r.UnmarshalText(texts[0]); err != nil {
				return branchMsg{watcher: w, err: err}
			}
		}
		game, err := watchVariation(r, variation)
		return branchMsg{w, game, variation, err}
	})
}

func watchVariation(r *ouro.Record, v whatIf) (*play.WatchedGame, error) {
	cfg, err := roster.WhatIf(r, v.turn, v.seat, v.dir, nil)
	if err != nil {
		return nil, err
	}
	g, err := play.New(cfg)
	if err != nil {
		return nil, errors.Join(err, play.Close(cfg.Seats...))
	}
	return play.WatchGame(g, play.WatchInfo{Game: r.Game, Seed: r.Seed, Seats: r.Seats, Players: r.Players}), nil
}

// showVariation shows the variation in msg, or its error.
func (w *Watcher) showVariation(msg branchMsg) tea.Cmd {
	if msg.err != nil {
		w.Notice.Text = "cannot try this move: " + msg.err.Error()
		return nil
	}
	w.whatIf = msg.variation
	return w.Branch(play.NewSideBySide(msg.game), msg.variation.turn+1)
}

// WhatIf writes into the panel that a variation is shown. snake names the snake whose move was
// replaced; it is "" in games of one snake.
func (w *Watcher) WhatIf(pn *frame.Panel, snake string) {
	if !w.Branched() {
		return
	}
	v := w.whatIf
	pn.Line(fmt.Sprintf("What if: %s%c %s at move %d", snake, canvas.Arrow(v.dir), v.dir, v.turn), canvas.Ink{FG: pn.Bad, Bold: true})
	pn.Line("press o to return to the game", canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
	pn.Gap()
}

// Moved returns the seat of the snake whose move was replaced.
func (w *Watcher) Moved() int { return w.whatIf.seat }

// WhatIfTitle returns the beginning of the headline while a variation is shown. Otherwise it returns
// "".
func (w *Watcher) WhatIfTitle() string {
	if !w.Branched() {
		return ""
	}
	return fmt.Sprintf("what if, from move %d · ", w.whatIf.turn)
}
