package exact

import (
	"testing"

	"ouro"
)

// TestKnown computes the smaller boards again. The results are bit-identical, as figures are
// integers.
func TestKnown(t *testing.T) {
	const cells = 20
	computed := 0
	for _, k := range known {
		g := ouro.MustGrid(k.w, k.h)
		if g.Size() > cells {
			continue
		}
		r, err := Solve(t.Context(), g, 1, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if r.Moves != k.moves || r.Probability != 1 {
			t.Errorf("board %s: %v, known as %v", g, r.Figures, k.moves)
		}
		computed++
	}
	if computed < 5 {
		t.Errorf("only %d boards were computed", computed)
	}
}

// TestKnownBoards: every board is found in both orientations, and there are no others.
func TestKnownBoards(t *testing.T) {
	boards := KnownBoards()
	for i, g := range boards {
		moves, ok := Known(g)
		turned, okTurned := Known(ouro.MustGrid(g.H, g.W))
		if !ok || !okTurned || moves != turned || moves < float64(g.Size()-1) {
			t.Errorf("board %s: %v, %v and turned %v, %v", g, moves, ok, turned, okTurned)
		}
		if i > 0 && g.Size() < boards[i-1].Size() {
			t.Errorf("board %s comes after %s", g, boards[i-1])
		}
	}
	if _, ok := Known(ouro.MustGrid(7, 7)); ok {
		t.Error("7x7 is known?")
	}
}
