package tour

import (
	"context"
	"math/rand/v2"
	"testing"

	"ouro"
	"ouro/cycle"
	"ouro/rule/classic"
)

// TestWaysOfOneSegment: without obstacles, the shortest paths begin with exactly the steps
// that shorten the distance.
func TestWaysOfOneSegment(t *testing.T) {
	g := ouro.MustGrid(6, 5)
	w := newWays(cycle.Open(g))
	for head := range ouro.Cell(g.Size()) {
		for food := range ouro.Cell(g.Size()) {
			if head == food {
				continue
			}
			var want ouro.DirSet
			for d, next := range g.Neighbours(head) {
				if next != ouro.NoCell && g.Distance(next, food) < g.Distance(head, food) {
					want |= 1 << d
				}
			}
			body := ouro.NewBody(head)
			if got := w.find(&body, food); got != want {
				t.Fatalf("from %d to %d: %b, want %b", head, food, got, want)
			}
		}
	}
}

// TestRepairKeepsTheCycle requires that after each decision a Hamiltonian cycle carries the
// body. It also checks each direction that find returns: reachable must find a path of the same
// length that begins in this direction.
func TestRepairKeepsTheCycle(t *testing.T) {
	var rules classic.Rules
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 4))
		level, err := classic.OpenLevel(2+rng.IntN(6), 2+rng.IntN(6))
		if err != nil {
			t.Fatal(err)
		}
		dice := ouro.GameDice(seed)
		start, err := classic.Start(level, 1+rng.IntN(2), dice)
		if err != nil {
			t.Fatal(err)
		}
		solver, err := Repair(ouro.Setup{Start: start})
		if err != nil {
			t.Fatal(err)
		}
		r := solver.(*repair)
		s := start.Clone()
		rules.Spawn(s, dice)
		for {
			if _, over := rules.Over(s); over {
				break
			}
			body := &s.Snakes[0].Body
			decision, err := r.Decide(context.Background(), ouro.Turn{State: s})
			if err != nil {
				t.Fatal(err)
			}
			if err := r.Verify(cycle.Open(r.Grid)); err != nil {
				t.Fatalf("seed %d, turn %d: %v", seed, s.Turn, err)
			}
			if arc, ok := r.Carries(body); !ok || arc != body.Len()-1 {
				t.Fatalf("seed %d, turn %d: the cycle does not carry the body", seed, s.Turn)
			}
			first := r.ways.find(body, s.Food[0])
			for i := range first.Len() {
				if d := first.At(i); !reachable(s, d, int(r.ways.at[s.Food[0]].steps)) {
					t.Fatalf("seed %d, turn %d: no way of %d steps begins %s", seed, s.Turn, r.ways.at[s.Food[0]].steps, d)
				}
			}
			rules.Step(s, []ouro.Dir{decision.Dir})
			rules.Spawn(s, dice)
		}
	}
}

// reachable reports whether the head can be on the food after n steps, the first of them in
// direction d, with the current body.
func reachable(s *ouro.State, d ouro.Dir, n int) bool {
	body := &s.Snakes[0].Body
	leaves := make(map[ouro.Cell]int)
	for i := range body.Len() {
		leaves[body.At(i)] = body.Len() - i
	}
	now := map[ouro.Cell]bool{s.Grid.Next(body.Head(), d): true}
	for step := 1; ; step++ {
		for c := range now {
			if c == ouro.NoCell || leaves[c] > step {
				delete(now, c)
			}
		}
		if step == n {
			return now[s.Food[0]]
		}
		then := make(map[ouro.Cell]bool)
		for c := range now {
			for _, next := range s.Grid.Neighbours(c) {
				then[next] = true
			}
		}
		now = then
	}
}
