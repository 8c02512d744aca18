package classic_test

import (
	"testing"

	"ouro"
	"ouro/rule/classic"
)

// BenchmarkStep plays random legal moves on 10x10, a new game whenever one is
// over, and reports steps a second including the test for the end, the choice
// of the move, the spawn and the new games.
func BenchmarkStep(b *testing.B) {
	level, err := classic.OpenLevel(10, 10)
	if err != nil {
		b.Fatal(err)
	}
	dice := ouro.NewPCG(1)
	var rules classic.Rules
	start, err := classic.Start(level, 1, dice)
	if err != nil {
		b.Fatal(err)
	}
	s := start.Clone()
	rules.Spawn(s, dice)
	joint := []ouro.Dir{0}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		if _, over := rules.Over(s); over {
			s.CopyFrom(start)
			rules.Spawn(s, dice)
		}
		joint[0] = randomLegal(s, dice)
		rules.Step(s, joint)
		rules.Spawn(s, dice)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
}

// randomLegal is a uniformly random legal move of seat 0, which has one.
func randomLegal(s *ouro.State, dice *ouro.PCG) ouro.Dir {
	var legal [4]ouro.Dir
	n := 0
	head := s.Snakes[0].Body.Head()
	for _, d := range ouro.Dirs {
		if s.Enterable(0, s.Grid.Next(head, d)) {
			legal[n] = d
			n++
		}
	}
	return legal[dice.Roll(n)]
}
