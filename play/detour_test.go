package play_test

import (
	"context"
	"slices"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// TestDetour: a Detour with the first moves of a played game and one different move leads to the same
// positions, with the same food, up to the different move. After the moves, the other solver decides.
func TestDetour(t *testing.T) {
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 3}
	seats := []ouro.Spec{{Name: "bfs"}}
	first, err := roster.NewGame(spec, 5, seats, play.Config{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	var hashes []uint64
	for range 20 {
		hashes = append(hashes, first.State().Hash())
		if err := first.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	moves := slices.Clone(first.Record().Moves[:12])
	other := first.Record().Moves[12].TurnLeft()
	deal, err := roster.Deal(spec, 5)
	if err != nil {
		t.Fatal(err)
	}
	calls, closed := 0, 0
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{play.Detour(append(moves, other), &counting{&calls, &closed})}})
	if err != nil {
		t.Fatal(err)
	}
	for turn := range 13 {
		if g.State().Hash() != hashes[turn] {
			t.Fatalf("turn %d: the position differs from the first game", turn)
		}
		if err := g.Move(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if calls != 0 || g.Last(0).Dir != other || g.State().Hash() == first.State().Hash() {
		t.Errorf("the other solver was called %d times before the end of the moves; the last move is %v, want %v", calls, g.Last(0).Dir, other)
	}
	if _, over := g.Over(); !over {
		if err := g.Move(t.Context()); err != nil || calls != 1 {
			t.Errorf("called %d times, %v", calls, err)
		}
	}
	if err := g.Close(); err != nil || closed != 1 {
		t.Errorf("closed %d times, %v", closed, err)
	}
}

type counting struct{ calls, closed *int }

func (c *counting) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	*c.calls++
	return ouro.Decision{Dir: play.StraightOn(t.State, t.Seat)}, nil
}

func (c *counting) Close() error { *c.closed++; return nil }
