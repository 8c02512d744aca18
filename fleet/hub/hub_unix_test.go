//go:build unix

package hub_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nats-io/nats.go"
	"go.uber.org/goleak"

	"ouro/fleet/hub"
	"ouro/fleet/hub/server"
)

// answerVariable names an environment variable. If it is set, the test program prints its value
// instead of a Hello when it runs as ouro-hub.
const answerVariable = "OURO_TEST_HUB_ANSWER"

// TestMain runs the test program as ouro-hub if it has this name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) != hub.Program {
		goleak.VerifyTestMain(m)
		return
	}
	if answer := os.Getenv(answerVariable); answer != "" {
		fmt.Println(answer)
		os.Exit(0)
	}
	os.Exit(server.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// install makes the test program the only ouro-hub in PATH.
func install(t *testing.T) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(self, filepath.Join(dir, hub.Program)); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir)
}

func start(t *testing.T, cfg hub.Config) *hub.Hub {
	t.Helper()
	h, err := hub.Start(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.Close)
	return h
}

// TestHub: a message that a client sends over TCP arrives over the pipes, and large messages
// arrive in the other direction. After Close the data directory and the port are free again.
func TestHub(t *testing.T) {
	install(t)
	cfg := hub.Config{Host: "127.0.0.1", Port: -1, Dir: t.TempDir(), Token: "0123456789abcdef", Size: 1 << 20}
	for range 2 {
		h := start(t, cfg)
		piped, err := nats.Connect("", nats.InProcessServer(h), nats.Token(cfg.Token))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := nats.Connect(h.URL()); !errors.Is(err, nats.ErrAuthorization) {
			t.Errorf("without the token: %v", err)
		}
		remote, err := nats.Connect(h.URL(), nats.Token(cfg.Token))
		if err != nil {
			t.Fatal(err)
		}
		_, err = piped.Subscribe("echo", func(m *nats.Msg) { _ = m.Respond(append(m.Data, m.Data...)) })
		if err == nil {
			err = piped.Flush()
		}
		if err != nil {
			t.Fatal(err)
		}
		question := strings.Repeat("x", hub.MaxPayload/2)
		m, err := remote.RequestWithContext(t.Context(), "echo", []byte(question))
		if err != nil || string(m.Data) != question+question {
			t.Errorf("the answer: %v", err)
		}
		if _, err := h.InProcessConn(); err == nil {
			t.Error("a second connection over the pipes")
		}
		remote.Close()
		piped.Close()
		h.Close()
		<-h.Ended()
		if _, err := os.Stat(filepath.Join(cfg.Dir, "lock")); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the lock after the end: %v", err)
		}
	}
}

// TestEnd: when the program ends unexpectedly, Ended is closed and Err returns the reason, although
// no client has read from the connection.
func TestEnd(t *testing.T) {
	install(t)
	cfg := hub.Config{Host: "127.0.0.1", Port: -1, Dir: t.TempDir(), Size: 1 << 20}
	h := start(t, cfg)
	if err := h.Kill(); err != nil {
		t.Fatal(err)
	}
	<-h.Ended()
	if err := h.Err(); err == nil || !strings.Contains(err.Error(), "ouro-hub: signal: killed") {
		t.Errorf("%v", err)
	}
}

// TestPredecessor: a server waits until the server of a killed coordinator has stored its data.
func TestPredecessor(t *testing.T) {
	install(t)
	cfg := hub.Config{Host: "127.0.0.1", Port: -1, Dir: t.TempDir(), Size: 1 << 20}
	before, err := server.Start(cfg)
	if err != nil {
		t.Fatal(err)
	}
	started := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		h, err := hub.Start(ctx, cfg)
		if err == nil {
			h.Close()
		}
		started <- err
	}()
	before.Close()
	if err := <-started; err != nil {
		t.Error(err)
	}
	if before, err = server.Start(cfg); err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	go func() {
		_, err := hub.Start(ctx, cfg)
		started <- err
	}()
	cancel() // while it waits or before
	if err := <-started; !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestErrors: the errors of Start state the problem and what to do.
func TestErrors(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	expect := func(cfg hub.Config, want ...string) {
		t.Helper()
		_, err := hub.Start(t.Context(), cfg)
		for _, part := range want {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%v, want %q in it", err, part)
			}
		}
	}
	expect(hub.Config{}, "ouro-hub", "go install ./cmd/ouro-hub", "--nats URL")
	install(t)
	expect(hub.Config{Dir: t.TempDir(), Cert: "nosuch.pem"}, "open nosuch.pem")
	expect(hub.Config{Dir: t.TempDir(), Host: "256.0.0.1", Port: -1}, "256.0.0.1")
	t.Setenv(answerVariable, `{"hub":2,"url":"nats://127.0.0.1:1"}`)
	expect(hub.Config{}, "another version of the messages between both programs (2, want 1)", "same release")
	t.Setenv(answerVariable, "usage: ouro-hub")
	expect(hub.Config{}, "ouro-hub does not start: invalid character")
}

// TestMainWithoutCoordinator: started by hand, the program prints that "ouro fleet serve" starts
// it. With the flag for pipes, it serves until its input ends.
func TestMainWithoutCoordinator(t *testing.T) {
	out, err := os.Create(filepath.Join(t.TempDir(), "out")) // a goroutine may still write to it at the end
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = out.Close() }()
	var errs strings.Builder
	if code := server.Main(nil, strings.NewReader(""), out, &errs); code != 2 || !strings.Contains(errs.String(), "ouro fleet serve") {
		t.Errorf("code %d: %s", code, &errs)
	}
	text, err := json.Marshal(hub.Config{Host: "127.0.0.1", Port: -1, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	code := server.Main([]string{hub.PipeFlag}, strings.NewReader(string(text)+"\n"), out, &errs)
	printed, err := os.ReadFile(out.Name())
	line, _, _ := strings.Cut(string(printed), "\n")
	var hello hub.Hello
	if err == nil {
		err = json.Unmarshal([]byte(line), &hello)
	}
	if err != nil || code != 0 || hello.Version != hub.Version || !strings.HasPrefix(hello.URL, "nats://127.0.0.1:") {
		t.Errorf("code %d, %+v, %v", code, hello, err)
	}
}
