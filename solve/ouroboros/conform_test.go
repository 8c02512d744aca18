package ouroboros_test

import (
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/rule/classic"
	"ouro/solve/ouroboros"
	"ouro/solve/solvetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func anyBoard(int, int) bool { return true }

// TestConformance holds the solver to the contract and to its claim to win.
func TestConformance(t *testing.T) {
	for _, text := range []string{"ouroboros:nodes=3"} {
		t.Run(text, func(t *testing.T) {
			t.Parallel()
			spec, err := ouro.ParseSpec(text)
			if err != nil {
				t.Fatal(err)
			}
			solvetest.Test(t, solvetest.Subject{
				Make: ouroboros.New, Options: spec.Options,
				Plays: anyBoard, Lives: anyBoard, Wins: anyBoard,
				Deal: func(level *ouro.Level, length int, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error) {
					dice := ouro.GameDice(seed)
					start, err := classic.Start(level, length, dice)
					return classic.Rules{}, start, dice, err
				},
			})
		})
	}
}
