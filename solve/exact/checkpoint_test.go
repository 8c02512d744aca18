package exact

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro"
	"ouro/internal/outfile"
)

// stopAt ends the context as soon as the computation reaches this length.
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
// uninterrupted one: equal figures, an equal table, and no other files.
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
	want, err := Solve(t.Context(), g, 1, plain)
	if err != nil {
		t.Fatal(err)
	}
	ctx, o := stopAt(t, stop, kept)
	if _, err := Solve(ctx, g, 1, o); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped at length %d: %v", stop, err)
	}
	if names := entries(t, kept.Checkpoint); len(names) != 1 {
		t.Errorf("after a stop the folder holds %v", names)
	}
	got, err := Solve(t.Context(), g, 1, kept)
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

// TestStopLeavesNothing: without a checkpoint, an interrupted run removes its files.
func TestStopLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	ctx, o := stopAt(t, 6, Options{Save: filepath.Join(folder, "saved.table")})
	if _, err := Solve(ctx, ouro.MustGrid(3, 4), 1, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if names := entries(t, folder); len(names) != 0 {
		t.Errorf("it left %v", names)
	}
}

// TestBrokenCheckpoint: for each flipped bit and each truncation the error says what to do;
// the same for the draft of a table.
func TestBrokenCheckpoint(t *testing.T) {
	g := ouro.MustGrid(2, 3)
	folder := t.TempDir()
	kept := Options{Checkpoint: folder, Save: filepath.Join(folder, "saved.table")}
	ctx, o := stopAt(t, 3, kept)
	if _, err := Solve(ctx, g, 1, o); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	name := filepath.Join(folder, "exact-2x3-table.checkpoint")
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	refused := func(what string, i int) {
		t.Helper()
		if _, err := Solve(t.Context(), g, 1, kept); err == nil || !strings.Contains(err.Error(), "remove it to start anew") {
			t.Fatalf("%s %d: %v", what, i, err)
		}
	}
	write := func(data []byte) {
		t.Helper()
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for i := 0; i < len(good); i += 2 {
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
	if _, err := Solve(t.Context(), g, 1, kept); err != nil {
		t.Errorf("anew: %v", err)
	}
}
