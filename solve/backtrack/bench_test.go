package backtrack_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"ouro"
	"ouro/rule/maze"
)

// updates plays a snake on a level with regrowth and hands out the position of
// each update. When a game ends the next begins.
func updates(tb testing.TB, level *ouro.Level, spec string, n int, each func(s *ouro.State, decide func() ouro.Decision)) {
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
			each(s, func() ouro.Decision {
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

// BenchmarkUpdates plays 300 updates with regrowth on every level and reports
// the worst of them.
func BenchmarkUpdates(b *testing.B) {
	for _, named := range maze.Levels() {
		for _, depth := range []int{20, 24, 28, 32} {
			b.Run(fmt.Sprintf("%s/depth=%d", named.Name, depth), func(b *testing.B) {
				b.ReportAllocs()
				var worst, sum time.Duration
				nodes, most, longest, n := int64(0), int64(0), 0, 0
				for b.Loop() {
					updates(b, named.Level, fmt.Sprintf("depth=%d", depth), 300, func(s *ouro.State, decide func() ouro.Decision) {
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
