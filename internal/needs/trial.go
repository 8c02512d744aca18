package needs

import (
	"os"
	"testing"
)

// Trials reports whether trials run: OURO_TRIALS=1, as `make trials` sets it.
//
// A trial is a test that takes long: dozens of kills, whole documents, a second
// browser, simulated fleets. `go test ./...` skips trials or runs a few of their cases.
// scripts/trials finds each test function that calls Trial, Trials or Many in this
// package, so call them in the test function and not in a helper.
func Trials() bool { return os.Getenv("OURO_TRIALS") == "1" }

// Trial skips the test unless trials run.
func Trial(t testing.TB) {
	t.Helper()
	if !Trials() {
		t.Skip("SKIPPED: a trial; run it with OURO_TRIALS=1 or make trials")
	}
}

// Many returns the number of cases of a test: few, or many if trials run.
func Many(few, many int) int {
	if Trials() {
		return many
	}
	return few
}
