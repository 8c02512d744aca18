//go:build unix

package frame_test

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/tui/canvas"
	"ouro/tui/frame"
)

// echo is a screen that closes begun at its start and sends a value to typed for each key.
type echo struct{ begun, typed chan struct{} }

func (e *echo) Init() tea.Cmd {
	close(e.begun)
	return nil
}

func (e *echo) Update(msg tea.Msg) (frame.Screen, tea.Cmd) {
	if _, ok := msg.(tea.KeyPressMsg); ok {
		e.typed <- struct{}{}
	}
	return e, nil
}
func (e *echo) Draw(*canvas.Canvas)                     {}
func (e *echo) Help() (string, []key.Binding, []string) { return "echo", nil, nil }
func (e *echo) Close()                                  {}

// TestCtrlC: Ctrl-C ends the program as SIGINT does, even while the help is open. The key q ends the
// program without an error.
func TestCtrlC(t *testing.T) {
	for _, c := range []struct {
		keys        string
		interrupted bool
		want        error
	}{{"q", false, nil}, {"\x03", true, context.Canceled}, {"?\x03", true, context.Canceled}} {
		in, keys, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := keys.WriteString(c.keys); err != nil {
			t.Fatal(err)
		}
		interrupted := false
		o := frame.Options{
			Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}, In: in, Out: io.Discard,
			Interrupt: func() { interrupted = true },
		}
		screen := &echo{begun: make(chan struct{}), typed: make(chan struct{})}
		err = frame.Run(t.Context(), o, func(*frame.Env) frame.Screen { return screen })
		if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) || interrupted != c.interrupted {
			t.Errorf("%q: error %v, interrupted %v", c.keys, err, interrupted)
		}
		_ = errors.Join(in.Close(), keys.Close())
	}
}

// TestSignalsEndTheContext: a signal does not end the program; only the end of the context does. The
// terminal library's signal handler must be disabled, because the library can hang if the handler and
// the context end the program at the same time.
func TestSignalsEndTheContext(t *testing.T) {
	got := make(chan os.Signal, 1)
	signal.Notify(got, syscall.SIGTERM)
	defer signal.Stop(got)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	in, keys, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = errors.Join(in.Close(), keys.Close()) }()

	screen := &echo{begun: make(chan struct{}), typed: make(chan struct{})}
	o := frame.Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}, In: in, Out: io.Discard}
	ended := make(chan error, 1)
	go func() { ended <- frame.Run(ctx, o, func(*frame.Env) frame.Screen { return screen }) }()
	<-screen.begun
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	<-got
	for range 100 { // gives the library's handler, if it is not disabled, time to end the program
		if _, err := keys.WriteString("x"); err != nil {
			t.Fatal(err)
		}
		select {
		case <-screen.typed:
		case err := <-ended:
			t.Fatalf("the program ended before its context: %v", err)
		}
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the error of the context", err)
	}
}
