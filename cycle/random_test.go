package cycle_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ouro"
	"ouro/cycle"
	"ouro/cycle/cycletest"
)

// TestFindOnBoardsWithACycle: on random boards that have a cycle, Find finds one, and FindAlong finds
// one for a snake that lies on it, in its direction.
func TestFindOnBoardsWithACycle(t *testing.T) {
	holes := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 11))
		b := cycletest.Random(rng, 4, 24)
		c, err := cycle.Find(b)
		if err != nil {
			t.Fatalf("seed %d: %s, %d cells: %v", seed, b.Grid, b.Len(), err)
		}
		if err := c.Verify(b); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if c.Hole != ouro.NoCell {
			holes++
		}
		length := min(1+rng.IntN(12), c.Len())
		slices.Reverse(c.Order) // so that the snake lies against the cycle
		body := ouro.NewBody(c.Order[:length]...)
		along, err := cycle.FindAlong(b, c.Order[:length], cycle.DefaultSteps)
		if err != nil {
			t.Fatalf("seed %d: %s, %d cells, body %v: %v", seed, b.Grid, b.Len(), c.Order[:length], err)
		}
		if err := along.Verify(b); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if arc, ok := along.Carries(&body); !ok || arc != length-1 {
			t.Fatalf("seed %d: the body %v has the arc %d %v", seed, c.Order[:length], arc, ok)
		}
	}
	if holes < 20 {
		t.Errorf("only %d boards had a hole", holes)
	}
}
