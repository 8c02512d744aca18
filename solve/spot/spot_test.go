package spot_test

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"ouro"
	"ouro/rule/battlesnake"
	"ouro/sim"
	"ouro/solve/spot"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func newSpot(tb testing.TB, s *ouro.State, seat int, text string) ouro.Solver {
	tb.Helper()
	spec, err := ouro.ParseSpec(text)
	if err != nil {
		tb.Fatal(err)
	}
	solver, err := spot.New(ouro.Setup{Start: s, Seat: seat, Options: spec.Options})
	if err != nil {
		tb.Fatal(err)
	}
	return solver
}

type xy [2]int

// TestPositions tests both styles in positions on 7x7 in which seat 0 has a clear best move,
// or one that it must not make.
func TestPositions(t *testing.T) {
	for _, c := range []struct {
		name   string
		bodies [][]xy
		health int
		food   []xy
		hazard []xy // each hazard costs 14 health
		walls  []xy
		want   ouro.DirSet
	}{
		{
			name:   "the easy meal to the right is dangerous, so it goes down",
			bodies: [][]xy{{{2, 3}, {2, 4}, {1, 4}, {1, 3}, {1, 2}}, {{4, 3}, {4, 4}, {5, 4}, {6, 4}, {6, 3}}}, health: 80,
			food: []xy{{3, 3}},
			want: 1 << ouro.Down,
		},
		{
			name:   "a longer head beside the only food",
			bodies: [][]xy{{{2, 3}, {1, 3}, {0, 3}}, {{4, 3}, {5, 3}, {6, 3}, {6, 2}}}, health: 80,
			food: []xy{{3, 3}},
			want: 1<<ouro.Up | 1<<ouro.Down,
		},
		{
			name:   "a shorter head beside the food",
			bodies: [][]xy{{{2, 3}, {1, 3}, {0, 3}, {0, 2}}, {{4, 3}, {5, 3}, {6, 3}}}, health: 80,
			food: []xy{{3, 3}},
			want: 1 << ouro.Right,
		},
		{
			name: "the small sector",
			// Three cells are to the right of the head; all others are to the left of it.
			bodies: [][]xy{{{3, 0}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {6, 2}, {5, 2}, {4, 2}, {3, 2}}}, health: 90,
			want: 1 << ouro.Left,
		},
		{
			name:   "food in a sector that is too small",
			bodies: [][]xy{{{3, 0}, {3, 1}, {4, 1}, {5, 1}, {6, 1}, {6, 2}, {5, 2}, {4, 2}, {3, 2}}}, health: 90,
			food: []xy{{4, 0}},
			want: 1 << ouro.Left,
		},
		{
			name:   "the tail leaves",
			bodies: [][]xy{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}}, health: 90,
			want: 1 << ouro.Up,
		},
		{
			name: "the tail stays after a meal",
			// The other snake has just eaten: two segments are stacked on its tail, to the
			// left of our head.
			bodies: [][]xy{{{3, 3}, {3, 2}, {3, 1}}, {{0, 5}, {0, 4}, {0, 3}, {1, 3}, {2, 3}, {2, 3}}}, health: 90,
			want: 1<<ouro.Up | 1<<ouro.Right,
		},
		{
			name:   "starving",
			bodies: [][]xy{{{3, 3}, {3, 2}, {3, 1}}}, health: 3,
			food: []xy{{1, 4}},
			want: 1<<ouro.Up | 1<<ouro.Left,
		},
		{
			name:   "starving, though the food has no other way out",
			bodies: [][]xy{{{1, 0}, {2, 0}, {3, 0}}}, health: 1,
			food:  []xy{{0, 0}},
			walls: []xy{{0, 1}},
			want:  1 << ouro.Left,
		},
		{
			name:   "a hazard that kills",
			bodies: [][]xy{{{0, 3}, {0, 2}, {0, 1}}}, health: 15,
			hazard: []xy{{0, 4}},
			want:   1 << ouro.Right,
		},
		{
			name:   "a food in a hazard is none",
			bodies: [][]xy{{{0, 3}, {0, 2}, {0, 1}}}, health: 15,
			hazard: []xy{{0, 4}, {1, 3}},
			food:   []xy{{0, 4}},
			want:   1 << ouro.Up,
		},
		{
			name: "shutting the last enemy in",
			// The enemy must go up along the edge. With our next step up, we stay ahead of
			// it.
			bodies: [][]xy{
				{{1, 3}, {1, 2}, {1, 1}, {2, 1}, {3, 1}, {4, 1}, {5, 1}},
				{{0, 2}, {0, 1}, {0, 0}},
			}, health: 90,
			want: 1<<ouro.Up | 1<<ouro.Left,
		},
	} {
		g := ouro.MustGrid(7, 7)
		s := ouro.NewState(g)
		s.HazardDamage = 14
		for _, w := range c.walls {
			s.SetTerrain(g.At(w[0], w[1]), ouro.Wall)
		}
		for _, body := range c.bodies {
			var cells []ouro.Cell
			for _, at := range body {
				cells = append(cells, g.At(at[0], at[1]))
			}
			s.Snakes[s.AddSnake(cells...)].Health = c.health
		}
		for _, at := range c.food {
			s.AddFood(g.At(at[0], at[1]))
		}
		for _, at := range c.hazard {
			s.AddHazard(g.At(at[0], at[1]))
		}
		for _, text := range []string{"spot", "spot:style=post"} {
			d, err := newSpot(t, s, 0, text).Decide(t.Context(), ouro.Turn{State: s, Nodes: 500})
			if err != nil || !c.want.Has(d.Dir) {
				t.Errorf("%s: %s goes %v (%v), want one of %04b", c.name, text, d, err, c.want)
			}
		}
	}
}

// TestTrace: one worker and three workers make the same decision and the same trace, in
// both styles.
func TestTrace(t *testing.T) {
	dice := ouro.NewPCG(1)
	for _, snakes := range []int{1, 2, 4, 8} {
		s := midGame(t, snakes)
		for _, style := range []string{"ours", "post"} {
			one, three := newSpot(t, s, 0, "spot:style="+style), newSpot(t, s, 0, "spot:workers=3,style="+style)
			for seat := range s.Snakes {
				if s.Snakes[seat].Cause != ouro.Alive {
					continue
				}
				for range 4 {
					nodes := int64(1 + dice.Roll(200))
					notes := map[string]ouro.Note{}
					d, err := one.Decide(t.Context(), ouro.Turn{State: s, Seat: seat, Nodes: nodes})
					watched, errWatched := three.Decide(t.Context(), ouro.Turn{
						State: s, Seat: seat, Nodes: nodes, Trace: ouro.NewTrace(func(n ouro.Note) { notes[n.Label] = n }),
					})
					about := fmt.Sprintf("%d snakes, seat %d, style %s, %d nodes", snakes, seat, style, nodes)
					if d != watched || err != nil || errWatched != nil {
						t.Fatalf("%s: %+v (%v), and %+v (%v) when watched with three workers", about, d, err, watched, errWatched)
					}
					if scores := notes[ouro.LabelScores]; scores.Moves[d.Dir] != d.Score {
						t.Errorf("%s: %+v chosen by the scores %v", about, d, scores.Moves)
					}
					if heat := notes["scored map"].Heat; len(heat) != s.Grid.Size() || !math.IsNaN(heat[s.Grid.Next(s.Snakes[seat].Body.Head(), d.Dir)]) {
						t.Errorf("%s: no map, or one in which our head is not: %v", about, heat)
					}
					if deepest := notes["deepest scan"]; deepest.Value < float64(d.Depth) {
						t.Errorf("%s: the deepest scan is at %g, the decision at %d", about, deepest.Value, d.Depth)
					}
					if plan := notes[ouro.LabelPlan]; len(plan.Cells) < 2 {
						t.Errorf("%s: the plan %v", about, plan.Cells)
					}
				}
			}
		}
	}
}

type ending struct {
	context.Context
	looks atomic.Int64
}

func (c *ending) Err() error {
	if c.looks.Add(-1) < 0 {
		return context.DeadlineExceeded
	}
	return nil
}

// TestStopsAtOnce: after the first steps, no worker scans more than eight nodes without a
// check of the context, even on the largest boards.
func TestStopsAtOnce(t *testing.T) {
	const glance = 8
	rules, err := battlesnake.New("standard", nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := rules.Start(25, 25, 16, battlesnake.NewDice(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 4} {
		solver := newSpot(t, s, 0, fmt.Sprintf("spot:workers=%d", workers))
		for _, looks := range []int64{0, 1, 2, 10, 40} {
			ctx := &ending{Context: t.Context()}
			ctx.looks.Store(looks)
			d, err := solver.Decide(ctx, ouro.Turn{State: s, Nodes: 100_000})
			if most := 4 + looks*glance; err != nil || d.Nodes > most || d.Nodes == 0 {
				t.Errorf("%d workers, ended at look %d: %d nodes, want at most %d (%v)", workers, looks, d.Nodes, most, err)
			}
		}
	}
}

// overdue is a context whose deadline has passed and whose timer has not fired yet.
type overdue struct{ context.Context }

func (overdue) Deadline() (time.Time, bool) { return time.Now().Add(-time.Millisecond), true }

// TestLateTimer: the solver stops at the deadline, even if the context ends later.
func TestLateTimer(t *testing.T) {
	s := midGame(t, 2)
	d, err := newSpot(t, s, 0, "spot").Decide(overdue{t.Context()}, ouro.Turn{State: s})
	if err != nil || d.Nodes > 4 || d.Depth != 1 {
		t.Errorf("%+v (%v), want the first steps alone", d, err)
	}
}

func TestNothingAllocates(t *testing.T) {
	s := midGame(t, 4)
	for _, text := range []string{"spot", "spot:style=post"} {
		solver := newSpot(t, s, 0, text)
		decide := func() {
			if _, err := solver.Decide(t.Context(), ouro.Turn{State: s, Nodes: 300}); err != nil {
				t.Fatal(err)
			}
		}
		decide()
		if n := testing.AllocsPerRun(5, decide); n != 0 {
			t.Errorf("%s: %g allocations a decision", text, n)
		}
	}
}

func TestRefuses(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(11, 11))
	for _, o := range []ouro.Option{{Key: "workers", Value: "65"}, {Key: "style", Value: "mine"}, {Key: "hungry", Value: "-1"}, {Key: "depth", Value: "0"}, {Key: "nosuch", Value: "1"}} {
		if _, err := spot.New(ouro.Setup{Start: s, Options: ouro.Options{o}}); err == nil {
			t.Errorf("accepts %v", o)
		}
	}
	for c := range ouro.Cell(sim.MaxSnakes + 1) {
		s.AddSnake(c)
	}
	if _, err := spot.New(ouro.Setup{Start: s}); err == nil {
		t.Error("plays against 16 others")
	}
}

// TestWaitsWithLittle: between two moves a game holds little memory, however long the last
// search was.
func TestWaitsWithLittle(t *testing.T) {
	s := midGame(t, 4)
	const games = 4
	solvers := make([]ouro.Solver, games)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range solvers {
		solvers[i] = newSpot(t, s, 0, "spot")
		if _, err := solvers[i].Decide(t.Context(), ouro.Turn{State: s, Nodes: 30_000}); err != nil {
			t.Fatal(err)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if each := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / games; each > 300<<10 {
		t.Errorf("a game takes %d kB", each>>10)
	} else {
		t.Logf("a game takes %d kB", each>>10)
	}
	runtime.KeepAlive(solvers)
}
