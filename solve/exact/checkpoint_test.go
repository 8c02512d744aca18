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
	"ouro/internal/needs"
	"ouro/internal/outfile"
	"ouro/internal/outfile/outfiletest"
)

// stopAt returns a context and options. The context ends as soon as a computation with the options
// reaches this length.
func stopAt(t *testing.T, length int, o Options) (context.Context, Options) {
	ctx, cancel := context.WithCancel(t.Context())
	t.Cleanup(cancel)
	o.Progress = func(p Progress) {
		if !p.Listing && p.Length < length {
			cancel()
		}
	}
	return ctx, o
}

func entries(t *testing.T, folder string) (names []string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range list {
		names = append(names, e.Name())
	}
	return names
}

// TestResume stops a computation at several lengths, resumes it and compares it with an
// uninterrupted one: both have the same figures and the same table and leave no other files.
func TestResume(t *testing.T) {
	for _, save := range []bool{false, true} {
		for _, all := range []bool{false, true} {
			testResume(t, save, all, 7)
		}
		testResume(t, save, false, 2)
		testResume(t, save, false, 11)
	}
}

func testResume(t *testing.T, save, all bool, stop int) {
	t.Helper()
	g := ouro.MustGrid(3, 4)
	folder := t.TempDir()
	plain, kept := Options{All: all, Workers: 2}, Options{All: all, Workers: 2, Checkpoint: filepath.Join(folder, "work")}
	if save {
		plain.Save, kept.Save = filepath.Join(folder, "plain.table"), filepath.Join(folder, "kept.table")
	}
	want, err := Solve(t.Context(), ouro.OpenLevel(g), 1, plain)
	if err != nil {
		t.Fatal(err)
	}
	ctx, o := stopAt(t, stop, kept)
	if _, err := Solve(ctx, ouro.OpenLevel(g), 1, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped at length %d: %v", stop, err)
	}
	if names := entries(t, kept.Checkpoint); len(names) != 1 {
		t.Errorf("after a stop the folder holds %v", names)
	}
	got, err := Solve(t.Context(), ouro.OpenLevel(g), 1, kept)
	if err != nil {
		t.Fatal(err)
	}
	if got.Resumed != stop {
		t.Errorf("it resumed at length %d, want %d", got.Resumed, stop)
	}
	got.Resumed = 0
	if *got != *want {
		t.Errorf("stopped at length %d: %+v, want %+v", stop, got, want)
	}
	if names := entries(t, kept.Checkpoint); len(names) != 0 {
		t.Errorf("in the end the folder holds %v", names)
	}
	if !save {
		return
	}
	a, errA := os.ReadFile(plain.Save)
	b, errB := os.ReadFile(kept.Save)
	if err := errors.Join(errA, errB); err != nil {
		t.Fatal(err)
	}
	if string(a) != string(b) {
		t.Error("the tables differ")
	}
	if names := entries(t, folder); len(names) != 3 {
		t.Errorf("in the end there are %v", names)
	}
}

func TestStopLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	ctx, o := stopAt(t, 6, Options{Save: filepath.Join(folder, "saved.table")})
	if _, err := Solve(ctx, ouro.OpenLevel(ouro.MustGrid(3, 4)), 1, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if names := entries(t, folder); len(names) != 0 {
		t.Errorf("it left %v", names)
	}
}

// TestBrokenCheckpoint: for each flipped bit or truncation of a checkpoint or a table's draft, the
// error explains what to do.
func TestBrokenCheckpoint(t *testing.T) {
	g := ouro.MustGrid(2, 3)
	folder := t.TempDir()
	kept := Options{Checkpoint: folder, Save: filepath.Join(folder, "saved.table")}
	ctx, o := stopAt(t, 3, kept)
	if _, err := Solve(ctx, ouro.OpenLevel(g), 1, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "exact-2x3-table.checkpoint")
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(damage string, i int) {
		t.Helper()
		if _, err := Solve(t.Context(), ouro.OpenLevel(g), 1, kept); err == nil || !strings.Contains(err.Error(), "remove it to start anew") {
			t.Fatalf("%s %d: %v", damage, i, err)
		}
	}
	write := func(data []byte) {
		t.Helper()
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := 0; i < len(good); i += needs.Many(8, 2) {
		bad := append([]byte(nil), good...)
		bad[i] ^= 1 << (i % 8)
		write(bad)
		refused("flipped", i)
		write(good[:i])
		refused("cut", i)
	}
	write(append(append([]byte(nil), good...), 0))
	refused("longer", len(good))
	write(good)
	part := kept.Save + outfile.Partial
	if err := os.Truncate(part, 0); err != nil {
		t.Fatal(err)
	}
	refused("part", 0)
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if _, err := Solve(t.Context(), ouro.OpenLevel(g), 1, kept); err != nil {
		t.Errorf("after the checkpoint was removed: %v", err)
	}
}

// TestTwoRunsAreKeptApart: while a run uses a checkpoint or a table, a second run gets an error
// that names the first run's process, and the first run continues undisturbed.
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
				_, second = Solve(t.Context(), ouro.OpenLevel(g), 1, o)
			}
		}
		if _, err := Solve(t.Context(), ouro.OpenLevel(g), 1, first); err != nil {
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
	if _, err := Solve(t.Context(), ouro.OpenLevel(ouro.MustGrid(2, 3)), 1, o); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a link in the place of the table: %v", err)
	}
	if err := os.Remove(save + outfile.Partial); err != nil {
		t.Fatal(err)
	}
	if _, err := Solve(t.Context(), ouro.OpenLevel(ouro.MustGrid(2, 3)), 1, o); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
		t.Errorf("the file that a link leads to holds %q, %v", text, err)
	}
	if names := entries(t, folder); strings.Join(names, " ") != ".ouro-link saved.table" {
		t.Errorf("in the end there are %v", names)
	}
}

// TestFilesAreCheckedFirst: a run that cannot write one of its files computes nothing.
func TestFilesAreCheckedFirst(t *testing.T) {
	folder := t.TempDir()
	for _, o := range []Options{
		{Save: folder},
		{Save: filepath.Join(folder, "no", "table")},
		{Save: "-"},
		{Checkpoint: folder, Files: outfiletest.FailAt(1)},
	} {
		o.Progress = func(p Progress) { t.Errorf("%+v: work has begun", p) }
		if _, err := Solve(t.Context(), ouro.OpenLevel(ouro.MustGrid(2, 3)), 1, o); err == nil {
			t.Errorf("saved to %q, checkpoint %q", o.Save, o.Checkpoint)
		}
	}
}

// TestFailingFiles makes every system call fail in turn. Each time the run returns an error, the
// table is complete or absent, only files from which to resume remain, and the next run makes the
// same table.
func TestFailingFiles(t *testing.T) {
	g := ouro.MustGrid(2, 3)
	want, err := os.ReadFile(saveTable(t, 2, 3))
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; ; n++ {
		folder := t.TempDir()
		sys := outfiletest.FailAt(n)
		o := Options{Checkpoint: folder, Save: filepath.Join(folder, "saved.table"), Files: sys}
		_, err := Solve(t.Context(), ouro.OpenLevel(g), 1, o)
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
		if _, err := Solve(context.Background(), ouro.OpenLevel(g), 1, o); err != nil {
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
