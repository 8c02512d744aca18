package sim_test

import (
	"fmt"
	"testing"

	"ouro"
	"ouro/sim"
)

func duelStart(t testing.TB, snakes int) *ouro.State {
	s := newState(t, "standard", 11, 11)
	for _, at := range [][2]int{{1, 1}, {9, 9}, {1, 9}, {9, 1}}[:snakes] {
		c := s.Grid.At(at[0], at[1])
		s.Snakes[s.AddSnake(c, c, c)].Health = sim.MaxHealth
		s.AddFood(s.Grid.At(at[0]-1, at[1]+1))
	}
	s.AddFood(s.Grid.At(5, 5))
	return s
}

// quick is a small random generator, so that benchmarks measure steps rather than random
// numbers.
type quick uint64

func (q *quick) roll(n int) int {
	*q ^= *q << 13
	*q ^= *q >> 7
	*q ^= *q << 17
	return int(uint64(uint32(*q)) * uint64(n) >> 32)
}

// choose draws a random move for each living snake, among the moves that are not certain to kill it.
func choose(p *sim.Position, q *quick, joint []ouro.Dir) {
	for rest := p.Alive(); rest != 0; rest = rest.Rest() {
		seat := rest.First()
		joint[seat] = ouro.Up
		if moves := p.Moves(seat); moves != 0 {
			joint[seat] = moves.At(q.roll(moves.Len()))
		}
	}
}

func BenchmarkStep(b *testing.B) {
	for name, snakes := range map[string]int{"2": 2, "4": 4} {
		b.Run(name, func(b *testing.B) {
			start := sim.New(duelStart(b, snakes))
			p := new(sim.Position)
			p.CopyFrom(start)
			joint, q, games := make([]ouro.Dir, snakes), quick(1), 1
			b.ReportAllocs()
			for b.Loop() {
				if p.Over() {
					p.CopyFrom(start)
					games++
				}
				choose(p, &q, joint)
				p.Step(joint)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
			b.ReportMetric(float64(b.N)/float64(games), "turns/game")
		})
	}
}

// BenchmarkMake makes and undoes each move, and then steps. The difference from BenchmarkStep is the
// cost of one Make and one Unmake.
func BenchmarkMake(b *testing.B) {
	for name, snakes := range map[string]int{"2": 2, "4": 4} {
		b.Run(name, func(b *testing.B) {
			start := sim.New(duelStart(b, snakes))
			p := new(sim.Position)
			p.CopyFrom(start)
			joint, q := make([]ouro.Dir, snakes), quick(1)
			b.ReportAllocs()
			for b.Loop() {
				if p.Over() {
					p.CopyFrom(start)
				}
				choose(p, &q, joint)
				p.Make(joint)
				p.Unmake()
				p.Step(joint)
			}
		})
	}
}

// BenchmarkCopy does the same as BenchmarkMake, but it copies the position instead of undoing moves.
func BenchmarkCopy(b *testing.B) {
	for name, snakes := range map[string]int{"2": 2, "4": 4} {
		b.Run(name, func(b *testing.B) {
			start := sim.New(duelStart(b, snakes))
			p, child := new(sim.Position), new(sim.Position)
			p.CopyFrom(start)
			joint, q := make([]ouro.Dir, snakes), quick(1)
			b.ReportAllocs()
			for b.Loop() {
				if p.Over() {
					p.CopyFrom(start)
				}
				choose(p, &q, joint)
				child.CopyFrom(p)
				child.Step(joint)
				p.Step(joint)
			}
		})
	}
}

func BenchmarkHash(b *testing.B) {
	p := sim.New(duelStart(b, 2))
	var sum uint64
	for b.Loop() {
		sum += p.Hash()
	}
	_ = sum
}

func BenchmarkArea(b *testing.B) {
	p := sim.New(duelStart(b, 2))
	a := sim.NewArea(p.Grid())
	b.Run("room", func(b *testing.B) {
		for b.Loop() {
			a.Room(p, p.Next(p.Head(0), ouro.Up), 121)
		}
	})
	cells := make([]int, 2)
	b.Run("territory", func(b *testing.B) {
		for b.Loop() {
			a.Territory(p, cells)
		}
	})
}

// BenchmarkNode does everything that a search does in a node except the evaluation: the moves
// of both snakes, a joint move, the hash, and undoing the move.
func BenchmarkNode(b *testing.B) {
	for _, length := range []int{3, 25} {
		positions := windingPositions(b, 11, 2, length)
		joints := make([][]ouro.Dir, len(positions))
		for i, p := range positions {
			q := quick(i + 1)
			joints[i] = make([]ouro.Dir, 2)
			choose(p, &q, joints[i])
		}
		var sum uint64
		for _, part := range []struct {
			name string
			do   func(p *sim.Position, joint []ouro.Dir)
		}{
			{"moves", func(p *sim.Position, _ []ouro.Dir) { sum += uint64(p.Moves(0) + p.Moves(1)) }},
			{"make", func(p *sim.Position, joint []ouro.Dir) { p.Make(joint); p.Unmake() }},
			{"hash", func(p *sim.Position, _ []ouro.Dir) { sum += p.Hash() }},
		} {
			b.Run(fmt.Sprintf("%s/%d", part.name, length), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					part.do(positions[i%64], joints[i%64])
				}
			})
		}
		_ = sum
	}
}
