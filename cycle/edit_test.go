package cycle

import (
	"math/rand/v2"
	"slices"
	"testing"

	"ouro"
)

// TestTurnAndCross changes cycles at random, with a body of random length behind the head, and
// checks all guarantees of Turn.
func TestTurnAndCross(t *testing.T) {
	edits := 0
	for seed := range uint64(100) {
		rng := rand.New(rand.NewPCG(seed, 2))
		g := ouro.MustGrid(2+rng.IntN(8), 2+rng.IntN(8))
		c, err := New(g)
		if err != nil {
			t.Fatal(err)
		}
		for range 100 {
			before := c.Clone()
			head := c.Order[rng.IntN(c.Len())]
			to := g.Next(head, ouro.Dir(rng.IntN(4)))
			last := rng.IntN(c.Len()) // so the body has Len()-last cells
			if to == ouro.NoCell || last == 0 {
				continue
			}
			goal := c.at(int(c.Place[head]) + 1 + rng.IntN(last))
			f, ok := c.Turn(head, to, last, goal)
			if want, found := turnSlowly(c, head, to, last, goal); ok != found || ok && f.NewPlace(c.Ahead(head, goal)) != want {
				t.Fatalf("seed %d: Turn on %s from %d to %d: %v %v, but the best is %v %v", seed, g, head, to, f, ok, want, found)
			}
			if !ok {
				continue
			}
			edits++
			c.Cross(head, f)
			c.Cross(head, f.Inverse())
			if !slices.Equal(c.Order, before.Order) || !slices.Equal(c.Place, before.Place) {
				t.Fatalf("seed %d: %+v is not undone by its inverse", seed, f)
			}
			c.Cross(head, f)
			if err := c.Verify(Open(c.Grid)); err != nil {
				t.Fatalf("seed %d: %+v on %s: %v", seed, f, g, err)
			}
			if c.Next(head) != to {
				t.Fatalf("seed %d: the cycle goes to %d, not %d", seed, c.Next(head), to)
			}
			for p, cell := range before.Order {
				was := before.Ahead(head, cell)
				if c.Ahead(head, cell) != f.NewPlace(was) {
					t.Fatalf("seed %d: place %d: NewPlace is %d, but the new place is %d", seed, p, f.NewPlace(was), c.Ahead(head, cell))
				}
				if was > last && before.Next(cell) != c.Next(cell) {
					t.Fatalf("seed %d: an edge of the body was cut", seed)
				}
			}
		}
	}
	if edits < 300 {
		t.Fatalf("only %d edits were possible", edits)
	}
}

// turnSlowly is a slow version of Turn: it tries all quadruples of cuts and checks each result with
// Verify.
func turnSlowly(c *Cycle, head, to ouro.Cell, last int, goal ouro.Cell) (nearest int, ok bool) {
	j := c.Ahead(head, to) - 1
	nearest = c.Len()
	for k := 1; k < j; k++ {
		for l := j + 1; l <= last; l++ {
			i := int(c.Place[head])
			lap := append(slices.Clone(c.Order[i:]), c.Order[:i]...)
			order := slices.Concat(lap[:1], lap[j+1:l+1], lap[k+1:j+1], lap[1:k+1], lap[l+1:])
			edited := newCycle(c.Grid, order, c.Hole, c.Twin)
			if edited.Verify(Open(edited.Grid)) == nil {
				if p := edited.Ahead(head, goal); p < nearest {
					nearest, ok = p, true
				}
			}
		}
	}
	return nearest, ok
}

func TestCrossPanicsOutOfOrder(t *testing.T) {
	c, err := New(ouro.MustGrid(4, 4))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	c.Cross(0, Flips{I: 3, K: 2, J: 5, L: 7})
}
