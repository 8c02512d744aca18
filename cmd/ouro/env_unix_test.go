//go:build unix

package main

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// envFrame returns a frame as docs/environments.md describes it.
func envFrame(kind byte, payload string) string {
	return string(binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))) + string([]byte{kind, 0, 0, 0}) + payload
}

// takeFrame reads an answer, which must be of this kind.
func takeFrame(t *testing.T, r io.Reader, kind byte) []byte {
	t.Helper()
	head := make([]byte, 8)
	if _, err := io.ReadFull(r, head); err != nil {
		t.Fatal(err)
	}
	payload := make([]byte, binary.LittleEndian.Uint32(head))
	if _, err := io.ReadFull(r, payload); err != nil || head[4] != kind {
		t.Fatalf("a frame of type %d, want %d: %s (%v)", head[4], kind, payload, err)
	}
	return payload
}

// startEnv starts ouro env with pipes as its standard input and output. It returns the
// other ends of the pipes.
func startEnv(t *testing.T, args ...string) (c *child, in, out *os.File) {
	t.Helper()
	c = newChild(t, t.TempDir(), append([]string{"env"}, args...)...)
	stdin, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, stdout, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c.Stdin, c.Stdout = stdin, stdout
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_, _ = stdin.Close(), stdout.Close()
	t.Cleanup(func() { _, _ = in.Close(), out.Close() })
	return c, in, out
}

func write(t *testing.T, w io.Writer, frames ...string) {
	t.Helper()
	if _, err := io.WriteString(w, strings.Join(frames, "")); err != nil {
		t.Fatal(err)
	}
}

// TestEnvPipes exchanges frames with the program over pipes, and ends the program in each of several
// ways.
func TestEnvPipes(t *testing.T) {
	for name, end := range map[string]struct {
		how  func(t *testing.T, c *child, in, out *os.File)
		code int
		says string
	}{
		"close": {func(t *testing.T, _ *child, in, out *os.File) {
			write(t, in, envFrame(4, ""))
			takeFrame(t, out, 132)
		}, 0, ""},
		"end of input": {func(_ *testing.T, _ *child, in, _ *os.File) { _ = in.Close() }, 0, ""},
		"garbage": {func(t *testing.T, _ *child, in, out *os.File) {
			write(t, in, "GET / HTTP/1.1\r\n\r\n")
			takeFrame(t, out, 255)
		}, 1, "want 1 HELLO"},
		"within a frame": {func(t *testing.T, _ *child, in, _ *os.File) {
			write(t, in, envFrame(3, strings.Repeat("\x00", 3000))[:100])
			_ = in.Close()
		}, 1, "ends within the payload"},
		"vanished": {func(t *testing.T, _ *child, in, out *os.File) { // as a client that is killed while the program writes an answer
			write(t, in, envFrame(2, ""))
			_, _ = in.Close(), out.Close()
		}, 141, ""},
		"stalled": {func(t *testing.T, c *child, in, _ *os.File) { // the client reads nothing while the program is stopped
			write(t, in, envFrame(2, ""))
			time.Sleep(50 * time.Millisecond)
			_ = c.Process.Signal(syscall.SIGTERM)
		}, 0, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c, in, out := startEnv(t, "--boards", "3000")
			write(t, in, envFrame(1, `{"version":1}`))
			takeFrame(t, out, 129)
			write(t, in, envFrame(2, ""))
			first := takeFrame(t, out, 130)
			write(t, in, envFrame(3, strings.Repeat("\x01", 3000)))
			if second := takeFrame(t, out, 130); len(first) != len(second) || string(first) == string(second) {
				t.Errorf("%d bytes and then %d", len(first), len(second))
			}
			end.how(t, c, in, out)
			if code := c.end(t); code != end.code || !strings.Contains(c.errs.String(), end.says) || end.says == "" && c.errs.Len() > 0 {
				t.Errorf("exit code %d, want %d: %s", code, end.code, &c.errs)
			}
		})
	}
}

// TestEnvLeavesNothing kills the program and its client in the middle of their work. A
// stopped program removes its socket. If the program is killed, its socket does not prevent
// the next one from listening. In both cases no shared memory remains.
func TestEnvLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	socket := filepath.Join(dir, "s")
	for round, stop := range []syscall.Signal{syscall.SIGKILL, syscall.SIGTERM, syscall.SIGKILL, syscall.SIGINT} {
		c := newChild(t, dir, "env", "--socket", socket)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		conn := dialSocket(t, socket)
		shared := filepath.Join(dir, "shared")
		if err := os.WriteFile(shared, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		write(t, conn, envFrame(1, fmt.Sprintf(`{"version":1,"boards":500,"shared":%q}`, shared)))
		var text struct {
			SharedBytes int64 `json:"shared_bytes"`
		}
		if err := json.Unmarshal(takeFrame(t, conn, 129), &text); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(shared); err != nil || info.Size() != text.SharedBytes {
			t.Errorf("%v, %v, want %d bytes", info, err, text.SharedBytes)
		}
		if err := os.Remove(shared); err != nil { // as docs/environments.md instructs
			t.Fatal(err)
		}
		write(t, conn, envFrame(2, ""))
		takeFrame(t, conn, 130)
		write(t, conn, envFrame(3, ""), envFrame(3, ""))
		if round == 1 {
			_ = conn.Close() // the client ends first
		}
		_ = c.Process.Signal(stop)
		code := c.end(t)
		_ = conn.Close()
		_, err := os.Lstat(socket)
		if gone := errors.Is(err, fs.ErrNotExist); gone != (stop != syscall.SIGKILL) || gone && code != 0 {
			t.Errorf("%v: exit code %d, the socket is gone: %v: %s", stop, code, gone, &c.errs)
		}
		if left, err := filepath.Glob(filepath.Join(dir, "s?*")); err != nil || len(left) > 0 {
			t.Errorf("%v: %v remains", stop, left)
		}
	}
}

// dialSocket connects to a socket as soon as a program listens.
func dialSocket(t *testing.T, path string) net.Conn {
	t.Helper()
	for {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "unix", path)
		if err == nil {
			t.Cleanup(func() { _ = conn.Close() })
			return conn
		}
		time.Sleep(5 * time.Millisecond)
	}
}
