package sim_test

import (
	"fmt"
	"testing"

	"ouro"
	"ouro/sim"
)

// BenchmarkFlood measures many different positions, as a search does. It has cases with two
// snakes of different lengths, with more snakes, and on boards larger than 11x11.
func BenchmarkFlood(b *testing.B) {
	for _, c := range []struct{ size, snakes, length int }{{11, 2, 3}, {11, 2, 10}, {11, 2, 25}, {7, 2, 8}, {11, 4, 10}, {19, 2, 25}, {19, 4, 25}} {
		b.Run(fmt.Sprintf("%dx%d/%d of %d", c.size, c.size, c.snakes, c.length), func(b *testing.B) {
			positions := windingPositions(b, c.size, c.snakes, c.length)
			var f sim.Flood
			f.Load(positions[0])
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				f.Measure(positions[i%len(positions)])
			}
		})
	}
}

// windingPositions returns 64 positions of snakes with random winding bodies, of about this length.
func windingPositions(t testing.TB, size, snakes, length int) (positions []*sim.Position) {
	board := newState(t, "standard", size, size).Grid
	for seed := uint64(0); len(positions) < 64; seed++ {
		dice := ouro.NewPCG(seed)
		s := ouro.NewState(board)
		for try := 0; try < 1000 && len(s.Snakes) < snakes; try++ {
			c := ouro.Cell(dice.Roll(board.Size()))
			if !s.Free(c) {
				continue
			}
			body, mine, want := []ouro.Cell{c}, map[ouro.Cell]bool{c: true}, length+dice.Roll(3)-1
			for range 8 * want {
				n := board.Neighbours(c)[dice.Roll(4)]
				if n != ouro.NoCell && s.Free(n) && !mine[n] && len(body) < want {
					body, mine[n], c = append(body, n), true, n
				}
			}
			if len(body) == want {
				s.Snakes[s.AddSnake(body...)].Health = 90
			}
		}
		for range 3 {
			if c := ouro.Cell(dice.Roll(board.Size())); s.Free(c) {
				s.AddFood(c)
			}
		}
		if len(s.Snakes) == snakes {
			p := new(sim.Position)
			if len(positions) > 0 {
				p.CopyFrom(positions[0]) // so that all positions share the board
			}
			p.Load(s)
			positions = append(positions, p)
		}
	}
	return positions
}
