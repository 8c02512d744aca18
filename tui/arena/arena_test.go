package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"go.uber.org/goleak"

	"ouro"
	"ouro/arena"
	"ouro/lab"
	"ouro/roster"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
)

// TestMain fails when a test leaves a goroutine behind.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// stand is a player whose games stand still after their first move, and a store
// without games.
type stand struct{ moved chan struct{} }

func (p stand) Play(ctx context.Context, task lab.Task, look func(*ouro.State)) (arena.Played, error) {
	deal, err := roster.Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 7, H: 7, StartLength: 3, Snakes: 2}, task.Seed)
	if err != nil {
		return arena.Played{}, err
	}
	for {
		look(deal.Start)
		select {
		case p.moved <- struct{}{}:
		case <-ctx.Done():
			return arena.Played{}, ctx.Err()
		}
	}
}
func (stand) Games() []arena.Game     { return nil }
func (stand) Keep(arena.Played) error { return nil }

// still is the screen of a tournament that somebody else runs.
type still struct{ *screen }

func (s still) Init() tea.Cmd { return s.look() }
func (s still) Update(msg tea.Msg) (frame.Screen, tea.Cmd) {
	_, cmd := s.screen.Update(msg)
	return s, cmd
}

// inOrder are games in the order of the tournament, whichever worker was first.
func inOrder(running []*arena.Running) []*arena.Running {
	slices.SortFunc(running, func(a, b *arena.Running) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Seating, b.Seating))
	})
	return running
}

// brief is a player whose games are over at once, each when it is told to play one.
type brief struct {
	arena.Player
	begun, now chan struct{}
}

func (p brief) Play(ctx context.Context, task lab.Task, look func(*ouro.State)) (arena.Played, error) {
	for _, c := range []chan struct{}{p.begun, p.now} {
		select {
		case c <- struct{}{}:
		case <-ctx.Done():
			return arena.Played{}, ctx.Err()
		}
	}
	return p.Player.Play(ctx, task, look)
}

var names = []string{"spot", "floodfill", "hungry"}

// setting is a tournament of them.
func setting(t *testing.T, workers int) *arena.Setting {
	t.Helper()
	tournament := arena.Default()
	tournament.Board, tournament.Workers, tournament.Games = "7x7", workers, 12
	for _, name := range names {
		tournament.Snakes = append(tournament.Snakes, arena.Snake{Snake: name})
	}
	s, err := tournament.Setting()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// open shows a tournament in which two games stand still.
func open(t *testing.T, w, h int) (*frametest.Stage, *screen, stand) {
	t.Helper()
	p := stand{make(chan struct{})}
	course := play(t, setting(t, 2), p)
	for len(course.Running()) < 2 {
		<-p.moved
	}
	stage, s := show(t, w, h, course)
	return stage, s, p
}

// play has a tournament played until the test ends.
func play(t *testing.T, s *arena.Setting, p arena.Player) *arena.Course {
	t.Helper()
	course, err := arena.NewCourse(s, stand{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- course.Run(ctx, p, nil) }()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the tournament ended with %v", err)
		}
	})
	return course
}

// show shows a tournament that is being played.
func show(t *testing.T, w, h int, course *arena.Course) (*frametest.Stage, *screen) {
	t.Helper()
	lines := []string{"snake      score"}
	for i := range 30 {
		lines = append(lines, fmt.Sprintf("snake %02d   %d", i, 100-i))
	}
	var s *screen
	stage := frametest.NewStage(t, w, h, frame.Options{}, func(e *frame.Env) frame.Screen {
		s = newScreen(e, Options{
			Title: "three on 7x7", Names: names, Running: func() []*arena.Running { return inOrder(course.Running()) },
			Figures: func(at lab.Progress) []string { return []string{fmt.Sprintf("%d done", at.Done), "soon over"} },
			Table:   func(int) (int, []string) { return 1, lines },
		})
		return still{s}
	})
	s.note(lab.Progress{Done: 3, Total: 12})
	stage.WantFit()
	for range 5 { // until the table was asked for
		stage.Beat()
	}
	return stage, s
}

// TestTable: how far it is, the table and the games can be seen, the table is
// scrolled no farther than it goes.
func TestTable(t *testing.T) {
	stage, s, _ := open(t, 80, 24)
	stage.WantFit()
	for _, want := range []string{"three on 7x7", "3 of 12", "25 %", "3 done · soon over", "snake      score", "snake 00", "now playing 2 games", "▸ spot – floodfill", "  floodfill – spot"} {
		stage.WantText(want)
	}
	for range 50 {
		stage.Press("down")
	}
	stage.WantText("snake      score")
	stage.WantText("snake 29")
	if strings.Contains(stage.Plain(), "snake 00") {
		t.Errorf("the table was not scrolled:\n%s", stage.Plain())
	}
	stage.Press("up")
	if top := s.top; top >= 30 || strings.Contains(stage.Plain(), "snake 29") {
		t.Errorf("scrolled beyond the end, to %d:\n%s", top, stage.Plain())
	}
}

// TestWatch: a key opens the game that is chosen, and others one after the other.
func TestWatch(t *testing.T) {
	stage, s, p := open(t, 80, 24)
	stage.Press("enter")
	stage.WantText("waiting for its next move")
	for s.game.State() == nil { // until it has moved on
		<-p.moved
	}
	stage.Beat()
	stage.WantFit()
	for _, want := range []string{"A spot", "B floodfill", "length 3 · health 100", "back to the table"} {
		stage.WantText(want)
	}
	stage.Press("tab")
	if s.slot != 1 || s.who(s.game) != "floodfill – spot" {
		t.Errorf("tab leads to game %d, %s", s.slot, s.who(s.game))
	}
	stage.Press("tab")
	if s.slot != 0 {
		t.Errorf("tab at the last game leads to game %d, want the first", s.slot)
	}
	stage.Press("esc")
	stage.WantText("now playing 2 games")
	stage.Click("floodfill – spot")
	if !s.open || s.slot != 1 {
		t.Errorf("a click opens game %d (%v), want 1", s.slot, s.open)
	}
}

// TestShortGames: of games that are over before anybody looks again, the end is shown.
func TestShortGames(t *testing.T) {
	s := setting(t, 1)
	real, err := arena.NewPlayer(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	p := brief{real, make(chan struct{}), make(chan struct{})}
	course := play(t, s, p)
	<-p.begun
	stage, screen := show(t, 80, 24, course)
	stage.Press("enter")
	stage.WantText("waiting for its next move")
	for range 3 {
		was := screen.game
		<-p.now
		<-p.begun
		stage.Beat()
		if screen.game == was || screen.before != was {
			t.Fatal("the game that is over is still chosen, or forgotten")
		}
		stage.WantFit()
		for _, want := range []string{", the last", "A " + names[was.Seats[0]], fmt.Sprintf("turn      %d", was.State().Turn)} {
			stage.WantText(want)
		}
	}
}

// TestUnseen: where no game can be watched, the screen says why and does not wait.
func TestUnseen(t *testing.T) {
	stage, s, _ := open(t, 80, 24)
	s.opts.Unseen = "they have no board"
	if strings.Contains(stage.Plain(), "turn ") {
		t.Errorf("the turns of games are told that nobody sees:\n%s", stage.Plain())
	}
	stage.Press("enter")
	stage.WantText("they have no board")
}

// TestGameEnds: when the game that is watched is over, another one takes its place.
func TestGameEnds(t *testing.T) {
	stage, s, _ := open(t, 80, 24)
	both := s.opts.Running()
	s.opts.Running = func() []*arena.Running { return both[1:] }
	stage.Beat()
	if s.game != both[1] || s.slot != 0 {
		t.Errorf("game %v in slot %d is chosen, want the one that is left", s.game, s.slot)
	}
	s.opts.Running = func() []*arena.Running { return nil }
	stage.Beat()
	stage.Press("tab", "enter", "esc")
	stage.WantFit()
}

// TestSmall: it fits into the smallest window, and a large one.
func TestSmall(t *testing.T) {
	for _, size := range [][2]int{{40, 12}, {50, 15}, {200, 50}} {
		stage, _, _ := open(t, size[0], size[1])
		stage.WantFit()
		stage.Press("enter")
		stage.WantFit()
		stage.Press("?")
		stage.WantFit()
	}
}

// TestEnds: Show ends with the tournament, and with its error; whoever leaves
// before stops it.
func TestEnds(t *testing.T) {
	broken := errors.New("the disk is full")
	for _, c := range []struct {
		name string
		run  func(ctx context.Context) error
		key  string
		want error
	}{
		{"over", func(context.Context) error { return nil }, "", nil},
		{"broken", func(context.Context) error { return broken }, "", broken},
		{"left", func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, "q", context.Canceled},
	} {
		t.Run(c.name, func(t *testing.T) {
			in, keys, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = errors.Join(in.Close(), keys.Close()) }()
			ended := false
			o := frame.Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 4, H: 4, StartLength: 1}, In: in, Out: io.Discard}
			err = Show(t.Context(), o, Options{
				Run: func(ctx context.Context, _ func(lab.Progress)) error {
					defer func() { ended = true }()
					if _, err := keys.WriteString(c.key); err != nil { // once it runs
						return err
					}
					return c.run(ctx)
				},
				Running: func() []*arena.Running { return nil },
				Figures: func(lab.Progress) []string { return nil },
				Table:   func(int) (int, []string) { return 0, nil },
			})
			if !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Errorf("error %v, want %v", err, c.want)
			}
			if !ended {
				t.Error("it returned while the tournament was running")
			}
		})
	}
}
