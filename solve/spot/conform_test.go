package spot_test

import (
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/rule/classic"
	"ouro/solve/solvetest"
	"ouro/solve/spot"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestConformance holds the solver to the contract, on classic Snake.
func TestConformance(t *testing.T) {
	for _, text := range []string{"spot:depth=3", "spot:style=post,workers=3,hungry=90,depth=2"} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			spec, err := ouro.ParseSpec(text)
			if err != nil {
				t.Fatal(err)
			}
			solvetest.Test(t, solvetest.Subject{
				Make: spot.New, Options: spec.Options,
				Plays: func(int, int) bool { return true },
				Deal: func(level *ouro.Level, length int, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error) {
					dice := ouro.GameDice(seed)
					start, err := classic.Start(level, length, dice)
					return classic.Rules{}, start, dice, err
				},
			})
		})
	}
}
