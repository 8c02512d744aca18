package exact

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro"
	"ouro/internal/outfile"
	"ouro/internal/outfile/outfiletest"
)

// TestTwoRunsAreKeptApart: while a run uses a checkpoint or a table, the error of another one
// names the process, and the first is not disturbed.
func TestTwoRunsAreKeptApart(t *testing.T) {
	folder := t.TempDir()
	g := ouro.MustGrid(2, 3)
	for what, o := range map[string]Options{
		"checkpoint": {Checkpoint: folder},
		"table":      {Save: filepath.Join(folder, "saved.table")},
	} {
		var second error
		first := o
		first.Progress = func(p Progress) {
			if second == nil {
				_, second = Solve(t.Context(), g, 1, o)
			}
		}
		if _, err := Solve(t.Context(), g, 1, first); err != nil {
			t.Fatal(err)
		}
		var busy *outfile.BusyError
		if !errors.As(second, &busy) || !strings.Contains(second.Error(), fmt.Sprintf("process %d", os.Getpid())) {
			t.Errorf("%s: the second run ended with %v", what, second)
		}
	}
	if names := entries(t, folder); len(names) != 1 {
		t.Errorf("in the end there are %v", names)
	}
}

// TestStaleFilesGo: the files of a killed run are removed, and links are not followed.
func TestStaleFilesGo(t *testing.T) {
	folder := t.TempDir()
	victim := filepath.Join(t.TempDir(), "victim")
	save := filepath.Join(folder, "saved.table")
	err := errors.Join(
		os.WriteFile(victim, []byte("precious"), 0o600),
		os.WriteFile(filepath.Join(folder, ".ouro-left"), []byte("half a checkp"), 0o600),
		os.WriteFile(filepath.Join(folder, "exact-2x3-table.checkpoint.lock"), []byte("                            4711\n"), 0o600),
		os.Symlink(victim, filepath.Join(folder, ".ouro-link")),
		os.Symlink(victim, save+outfile.Partial),
	)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Checkpoint: folder, Save: save}
	if _, err := Solve(t.Context(), ouro.MustGrid(2, 3), 1, o); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a link in the place of the table: %v", err)
	}
	if err := os.Remove(save + outfile.Partial); err != nil {
		t.Fatal(err)
	}
	if _, err := Solve(t.Context(), ouro.MustGrid(2, 3), 1, o); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
		t.Errorf("the file that a link leads to holds %q, %v", text, err)
	}
	if names := entries(t, folder); strings.Join(names, " ") != ".ouro-link saved.table" {
		t.Errorf("in the end there are %v", names)
	}
}

// TestFilesAreCheckedFirst: nothing is computed if a file cannot be written.
func TestFilesAreCheckedFirst(t *testing.T) {
	folder := t.TempDir()
	for _, o := range []Options{
		{Save: folder},
		{Save: filepath.Join(folder, "no", "table")},
		{Save: "-"},
		{Checkpoint: folder, Files: outfiletest.FailAt(1)},
	} {
		o.Progress = func(p Progress) { t.Errorf("%+v: work has begun", p) }
		if _, err := Solve(t.Context(), ouro.MustGrid(2, 3), 1, o); err == nil {
			t.Errorf("saved to %q, checkpoint %q", o.Save, o.Checkpoint)
		}
	}
}

// TestFailingFiles makes every system call fail in turn: it is an error, a table is complete
// or absent, no other files remain except those to resume from, and the next run makes the
// same table.
func TestFailingFiles(t *testing.T) {
	g := ouro.MustGrid(2, 3)
	want, err := os.ReadFile(saved(t, 2, 3))
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; ; n++ {
		folder := t.TempDir()
		sys := outfiletest.FailAt(n)
		o := Options{Checkpoint: folder, Save: filepath.Join(folder, "saved.table"), Files: sys}
		_, err := Solve(t.Context(), g, 1, o)
		if !sys.Failed() {
			if n < 30 {
				t.Errorf("only %d calls could fail", n-1)
			}
			return
		}
		if !errors.Is(err, outfiletest.ErrInjected) {
			t.Fatalf("call %d failed, and the error is %v", n, err)
		}
		for _, name := range entries(t, folder) {
			if name != "saved.table" && name != "saved.table.partial" && !strings.HasSuffix(name, ".checkpoint") {
				t.Errorf("call %d failed and left %s", n, name)
			}
		}
		if got, err := os.ReadFile(o.Save); err == nil && string(got) != string(want) {
			t.Errorf("call %d failed and left half a table", n)
		}
		o.Files = nil
		if _, err := Solve(context.Background(), g, 1, o); err != nil {
			t.Fatalf("after call %d failed: %v", n, err)
		}
		if got, err := os.ReadFile(o.Save); err != nil || string(got) != string(want) {
			t.Errorf("after call %d failed, the next run made another table, %v", n, err)
		}
		if names := entries(t, folder); len(names) != 1 {
			t.Errorf("after call %d failed and a next run there are %v", n, names)
		}
	}
}
