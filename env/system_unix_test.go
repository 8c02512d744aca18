//go:build unix

package env_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ouro/env"
)

func mapShared(t *testing.T, l *learner, fields string) (mem []byte, file *os.File) {
	t.Helper()
	file, err := os.CreateTemp(t.TempDir(), "shared")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	l.hello(fmt.Sprintf(`{"version":1,%s,"shared":%q}`, fields, file.Name()))
	mem, err = syscall.Mmap(int(file.Fd()), 0, l.ready.SharedBytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = syscall.Munmap(mem) })
	if err := os.Remove(file.Name()); err != nil {
		t.Fatal(err)
	}
	return mem, file
}

// TestShared: the same actions give the same results in shared memory as in frames.
func TestShared(t *testing.T) {
	s := newServer()
	l, other := connect(t, s), connect(t, s)
	const fields = `"boards":20,"autoreset":"same","rules":"royale:shrink=2","seats":2`
	mem, _ := mapShared(t, l, fields)
	other.hello(`{"version":1,` + fields + `}`)
	if l.ready.StateBytes != other.ready.StateBytes || l.ready.SharedBytes <= l.ready.StateBytes {
		t.Fatalf("%+v and %+v", l.ready, other.ready)
	}
	actions := l.results(mem).sections["actions"]
	if fmt.Sprint(actions.Shape) != "[20 2]" || actions.Type != "uint8" {
		t.Fatalf("actions are %+v", actions)
	}
	if len(l.ask(reset, nil, state)) != 0 {
		t.Error("a STATE with a payload")
	}
	want := other.ask(reset, nil, state)
	masks := other.results(want).sections["masks"]
	p := newPolicy()
	for n := range 200 {
		if !bytes.Equal(mem[:len(want)], want) {
			t.Fatalf("step %d: the memory shows something else than the frame", n)
		}
		joint := make([]byte, 40)
		p.choose(joint, want[masks.Offset:])
		copy(mem[actions.Offset:], joint)
		if len(l.ask(step, nil, state)) != 0 {
			t.Error("a STATE with a payload")
		}
		want = other.ask(step, joint, state)
	}
	copy(mem[actions.Offset:], bytes.Repeat([]byte{9}, 40))
	l.refuse(step, nil, false, "action 9")
	l.ask(bye0, nil, bye)
	other.ask(bye0, nil, bye)
}

// TestSharedIsUnmapped: the memory of a client is unmapped when the client ends, with or without
// CLOSE.
func TestSharedIsUnmapped(t *testing.T) {
	isMapped := func(name string) bool {
		maps, err := os.ReadFile("/proc/self/maps")
		if err != nil {
			t.Skip(err)
		}
		return bytes.Contains(maps, []byte(name))
	}
	for name, end := range map[string]func(l *learner){
		"CLOSE":         func(l *learner) { l.ask(bye0, nil, bye) },
		"disconnected":  func(l *learner) { _ = l.conn.(net.Conn).Close() },
		"a wrong frame": func(l *learner) { l.refuse(9, nil, true, "want 1 HELLO") },
	} {
		l, ended := connectTo(t, newServer())
		file := filepath.Join(t.TempDir(), "shared")
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		l.hello(fmt.Sprintf(`{"version":1,"shared":%q}`, file))
		if !isMapped(file) {
			t.Errorf("%s: the file is not mapped", name)
		}
		end(l)
		if err := <-ended; err != nil && name == "CLOSE" {
			t.Error(err)
		}
		if isMapped(file) {
			t.Errorf("%s: the file is still mapped", name)
		}
	}
}

// TestSharedRefused: the server refuses files that have content, are not regular or belong
// to other users, and does not change them.
func TestSharedRefused(t *testing.T) {
	dir := t.TempDir()
	full, fifo := filepath.Join(dir, "full"), filepath.Join(dir, "fifo")
	if err := os.WriteFile(full, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	l := connect(t, newServer())
	for path, words := range map[string]string{
		full: "want an empty file; it has 4 bytes", fifo: "want a regular file", dir: "is a directory", "relative": "want an absolute path",
		filepath.Join(dir, "none"): "no such file", "/dev/null": "want a regular file",
	} {
		l.refuse(hello, fmt.Appendf(nil, `{"version":1,"shared":%q}`, path), false, words)
	}
	if text, err := os.ReadFile(full); err != nil || string(text) != "mine" {
		t.Errorf("the file holds %q now, %v", text, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 2 {
		t.Errorf("files %v, %v", left, err)
	}
	foreign := filepath.Join(dir, "foreign")
	if err := os.WriteFile(foreign, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(foreign, syscall.Geteuid()+1, -1); err == nil { // only root may change the owner
		l.refuse(hello, fmt.Appendf(nil, `{"version":1,"shared":%q}`, foreign), false, "want a file of the user who runs ouro")
		if info, err := os.Stat(foreign); err != nil || info.Size() != 0 {
			t.Errorf("the file of another user is %v now, %v", info, err)
		}
	}
	l.hello(`{"version":1}`)
	l.ask(bye0, nil, bye)
}

func TestSharedCut(t *testing.T) {
	s := newServer()
	other := connect(t, s)
	other.hello(`{"version":1}`)
	for _, workers := range []int{1, 2} {
		l, ended := connectTo(t, s)
		_, file := mapShared(t, l, fmt.Sprintf(`"boards":100,"workers":%d`, workers))
		l.ask(reset, nil, state)
		if err := file.Truncate(0); err != nil {
			t.Fatal(err)
		}
		l.refuse(step, nil, true, "the shared file was truncated")
		if err := <-ended; err == nil || !strings.Contains(err.Error(), "was truncated") {
			t.Errorf("ended with %v", err)
		}
	}
	other.ask(reset, nil, state)
	other.ask(bye0, nil, bye)
}

func TestReadyIsJSON(t *testing.T) {
	l := connect(t, newServer())
	var answered map[string]any
	if err := json.Unmarshal(l.ask(hello, []byte(`{"version":1}`), ready), &answered); err != nil || answered["seed"] != 1.0 || answered["shared_bytes"] != 0.0 {
		t.Errorf("%v %v", answered, err)
	}
	l.ask(bye0, nil, bye)
}

// TestSocket: several clients use one socket. Only its user can open it, and the server removes it
// at the end.
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
		path + "x": "not a socket", filepath.Join(path, "x", "y"): "not a directory", strings.Repeat("x", 200): "is 103", "a\x00b": "NUL byte",
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
	_ = first.conn.(net.Conn).Close() // disconnects without CLOSE
	second.ask(step, make([]byte, 1), state)
	stalled := dial() // sends requests and reads nothing
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

// leaveSocket leaves a socket file, as a killed program does.
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
