//go:build unix

package infile_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ouro/internal/infile"
)

// TestPipe: only Wait waits for the writer of a FIFO, until its context ends.
func TestPipe(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = root.Close() }()
	for function, open := range map[string]func() error{
		"Open": func() error { _, err := infile.Open(name); return err },
		"In":   func() error { _, err := infile.In(root, "pipe"); return err },
		"Read": func() error { _, err := infile.Read(name, 10); return err },
	} {
		if err := open(); err == nil || !strings.Contains(err.Error(), "it is a pipe, want a regular file") {
			t.Errorf("%s: %v", function, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, err := infile.Wait(ctx, name); !errors.Is(err, context.Canceled) {
		t.Errorf("Wait: %v", err)
	}
	// The system call that Wait made is still waiting for a writer. Opening the FIFO lets it end.
	w, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{dir: "a directory", os.DevNull: "a device"} {
		if _, err := infile.Open(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
