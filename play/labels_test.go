package play_test

import (
	"context"
	"slices"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

func TestLabelsBySeat(t *testing.T) {
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 7, H: 7, StartLength: 3, Snakes: 2}
	deal, err := roster.Deal(spec, 1)
	if err != nil {
		t.Fatal(err)
	}
	solverWithNote := func(label string) ouro.Solver {
		return ouro.SolverFunc(func(_ context.Context, turn ouro.Turn) (ouro.Decision, error) {
			turn.Trace.Value(label, 1)
			return ouro.Decision{Dir: play.StraightOn(turn.State, turn.Seat)}, nil
		})
	}
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{solverWithNote("one"), solverWithNote("two")}})
	if err != nil {
		t.Fatal(err)
	}
	w := play.NewSideBySide(play.WatchGame(g, play.WatchInfo{Game: spec, Seats: make([]ouro.Spec, 2)}))
	defer w.Close()
	view, err := w.Show(t.Context(), 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := view.Scene[0].Labels; !slices.Equal(got[0], []string{"one"}) || !slices.Equal(got[1], []string{"two"}) {
		t.Errorf("labels are %q", got)
	}
}
