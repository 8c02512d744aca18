package outfile_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro/internal/outfile"
	"ouro/internal/outfile/outfiletest"
)

// TestJournal: what lies beyond the whole pieces is cut off, and pieces are there
// as soon as they are added.
func TestJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "journal")
	for i, size := range []int64{0, 4, 8, 12, 2} {
		if i > 0 {
			f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := f.WriteString("hal"); err != nil {
				t.Fatal(err)
			}
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
		}
		j, err := outfile.OpenJournal(nil, name, size)
		if err != nil {
			t.Fatal(err)
		}
		if err := j.Add([]byte("one\n")); err != nil {
			t.Fatal(err)
		}
		wantFile(t, name, strings.Repeat("one\n", i+1)[:size]+"one\n")
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := outfile.OpenJournal(nil, name, 100); err == nil || !strings.Contains(err.Error(), "6 bytes, want 100") {
		t.Errorf("a journal that shrank: %v", err)
	}
	if err := os.Symlink(name, name+".link"); err != nil {
		t.Fatal(err)
	}
	for _, other := range []string{name + ".link", filepath.Dir(name)} {
		if _, err := outfile.OpenJournal(nil, other, 0); err == nil {
			t.Errorf("%s is taken for a journal", other)
		}
	}
}

// TestJournalFails: of a piece that cannot be written nothing stays, and nothing
// is added after it.
func TestJournalFails(t *testing.T) {
	name := filepath.Join(t.TempDir(), "journal")
	j, err := outfile.OpenJournal(outfiletest.FailAt(3), name, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := j.Add([]byte("one\n")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := j.Add([]byte("two\n")); !errors.Is(err, outfiletest.ErrInjected) || !strings.Contains(err.Error(), name) {
			t.Errorf("a write fails with %v", err)
		}
		wantFile(t, name, "one\n")
	}
	if err := j.Close(); err != nil {
		t.Error(err)
	}
}

// TestWriteQuick: a file is whole, though it is not synced.
func TestWriteQuick(t *testing.T) {
	dir := t.TempDir()
	for n := 1; ; n++ {
		sys := outfiletest.FailAt(n)
		err := outfile.In(sys, dir, "file").WriteQuick(text("hello\n"))
		if !sys.Failed() {
			if err != nil || n < 5 { // made, written, renamed and closed
				t.Errorf("after %d calls: %v", n-1, err)
			}
			break
		}
		if !errors.Is(err, outfiletest.ErrInjected) {
			t.Errorf("call %d: %v", n, err)
		}
	}
	wantEntries(t, dir, "file")
	wantFile(t, filepath.Join(dir, "file"), "hello\n")
}
