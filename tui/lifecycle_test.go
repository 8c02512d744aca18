package tui

import (
	"bytes"
	"context"
	"io"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/teatest/v2"
	"go.uber.org/goleak"

	"ouro"
	"ouro/tui/frame"
	"ouro/tui/solo"
)

// TestMain fails if a test leaves a goroutine, except the goroutine in which teatest waits for a
// signal.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/charmbracelet/x/exp/teatest/v2.NewTestModel.func2"))
}

// TestSuspend: Ctrl-Z suspends the program, from the menu and from a game.
func TestSuspend(t *testing.T) {
	e := frame.NewEnv(t.Context(), frame.Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 10, H: 10, StartLength: 1}, Seed: 1})
	for _, first := range []frame.Screen{openMenu(e), solo.NewPlayScreen(e)} {
		a := frame.NewApp(e, first)
		_, cmd := a.Update(tea.KeyPressMsg{Code: 'z', Mod: tea.ModCtrl})
		if cmd == nil {
			t.Fatal("Ctrl-Z has no effect")
		}
		if _, ok := cmd().(tea.SuspendMsg); !ok {
			t.Error("Ctrl-Z does not suspend the program")
		}
		a.Close()
	}
}

// TestAnEvening uses the program in a test terminal. It opens a game from the menu, makes the game
// faster, shows an overlay and the help, returns to the menu and quits.
func TestAnEvening(t *testing.T) {
	e := frame.NewEnv(context.Background(), frame.Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 10, H: 10, StartLength: 1}, Seed: 1})
	a := frame.NewApp(e, openMenu(e))
	tm := teatest.NewTestModel(t, a, teatest.WithInitialTermSize(80, 24))
	see := func(words string) {
		t.Helper()
		tm.Send(tea.ClearScreen()) // redraws the whole screen; otherwise only changed letters are written
		teatest.WaitFor(t, tm.Output(), func(b []byte) bool { return bytes.Contains(b, []byte(words)) },
			teatest.WithDuration(20*time.Second), teatest.WithCheckInterval(5*time.Millisecond))
	}
	press := func(code rune) { tm.Send(tea.KeyPressMsg(tea.Key{Code: code})) }
	see("guarantee")
	press(tea.KeyHome) // this key has no effect here
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
	see("any key closes")
	tm.Type("x")
	press(tea.KeyEscape)
	see("guarantee")
	tm.Type("q")
	tm.WaitFinished(t, teatest.WithFinalTimeout(20*time.Second))
	out, err := io.ReadAll(tm.FinalOutput(t))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(out, []byte("\x1b[?1049l")) {
		t.Error("the terminal was not restored")
	}
	a.Close()
}

func TestWatchRefusesTooMany(t *testing.T) {
	for _, n := range []int{0, MaxCompared + 1} {
		if err := Watch(context.Background(), frame.Options{Solvers: make([]ouro.Spec, n)}); err == nil {
			t.Errorf("%d solvers are accepted", n)
		}
	}
}
