package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"ouro/internal/needs"
)

// TestPython runs the tests of clients/python against this program.
func TestPython(t *testing.T) {
	needs.Trial(t)
	python := needs.Python(t, "numpy")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, module := range []string{"test_ouro_env", "test_train"} {
		t.Run(module, func(t *testing.T) {
			tests := exec.CommandContext(t.Context(), python, "-m", "unittest", "--verbose", module)
			tests.Dir = filepath.Join("..", "..", "clients", "python")
			tests.Env = append(os.Environ(), "OURO_BINARY="+exe, asOuro+"=1", "GORACE=atexit_sleep_ms=0",
				"PYTHONDONTWRITEBYTECODE=1", "OPENBLAS_NUM_THREADS=1") // a second thread makes it slower
			var out bytes.Buffer
			tests.Stdout, tests.Stderr = &out, &out
			if err := tests.Run(); err != nil {
				t.Fatalf("%s -m unittest %s: %v\n%s", python, module, err, out.String())
			}
			if !regexp.MustCompile(`(?m)^Ran [1-9]\d* tests in .*\n\nOK$`).Match(out.Bytes()) {
				t.Fatalf("not all tests ran, or some skipped themselves:\n%s", out.String())
			}
		})
	}
}
