package sim_test

import (
	"testing"

	"ouro"
	"ouro/sim"
)

func BenchmarkFlood(b *testing.B) {
	p := sim.New(middle(b))
	var f sim.Flood
	f.Load(p)
	b.ReportAllocs()
	for b.Loop() {
		f.Measure(p)
	}
}

func middle(t testing.TB) *ouro.State {
	s := newState(t, "standard", 11, 11)
	add := func(xy ...int) {
		var cells []ouro.Cell
		for i := 0; i < len(xy); i += 2 {
			cells = append(cells, s.Grid.At(xy[i], xy[i+1]))
		}
		s.Snakes[s.AddSnake(cells...)].Health = 90
	}
	add(3, 3, 3, 4, 3, 5, 3, 6, 2, 6, 1, 6, 1, 5, 1, 4, 1, 3, 1, 2, 1, 1, 2, 1, 3, 1, 4, 1, 5, 1)
	add(7, 7, 7, 6, 7, 5, 8, 5, 9, 5, 9, 6, 9, 7, 9, 8, 9, 9, 8, 9, 7, 9, 6, 9)
	s.AddFood(s.Grid.At(5, 5))
	return s
}
