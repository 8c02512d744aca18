package solo

import (
	"testing"

	"ouro"
	"ouro/roster"
	"ouro/rule/maze"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
)

// TestAllRulesAreListed: games under all rules can be watched and compared. The headline
// names the rules, and health is shown under rules without a hunger limit.
func TestAllRulesAreListed(t *testing.T) {
	for _, rules := range roster.Rules() {
		game := ouro.GameSpec{Rules: ouro.Spec{Name: rules.Name}, StartLength: max(1, rules.StartLength)}
		var err error
		if game.W, game.H, err = ouro.ParseSize(rules.Board); rules.Level != "" {
			game.Level = maze.Levels()[0].Level
			game.W, game.H, err = game.Level.Grid.W, game.Level.Grid.H, nil
		}
		if err != nil {
			t.Fatal(err)
		}
		solver, err := roster.DefaultSolver(game)
		if err != nil {
			t.Fatal(err)
		}
		for _, solvers := range [][]ouro.Spec{{solver}, {solver, solver}} {
			s := frametest.NewStage(t, 120, 40, frame.Options{Game: game, Seed: 1, Solvers: solvers, Budget: ouro.Budget{Nodes: 100}}, func(e *frame.Env) frame.Screen { return NewViewer(e) })
			s.Press("right", "right", "2")
			s.WantText("· " + rules.Name)
			if v := s.Screen.(*Viewer); v.Current.Turn != 2 {
				t.Errorf("%s: turn %d: %v", rules.Name, v.Current.Turn, v.Current.Err)
			}
			if len(solvers) > 1 {
				continue
			}
			if want := "hunger"; rules.HungerLimit != nil {
				s.WantText(want)
			} else {
				s.WantText("health")
			}
			s.Press(":", "9", "9", "enter")
			s.WantFit()
		}
	}
}
