package backtrack_test

import (
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/rule/classic"
	"ouro/solve/backtrack"
	"ouro/solve/solvetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestConformance holds the solver to the contract, on boards of all kinds; the
// roster's suite does so for its other options.
func TestConformance(t *testing.T) {
	for _, text := range []string{"depth=4,threads=2"} {
		t.Run(text, func(t *testing.T) {
			spec, err := ouro.ParseSpec("backtrack:" + text)
			if err != nil {
				t.Fatal(err)
			}
			solvetest.Test(t, solvetest.Subject{
				Make: eager, Options: spec.Options,
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

// eager is a solver that splits every search.
func eager(setup ouro.Setup) (ouro.Solver, error) {
	solver, err := backtrack.New(setup)
	if err == nil {
		backtrack.Split(solver)
	}
	return solver, err
}
