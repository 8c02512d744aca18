package hydra

import (
	"testing"

	"ouro"
)

// BenchmarkAmong decides for each of four snakes.
func BenchmarkAmong(b *testing.B) {
	s := crowded(b, 4, 7)
	solver, err := New(ouro.Setup{Start: s})
	if err != nil {
		b.Fatal(err)
	}
	nodes := int64(0)
	b.ReportAllocs()
	for b.Loop() {
		for seat := range s.Snakes {
			d, err := solver.Decide(b.Context(), ouro.Turn{State: s, Seat: seat, Nodes: 20000})
			if err != nil {
				b.Fatal(err)
			}
			nodes += d.Nodes
		}
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
