package solo

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/player"
)

// Keys of trying another move.
var (
	keyTry      = frame.Binding("x", "what if: try another move", "x")
	keyTryNot   = frame.Binding("esc", "no other move", "esc")
	keyOriginal = frame.Binding("o", "back to the game itself", "o")
)

// whatIf is another move that the person tries in a game.
type whatIf struct {
	asking bool // for the direction
	turn   int  // that it is made at
	dir    ouro.Dir
}

// branchMsg brings a game that goes another way from a turn on.
type branchMsg struct {
	of    *Viewer
	game  *play.WatchedGame
	tried whatIf
}

// whatIfActions are the keys of trying another move. Games side by side go the
// same way, so there is none to try.
func (v *Viewer) whatIfActions() []player.Action {
	if len(v.Shown.Scene) != 1 || v.Shown.Scene[0].Err != nil {
		return nil
	}
	var actions []player.Action
	if v.Branched() {
		actions = append(actions, player.Action{Key: keyOriginal, Do: func() tea.Cmd { v.whatIf = whatIf{}; return v.Return() }})
	}
	if !v.Shown.Scene[0].Ended {
		actions = append(actions, player.Action{Key: keyTry, Do: v.askMove})
	}
	return actions
}

// askMove asks for the other move.
func (v *Viewer) askMove() tea.Cmd {
	v.Halt()
	v.whatIf.asking = true
	return nil
}

// prompt says that a direction is asked for.
func (v *Viewer) prompt() {
	if v.whatIf.asking {
		v.Notice = player.Notice{Text: "what if: press an arrow for another move here, or esc", Good: true}
	}
}

// directions are the keys while the other move is asked for: no others work.
func (v *Viewer) directions() []player.Action {
	var actions []player.Action
	for d, k := range steering {
		actions = append(actions, player.Action{Key: k, Do: func() tea.Cmd { v.whatIf.asking = false; return v.try(ouro.Dir(d)) }})
	}
	return append(actions, player.Action{Key: keyTryNot, Do: func() tea.Cmd { v.whatIf.asking = false; return nil }})
}

// try makes another move at the turn that is shown, in a game of its own: the
// same start, food and moves up to there, and the same solver afterwards. What
// becomes of it the rules decide.
func (v *Viewer) try(d ouro.Dir) tea.Cmd {
	tried := whatIf{turn: v.Shown.Turn, dir: d}
	budget := v.Opts.Budget
	if r := v.record; r != nil && !v.Branched() {
		return func() tea.Msg { return branchMsg{v, branch(r, tried, budget), tried} }
	}
	return v.Records(func(texts [][]byte, err error) tea.Msg {
		if err != nil || len(texts) != 1 {
			return nil // nobody looks any more
		}
		r := new(ouro.Record)
		if err := r.UnmarshalText(texts[0]); err != nil {
			return nil
		}
		return branchMsg{v, branch(r, tried, budget), tried}
	})
}

// branch deals the game of a record again, to go another way.
func branch(r *ouro.Record, tried whatIf, budget ouro.Budget) *play.WatchedGame {
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		return play.NoGame(r.Game, r.Seats, err)
	}
	solver, err := roster.Make(r.Seats[0], ouro.Setup{Rules: deal.Rules, Start: deal.Start, Seed: ouro.SolverSeed(r.Seed, 0)})
	if err != nil {
		return play.NoGame(r.Game, r.Seats, err)
	}
	moves := append(r.Moves[:tried.turn:tried.turn], tried.dir)
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{play.Detour(moves, solver)}, Budget: budget, Keep: true})
	if err != nil {
		return play.NoGame(r.Game, r.Seats, err)
	}
	return play.WatchGame(g, play.WatchInfo{Game: r.Game, Seed: r.Seed, Seats: r.Seats})
}

// take shows the game that goes another way.
func (v *Viewer) take(msg branchMsg) tea.Cmd {
	v.whatIf = msg.tried
	return v.Branch(play.NewSideBySide(msg.game), msg.tried.turn+1)
}

// words say that this is not the game itself.
func (w whatIf) words(pn *panel) {
	pn.Line(fmt.Sprintf("What if: %c %s at move %d", canvas.Arrow(w.dir), w.dir, w.turn), canvas.Ink{FG: pn.Bad, Bold: true})
	pn.Line("o goes back to the game itself", canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
	pn.Gap()
}
