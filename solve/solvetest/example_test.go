package solvetest_test

import (
	"testing"

	"ouro"
	"ouro/roster"
	"ouro/solve/path"
	"ouro/solve/solvetest"
)

// The tests of a solver's package call Test like this.
func ExampleTest() {
	var t *testing.T // the t of the user's test
	solvetest.Test(t, solvetest.Subject{
		Make:  path.BFS,
		Plays: func(w, h int) bool { return true },
		Deal: func(game ouro.GameSpec, seed uint64) (ouro.Rules, *ouro.State, ouro.Dice, error) {
			d, err := roster.Deal(game, seed)
			return d.Rules, d.Start, d.Dice, err
		},
	})
}
