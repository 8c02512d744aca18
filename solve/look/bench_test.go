package look_test

import (
	"testing"

	"ouro"
	"ouro/play"
	"ouro/rule/classic"
	"ouro/solve/look"
)

var variants = []struct {
	name    string
	options ouro.Options
}{
	{"published", nil},
	{"breakloops", ouro.Options{{Key: "breakloops", Value: "true"}}},
}

func BenchmarkLookahead(b *testing.B) {
	level, err := classic.OpenLevel(10, 10)
	if err != nil {
		b.Fatal(err)
	}
	for _, v := range variants {
		b.Run(v.name, func(b *testing.B) {
			b.ReportAllocs()
			endings, moves, wonMoves := map[ouro.Ending]int{}, 0, 0
			for i := range b.N {
				seed := ouro.GameSeed(1, i)
				dice := ouro.GameDice(seed)
				start, err := classic.Start(level, 1, dice)
				if err != nil {
					b.Fatal(err)
				}
				solver, err := look.Lookahead(ouro.Setup{Rules: classic.Rules{}, Start: start, Seed: ouro.SolverSeed(seed, 0), Options: v.options})
				if err != nil {
					b.Fatal(err)
				}
				game, err := play.New(play.Config{
					Deal:  play.Deal{Rules: classic.Rules{}, Start: start, Dice: dice},
					Seats: []ouro.Solver{solver},
				})
				if err != nil {
					b.Fatal(err)
				}
				outcome, err := game.Run(b.Context())
				if err != nil {
					b.Fatal(err)
				}
				endings[outcome.Ending]++
				moves += game.State().Turn
				if outcome.Ending == ouro.Won {
					wonMoves += game.State().Turn
				}
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(moves)/b.Elapsed().Seconds(), "moves/s")
			b.ReportMetric(float64(wonMoves)/float64(max(1, endings[ouro.Won])), "moves/won")
			for _, ending := range []ouro.Ending{ouro.Won, ouro.Died, ouro.Trapped, ouro.Looped} {
				b.ReportMetric(100*float64(endings[ending])/float64(b.N), "%"+ending.String())
			}
		})
	}
}
