package backtrack_test

import (
	"testing"

	"go.uber.org/goleak"

	"ouro"
	"ouro/roster"
	"ouro/solve/backtrack"
	"ouro/solve/solvetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestConformance tests a solver that splits every search. The roster's suite tests all
// other options.
func TestConformance(t *testing.T) {
	solvetest.Test(t, solvetest.Subject{
		Make: newSplitting, Options: ouro.Options{{Key: "depth", Value: "4"}, {Key: "threads", Value: "2"}},
		Plays: func(int, int) bool { return true },
		Deal: func(game ouro.GameSpec, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error) {
			d, err := roster.Deal(game, seed)
			return d.Rules, d.Start, d.Dice, err
		},
	})
}

func newSplitting(setup ouro.Setup) (ouro.Solver, error) {
	solver, err := backtrack.New(setup)
	if err == nil {
		backtrack.Split(solver)
	}
	return solver, err
}
