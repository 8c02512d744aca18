// Package needs finds programs in other languages for the tests that run them, and says which tests
// run, and how many at once.
//
// A test whose program is missing is skipped. With OURO_TOOLS=must, as in CI, it fails instead.
// With OURO_TOOLS=no, all tests that need such programs are skipped: the race detector cannot
// examine other programs.
package needs

import (
	"context"
	"flag"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Program returns the path of the first of these programs that is in PATH, such as cc or gcc.
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

// Python returns the path of a Python 3 with these modules. It tries OURO_PYTHON, the first Python
// in PATH and the system's, because they may have different modules.
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

// Missing skips the test, or fails it if OURO_TOOLS=must. why states what is missing.
func Missing(t testing.TB, why string) {
	t.Helper()
	if os.Getenv("OURO_TOOLS") == "must" {
		t.Fatal(why + ", and OURO_TOOLS=must")
	}
	t.Skip("SKIPPED: " + why)
}

// Trials reports whether trials run, which OURO_TRIALS=1 requests, as in `make trials`.
//
// A trial is a slow test: it kills many programs, runs the commands of whole documents, starts a
// second browser, or simulates fleets. `go test ./...` skips trials or runs a few of their cases.
// Call Trial, Trials and Many in the test function and not in a helper: scripts/trials searches
// test functions for these calls.
func Trials() bool { return os.Getenv("OURO_TRIALS") == "1" }

// Trial skips the test unless trials run.
func Trial(t testing.TB) {
	t.Helper()
	if !Trials() {
		t.Skip("SKIPPED: a trial; run it with OURO_TRIALS=1 or make trials")
	}
}

// AtOnce lets n parallel tests of a package run at the same time, unless the flag -parallel is set.
// Call it in TestMain of packages whose tests wait for most of their time.
func AtOnce(n int) {
	flag.Parse()
	isSet := false
	flag.Visit(func(f *flag.Flag) { isSet = isSet || f.Name == "test.parallel" })
	if isSet {
		return
	}
	if err := flag.Set("test.parallel", strconv.Itoa(n)); err != nil {
		panic(err)
	}
}

// Many returns the number of cases that a test runs: many in trials, otherwise few.
func Many(few, many int) int {
	if Trials() {
		return many
	}
	return few
}
