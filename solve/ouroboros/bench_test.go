package ouroboros_test

import (
	"flag"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/solve/ouroboros"
)

func start(t testing.TB, w, h int, seed uint64) (*ouro.State, *ouro.PCG) {
	t.Helper()
	level, err := classic.OpenLevel(w, h)
	if err != nil {
		t.Fatal(err)
	}
	dice := ouro.GameDice(seed)
	s, err := classic.Start(level, 1, dice)
	if err != nil {
		t.Fatal(err)
	}
	return s, dice
}

var benched = flag.String("benched", "ouroboros", "the solver that BenchmarkOuroboros plays")

func BenchmarkOuroboros(b *testing.B) {
	spec, err := ouro.ParseSpec(*benched)
	if err != nil {
		b.Fatal(err)
	}
	for _, size := range [][2]int{{6, 6}, {9, 9}, {10, 10}, {20, 20}, {30, 30}} {
		b.Run(ouro.MustGrid(size[0], size[1]).String(), func(b *testing.B) {
			b.ReportAllocs()
			moves := 0
			for i := range b.N {
				seed := ouro.GameSeed(1, i)
				s, dice := start(b, size[0], size[1], seed)
				solver, err := ouroboros.New(ouro.Setup{Start: s, Seed: ouro.SolverSeed(seed, 0), Options: spec.Options})
				if err != nil {
					b.Fatal(err)
				}
				game, err := play.New(play.Config{Deal: play.Deal{Rules: classic.Rules{}, Start: s, Dice: dice}, Seats: []ouro.Solver{solver}})
				if err != nil {
					b.Fatal(err)
				}
				outcome, err := game.Run(b.Context())
				if err != nil || outcome.Ending != ouro.Won {
					b.Fatalf("%v %v", outcome.Ending, err)
				}
				moves += game.State().Turn
			}
			b.ReportMetric(float64(moves)/float64(b.N), "moves/win")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(moves), "µs/move")
		})
	}
}
