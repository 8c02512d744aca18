package perft_test

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"testing"

	"ouro"
	"ouro/rule/classic"
	"ouro/rule/perft"
)

func count(t testing.TB, s *ouro.State, depth int, o perft.Options) perft.Result {
	t.Helper()
	r, err := perft.Count(context.Background(), classic.Rules{}, s, depth, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSelfAvoidingWalks: the positions of a lone snake that grows with every move are
// self-avoiding walks, OEIS A001411. Every walk has four next moves, so survivors and dead
// together are four times the number of walks one step shorter.
func TestSelfAvoidingWalks(t *testing.T) {
	walks := []uint64{1, 4, 12, 36, 100, 284, 780, 2172, 5916, 16268, 44100}
	depth := 10
	if testing.Short() {
		depth = 8
	}
	g := ouro.MustGrid(2*len(walks)+1, 2*len(walks)+1)
	s := ouro.NewState(g)
	s.AddSnake(g.At(len(walks), len(walks)))
	s = perft.Feast(s)
	for d := 1; d <= depth; d++ {
		r := count(t, s, d, perft.Options{})
		if got := r.Survivors[1]; got != walks[d] {
			t.Errorf("depth %d: %d survivors, want %d", d, got, walks[d])
		}
		// A trapped walk is over, so its four fatal moves are not counted; the shortest
		// such walk has seven steps.
		if d <= 7 && r.Leaves != 4*walks[d-1] {
			t.Errorf("depth %d: %d leaves, want %d", d, r.Leaves, 4*walks[d-1])
		}
		if r.Leaves != r.Survivors[0]+r.Survivors[1] || len(r.Survivors) > 2 {
			t.Errorf("depth %d: leaves %d are not the sum of %v", d, r.Leaves, r.Survivors)
		}
	}
}

func TestProgress(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(5, 5))
	s.AddSnake(12)
	var nodes uint64
	var done float64
	reports := 0
	parts, err := perft.Divide(t.Context(), classic.Rules{}, s, 8, perft.Options{Progress: func(n uint64, d float64) {
		if reports++; n < nodes || d < done || d >= 1 {
			t.Errorf("%d nodes, %v done after %d, %v", n, d, nodes, done)
		}
		nodes, done = n, d
	}})
	if err != nil || len(parts) != 4 || reports < 4 || done < 0.7 {
		t.Errorf("%d parts, reported %d times up to %v, %v", len(parts), reports, done, err)
	}
}

func TestSmallCounts(t *testing.T) {
	g := ouro.MustGrid(2, 2)
	one := ouro.NewState(g)
	one.AddSnake(g.At(0, 0))
	dead := one.Clone()
	dead.Kill(0, ouro.HitWall)
	ring := ouro.NewState(g)
	ring.AddSnake(g.At(0, 0), g.At(1, 0), g.At(1, 1))
	feast := one.Clone()
	for c := ouro.Cell(1); c < 4; c++ {
		feast.AddFood(c)
	}
	for name, test := range map[string]struct {
		s     *ouro.State
		depth int
		want  perft.Result
	}{
		"depth 0":              {one, 0, perft.Result{Leaves: 1, Survivors: map[perft.Seats]uint64{1: 1}}},
		"two ways, two walls":  {one, 1, perft.Result{Leaves: 4, Survivors: map[perft.Seats]uint64{0: 2, 1: 2}, Nodes: 4}},
		"the dead do not move": {one, 2, perft.Result{Leaves: 8, Survivors: map[perft.Seats]uint64{0: 4, 1: 4}, Ended: 2, Nodes: 12}},
		"dead at depth 0":      {dead, 0, perft.Result{Leaves: 1, Survivors: map[perft.Seats]uint64{0: 1}}},
		"dead before":          {dead, 1, perft.Result{Survivors: map[perft.Seats]uint64{}, Ended: 1}},
		"only on":              {ring, 1, perft.Result{Leaves: 4, Survivors: map[perft.Seats]uint64{0: 3, 1: 1}, Nodes: 4}},
		"full board is won":    {feast, 3, perft.Result{Leaves: 8, Survivors: map[perft.Seats]uint64{0: 6, 1: 2}, Ended: 8, Nodes: 20}},
		"nothing after that":   {feast, 4, perft.Result{Survivors: map[perft.Seats]uint64{}, Ended: 16, Nodes: 20}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := count(t, test.s, test.depth, perft.Options{}); !reflect.DeepEqual(got, test.want) {
				t.Errorf("got %+v, want %+v", got, test.want)
			}
		})
	}
}

func TestDivide(t *testing.T) {
	dice := ouro.NewPCG(5)
	for range 20 {
		s := randomPosition(dice, 4, 4)
		for _, o := range []perft.Options{{}, {Chance: true}} {
			parts, err := perft.Divide(context.Background(), classic.Rules{}, s, 4, o)
			if err != nil {
				t.Fatal(err)
			}
			if _, over := (classic.Rules{}).Over(s); over != (len(parts) == 0) {
				t.Fatalf("%d parts, but over is %v", len(parts), over)
			}
			var sum perft.Result
			for i, p := range parts {
				if p.Joint[0] != ouro.Dirs[i] {
					t.Fatalf("part %d is for %v", i, p.Joint)
				}
				sum.Add(p.Result)
			}
			if whole := count(t, s, 4, o); len(parts) > 0 && !equal(sum, whole) {
				t.Fatalf("parts add up to %+v, the whole is %+v", sum, whole)
			}
		}
	}
}

func equal(a, b perft.Result) bool {
	return a.Leaves == b.Leaves && a.Ended == b.Ended && a.Nodes == b.Nodes && maps.Equal(a.Survivors, b.Survivors)
}

func TestFeast(t *testing.T) {
	g := ouro.MustGrid(4, 3)
	s := ouro.NewState(g)
	s.SetTerrain(5, ouro.Wall)
	s.AddSnake(0, 1)
	s.AddSnake(2, 3)
	s.AddFood(7)
	s.Kill(1, ouro.HitSelf)
	f := perft.Feast(s)
	if len(f.Food) != 12-1-2 || f.HasFood(0) || f.HasFood(5) || !f.HasFood(7) || !f.HasFood(2) {
		t.Errorf("food on %v", f.Food)
	}
	if f.Segments(0) != 1 || f.Segments(1) != 2 || f.Segments(2) != 0 || f.Snakes[1].Cause != ouro.HitSelf {
		t.Error("the snakes are not the original ones with doubled tips")
	}
	if len(s.Food) != 1 || s.Snakes[0].Body.Len() != 2 {
		t.Error("the original was changed")
	}
}

func TestErrors(t *testing.T) {
	s := randomPosition(ouro.NewPCG(1), 4, 4)
	crowd := ouro.NewState(ouro.MustGrid(5, 5))
	for c := range ouro.Cell(perft.MaxSeats + 1) {
		crowd.AddSnake(c)
	}
	ctx := context.Background()
	_, negative := perft.Count(ctx, classic.Rules{}, s, -1, perft.Options{})
	_, crowded := perft.Count(ctx, classic.Rules{}, crowd, 1, perft.Options{})
	_, shallow := perft.Divide(ctx, classic.Rules{}, s, 0, perft.Options{})
	for want, err := range map[string]error{
		"perft: depth -1: must not be negative": negative,
		"perft: 17 snakes, want at most 16":     crowded,
		"perft: depth 0: must be at least 1":    shallow,
	} {
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

type stopping struct {
	context.Context
	looks int
}

func (s *stopping) Err() error {
	if s.looks--; s.looks < 0 {
		return context.Canceled
	}
	return nil
}

func TestCancel(t *testing.T) {
	g := ouro.MustGrid(20, 20)
	s := ouro.NewState(g)
	s.AddSnake(g.At(10, 10))
	s = perft.Feast(s)
	for _, o := range []perft.Options{{}, {Chance: true}} {
		r, err := perft.Count(&stopping{context.Background(), 3}, classic.Rules{}, s, 200, o)
		if !errors.Is(err, context.Canceled) || r.Nodes == 0 || r.Nodes > 1e6 {
			t.Errorf("counted %d nodes, error %v", r.Nodes, err)
		}
		parts, err := perft.Divide(&stopping{context.Background(), 3}, classic.Rules{}, s, 200, o)
		if !errors.Is(err, context.Canceled) || len(parts) > 1 {
			t.Errorf("%d parts, error %v", len(parts), err)
		}
	}
}

func TestNodesDoNotAllocate(t *testing.T) {
	s := randomPosition(ouro.NewPCG(3), 6, 6)
	for _, o := range []perft.Options{{}, {Chance: true}} {
		allocs := func(depth int) float64 {
			return testing.AllocsPerRun(3, func() { count(t, s, depth, o) })
		}
		// A deeper count needs memory for a few more states, but none for its many more nodes.
		if more := allocs(5) - allocs(3); more > 40 {
			t.Errorf("%+v: two more turns make %v more allocations", o, more)
		}
	}
}

func BenchmarkCount(b *testing.B) {
	g := ouro.MustGrid(21, 21)
	s := ouro.NewState(g)
	s.AddSnake(g.At(10, 10))
	s = perft.Feast(s)
	b.ReportAllocs()
	nodes := uint64(0)
	for range b.N {
		nodes += count(b, s, 8, perft.Options{}).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
