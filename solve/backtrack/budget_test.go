package backtrack_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"ouro"
	"ouro/rule/maze"
	"ouro/solve/backtrack"
)

// TestNodes: with a node budget, the decision is that of the greatest depth that was
// finished. The budget is not exceeded, and more nodes never lead to a smaller depth.
func TestNodes(t *testing.T) {
	for _, level := range []string{"nook", "lattice", "rooms"} {
		s := start(t, level)
		before := -1
		for _, nodes := range []int64{1, 30, 200, 2000} {
			for _, depth := range []string{"20", "auto"} {
				d, scores := askAny(t, "depth="+depth, s, nodes)
				if d.Nodes > nodes {
					t.Errorf("%s, %d nodes, depth=%s: used %d", level, nodes, depth, d.Nodes)
				}
				if again, _ := askAny(t, "depth="+depth+",threads=2", s, nodes); again != d {
					t.Errorf("%s, %d nodes, depth=%s: %v, then with two threads %v", level, nodes, depth, d, again)
				}
				if d.Depth == 0 {
					continue
				}
				plain, want := ask(t, fmt.Sprintf("depth=%d", d.Depth), s, 0)
				if scores != want || d.Dir != plain.Dir || d.Score != plain.Score {
					t.Errorf("%s, %d nodes, depth=%s: %v with %v, but depth %d has %v with %v", level, nodes, depth, d, scores, d.Depth, plain, want)
				}
				if depth == "auto" {
					if d.Depth < before {
						t.Errorf("%s: %d nodes reach depth %d, fewer reached %d", level, nodes, d.Depth, before)
					}
					before = d.Depth
				}
			}
		}
	}
}

// TestDeadline: with more time, depth=auto looks deeper. If the context has already ended,
// there is still a legal move.
func TestDeadline(t *testing.T) {
	s := start(t, "lattice")
	solver := solverOf(t, "depth=auto", s)
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(time.Hour))
	d, err := solver.Decide(ctx, ouro.Turn{State: s, Nodes: 20_000})
	if err != nil || d.Depth <= 20 {
		t.Errorf("in an hour and 20000 nodes: depth %d, error %v", d.Depth, err)
	}
	cancel()
	d, err = solver.Decide(ctx, ouro.Turn{State: s})
	if err != nil || d.Depth != 0 || !s.Legal(0).Has(d.Dir) {
		t.Errorf("out of time: %v, error %v", d, err)
	}
	if d, err = solver.Decide(t.Context(), ouro.Turn{State: s}); err != nil || d.Depth != 20 {
		t.Errorf("without a limit: depth %d, error %v, want 20", d.Depth, err)
	}
}

func TestNoAllocation(t *testing.T) {
	for _, spec := range []string{"depth=20", "depth=16,eaten=original", "depth=16,tail=frozen,discount=0.99"} {
		s := start(t, "lattice")
		solver := solverOf(t, spec, s)
		ctx := t.Context()
		if n := testing.AllocsPerRun(20, func() {
			if _, err := solver.Decide(ctx, ouro.Turn{State: s}); err != nil {
				t.Fatal(err)
			}
		}); n > 0 {
			t.Errorf("%s: %v allocations", spec, n)
		}
	}
}

// TestManyDecisions: results that thousands of earlier searches left in the tables do not
// disturb a search.
func TestManyDecisions(t *testing.T) {
	states := []*ouro.State{start(t, "nook"), start(t, "nook")}
	maze.Rules{}.Step(states[1], []ouro.Dir{ouro.Right})
	solver := solverOf(t, "depth=7", states[0])
	var first [2]ouro.Decision
	for i := range 5000 {
		d, err := solver.Decide(t.Context(), ouro.Turn{State: states[i%2]})
		if err != nil {
			t.Fatal(err)
		}
		if i < 2 {
			first[i] = d
		}
		if d != first[i%2] {
			t.Fatalf("decision %d is %v, it was %v", i+1, d, first[i%2])
		}
	}
}

func TestOptions(t *testing.T) {
	s := start(t, "nook")
	for text, want := range map[string]string{
		"depth=0":      "option depth=0: want auto or a whole number from 1 to 60",
		"deadend=3":    "option deadend=3: want 100 or 2",
		"ties=left":    "option ties=left: want original or straight",
		"discount=1.1": "option discount=1.1: want a number from 0 to 1",
		"speed=1":      `unknown option "speed" (known: depth, deadend, ties, tail, eaten, discount, threads)`,
	} {
		spec, err := ouro.ParseSpec("backtrack:" + text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := backtrack.New(ouro.Setup{Start: s, Options: spec.Options}); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}
