package ouroboros_test

import (
	"runtime"
	"testing"

	"ouro"
	"ouro/rule/classic"
	"ouro/solve/ouroboros"
)

// BenchmarkGrow measures how the cost of a move grows with the board. Whole games on large boards
// take long, so it measures some meals at each tenth of the fill. Between these samples the solver
// uses few nodes. A game has one meal at each length, so the time of the samples divided by their
// moves is the mean time of a move over a whole game. moves/meal is the mean number of moves to a
// meal; kB is the largest memory of the solver.
func BenchmarkGrow(b *testing.B) {
	const stages, warmup, meals = 10, 2, 6
	for _, side := range []int{10, 16, 24, 32, 48, 64} {
		b.Run(ouro.MustGrid(side, side).String(), func(b *testing.B) {
			moves, eaten, held := 0, 0, uint64(0)
			for i := range b.N {
				b.StopTimer()
				seed := ouro.GameSeed(1, i)
				s, dice := start(b, side, side, seed)
				before := heap()
				solver, err := ouroboros.New(ouro.Setup{Start: s, Seed: ouro.SolverSeed(seed, 0)})
				if err != nil {
					b.Fatal(err)
				}
				for stage := range stages {
					first := s.Room()*(2*stage+1)/(2*stages) - meals/2
					eat(b, solver, s, dice, first-warmup, 1)
					eat(b, solver, s, dice, first, 0)
					began, length := s.Turn, s.Snakes[0].Body.Len()
					b.StartTimer()
					eat(b, solver, s, dice, first+meals, 0)
					b.StopTimer()
					moves += s.Turn - began
					eaten += s.Snakes[0].Body.Len() - length
				}
				held = max(held, heap()-before)
				runtime.KeepAlive(solver)
				b.StartTimer()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/1000/float64(moves), "µs/move")
			b.ReportMetric(float64(moves)/float64(eaten), "moves/meal")
			b.ReportMetric(float64(held)/1000, "kB")
			b.ReportMetric(0, "ns/op") // an operation is a sample of a game, so its time says nothing
		})
	}
}

func eat(b *testing.B, solver ouro.Solver, s *ouro.State, dice ouro.Dice, length int, nodes int64) {
	b.Helper()
	var rules classic.Rules
	joint := []ouro.Dir{0}
	for s.Snakes[0].Body.Len() < length {
		rules.Spawn(s, dice)
		d, err := solver.Decide(b.Context(), ouro.Turn{State: s, Nodes: nodes})
		if err != nil {
			b.Fatal(err)
		}
		joint[0] = d.Dir
		if rules.Step(s, joint); s.Snakes[0].Cause != ouro.Alive {
			b.Fatal("it died")
		}
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
