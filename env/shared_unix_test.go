//go:build unix

package env_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// mapShared makes boards in a shared file, as described on the page.
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

// TestShared: shared memory and frames show the same for the same actions.
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

// TestSharedRefused: files with content and files of other kinds are refused and not
// changed.
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
	l.hello(`{"version":1}`)
	l.ask(bye0, nil, bye)
}

// TestSharedCut: a client that truncates its file ends only its own connection.
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

// TestReadyIsJSON: numbers are numbers in JSON.
func TestReadyIsJSON(t *testing.T) {
	l := connect(t, newServer())
	var answered map[string]any
	if err := json.Unmarshal(l.ask(hello, []byte(`{"version":1}`), ready), &answered); err != nil || answered["seed"] != 1.0 || answered["shared_bytes"] != 0.0 {
		t.Errorf("%v %v", answered, err)
	}
	l.ask(bye0, nil, bye)
}
