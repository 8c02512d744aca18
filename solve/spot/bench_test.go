package spot_test

import (
	"fmt"
	"testing"

	"ouro"
	"ouro/rule/battlesnake"
	"ouro/solve/spot"
)

func BenchmarkDecide(b *testing.B) {
	for _, snakes := range []int{1, 2, 4, 8} {
		for _, nodes := range []int64{500, 2000, 20_000, 130_000} {
			b.Run(fmt.Sprintf("snakes=%d/nodes=%d", snakes, nodes), func(b *testing.B) {
				s := midGame(b, snakes)
				solver, err := spot.New(ouro.Setup{Start: s})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				scans, depth := int64(0), 0
				for b.Loop() {
					d, err := solver.Decide(b.Context(), ouro.Turn{State: s, Nodes: nodes})
					if err != nil {
						b.Fatal(err)
					}
					scans += d.Nodes
					depth = d.Depth
				}
				b.ReportMetric(float64(scans)/b.Elapsed().Seconds(), "nodes/s")
				b.ReportMetric(float64(depth), "depth")
			})
		}
	}
}

// midGame returns the position after 60 turns of a standard game in which spot plays all
// snakes. It returns an earlier position if fewer than two snakes would be left by then.
func midGame(tb testing.TB, snakes int) *ouro.State {
	tb.Helper()
	rules, err := battlesnake.New("standard", nil)
	if err != nil {
		tb.Fatal(err)
	}
	dice := battlesnake.NewDice(4)
	s, err := rules.Start(11, 11, snakes, dice)
	if err != nil {
		tb.Fatal(err)
	}
	solver, err := spot.New(ouro.Setup{Start: s})
	if err != nil {
		tb.Fatal(err)
	}
	joint := make([]ouro.Dir, snakes)
	for s.Turn < 60 {
		before := s.Clone()
		for seat := range s.Snakes {
			if s.Snakes[seat].Cause != ouro.Alive {
				continue
			}
			d, err := solver.Decide(tb.Context(), ouro.Turn{State: s, Seat: seat, Nodes: 50})
			if err != nil {
				tb.Fatal(err)
			}
			joint[seat] = d.Dir
		}
		rules.Step(s, joint)
		rules.Spawn(s, dice)
		if _, over := rules.Over(s); over {
			return before
		}
	}
	return s
}
