// Package frametest runs screens in tests, without a terminal and without waiting.
package frametest

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/tui/frame"
)

// Stage runs an app without a terminal. It runs commands at once. A tick of a timer comes only when
// the test calls Beat.
type Stage struct {
	*frame.App
	t     *testing.T
	w, h  int
	now   time.Time
	Ticks []func(time.Time) tea.Msg // functions of the timers that were started since the last Beat
	Waits []time.Duration           // durations of these timers
	Quit  bool                      // whether the app has quit
}

// NewStage opens a screen in a window of w x h, without colours. The default game is classic Snake
// on a 6x6 board.
func NewStage(t *testing.T, w, h int, o frame.Options, first func(*frame.Env) frame.Screen) *Stage {
	t.Helper()
	if o.Game.Rules.Name == "" {
		o.Game = ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}
	}
	e := frame.NewEnv(context.Background(), o)
	s := &Stage{t: t, now: time.Unix(0, 0)}
	e.After = func(d time.Duration, fn func(time.Time) tea.Msg) tea.Cmd {
		s.Ticks = append(s.Ticks, fn)
		s.Waits = append(s.Waits, d)
		return nil
	}
	s.App = frame.NewApp(e, first(e))
	t.Cleanup(s.Close)
	s.Send(tea.ColorProfileMsg{Profile: colorprofile.ASCII})
	s.Run(s.Init())
	s.Send(tea.WindowSizeMsg{Width: w, Height: h})
	return s
}

func (s *Stage) Send(msg tea.Msg) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		s.w, s.h = size.Width, size.Height
	}
	_, cmd := s.Update(msg)
	s.Run(cmd)
}

// Run runs a command and sends the message that it returns.
func (s *Stage) Run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.QuitMsg:
		s.Quit = true
	case tea.BatchMsg:
		for _, c := range msg {
			s.Run(c)
		}
	default:
		s.Send(msg)
	}
}

// Beat lets the last of the started timers tick and drops the others. It returns false if there is no
// timer.
func (s *Stage) Beat() bool {
	if len(s.Ticks) == 0 {
		return false
	}
	n := len(s.Ticks) - 1
	tick := s.Ticks[n]
	s.now = s.now.Add(s.Waits[n])
	s.Ticks, s.Waits = nil, nil
	s.Send(tick(s.now))
	return true
}

var specialKeys = map[string]rune{
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "esc": tea.KeyEscape,
	"enter": tea.KeyEnter, "tab": tea.KeyTab, "space": tea.KeySpace, "home": tea.KeyHome, "end": tea.KeyEnd,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace,
}

// Press presses keys, given as characters or as names of specialKeys.
func (s *Stage) Press(keys ...string) {
	for _, name := range keys {
		k := tea.Key{}
		if code, ok := specialKeys[name]; ok {
			k.Code = code
		} else {
			k.Code, k.Text = []rune(name)[0], name
		}
		s.Send(tea.KeyPressMsg(k))
	}
}

// Click clicks the first occurrence of these words with the left button.
func (s *Stage) Click(words string) {
	s.t.Helper()
	x, y := s.Find(words)
	s.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
}

func (s *Stage) Wheel(words string, button tea.MouseButton) {
	s.t.Helper()
	x, y := s.Find(words)
	s.Send(tea.MouseWheelMsg{X: x, Y: y, Button: button})
}

// Find returns the position of the first occurrence of these words on the screen.
func (s *Stage) Find(words string) (x, y int) {
	s.t.Helper()
	for y, line := range strings.Split(s.Plain(), "\n") {
		if before, _, ok := strings.Cut(line, words); ok {
			return utf8.RuneCountInString(before), y
		}
	}
	s.t.Fatalf("the screen lacks %q:\n%s", words, s.Plain())
	return 0, 0
}

func (s *Stage) Plain() string { return s.Render().Plain() }

func (s *Stage) WantText(want string) {
	s.t.Helper()
	if got := s.Plain(); !strings.Contains(got, want) {
		s.t.Errorf("the screen lacks %q:\n%s", want, got)
	}
}

// WantFit checks that the screen fits into the window.
func (s *Stage) WantFit() {
	s.t.Helper()
	lines := strings.Split(s.View().Content, "\n")
	if len(lines) > max(1, s.h) {
		s.t.Errorf("%d lines in a window of %d", len(lines), s.h)
	}
	for _, line := range lines {
		if w := lipgloss.Width(line); w > s.w {
			s.t.Errorf("a line of %d columns in a window of %d: %q", w, s.w, line)
		}
	}
}

// ReadRecord returns the record in a file. It fails the test unless the record can be replayed.
func ReadRecord(t *testing.T, name string) *ouro.Record {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var r ouro.Record
	if err := r.UnmarshalText(text); err != nil {
		t.Fatal(err)
	}
	deal, err := roster.Deal(r.Game, r.Seed)
	if err != nil {
		t.Fatal(err)
	}
	if err := play.Replay(t.Context(), &r, deal, nil); err != nil {
		t.Fatal(err)
	}
	return &r
}

func Specs(names ...string) []ouro.Spec {
	var list []ouro.Spec
	for _, name := range names {
		list = append(list, ouro.Spec{Name: name})
	}
	return list
}

const garden = `XXXXXXXX
XS . .XX
X XXX  X
X.....XX
X XX  .X
XXXXXXXX
`

// GardenGame returns a game of the maze on a small level that has every kind of terrain.
func GardenGame(t *testing.T, regrow string) ouro.GameSpec {
	t.Helper()
	l, err := ouro.ParseLevel(garden)
	if err != nil {
		t.Fatal(err)
	}
	return MazeGame(l, regrow)
}

func MazeGame(l *ouro.Level, regrow string) ouro.GameSpec {
	rules := ouro.Spec{Name: "maze", Options: ouro.Options{{Key: "regrow", Value: regrow}}}
	return ouro.GameSpec{Rules: rules, W: l.Grid.W, H: l.Grid.H, Level: l, StartLength: 1}
}

func GardenState(t *testing.T) *ouro.State {
	t.Helper()
	l := GardenGame(t, "none").Level
	s := l.State()
	s.AddSnake(l.Start)
	return s
}
