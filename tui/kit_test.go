package tui

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"go.uber.org/goleak"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// TestMain fails when a test leaves a goroutine behind, but for the one that
// teatest itself leaves waiting for a signal.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreTopFunction("github.com/charmbracelet/x/exp/teatest/v2.NewTestModel.func2"))
}

// stage runs an app without a terminal and without waiting: commands are run
// at once, ticks when the test says so.
type stage struct {
	*app
	t     *testing.T
	now   time.Time
	ticks []func(time.Time) tea.Msg
	waits []time.Duration
	quit  bool
}

func newStage(t *testing.T, w, h int, o Options, first func(*env) screen) *stage {
	t.Helper()
	if o.Game.Rules.Name == "" {
		o.Game = ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 6, H: 6, StartLength: 1}
	}
	e := newEnv(context.Background(), o)
	s := &stage{t: t, now: time.Unix(0, 0)}
	e.after = func(d time.Duration, fn func(time.Time) tea.Msg) tea.Cmd {
		s.ticks = append(s.ticks, fn)
		s.waits = append(s.waits, d)
		return nil
	}
	e.mono = true
	e.repaint()
	s.app = newApp(e, first(e))
	t.Cleanup(s.close)
	s.run(s.Init())
	s.send(tea.WindowSizeMsg{Width: w, Height: h})
	return s
}

func (s *stage) send(msg tea.Msg) {
	_, cmd := s.Update(msg)
	s.run(cmd)
}

func (s *stage) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.QuitMsg:
		s.quit = true
	case tea.BatchMsg:
		for _, c := range msg {
			s.run(c)
		}
	default:
		s.send(msg)
	}
}

// beat lets the last tick happen; whether there was one is the answer.
func (s *stage) beat() bool {
	if len(s.ticks) == 0 {
		return false
	}
	n := len(s.ticks) - 1
	tick := s.ticks[n]
	s.now = s.now.Add(s.waits[n])
	s.ticks, s.waits = nil, nil
	s.send(tick(s.now))
	return true
}

var specialKeys = map[string]rune{
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "esc": tea.KeyEscape,
	"enter": tea.KeyEnter, "tab": tea.KeyTab, "space": tea.KeySpace, "home": tea.KeyHome, "end": tea.KeyEnd,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "backspace": tea.KeyBackspace,
}

func (s *stage) press(keys ...string) {
	for _, name := range keys {
		k := tea.Key{}
		if code, ok := specialKeys[name]; ok {
			k.Code = code
		} else {
			k.Code, k.Text = []rune(name)[0], name
		}
		s.send(tea.KeyPressMsg(k))
	}
}

func (s *stage) plain() string { return s.render().Plain() }

func (s *stage) wantText(want string) {
	s.t.Helper()
	if got := s.plain(); !strings.Contains(got, want) {
		s.t.Errorf("the screen lacks %q:\n%s", want, got)
	}
}

// wantFit checks that nothing is wider or higher than the window.
func (s *stage) wantFit() {
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

// seated is a game for a solver that is no entry of the roster.
func seated(t *testing.T, game ouro.GameSpec, info play.WatchInfo, solver ouro.Solver) *play.Watch[[]play.Scene] {
	t.Helper()
	deal, err := roster.Deal(game, 1)
	if err != nil {
		t.Fatal(err)
	}
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{solver}})
	if err != nil {
		t.Fatal(err)
	}
	info.Game, info.Seats = game, specs("test")
	return play.NewSideBySide(play.WatchGame(g, info))
}

func specs(names ...string) []ouro.Spec {
	var list []ouro.Spec
	for _, name := range names {
		list = append(list, ouro.Spec{Name: name})
	}
	return list
}

// record plays a game by a solver of the test's own: up and down the columns,
// along a fixed cycle through a board of even width.
func record(t *testing.T, w, h, turns int) *ouro.Record {
	t.Helper()
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: w, H: h, StartLength: 3}
	seed := ouro.GameSeed(1, 0)
	deal, err := roster.Deal(spec, seed)
	if err != nil {
		t.Fatal(err)
	}
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{ouro.SolverFunc(alongColumns)}, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for range turns {
		if _, over := g.Over(); over {
			break
		}
		if err := g.Move(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	r := g.Record()
	r.Game, r.Seed, r.Seats = spec, seed, specs("columns")
	return r
}

func alongColumns(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	g := t.State.Grid
	x, y := g.XY(t.Snake().Body.Head())
	var d ouro.Dir
	switch {
	case y == 0 && x > 0:
		d = ouro.Left
	case x%2 == 0 && y < g.H-1:
		d = ouro.Up
	case x%2 == 0:
		d = ouro.Right
	case y > 1 || x == g.W-1:
		d = ouro.Down
	default:
		d = ouro.Right
	}
	if !t.State.Enterable(t.Seat, g.Next(t.Snake().Body.Head(), d)) {
		d = play.StraightOn(t.State, t.Seat)
	}
	return ouro.Decision{Dir: d}, nil
}

// mazeRecord plays a game of the maze by a solver of the test's own: along the
// shortest way to an edible wall.
func mazeRecord(t *testing.T, spec ouro.GameSpec, turns int) *ouro.Record {
	t.Helper()
	seed := ouro.GameSeed(1, 0)
	deal, err := roster.Deal(spec, seed)
	if err != nil {
		t.Fatal(err)
	}
	g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{ouro.SolverFunc(toWalls)}, Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	for range turns {
		if _, over := g.Over(); over {
			break
		}
		if err := g.Move(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	r := g.Record()
	r.Game, r.Seed, r.Seats = spec, seed, specs("nearest")
	return r
}

func toWalls(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	g, head := t.State.Grid, t.Snake().Body.Head()
	first := map[ouro.Cell]ouro.Dir{} // the first step of the way to each cell
	queue := []ouro.Cell{head}
	for i := 0; i < len(queue); i++ {
		for _, d := range ouro.Dirs {
			c := g.Next(queue[i], d)
			if _, seen := first[c]; seen || c == head || !t.State.Enterable(t.Seat, c) {
				continue
			}
			first[c] = d
			if i > 0 {
				first[c] = first[queue[i]]
			}
			if t.State.Terrain(c) == ouro.Hedge {
				return ouro.Decision{Dir: first[c]}, nil
			}
			queue = append(queue, c)
		}
	}
	return ouro.Decision{Dir: play.StraightOn(t.State, t.Seat)}, nil
}

// garden is a level with everything on the ground.
const garden = `XXXXXXXX
XS . .XX
X XXX  X
X.....XX
X XX  .X
XXXXXXXX
`

func gardenGame(t *testing.T, regrow string) ouro.GameSpec {
	t.Helper()
	l, err := ouro.ParseLevel(garden)
	if err != nil {
		t.Fatal(err)
	}
	return mazeGame(l, regrow)
}

// mazeGame is a game of the maze on this level.
func mazeGame(l *ouro.Level, regrow string) ouro.GameSpec {
	rules := ouro.Spec{Name: "maze", Options: ouro.Options{{Key: "regrow", Value: regrow}}}
	return ouro.GameSpec{Rules: rules, W: l.Grid.W, H: l.Grid.H, Level: l, StartLength: 1}
}

func gardenState(t *testing.T) *ouro.State {
	t.Helper()
	l, err := ouro.ParseLevel(garden)
	if err != nil {
		t.Fatal(err)
	}
	s := l.State()
	s.AddSnake(l.Start)
	return s
}
