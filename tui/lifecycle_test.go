package tui

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/teatest/v2"

	"ouro"
	"ouro/play"
	"ouro/tui/canvas"
)

const (
	enterAltScreen = "\x1b[?1049h"
	leaveAltScreen = "\x1b[?1049l"
)

// TestAnEvening goes through the program as a person would, in a terminal of
// the test: from the menu to a game, faster, an overlay, help, back, quit.
func TestAnEvening(t *testing.T) {
	e := newEnv(context.Background(), Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 10, H: 10, StartLength: 1}, Seed: 1})
	a := newApp(e, newMenu(e))
	tm := teatest.NewTestModel(t, a, teatest.WithInitialTermSize(80, 24))
	see := func(words string) {
		t.Helper()
		tm.Send(tea.ClearScreen()) // for whole words: otherwise only changed letters are written
		teatest.WaitFor(t, tm.Output(), func(b []byte) bool { return bytes.Contains(b, []byte(words)) },
			teatest.WithDuration(20*time.Second), teatest.WithCheckInterval(5*time.Millisecond))
	}
	press := func(code rune) { tm.Send(tea.KeyPressMsg(tea.Key{Code: code})) }
	see("guarantee")
	press(tea.KeyHome) // means nothing here
	for range 3 {
		press(tea.KeyUp)
	}
	press(tea.KeyEnter)
	see("hunger")
	press(tea.KeyUp)
	see("30 moves/s")
	tm.Type("1")
	see("planned path")
	tm.Type("?")
	see("any key closes this")
	tm.Type("x")
	press(tea.KeyEscape)
	see("guarantee")
	tm.Type("q")
	tm.WaitFinished(t, teatest.WithFinalTimeout(20*time.Second))
	out, err := io.ReadAll(tm.FinalOutput(t))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(out), leaveAltScreen) {
		t.Error("the terminal was not restored")
	}
	a.close()
}

// stubborn is a screen whose game thinks until it is told to stop.
type stubborn struct {
	*viewer
	t        *testing.T
	thinking chan struct{}
}

func (s stubborn) init() tea.Cmd {
	slow := ouro.SolverFunc(func(ctx context.Context, _ ouro.Turn) (ouro.Decision, error) {
		close(s.thinking)
		<-ctx.Done()
		return ouro.Decision{}, nil
	})
	return s.Open(seated(s.t, s.opts.Game, play.WatchInfo{}, slow))
}

func (s stubborn) update(msg tea.Msg) (screen, tea.Cmd) {
	_, cmd := s.viewer.update(msg)
	return s, cmd
}

// TestEndingWhileASolverThinks: when ctx ends, the program does, and so does
// the solver.
func TestEndingWhileASolverThinks(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	thinking := make(chan struct{})
	go func() {
		<-thinking
		cancel()
	}()
	var out bytes.Buffer
	o := Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}, In: strings.NewReader(""), Out: &out}
	err := run(ctx, o, func(e *env) screen { return stubborn{newViewer(e), t, thinking} })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// broken is a screen that panics when it is drawn in a window of 81 columns.
type broken struct{ *viewer }

func (b broken) init() tea.Cmd                    { return nil }
func (b broken) update(tea.Msg) (screen, tea.Cmd) { return b, nil }
func (b broken) draw(c *canvas.Canvas) {
	if c.W == 81 {
		panic("cannot draw, as the test wants it")
	}
}

// terminal keeps what is written and tells when the program has begun to draw.
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

// TestAPanicRestoresTheTerminal: a fault of a screen ends the program with an
// error, and the terminal is as before.
func TestAPanicRestoresTheTerminal(t *testing.T) {
	begun := make(chan struct{})
	tt := &terminal{begun: func() { close(begun) }}
	e := newEnv(context.Background(), Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}})
	a := newApp(e, broken{newViewer(e)})
	p := tea.NewProgram(a, tea.WithInput(nil), tea.WithOutput(tt), tea.WithWindowSize(80, 24), tea.WithoutSignals())
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		<-begun
		p.Send(tea.WindowSizeMsg{Width: 81, Height: 24})
	}()
	_, err := p.Run()
	<-sent
	a.close()
	if !errors.Is(err, tea.ErrProgramPanic) {
		t.Errorf("error %v, want the panic", err)
	}
	if !strings.Contains(tt.out.String(), leaveAltScreen) {
		t.Error("the terminal was not restored")
	}
}

// TestASolverThatPanicsGoesOn: the game makes a fallback move and says so.
func TestASolverThatPanicsGoesOn(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	wild := ouro.SolverFunc(func(context.Context, ouro.Turn) (ouro.Decision, error) { panic("out of ideas") })
	s.run(v.Open(seated(t, v.opts.Game, play.WatchInfo{}, wild)))
	s.run(v.Seek(2))
	s.wantText("2 fallback moves: panic")
}

// TestAGameThatBreaksIsAMessage: a fault outside of the solvers is shown.
func TestAGameThatBreaksIsAMessage(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	info := play.WatchInfo{Due: true, Advise: func(context.Context, *ouro.State) play.Thought { panic("broken advice") }}
	s.run(v.Open(seated(t, v.opts.Game, info, ouro.SolverFunc(alongColumns))))
	s.wantText("broken advice")
	s.press("right", "space", "w")
	s.wantText("not saved: the game broke off")
}

func TestWatchRefusesTooMany(t *testing.T) {
	for _, n := range []int{0, MaxCompared + 1} {
		if err := Watch(context.Background(), Options{Solvers: make([]ouro.Spec, n)}); err == nil {
			t.Errorf("%d solvers are accepted", n)
		}
	}
}
