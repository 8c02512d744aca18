package classic_test

import (
	"testing"

	"ouro"
	"ouro/rule/classic"
)

// BenchmarkStep plays random legal moves on 10x10 and reports steps a second. The time
// includes the test for the end, the choice of the move, spawns and new games.
func BenchmarkStep(b *testing.B) {
	var rules classic.Rules
	dice := ouro.NewPCG(1)
	start := openStart(b, 10, 10, dice)
	s := start.Clone()
	joint := make([]ouro.Dir, 1)
	var random uint64
	b.ReportAllocs()
	b.ResetTimer()
	for i := range b.N {
		if _, over := rules.Over(s); over {
			s.CopyFrom(start)
		}
		if i%8 == 0 { // 8 bits for each move, so that random numbers cost little
			random = dice.Uint64()
		}
		legal := s.Legal(0)
		joint[0] = legal.At(int(random&255) * legal.Len() >> 8)
		random >>= 8
		rules.Step(s, joint)
		rules.Spawn(s, dice)
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
}

func TestNothingAllocates(t *testing.T) {
	var rules classic.Rules
	dice := ouro.NewPCG(1)
	start := openStart(t, 10, 10, dice)
	s := start.Clone()
	joint := make([]ouro.Dir, 1)
	move := func() {
		if _, over := rules.Over(s); over {
			s.CopyFrom(start)
		}
		legal := s.Legal(0)
		joint[0] = legal.At(dice.Roll(legal.Len()))
		rules.Step(s, joint)
		rules.Spawn(s, dice)
	}
	if n := testing.AllocsPerRun(20_000, move); n != 0 {
		t.Errorf("%v allocations a move", n)
	}
}

func openStart(t testing.TB, w, h int, dice ouro.Dice) *ouro.State {
	t.Helper()
	level, err := classic.OpenLevel(w, h)
	if err != nil {
		t.Fatal(err)
	}
	s, err := classic.Start(level, 1, dice)
	if err != nil {
		t.Fatal(err)
	}
	classic.Rules{}.Spawn(s, dice)
	return s
}
