package cycle_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"ouro"
	"ouro/cycle"
	"ouro/cycle/cycletest"
	"ouro/internal/needs"
)

// TestFindOnBoardsWithACycle: on random boards that have a cycle, Find finds one, and FindAlong
// finds one on which a given snake lies, in its direction.
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

// TestFindOnATorus: every torus has a cycle, and so has a torus with the walls of a plane board
// that has one.
func TestFindOnATorus(t *testing.T) {
	for _, size := range [][2]int{{2, 2}, {2, 3}, {3, 3}, {5, 5}, {7, 5}, {6, 7}, {15, 15}, {31, 33}, {64, 63}, {63, 63}} {
		g, err := ouro.NewTorus(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		walled := cycletest.Shrunk(ouro.MustGrid(size[0], size[1]), rand.New(rand.NewPCG(1, 2)), 0.2)
		walled.Grid = g
		for _, b := range []cycle.Board{cycle.Open(g), walled} {
			c, err := cycle.Find(b)
			if err != nil || c.Hole != ouro.NoCell {
				t.Errorf("torus %s, %d cells: hole %v, error %v", g, b.Len(), c, err)
			} else if err := c.Verify(b); err != nil {
				t.Errorf("torus %s: %v", g, err)
			}
		}
	}
}

func TestFindDecidesRandomBoards(t *testing.T) {
	found, refused := 0, 0
	for seed := range uint64(needs.Many(180, 10000)) {
		rng := rand.New(rand.NewPCG(seed, 78))
		g := ouro.MustGrid(4+rng.IntN(37), 4+rng.IntN(37))
		b := cycletest.Scattered(g, rng, 6*rng.Float64()/float64(g.Size()))
		switch rng.IntN(3) {
		case 0:
			b = cycletest.Scattered(g, rng, 0.1*rng.Float64())
		case 1:
			b = cycletest.Spoiled(g, rng, 0.05+0.35*rng.Float64(), 1+rng.IntN(2))
		}
		c, err := cycle.Find(b)
		switch {
		case errors.Is(err, cycle.ErrNotFound):
			t.Errorf("seed %d: %s, %d free cells: %v", seed, g, b.Len(), err)
		case err != nil:
			refused++
		default:
			found++
			if err := c.Verify(b); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
	t.Logf("%d with a cycle, %d without", found, refused)
	if found < 50 || refused < 50 {
		t.Errorf("%d boards had a cycle, %d had none", found, refused)
	}
}
