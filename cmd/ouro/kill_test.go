package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouro/internal/needs"
)

// killSeed determines the random delays before kills. How much work the program has done after a
// delay depends on the machine.
const killSeed = 12

// killed runs the program, and kills it with SIGKILL after a random time up to limit. It
// reports whether the program had already ended by itself.
func killed(t *testing.T, dice *rand.Rand, limit time.Duration, dir string, args ...string) (ended bool) {
	t.Helper()
	c := newChild(t, dir, args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(time.Duration(dice.Int64N(int64(limit))), func() { _ = c.Process.Kill() })
	defer timer.Stop()
	return c.exited(t, c.end(t))
}

// exited reports whether a child has ended by itself, with this exit code. Otherwise the
// child must have been killed.
func (c *child) exited(t *testing.T, code int) bool {
	t.Helper()
	switch code {
	case 0:
		return true
	case -1, 1: // some systems return 1
		return false
	default:
		t.Fatalf("%s: exit code %d: %s", strings.Join(c.Args, " "), code, c.errs.String())
		return false
	}
}

// killedWhen is like killed, but kills soon after isTime returns true.
func killedWhen(t *testing.T, dice *rand.Rand, isTime func() bool, dir string, args ...string) (ended bool) {
	t.Helper()
	c := newChild(t, dir, args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	code := make(chan int, 1)
	go func() { code <- c.end(t) }()
	for !isTime() {
		select {
		case exit := <-code:
			code <- exit
			isTime = func() bool { return true }
		case <-time.After(5 * time.Millisecond):
		}
	}
	time.Sleep(time.Duration(dice.Int64N(int64(20 * time.Millisecond))))
	_ = c.Process.Kill()
	return c.exited(t, <-code)
}

// TestKillRecords kills bench while it writes records. Each record file is complete, and
// the same command can run again with the same folder.
func TestKillRecords(t *testing.T) {
	want := t.TempDir()
	line := strings.Fields("bench --solver bfs --board 8x8 --games 400 --records games")
	mustOuro(t, want, line...)
	dice := rand.New(rand.NewPCG(killSeed, 1))
	dir := t.TempDir()
	for range needs.Many(1, 8) {
		killed(t, dice, 300*time.Millisecond, dir, line...)
		for name, text := range contents(t, filepath.Join(dir, "games")) {
			if strings.HasPrefix(name, ".ouro-") {
				continue // hidden; the next run removes it
			}
			whole, err := os.ReadFile(filepath.Join(want, "games", name))
			if err != nil || !bytes.Equal(text, whole) {
				t.Fatalf("%s is not complete: %d bytes of %d, %v", name, len(text), len(whole), err)
			}
		}
	}
	mustOuro(t, dir, line...)
	sameContents(t, filepath.Join(dir, "games"), filepath.Join(want, "games"))
}

// TestKillExact kills exact while it works with a checkpoint. The next run resumes, and the
// final table equals that of a run without kills.
func TestKillExact(t *testing.T) {
	line := strings.Fields("exact --board 4x4 --checkpoint work --save 4x4.table")
	want := t.TempDir()
	mustOuro(t, want, line...)
	dice := rand.New(rand.NewPCG(killSeed, 3))
	for range needs.Many(1, 3) {
		dir := t.TempDir()
		isWorking := func() bool {
			checkpoints, _ := filepath.Glob(filepath.Join(dir, "work", "*.checkpoint"))
			return len(checkpoints) > 0
		}
		for killedWhen(t, dice, isWorking, dir, line...) { // the program ended before the kill: try again
		}
		for range 3 {
			if killed(t, dice, 400*time.Millisecond, dir, line...) {
				break
			}
			if text, err := os.ReadFile(filepath.Join(dir, "4x4.table")); err == nil && !bytes.Equal(text, contents(t, want)["4x4.table"]) {
				t.Error("4x4.table is not complete")
			}
		}
		hidden, err := filepath.Glob(filepath.Join(dir, ".ouro-*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range hidden { // later runs do not remove hidden files from a folder of the user
			if err := os.Remove(name); err != nil {
				t.Error(err)
			}
		}
		mustOuro(t, dir, line...)
		sameContents(t, dir, want)
		sameContents(t, filepath.Join(dir, "work"), filepath.Join(want, "work"))
	}
}

// contents returns the files of a folder by name. If the folder does not exist, it returns
// nothing.
func contents(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		files[e.Name()] = text
	}
	return files
}

func sameContents(t *testing.T, got, want string) {
	t.Helper()
	a, b := contents(t, got), contents(t, want)
	for name := range a {
		if !bytes.Equal(a[name], b[name]) || b[name] == nil {
			t.Errorf("%s differs from that of a run that was never stopped", name)
		}
	}
	if len(a) != len(b) {
		t.Errorf("there are %d files; a run that was never stopped has %d", len(a), len(b))
	}
}
