//go:build unix

package env_test

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro/env"
)

// TestSocket: several clients use a socket that only its user can open, and that is removed
// afterwards.
func TestSocket(t *testing.T) {
	path := filepath.Join(t.TempDir(), "s")
	for range 2 { // the second time, an unserved socket exists
		serveSocket(t, path)
		leaveSocket(t, path)
	}
	if err := os.WriteFile(path+"x", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, words := range map[string]string{
		path + "x": "not a socket", filepath.Join(path, "x", "y"): "not a directory", strings.Repeat("x", 200): "is 103", "a\x00b": "zero byte",
	} {
		if l, err := env.Listen(t.Context(), name); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v, %v", name, l, err)
		}
	}
}

func serveSocket(t *testing.T, path string) {
	t.Helper()
	socket, err := env.Listen(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(path); err != nil || info.Mode().Perm() != 0o600 || info.Mode().Type() != fs.ModeSocket {
		t.Errorf("%v, %v", info, err)
	}
	if _, err := env.Listen(t.Context(), path); err == nil || !strings.Contains(err.Error(), "in use") {
		t.Errorf("a second one: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	faults, done := make(chan error, 10), make(chan error, 1)
	s := newServer()
	go func() { done <- s.Serve(ctx, socket, func(err error) { faults <- err }) }()
	dial := func() *learner {
		conn, err := (&net.Dialer{}).DialContext(t.Context(), "unix", path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return &learner{t: t, conn: conn}
	}
	first, second, third := dial(), dial(), dial()
	first.hello(`{"version":1,"boards":50}`)
	second.hello(`{"version":1,"rules":"maze"}`)
	third.refuse(9, nil, true, "want 1 HELLO") // garbage
	if err := <-faults; !strings.Contains(err.Error(), "want 1 HELLO") {
		t.Errorf("faults %v", err)
	}
	first.ask(reset, nil, state)
	second.ask(reset, nil, state)
	first.ask(step, make([]byte, 50), state)
	_ = first.conn.(net.Conn).Close() // vanishes
	second.ask(step, make([]byte, 1), state)
	stalled := dial() // asks and reads nothing
	stalled.hello(`{"version":1,"boards":1000}`)
	for range 3 {
		stalled.send(reset, nil)
	}
	second.ask(step, make([]byte, 1), state)
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the socket is still there: %v", err)
	}
}

// leaveSocket leaves a socket as a killed program does.
func leaveSocket(t *testing.T, path string) {
	t.Helper()
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: path, Net: "unix"})
	if err != nil {
		t.Fatal(err)
	}
	l.SetUnlinkOnClose(false)
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
}
