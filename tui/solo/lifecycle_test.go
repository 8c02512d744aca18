package solo

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/play"
	"ouro/tui/canvas"
	"ouro/tui/frame"
)

const (
	enterAltScreen = "\x1b[?1049h"
	leaveAltScreen = "\x1b[?1049l"
)

// stubborn is a screen with a solver that thinks until its context ends.
type stubborn struct {
	*Viewer
	t        *testing.T
	thinking chan struct{}
}

func (s stubborn) Init() tea.Cmd {
	slow := ouro.SolverFunc(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
		close(s.thinking)
		<-ctx.Done()
		return ouro.Decision{}, nil
	})
	return s.Open(watchGameOf(s.t, s.Opts.Game, play.WatchInfo{}, slow))
}

func (s stubborn) Update(msg tea.Msg) (frame.Screen, tea.Cmd) {
	_, cmd := s.Viewer.Update(msg)
	return s, cmd
}

// TestEndingWhileASolverThinks: when ctx ends, the program and the solver end.
func TestEndingWhileASolverThinks(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	thinking := make(chan struct{})
	go func() {
		<-thinking
		cancel()
	}()
	var out bytes.Buffer
	o := frame.Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}, In: strings.NewReader(""), Out: &out}
	err := frame.Run(ctx, o, func(e *frame.Env) frame.Screen { return stubborn{NewViewer(e), t, thinking} })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the error of the context", err)
	}
}

// broken is a screen that panics when it is drawn in a window of 81 columns.
type broken struct{ *Viewer }

func (b broken) Init() tea.Cmd                          { return nil }
func (b broken) Update(tea.Msg) (frame.Screen, tea.Cmd) { return b, nil }
func (b broken) Draw(c *canvas.Canvas) {
	if c.W == 81 {
		panic("the test's panic in Draw")
	}
}

// terminal stores the output of the program, and signals when the program has begun to draw.
type terminal struct {
	mu    sync.Mutex
	out   bytes.Buffer
	begun func()
}

func (tt *terminal) Write(b []byte) (int, error) {
	tt.mu.Lock()
	defer tt.mu.Unlock()
	if tt.begun != nil && bytes.Contains(b, []byte(enterAltScreen)) {
		tt.begun()
		tt.begun = nil
	}
	return tt.out.Write(b)
}

// TestAPanicRestoresTheTerminal: if a screen panics, the program ends with an error and
// restores the terminal.
func TestAPanicRestoresTheTerminal(t *testing.T) {
	begun := make(chan struct{})
	tt := &terminal{begun: func() { close(begun) }}
	e := frame.NewEnv(context.Background(), frame.Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}})
	a := frame.NewApp(e, broken{NewViewer(e)})
	p := tea.NewProgram(a, tea.WithInput(nil), tea.WithOutput(tt), tea.WithWindowSize(80, 24), tea.WithoutSignals())
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		<-begun
		p.Send(tea.WindowSizeMsg{Width: 81, Height: 24})
	}()
	_, err := p.Run()
	<-sent
	a.Close()
	if !errors.Is(err, tea.ErrProgramPanic) {
		t.Errorf("error %v, want the panic", err)
	}
	if !strings.Contains(tt.out.String(), leaveAltScreen) {
		t.Error("the terminal was not restored")
	}
}

// TestASolverThatPanicsGoesOn: when a solver panics, the game continues with the fallback
// move and the screen shows the fault.
func TestASolverThatPanicsGoesOn(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	wild := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("out of ideas") })
	s.Run(v.Open(watchGameOf(t, v.Opts.Game, play.WatchInfo{}, wild)))
	s.Run(v.Seek(2))
	s.WantText("2 faults, first: panic")
}

// TestAGameThatBreaksIsAMessage: if an error outside of the solvers stops a game, the screen shows the
// error.
func TestAGameThatBreaksIsAMessage(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	info := play.WatchInfo{Due: true, Advise: func(context.Context, *ouro.State) play.Thought { panic("broken advice") }}
	s.Run(v.Open(watchGameOf(t, v.Opts.Game, info, ouro.SolverFunc(alongColumns))))
	s.WantText("broken advice")
	s.Press("right", "space", "w")
	s.WantText("not saved: the game stopped")
}
