package hunter

import (
	"context"
	"testing"

	"ouro"
)

// grazer makes a fast solver: it eats what is beside its head, goes for food
// next, and otherwise takes a legal step of its own dice.
func grazer(setup ouro.Setup) (ouro.Solver, error) {
	dice := ouro.NewPCG(setup.Seed)
	return ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		s := t.State
		legal := s.Legal(t.Seat)
		best, worth := ouro.Up, -1
		for _, d := range ouro.Dirs {
			if !legal.Has(d) {
				continue
			}
			c := s.Grid.Next(s.Snakes[t.Seat].Body.Head(), d)
			w := dice.Roll(4)
			if s.Terrain(c) == ouro.Hedge || s.HasFood(c) {
				w += 4
			}
			if w > worth {
				best, worth = d, w
			}
		}
		return ouro.Decision{Dir: best}, nil
	}), nil
}

var grazers = []Driver{{Spec: ouro.Spec{Name: "grazer"}, Make: grazer}}

func TestWorldAllocatesNothing(t *testing.T) {
	w, err := New(Config{Seed: 1, Hunters: 2, Snakes: 4, Drivers: grazers})
	if err != nil {
		t.Fatal(err)
	}
	dice := ouro.NewPCG(1)
	in := make([]Input, 2)
	if n := testing.AllocsPerRun(500, func() {
		for h := range in {
			in[h] = Input{Bomb: dice.Roll(20) == 0, Go: true, Dir: ouro.Dirs[dice.Roll(4)]}
		}
		w.Step(in)
	}); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}
