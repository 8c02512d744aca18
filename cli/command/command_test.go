package command

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ouro/saved"
)

// TestExitCode: each kind of end of a command has its exit code, and Exits lists every code.
func TestExitCode(t *testing.T) {
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	stoppedBy := func(s syscall.Signal) context.Context {
		ctx, cancel := context.WithCancelCause(t.Context())
		cancel(Stopped{s})
		return ctx
	}
	full := &os.PathError{Op: "write", Path: "/dev/stdout", Err: syscall.ENOSPC}
	for _, c := range []struct {
		what string
		ctx  context.Context
		err  error
		want int
	}{
		{"nothing", t.Context(), nil, 0},
		{"an answer", t.Context(), runError{ErrNo}, 3},
		{"an answer with a reason", t.Context(), runError{Negativef("turn 3 differs")}, 3},
		{"an error of cobra", t.Context(), errors.New("unknown"), 2},
		{"an error of usage", t.Context(), runError{fmt.Errorf("x: %w", Usagef("y"))}, 2},
		{"an error of the work", t.Context(), runError{full}, 1},
		{"a timeout", t.Context(), runError{context.DeadlineExceeded}, 124},
		{"an end without a signal", canceled, runError{canceled.Err()}, 130},
		{"SIGINT", stoppedBy(syscall.SIGINT), runError{context.Canceled}, 130},
		{"SIGTERM", stoppedBy(syscall.SIGTERM), runError{context.Canceled}, 143},
		{"SIGHUP", stoppedBy(syscall.SIGHUP), runError{context.Canceled}, 129},
		{"the cause itself", stoppedBy(syscall.SIGHUP), runError{fmt.Errorf("x: %w", Stopped{syscall.SIGHUP})}, 129},
		{"a closed pipe", t.Context(), runError{&os.PathError{Op: "write", Path: "|1", Err: syscall.EPIPE}}, 141},
	} {
		got := Code(c.ctx, c.err)
		if got != c.want {
			t.Errorf("%s: %d, want %d", c.what, got, c.want)
		}
		known := false
		for _, e := range Exits {
			known = known || e.Code == got
		}
		if !known {
			t.Errorf("%s: Exits lacks the code %d", c.what, got)
		}
	}
}

// TestReaderStopsInBlankLines: a reader stops when its context ends, even while it skips blank
// lines. A gzip file of a few kilobytes can contain megabytes of them.
func TestReaderStopsInBlankLines(t *testing.T) {
	var text bytes.Buffer
	packed := gzip.NewWriter(&text)
	blank := []byte(strings.Repeat("\n", 1<<20))
	_, err := packed.Write([]byte(`{"id":"g","ruleset":{"name":"standard"},"map":"standard","timeout":500}` + "\n"))
	for range 16 {
		_, failed := packed.Write(blank)
		err = errors.Join(err, failed)
	}
	_, failed := packed.Write([]byte("no frame\n"))
	name := filepath.Join(t.TempDir(), "blank.jsonl.gz")
	if err := errors.Join(err, failed, packed.Close(), os.WriteFile(name, text.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var read error
	err = OpenSaved(ctx, nil, name, func(f *saved.File) error {
		cancel()
		_, read = f.Log.Next()
		return read
	})
	if !errors.Is(read, context.Canceled) || !errors.Is(err, context.Canceled) {
		t.Errorf("read: %v, and then %v; want the error of the context", read, err)
	}
}

// TestReadingStops: a read of standard input ends with the context of its command.
func TestReadingStops(t *testing.T) {
	r, w := io.Pipe()
	defer func() { _ = w.Close() }()
	ctx, cancel := context.WithCancel(t.Context())
	in, err := OpenFile(ctx, r, "-")
	if err != nil {
		t.Fatal(err)
	}
	go cancel()
	if _, err := in.Read(make([]byte, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("the read ends with %v", err)
	}
}
