package outfile_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro/internal/outfile"
	"ouro/internal/outfile/outfiletest"
)

func find(t *testing.T, sys outfile.System, name string) *outfile.Target {
	t.Helper()
	target, err := outfile.Find(t.Context(), sys, name, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

// text returns a function that writes s in two pieces.
func text(s string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, s[:len(s)/2])
		if err == nil {
			_, err = io.WriteString(w, s[len(s)/2:])
		}
		return err
	}
}

func wantFile(t *testing.T, name, want string) {
	t.Helper()
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s holds %q, want %q", name, got, want)
	}
}

func wantEntries(t *testing.T, dir string, want ...string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("the directory holds %v, want %v", got, want)
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "new")
	if err := find(t, nil, name).Write(text("first")); err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, "first")
	if err := os.Chmod(name, 0o640); err != nil {
		t.Fatal(err)
	}
	if err := find(t, nil, name).Write(text("second")); err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, "second")
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o640 {
		t.Errorf("permissions are %v, %v", info.Mode(), err)
	}
	wantEntries(t, dir, "new")
}

// TestLinks: the target of a symbolic link is replaced or created, and the link remains.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "sub")
	err := errors.Join(os.Mkdir(sub, 0o755), os.Symlink("two", filepath.Join(dir, "one")), os.Symlink(filepath.Join("sub", "file"), filepath.Join(dir, "two")))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"made", "replaced"} {
		if err := find(t, nil, filepath.Join(dir, "one")).Write(text(s)); err != nil {
			t.Fatal(err)
		}
		wantFile(t, filepath.Join(sub, "file"), s)
	}
	wantEntries(t, dir, "one", "sub", "two")
	if to, err := os.Readlink(filepath.Join(dir, "one")); to != "two" {
		t.Errorf("the link leads to %q, %v", to, err)
	}
	if err := os.Symlink("round", filepath.Join(dir, "round")); err != nil {
		t.Fatal(err)
	}
	if _, err := outfile.Find(t.Context(), nil, filepath.Join(dir, "round"), io.Discard); err == nil {
		t.Error("a link to itself was found")
	}
}

// TestFindRefuses: Find reports names that cannot be written, before any write.
func TestFindRefuses(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		dir:                               "this is a directory",
		filepath.Join(dir, "no", "where"): "there is no directory " + filepath.Join(dir, "no"),
		filepath.Join(file, "below"):      "not a directory",
	} {
		if _, err := outfile.Find(t.Context(), nil, name, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
	if _, err := outfile.Find(t.Context(), outfiletest.FailAt(1), filepath.Join(dir, "new"), io.Discard); !errors.Is(err, outfiletest.ErrInjected) {
		t.Errorf("a directory in which no file can be created: %v", err)
	}
	wantEntries(t, dir, "file")
}

func TestStdout(t *testing.T) {
	for _, name := range []string{"-", "/dev/stdout"} {
		var out bytes.Buffer
		target, err := outfile.Find(t.Context(), nil, name, &out)
		if err == nil {
			err = target.Write(text("whole\n"))
		}
		if err != nil || out.String() != "whole\n" {
			t.Errorf("%s: %q, %v", name, out.String(), err)
		}
	}
}

// TestWriteFails makes each call to the system fail in turn. Write then returns an error,
// the file is the old one or the new one, and no other file remains.
func TestWriteFails(t *testing.T) {
	for n := 1; ; n++ {
		dir := t.TempDir()
		name := filepath.Join(dir, "file")
		if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		target := find(t, nil, name)
		sys := outfiletest.FailAt(n)
		err := outfile.On(target, sys).Write(text("new file"))
		if !sys.Failed() {
			if n < 6 {
				t.Errorf("only %d calls could fail", n-1)
			}
			return
		}
		if !errors.Is(err, outfiletest.ErrInjected) {
			t.Errorf("call %d failed, and the error is %v", n, err)
		}
		wantEntries(t, dir, "file")
		got, err := os.ReadFile(name)
		if err != nil || string(got) != "old" && string(got) != "new file" {
			t.Errorf("call %d failed: the file holds %q, %v", n, got, err)
		}
	}
}

// TestStreamFails: whichever call fails, there is an error, and the file is the unchanged old one
// or the complete new one. If a draft remains, it has complete lines, and the error names it.
func TestStreamFails(t *testing.T) {
	const lines = 5
	for n := 1; ; n++ {
		dir := t.TempDir()
		name := filepath.Join(dir, "log")
		if err := os.WriteFile(name, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		target := find(t, nil, name)
		sys := outfiletest.FailAt(n)
		all, err := "", error(nil)
		s, err := outfile.On(target, sys).Stream()
		if err == nil {
			for i := range lines {
				line := fmt.Sprintf("line %d\n", i)
				all += line
				if _, err = s.Write([]byte(line)); err != nil {
					break
				}
			}
			err = errors.Join(err, s.Close())
		}
		if !sys.Failed() {
			if n < 9 {
				t.Errorf("only %d calls could fail", n-1)
			}
			wantFile(t, name, all)
			wantEntries(t, dir, "log")
			return
		}
		if !errors.Is(err, outfiletest.ErrInjected) {
			t.Errorf("call %d failed, and the error is %v", n, err)
		}
		if got, err := os.ReadFile(name); err != nil || string(got) != "old" && string(got) != all {
			t.Errorf("call %d failed: the file holds %q, %v", n, got, err)
		}
		left, rerr := os.ReadFile(name + outfile.Partial)
		if errors.Is(rerr, fs.ErrNotExist) {
			continue
		}
		if !strings.HasPrefix(all, string(left)) || !strings.HasSuffix(string(left), "\n") || !strings.Contains(err.Error(), name+outfile.Partial) {
			t.Errorf("call %d failed: %q is left, and the error is %v", n, left, err)
		}
	}
}

// TestStreamsAreApart: two runs cannot write the same file.
func TestStreamsAreApart(t *testing.T) {
	name := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(name+outfile.Partial, []byte("left by one that was killed\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := find(t, nil, name).Stream()
	if err != nil {
		t.Fatal(err)
	}
	var busy *outfile.BusyError
	if _, err := find(t, nil, name).Stream(); !errors.As(err, &busy) {
		t.Errorf("the second run: %v", err)
	}
	_, err = s.Write([]byte("line\n"))
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	wantFile(t, name, "line\n")
	wantEntries(t, filepath.Dir(name), "log")
}

// TestLock: while one run holds the lock, another run gets an error that names the first run.
func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	for range 2 { // the second time after a release
		l, err := outfile.TakeLock(nil, name)
		if err != nil {
			t.Fatal(err)
		}
		_, err = outfile.TakeLock(nil, name)
		if want := fmt.Sprintf("%s: another run (process %d) is using it", name, os.Getpid()); err == nil || err.Error() != want {
			t.Errorf("the second run: %v, want %s", err, want)
		}
		if err := l.Release(); err != nil {
			t.Fatal(err)
		}
		wantEntries(t, filepath.Dir(name))
	}
}

// TestLinksBesideAreNotFollowed: a user who can create links in the directory cannot cause
// other files to be overwritten.
func TestLinksBesideAreNotFollowed(t *testing.T) {
	dir := t.TempDir()
	victim := filepath.Join(dir, "victim")
	err := errors.Join(os.WriteFile(victim, []byte("precious"), 0o600), os.Symlink(victim, filepath.Join(dir, "log"+outfile.Partial)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := find(t, nil, filepath.Join(dir, "log")).Stream(); err == nil || !strings.Contains(err.Error(), "not a regular file") {
		t.Errorf("a stream: %v", err)
	}
	if _, err := outfile.TakeLock(nil, filepath.Join(dir, "log"+outfile.Partial)); err == nil {
		t.Error("a lock was taken through a link")
	}
	wantFile(t, victim, "precious")
}

// TestClean: Clean removes the temporary files of killed programs, but not files that are being
// written.
func TestClean(t *testing.T) {
	dir := t.TempDir()
	err := errors.Join(os.WriteFile(filepath.Join(dir, ".ouro-left"), nil, 0o600), os.WriteFile(filepath.Join(dir, "other"), nil, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	err = find(t, nil, filepath.Join(dir, "file")).Write(func(w io.Writer) error {
		_, err := io.WriteString(w, "text")
		return errors.Join(err, outfile.Clean(nil, dir))
	})
	if err != nil {
		t.Fatal(err)
	}
	wantFile(t, filepath.Join(dir, "file"), "text")
	wantEntries(t, dir, "file", "other")
}

// TestWriteNew: WriteNew never replaces a file, and leaves no draft after an error.
func TestWriteNew(t *testing.T) {
	dir := t.TempDir()
	name := func(n int) string { return filepath.Join(dir, fmt.Sprintf("game-%d", n)) }
	for n := 1; n <= 2; n++ {
		got, err := outfile.WriteNew(nil, name, fmt.Appendf(nil, "%d", n))
		if err != nil || got != name(n) {
			t.Fatalf("%s, %v", got, err)
		}
	}
	wantFile(t, name(1), "1")
	for n := 1; ; n++ {
		sys := outfiletest.FailAt(n)
		_, err := outfile.WriteNew(sys, name, []byte("3"))
		if !sys.Failed() {
			break
		}
		if !errors.Is(err, outfiletest.ErrInjected) {
			t.Errorf("call %d failed, and the error is %v", n, err)
		}
		// An error after the rename leaves the complete file.
		if err := os.Remove(name(3)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		wantEntries(t, dir, "game-1", "game-2")
	}
	wantEntries(t, dir, "game-1", "game-2", "game-3")
}

// TestDraftGoesOn: one run leaves a draft, the next run continues it, and the last run finishes it.
func TestDraftGoesOn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "table")
	for i := range 3 {
		d, err := outfile.OpenDraft(nil, name, true)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.WriteAt([]byte{byte('a' + i)}, int64(i)); err != nil {
			t.Fatal(err)
		}
		end := d.Leave
		if i == 2 {
			end = d.Finish
		}
		if err := errors.Join(end(), d.Discard()); err != nil {
			t.Fatal(err)
		}
	}
	wantFile(t, name, "abc")
	wantEntries(t, filepath.Dir(name), "table")
}
