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

// TestConformance holds the solver to the contract, on classic Snake. It looks
// two steps ahead only: the games are long.
func TestConformance(t *testing.T) {
	t.Parallel()
	solvetest.Test(t, solvetest.Subject{
		Make:    spot.New,
		Options: ouro.Options{{Key: "workers", Value: "2"}, {Key: "depth", Value: "2"}},
		Plays:   func(int, int) bool { return true },
		Deal: func(level *ouro.Level, length int, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error) {
			dice := ouro.GameDice(seed)
			start, err := classic.Start(level, length, dice)
			return classic.Rules{}, start, dice, err
		},
	})
}
