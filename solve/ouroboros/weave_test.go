package ouroboros

import (
	"slices"
	"testing"

	"ouro"
)

func randomBody(r *ring, length int, d dice) []square {
	for {
		if body := randomWalk(r, length, d); len(body) == length {
			return body
		}
	}
}

// randomWalk returns the body of a snake after a random walk of at most this length, which ends
// where it is stuck.
func randomWalk(r *ring, length int, d dice) []square {
	body := []square{r.squares[d.Roll(len(r.squares))]}
	for len(body) < length {
		var on []square
		for _, s := range r.neighbours(body[len(body)-1]) {
			if r.cells[s] != ouro.NoCell && !slices.Contains(body, s) {
				on = append(on, s)
			}
		}
		if len(on) == 0 {
			break
		}
		body = append(body, on[d.Roll(len(on))])
	}
	return body
}

// closes reports, by exhaustive search, whether a path can be extended over all squares and
// back to its beginning.
func closes(r *ring, path []square) bool {
	last := path[len(path)-1]
	if len(path) == len(r.squares) {
		return r.areNeighbours(last, path[0])
	}
	for _, s := range r.neighbours(last) {
		if r.cells[s] != ouro.NoCell && !slices.Contains(path, s) && closes(r, append(path, s)) {
			return true
		}
	}
	return false
}

// TestWeave checks that a woven ring contains the body, that no ring exists where weave proves that
// there is none, and that weave finds most rings that exist.
func TestWeave(t *testing.T) {
	rings, found := 0, 0
	for _, size := range [][2]int{{4, 3}, {4, 4}, {5, 4}, {6, 4}} {
		g, r, l := testLibrary(t, size[0], size[1], 20)
		w, dice := newWeaver(newRing(openBoard(g))), ouro.NewPCG(uint64(size[0]))
		for range 300 {
			body := randomBody(r, 3+dice.Roll(g.Size()-4), dice)
			like := l[dice.Roll(len(l))].order
			ok := w.weave(body, like, 0)
			exists := closes(r, slices.Clone(body))
			if exists {
				rings++
			}
			if !ok {
				if exists && slices.ContainsFunc(w.squares, w.lacks) {
					t.Fatalf("board %s: no ring for the body %v, but there is one", g, body)
				}
				continue
			}
			found++
			after := newRing(openBoard(g))
			after.adopt(w.woven, 0)
			if err := checkRing(g, after); err != nil {
				t.Fatalf("board %s, body %v: %v", g, body, err)
			}
			for age, s := range body[2:] {
				if after.place[s] >= after.place[body[age+1]] {
					t.Fatalf("board %s: the body %v does not lie on the ring %v in order", g, body, w.woven)
				}
			}
		}
	}
	if rings < 200 || found < rings*3/4 {
		t.Errorf("%d of %d rings found", found, rings)
	}
}

func TestWeaveLeavesOut(t *testing.T) {
	g, r, l := testLibrary(t, 5, 5, 50)
	w, dice, found := newWeaver(newRing(openBoard(g))), ouro.NewPCG(3), 0
	for range 500 {
		body, like := randomBody(r, 3+dice.Roll(12), dice), l[dice.Roll(len(l))]
		if !w.weave(body, like.order, like.hole) {
			continue
		}
		found++
		if len(w.woven) != 24 || slices.Contains(w.woven, like.hole) {
			t.Fatalf("the ring %v has the hole %d", w.woven, like.hole)
		}
	}
	if found < 30 {
		t.Errorf("only %d rings", found)
	}
}

// TestWays checks that paths are legal: they go from neighbour to neighbour, without
// repetition or collision.
func TestWays(t *testing.T) {
	g, r, _ := testLibrary(t, 7, 6, 1)
	p, x, dice, bent := newPlanner(r), newExplorer(r), ouro.NewPCG(4), 0
	for range 2000 {
		p.order = r.squares
		p.begin(randomBody(r, 2+dice.Roll(25), dice), 1, 0)
		by, to := r.squares[dice.Roll(g.Size())], r.squares[dice.Roll(g.Size())]
		if by == p.body[0] || to == p.body[0] || by == to {
			continue
		}
		x.spread(p, to)
		for _, way := range [][]square{slices.Clone(x.wayTo(p, to, dice)), slices.Clone(x.wayBy(p, by, to, dice))} {
			if way == nil {
				continue
			}
			if way[0] != p.body[0] || way[len(way)-1] != to {
				t.Fatalf("from %d to %d: %v", p.body[0], to, way)
			}
			for step, s := range way {
				if step > 0 && (!r.areNeighbours(way[step-1], s) || int(p.exitStep[s]) > step || slices.Contains(way[:step], s)) {
					t.Fatalf("step %d of %v, body %v", step, way, p.body)
				}
			}
			if slices.Contains(way, by) {
				bent++
			}
		}
	}
	if bent < 300 {
		t.Errorf("only %d ways by another square", bent)
	}
}

// TestFreeDetours: some games need a free detour, and the snake wins them.
func TestFreeDetours(t *testing.T) {
	taken := 0
	for i, size := range [][2]int{{6, 6}, {5, 6}, {7, 7}, {8, 7}} {
		playWith(t, size[0], size[1], 1, ouro.GameSeed(9, i), true, func(o *ouroboros, turn ouro.Turn) (ouro.Dir, error) {
			early := ouro.NoCell
			for _, d := range o.safe {
				if o.stepsMade == o.meal && len(d.way) > 0 {
					early = o.cells[d.only]
				}
			}
			if len(turn.State.Food) > 0 && turn.State.Food[0] == early {
				taken++
			}
			d, err := o.Decide(t.Context(), turn)
			return d.Dir, err
		}, ouro.Option{Key: "nodes", Value: "100"})
	}
	if taken == 0 {
		t.Error("no free detour was needed")
	}
}
