package infile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro/internal/infile"
)

func TestRead(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	if text, err := infile.Read(name, 5); err != nil || string(text) != "hello" {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := infile.Read(name, 4); err == nil || !strings.Contains(err.Error(), "larger than the limit of 4 bytes") {
		t.Errorf("five bytes where four may be: %v", err)
	}
	if _, err := infile.Read(filepath.Join(dir, "b"), 5); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if f, err := infile.Wait(t.Context(), name); err != nil {
		t.Error(err)
	} else if err := f.Close(); err != nil {
		t.Error(err)
	}
}
