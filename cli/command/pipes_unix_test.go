//go:build unix

package command_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ouro/cli/clitest"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// TestPipesAreRefused: if a command needs a regular file, a pipe is an error. If the command opened
// the pipe, it would wait for a program that writes to it and ignore every signal.
func TestPipesAreRefused(t *testing.T) {
	pipe := func(t *testing.T, name string) string {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := syscall.Mkfifo(name, 0o600); err != nil {
			t.Fatal(err)
		}
		return name
	}
	dir := t.TempDir()
	fifo := pipe(t, filepath.Join(dir, "fifo"))
	pipe(t, filepath.Join(dir, "tournament", "tournament.toml"))
	pipe(t, filepath.Join(dir, "site", "ouro-studio.json"))
	index := filepath.Join(dir, "index")
	if err := os.CopyFS(index, os.DirFS("../results/testdata/tournament")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(index, "games.jsonl")); err != nil {
		t.Fatal(err)
	}
	pipe(t, filepath.Join(index, "games.jsonl"))
	t.Setenv("OURO_FLEET_CA", fifo)
	for _, line := range []string{
		"results import --store " + filepath.Join(dir, "results.db") + " " + filepath.Join(dir, "tournament"),
		"results import --store " + filepath.Join(dir, "results.db") + " " + index,
		"studio --export " + filepath.Join(dir, "site"),
		"results import --store " + fifo + " " + filepath.Join(dir, "tournament"),
		"fleet status --fleet tls://127.0.0.1:1",
		"arena run greedy floodfill --openings " + fifo,
		"results list --store " + fifo,
	} {
		t.Run(line, func(t *testing.T) {
			code, out, errs := clitest.Run(t, strings.Fields(line)...)
			if code == 0 || !strings.Contains(errs, "pipe") && !strings.Contains(errs, "regular file") && !strings.Contains(errs, "want a file") {
				t.Errorf("code %d: %s%s", code, out, errs)
			}
		})
	}
}
