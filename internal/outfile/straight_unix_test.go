//go:build unix

package outfile_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"ouro/internal/outfile"
)

func fifo(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "fifo")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestPipe: the output goes into a named pipe, which remains a pipe.
func TestPipe(t *testing.T) {
	name := fifo(t)
	read := make(chan []byte)
	go func() {
		text, _ := os.ReadFile(name)
		read <- text
	}()
	if err := find(t, nil, name).Write(text("through the pipe")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; string(got) != "through the pipe" {
		t.Errorf("read %q", got)
	}
	if info, err := os.Lstat(name); err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		t.Errorf("the file is %v now, %v", info.Mode(), err)
	}
}

// TestUnreadPipe: the work ends even if nothing reads from the pipe.
func TestUnreadPipe(t *testing.T) {
	name := fifo(t)
	reader, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	target, err := outfile.Find(ctx, nil, name, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	s, err := target.Stream()
	if err != nil {
		t.Fatal(err)
	}
	guard := time.AfterFunc(30*time.Second, func() { _ = reader.Close() }) // ends a write that would hang
	defer guard.Stop()
	go cancel()
	for err == nil {
		_, err = s.Write(bytes.Repeat([]byte("line\n"), 10_000))
	}
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the write ended with %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// TestFullDevice: a device is not replaced, and its error is returned.
func TestFullDevice(t *testing.T) {
	const name = "/dev/full"
	if _, err := os.Stat(name); err != nil {
		t.Log("no such device here")
		return
	}
	if err := find(t, nil, name).Write(text("too much")); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full device: %v", err)
	}
	if info, err := os.Lstat(name); err != nil || info.Mode().IsRegular() {
		t.Errorf("the file is %v now, %v", info.Mode(), err)
	}
}

// TestDescriptor: if the name stands for an open descriptor, its file is written in place
// and not replaced.
func TestDescriptor(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	name := filepath.Join("/dev/fd", strconv.Itoa(int(f.Fd())))
	if err := find(t, nil, name).Write(text("into it")); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 7)
	if _, err := f.ReadAt(got, 0); err != nil || string(got) != "into it" {
		t.Errorf("the file holds %q, %v", got, err)
	}
}

// TestCancelledFind: Find does not wait for the reader of a pipe after its context has ended.
func TestCancelledFind(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := outfile.Find(ctx, nil, fifo(t), io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}
