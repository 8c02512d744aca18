package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// asOuro is an environment variable that makes the test binary run as the program.
const asOuro = "OURO_TEST_IS_OURO"

// Further values of asOuro.
const (
	thatListens = "listens" // the program, which writes "listening" to the signs pipe when it handles signals
	thatStays   = "stays"   // a process that handles signals like the program, writes to the signs pipe, and never ends
)

// say writes a line to the signs pipe: a pipe from a child to its test, the first extra file of the
// child.
func say(line string) {
	signs := os.NewFile(3, "signs")
	if _, err := io.WriteString(signs, line+"\n"); err != nil {
		panic(err)
	}
}

// A child is the program in a separate process.
type child struct {
	*exec.Cmd
	out, errs bytes.Buffer
}

// newChild returns the program with these arguments, to be run in dir.
func newChild(t *testing.T, dir string, args ...string) *child {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	if deadline, ok := t.Deadline(); ok { // a child that hangs must not outlive the tests
		ctx, cancel = context.WithDeadline(ctx, deadline.Add(-5*time.Second))
	}
	t.Cleanup(cancel)
	c := &child{Cmd: exec.CommandContext(ctx, exe, args...)}
	c.Dir, c.Stdout, c.Stderr = dir, &c.out, &c.errs
	c.Env = append(os.Environ(), asOuro+"=1", "GORACE=atexit_sleep_ms=0", "OURO_STORE=none") // without it, the child would use the user's own results file
	return c
}

// startListening starts the child with this value of asOuro, and returns when the child handles
// signals. From signs the test reads the next lines that the child writes to the signs pipe.
func (c *child) startListening(t *testing.T, kind string) (signs *bufio.Reader) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	c.ExtraFiles = []*os.File{w}
	c.Env = append(c.Env, asOuro+"="+kind)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_ = w.Close()
	signs = bufio.NewReader(r)
	if line, err := signs.ReadString('\n'); line != "listening\n" {
		t.Fatalf("%s: the child writes %q, %v: %s", strings.Join(c.Args, " "), line, err, c.errs.String())
	}
	return signs
}

// end waits until a started child has ended and returns its exit code, or -1 if a signal
// killed it.
func (c *child) end(t *testing.T) int {
	t.Helper()
	var exit *exec.ExitError
	if err := c.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode()
}

// ouro runs the program to its end and returns its exit code and both outputs.
func ouro(t *testing.T, dir string, args ...string) (code int, out, errs string) {
	t.Helper()
	c := newChild(t, dir, args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	return c.end(t), c.out.String(), c.errs.String()
}

// mustOuro is ouro for a command that must succeed. It returns the output.
func mustOuro(t *testing.T, dir string, args ...string) string {
	t.Helper()
	code, out, errs := ouro(t, dir, args...)
	if code != 0 {
		t.Fatalf("ouro %s: exit code %d: %s", strings.Join(args, " "), code, errs)
	}
	return out
}

// openPipe returns a standard input that stays open and empty.
func openPipe(t *testing.T) io.Reader {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = r.Close(), w.Close() })
	return r
}
