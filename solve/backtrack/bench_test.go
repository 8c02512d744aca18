package backtrack_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"ouro"
	"ouro/rule/maze"
)

// visitPositions plays a snake on a level with regrowth, game after game, and calls visit for n
// positions.
func visitPositions(tb testing.TB, level *ouro.Level, spec string, n int, visit func(s *ouro.State, decide func() ouro.Decision)) {
	tb.Helper()
	rules := maze.Rules{Regrow: maze.Floor}
	for seed := uint64(1); n > 0; seed++ {
		s, err := maze.Start(level, 1)
		if err != nil {
			tb.Fatal(err)
		}
		dice := ouro.GameDice(seed)
		solver := solverOf(tb, spec, s)
		rules.Spawn(s, dice)
		for over := false; n > 0 && !over; n-- {
			var d ouro.Decision
			visit(s, func() ouro.Decision {
				d, err = solver.Decide(context.Background(), ouro.Turn{State: s})
				if err != nil {
					tb.Fatal(err)
				}
				return d
			})
			rules.Step(s, []ouro.Dir{d.Dir})
			rules.Spawn(s, dice)
			_, over = rules.Over(s)
		}
	}
}

func BenchmarkUpdates(b *testing.B) {
	for _, named := range maze.Levels() {
		for _, depth := range []int{20, 32, 40} {
			b.Run(fmt.Sprintf("%s/depth=%d", named.Name, depth), func(b *testing.B) {
				b.ReportAllocs()
				var worst, sum time.Duration
				nodes, most, longest, n := int64(0), int64(0), 0, 0
				for b.Loop() {
					visitPositions(b, named.Level, fmt.Sprintf("depth=%d", depth), 300, func(s *ouro.State, decide func() ouro.Decision) {
						began := time.Now()
						d := decide()
						took := time.Since(began)
						worst = max(worst, took)
						sum += took
						if d.Nodes > most {
							most = d.Nodes
							longest = s.Snakes[0].Body.Len()
						}
						nodes += d.Nodes
						n++
					})
				}
				b.ReportMetric(float64(worst.Microseconds())/1000, "ms-worst")
				b.ReportMetric(float64(sum.Microseconds())/1000/float64(n), "ms-mean")
				b.ReportMetric(float64(nodes)/float64(n), "nodes/update")
				b.ReportMetric(float64(most), "nodes-worst")
				b.ReportMetric(float64(longest), "length-worst")
			})
		}
	}
}

const manyCalls = 300_000

// BenchmarkCalls compares the solver with the recursion, at a depth of at most 20 at which the
// recursion makes about manyCalls calls. It reports the speed of both in calls of the recursion.
func BenchmarkCalls(b *testing.B) {
	for _, named := range maze.Levels() {
		var states []*ouro.State
		n := 0
		visitPositions(b, named.Level, "depth=20", 160, func(s *ouro.State, decide func() ouro.Decision) {
			decide()
			if n++; n%16 == 1 {
				states = append(states, s.Clone())
			}
		})
		o := oracle{divisor: 100, once: true, discount: 1000}
		for o.depth < 20 && o.calls < manyCalls {
			o.depth++
			o.calls = 0
			o.scores(states[0], 0)
		}
		o.calls = 0
		recursion := func() int64 {
			before := o.calls
			for _, s := range states {
				o.scores(s, 0)
			}
			return o.calls - before
		}
		calls := recursion()
		b.Run(fmt.Sprintf("%s/depth=%d/recursion", named.Name, o.depth), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				recursion()
			}
			b.ReportMetric(float64(calls)*float64(b.N)/1e6/b.Elapsed().Seconds(), "Mcalls/s")
		})
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/depth=%d/threads=%d", named.Name, o.depth, threads), func(b *testing.B) {
				solver := solverOf(b, fmt.Sprintf("depth=%d,threads=%d", o.depth, threads), states[0])
				b.ReportAllocs()
				for b.Loop() {
					for _, s := range states {
						if _, err := solver.Decide(b.Context(), ouro.Turn{State: s}); err != nil {
							b.Fatal(err)
						}
					}
				}
				b.ReportMetric(float64(calls)*float64(b.N)/1e6/b.Elapsed().Seconds(), "Mcalls/s")
			})
		}
	}
}

func BenchmarkThreads(b *testing.B) {
	for _, c := range []struct {
		level string
		depth int
	}{{"rooms", 28}, {"rooms", 32}, {"ring", 50}} {
		level, err := maze.Level(c.level)
		if err != nil {
			b.Fatal(err)
		}
		var hard *ouro.State
		most := int64(0)
		visitPositions(b, level, fmt.Sprintf("depth=%d", c.depth-8), 100, func(s *ouro.State, decide func() ouro.Decision) {
			if d := decide(); d.Nodes > most {
				most, hard = d.Nodes, s.Clone()
			}
		})
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/depth=%d/threads=%d", c.level, c.depth, threads), func(b *testing.B) {
				solver := solverOf(b, fmt.Sprintf("depth=%d,threads=%d", c.depth, threads), hard)
				for b.Loop() {
					if _, err := solver.Decide(b.Context(), ouro.Turn{State: hard}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
