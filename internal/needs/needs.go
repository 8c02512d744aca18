// Package needs finds programs in other languages that some tests run.
//
// A test without its program is skipped with a message, or fails with OURO_TOOLS=must, as in CI.
// With OURO_TOOLS=no all such tests are skipped, because the race detector cannot examine other
// programs.
package needs

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// Program returns the path of the first of these programs in PATH. The names are alternatives,
// such as cc and gcc.
func Program(t testing.TB, names ...string) string {
	t.Helper()
	skipIfUnwanted(t)
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	Missing(t, "no "+strings.Join(names, " or ")+" is found in PATH")
	return ""
}

// Python returns the path of a Python 3 that has these modules. It tries OURO_PYTHON, the first
// Python in PATH and the system's, because each may have other modules.
func Python(t testing.TB, modules ...string) string {
	t.Helper()
	skipIfUnwanted(t)
	imports := "import sys; sys.exit(sys.version_info < (3, 9))"
	for _, module := range modules {
		imports = "import " + module + "; " + imports
	}
	for _, name := range []string{os.Getenv("OURO_PYTHON"), "python3", "/usr/bin/python3"} {
		if name == "" {
			continue
		}
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // guards against hanging
		err = exec.CommandContext(ctx, path, "-c", imports).Run()
		cancel()
		if err == nil {
			return path
		}
	}
	with := ""
	if len(modules) > 0 {
		with = " with " + strings.Join(modules, " and ")
	}
	Missing(t, "no Python 3.9 or newer"+with+" is found (OURO_PYTHON, python3 in PATH, /usr/bin/python3)")
	return ""
}

func skipIfUnwanted(t testing.TB) {
	t.Helper()
	if os.Getenv("OURO_TOOLS") == "no" {
		t.Skip("SKIPPED: OURO_TOOLS=no")
	}
}

// Missing skips the test because something is missing, or fails it if OURO_TOOLS=must.
func Missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("OURO_TOOLS") == "must" {
		t.Fatal(why + ", and OURO_TOOLS=must")
	}
	t.Skip("SKIPPED: " + why)
}

// Trials reports whether trials run: OURO_TRIALS=1, as `make trials` sets it.
//
// A trial is a slow test: dozens of kills, whole documents, a second browser, simulated fleets.
// `go test ./...` skips trials or runs a few of their cases. scripts/trials finds the test
// functions that call Trial, Trials or Many of this package, so call them in the test function
// and not in a helper.
func Trials() bool { return os.Getenv("OURO_TRIALS") == "1" }

// Trial skips the test unless trials run.
func Trial(t testing.TB) {
	t.Helper()
	if !Trials() {
		t.Skip("SKIPPED: a trial; run it with OURO_TRIALS=1 or make trials")
	}
}

// Many returns the number of cases for a test: many if trials run, otherwise few.
func Many(few, many int) int {
	if Trials() {
		return many
	}
	return few
}
