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

// TestMain fails if a test leaves a goroutine.
func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type playFunc func(ctx context.Context, task lab.Task, look func(*ouro.State)) (lab.Finished, error)

// deal returns the start of a task's game.
func deal(task lab.Task) (*ouro.State, error) {
	deal, err := roster.Deal(ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 7, H: 7, StartLength: 3, Snakes: 2}, task.Seed)
	if err != nil {
		return nil, err
	}
	return deal.Start, nil
}

// standingGames returns a playFunc whose games stay at their start. The function publishes the start, sends
// a value to steps, and repeats both until its context ends.
func standingGames(steps chan struct{}) playFunc {
	return func(ctx context.Context, task lab.Task, look func(*ouro.State)) (lab.Finished, error) {
		start, err := deal(task)
		if err != nil {
			return lab.Finished{}, err
		}
		for {
			look(start)
			select {
			case steps <- struct{}{}:
			case <-ctx.Done():
				return lab.Finished{}, ctx.Err()
			}
		}
	}
}

// lastTurn is the last turn of a brief game.
const lastTurn = 7

// briefGames returns a playFunc that sends a value to started and then to ended, and then ends the game.
func briefGames(started, ended chan struct{}) playFunc {
	return func(ctx context.Context, task lab.Task, look func(*ouro.State)) (lab.Finished, error) {
		for _, c := range []chan struct{}{started, ended} {
			select {
			case c <- struct{}{}:
			case <-ctx.Done():
				return lab.Finished{}, ctx.Err()
			}
		}
		end, err := deal(task)
		if err != nil {
			return lab.Finished{}, err
		}
		look(end) // the game is over before the next update
		end.Turn = lastTurn
		look(end)
		return lab.Finished{Tally: lab.NewTally(end, ouro.Outcome{Ending: ouro.Drawn}, nil)}, nil
	}
}

// still is the screen of a tournament. Unlike screen, it does not play the tournament; the test does.
type still struct{ *screen }

func (s still) Init() tea.Cmd { return s.look() }
func (s still) Update(msg tea.Msg) (frame.Screen, tea.Cmd) {
	_, cmd := s.screen.Update(msg)
	return s, cmd
}

// inOrder sorts games into the order of the tournament, because workers start in any order.
func inOrder(running []*arena.Running) []*arena.Running {
	slices.SortFunc(running, func(a, b *arena.Running) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.Seating, b.Seating))
	})
	return running
}

var names = []string{"spot", "floodfill", "hungry"}

// setting returns the setting of a tournament between the snakes in names.
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

// open shows a tournament in which two games are waiting.
func open(t *testing.T, w, h int) (*frametest.Stage, *screen, chan struct{}) {
	t.Helper()
	moved := make(chan struct{})
	live := play(t, setting(t, 2), standingGames(moved))
	for len(live.Games()) < 2 {
		<-moved
	}
	stage, s := show(t, w, h, live)
	return stage, s, moved
}

// play plays a tournament until the test ends.
func play(t *testing.T, s *arena.Setting, p playFunc) *arena.Live {
	t.Helper()
	live, plan := &arena.Live{}, s.Plan()
	plan.Play = live.Watch(p)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := lab.Run(ctx, plan, nil)
		ended <- err
	}()
	t.Cleanup(func() {
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the tournament ended with %v", err)
		}
	})
	return live
}

// show shows a tournament that is being played.
func show(t *testing.T, w, h int, live *arena.Live) (*frametest.Stage, *screen) {
	t.Helper()
	lines := []string{"snake      score"}
	for i := range 30 {
		lines = append(lines, fmt.Sprintf("snake %02d   %d", i, 100-i))
	}
	var s *screen
	stage := frametest.NewStage(t, w, h, frame.Options{}, func(e *frame.Env) frame.Screen {
		s = newScreen(e, Options{
			Title: "three on 7x7", Names: names, Running: func() []*arena.Running { return inOrder(live.Games()) },
			Figures: func(at lab.Progress) []string { return []string{fmt.Sprintf("%d done", at.Done), "soon over"} },
			Table:   func(int) (int, []string) { return 1, lines },
		})
		return still{s}
	})
	s.note(lab.Progress{Done: 3, Total: 12})
	stage.WantFit()
	for range 5 { // until the table has been requested
		stage.Beat()
	}
	return stage, s
}

// TestTable: the screen shows the progress, the table and the running games. The table
// scrolls no farther than its end.
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

// TestWatch: a key opens the selected game, and other keys select the next and the previous game.
func TestWatch(t *testing.T) {
	stage, s, moved := open(t, 80, 24)
	stage.Press("enter")
	stage.WantText("waiting for the first move")
	for s.game.State() == nil { // until the game has moved
		<-moved
	}
	stage.Beat()
	stage.WantFit()
	for _, want := range []string{"A spot", "B floodfill", "length 3 · health 100", "back to the table"} {
		stage.WantText(want)
	}
	stage.Press("tab")
	if s.slot != 1 || s.rowText(s.game) != "floodfill – spot" {
		t.Errorf("tab leads to game %d, %s", s.slot, s.rowText(s.game))
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

// TestShortGames: if games end between two updates, the screen shows their last position.
func TestShortGames(t *testing.T) {
	begun, now := make(chan struct{}), make(chan struct{})
	live := play(t, setting(t, 1), briefGames(begun, now))
	<-begun
	stage, screen := show(t, 80, 24, live)
	stage.Press("enter")
	stage.WantText("waiting for the first move")
	for range 3 {
		was := screen.game
		<-now
		<-begun
		stage.Beat()
		if screen.game == was || screen.endedGame != was {
			t.Fatal("the ended game is still selected, or it is not kept")
		}
		stage.WantFit()
		for _, want := range []string{", the last", "A " + names[was.Seats[0]], fmt.Sprintf("turn      %d, the last", lastTurn)} {
			stage.WantText(want)
		}
	}
}

// TestUnseen: if games cannot be watched, the screen shows why and does not wait.
func TestUnseen(t *testing.T) {
	stage, s, _ := open(t, 80, 24)
	s.opts.Unseen = "they have no board"
	if strings.Contains(stage.Plain(), "turn ") {
		t.Errorf("turns of games that cannot be watched are shown:\n%s", stage.Plain())
	}
	stage.Press("enter")
	stage.WantText("they have no board")
}

// TestGameEnds: when the selected game is over, the screen selects another one.
func TestGameEnds(t *testing.T) {
	stage, s, _ := open(t, 80, 24)
	both := s.opts.Running()
	s.opts.Running = func() []*arena.Running { return both[1:] }
	stage.Beat()
	if s.game != both[1] || s.slot != 0 {
		t.Errorf("game %v in slot %d is selected, want the other game, in slot 0", s.game, s.slot)
	}
	s.opts.Running = func() []*arena.Running { return nil }
	stage.Beat()
	stage.Press("tab", "enter", "esc")
	stage.WantFit()
}

// TestSmall: the screen fits into the smallest and a large window.
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

// TestWide: in a wide window, the selected game is drawn beside the table, and a click on the board
// opens the game. In a narrow window, only the table is drawn.
func TestWide(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 40}, {200, 50}} {
		stage, s, moved := open(t, size[0], size[1])
		for s.game == nil || s.game.State() == nil { // a game publishes its position only after a request
			<-moved
			stage.Beat()
		}
		stage.Beat()
		rows := 0
		for row := range strings.Lines(stage.Plain()) {
			if strings.Contains(row, "snake ") && strings.ContainsAny(row, "·█▀▄│") {
				rows++
			}
		}
		if wide := size[0] > 80; wide != (rows > 0) {
			t.Errorf("%v: a board is beside %d rows of the table:\n%s", size, rows, stage.Plain())
		} else if wide {
			stage.Click(" – ")
			if !s.open {
				t.Errorf("%v: a click on the board does not open the game", size)
			}
		}
		stage.WantFit()
	}
}

// TestEnds: Show returns when the tournament ends, with the error of the tournament.
// Leaving the screen ends the tournament.
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
					if _, err := keys.WriteString(c.key); err != nil { // send the key once the tournament runs
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
				t.Error("Show returned while the tournament was running")
			}
		})
	}
}
