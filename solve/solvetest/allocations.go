package solvetest

import (
	"testing"

	"ouro"
)

// TestAllocations checks what most solvers do although the contract does not demand it: after
// the first decisions of the games that they claim to play, no decision allocates. Nothing else
// may run at the same time.
func TestAllocations(t *testing.T, s Subject) {
	testAllocations(t, s, classic(openLevel(10, 10), 1), 3000)
	if !s.PlaysGames {
		return
	}
	for _, spec := range s.Games {
		testAllocations(t, s, spec, 100)
	}
}

func testAllocations(t *testing.T, s Subject, spec ouro.GameSpec, first int) {
	t.Helper()
	g := newGame(t, s, spec, 1)
	if g == nil {
		return
	}
	start, ctx := g.state.Clone(), t.Context()
	move := func() {
		if g.over() {
			g.state.CopyFrom(start)
		}
		for seat, solver := range g.seats {
			if g.state.Snakes[seat].Cause == ouro.Alive {
				d, _ := solver.Decide(ctx, ouro.Turn{State: g.state, Seat: seat})
				g.joint[seat] = d.Dir
			}
		}
		g.step()
	}
	for range first {
		move()
	}
	if n := testing.AllocsPerRun(100, move); n != 0 {
		t.Errorf("%s: %g allocations a turn", g, n)
	}
}
