//go:build !js

package engine_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"ouro"
	"ouro/engine"
	"ouro/internal/needs"
	"ouro/internal/shell"
	"ouro/play"
)

// TestGames: an engine plays several games with the same process, and makes the same moves as
// its Solver does in this process.
func TestGames(t *testing.T) {
	p := pool(t, engine.Limits{})
	ours := ouro.SolverFunc(func(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
		return ouro.Decision{Dir: first(t.State, t.Seat), Score: 0.5, Depth: 3, Nodes: t.Nodes}, nil
	})
	for range 3 {
		theirs := game(t, p, command(t, "good"), ouro.Budget{Nodes: 77})
		_, deal := classic(t, "")
		g, err := play.New(play.Config{Deal: deal, Seats: []ouro.Solver{ours}, Budget: ouro.Budget{Nodes: 77}, Keep: true})
		if err != nil {
			t.Fatal(err)
		}
		for n := 0; ; n++ {
			if _, over := g.Over(); over {
				if n < 5 {
					t.Fatal("the game is too short to show anything")
				}
				break
			}
			moves(t, theirs, 1)
			moves(t, g, 1)
			if theirs.Last(0) != g.Last(0) || !theirs.State().Equal(g.State()) {
				t.Fatalf("turn %d: %+v, want %+v", n, theirs.Last(0), g.Last(0))
			}
		}
		if in := theirs.Incidents(); len(in) > 0 {
			t.Error(in)
		}
		if err := errors.Join(theirs.Close(), g.Close()); err != nil {
			t.Error(err)
		}
		if n := p.Started(); n != 1 {
			t.Errorf("%d processes were started", n)
		}
	}
}

func TestNotes(t *testing.T) {
	setup, deal := classic(t, command(t, "good"))
	s, err := pool(t, engine.Limits{}).Make(setup)
	if err != nil {
		t.Fatal(err)
	}
	var notes []ouro.Note
	for i := range 2 {
		if _, err := s.Decide(t.Context(), ouro.Turn{State: deal.Start, Trace: ouro.NewTrace(func(n ouro.Note) { notes = append(notes, n) })}); err != nil || len(notes) != i+1 {
			t.Fatal(notes, err)
		}
		if _, err := s.Decide(t.Context(), ouro.Turn{State: deal.Start}); err != nil {
			t.Fatal(err)
		}
	}
	if notes[1].Label != "asked" || notes[1].Value != 3 {
		t.Error(notes)
	}
}

// TestSetup: if an engine cannot play, the error explains what to change.
func TestSetup(t *testing.T) {
	p := pool(t, engine.Limits{})
	opt := func(key, value string) ouro.Option { return ouro.Option{Key: key, Value: value} }
	for _, c := range []struct {
		command string
		options ouro.Options
		want    string
	}{
		{"", nil, "the command is empty: want exec:COMMAND, such as exec:python3 snake.py,depth=3"},
		{"python3 'x.py", nil, "a ' is not closed"},
		{"/nosuch/engine x", nil, "cannot start /nosuch/engine: no such file"},
		{"nosuch-engine", nil, "cannot start nosuch-engine: no program of this name is in the directories of PATH"},
		{command(t, "exit"), nil, "the engine ended: exit status 3; standard error: no such module: snake"},
		{command(t, "endless"), nil, "the engine wrote a line of more than 1048576 bytes"},
		{command(t, "version"), nil, "version 2 of the protocol, want 1"},
		{command(t, "refuse"), nil, `the engine reports: not on\x1b this board`},
		{command(t, "good"), ouro.Options{opt("speed", "1")}, `unknown option "speed" (known: depth, style)`},
		{command(t, "good"), ouro.Options{opt("depth", "10")}, "option depth=10: want a whole number from 1 to 9"},
		{command(t, "good"), ouro.Options{opt("style", "x")}, "option style=x: want plain or bold"},
		{command(t, "good"), ouro.Options{opt("style", "bold"), opt("depth", "9")}, ""},
		{command(t, "eager"), nil, ""},
		{command(t, "classic"), nil, ""},
	} {
		setup, _ := classic(t, c.command, c.options...)
		s, err := p.Make(setup)
		if c.want == "" {
			if err != nil {
				t.Errorf("%s: %v", c.command, err)
				continue
			}
			if err := s.(io.Closer).Close(); err != nil {
				t.Error(err)
			}
		} else if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.command, err, c.want)
		}
	}
	setup, _ := classic(t, "x")
	setup.Options = nil
	if _, err := p.Make(setup); err == nil || !strings.Contains(err.Error(), "no command: want exec:COMMAND") {
		t.Error(err)
	}
	setup, _ = classic(t, command(t, "classic"))
	setup.Rules = nil
	setup.Start.Snakes[0].Health = 100
	if _, err := p.Make(setup); err == nil || err.Error() != "the engine plays classic, not battlesnake" {
		t.Error(err)
	}
}

func TestMute(t *testing.T) {
	setup, _ := classic(t, command(t, "mute"))
	_, err := pool(t, engine.Limits{Hello: 50 * time.Millisecond}).Make(setup)
	if err == nil || err.Error() != "no answer to hello in 50ms; end each line with a newline and flush it at once" || play.FaultOf(err).Kind != ouro.Late {
		t.Error(err)
	}
}

// TestWithin: cancelling the context ends the wait for an engine that does not answer.
// waiting is called before that, but not for a command that has answered before.
func TestWithin(t *testing.T) {
	p := pool(t, engine.Limits{})
	if err := game(t, p, command(t, "good"), ouro.Budget{}).Close(); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var commands []string
	p.Within(ctx, func(command string) {
		commands = append(commands, command)
		cancel()
	})
	if err := game(t, p, command(t, "good"), ouro.Budget{}).Close(); err != nil {
		t.Fatal(err)
	}
	mute := command(t, "mute")
	setup, _ := classic(t, mute)
	if _, err := p.Make(setup); !errors.Is(err, context.Canceled) || !slices.Equal(commands, []string{mute}) {
		t.Errorf("%v, waiting was called with %q", err, commands)
	}
	until(t, func() bool { return p.Running() == 1 })
}

// TestWaiting: waiting is called if a command has not answered after a second, and not
// before.
func TestWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := engine.NewPool(engine.Limits{})
		var slow []string
		p.Within(t.Context(), func(command string) { slow = append(slow, command) })
		for _, start := range []time.Duration{900 * time.Millisecond, 1100 * time.Millisecond} {
			end := p.WatchStart(start.String())
			time.Sleep(start)
			synctest.Wait()
			end()
		}
		time.Sleep(time.Hour)
		if want := []string{"1.1s"}; !slices.Equal(slow, want) {
			t.Errorf("waiting was called for %q, want %q", slow, want)
		}
	})
}

// TestWithinADeadline: an engine that starts is killed when the context is cancelled, but
// not when its deadline expires.
func TestWithinADeadline(t *testing.T) {
	p := pool(t, engine.Limits{})
	ctx, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	p.Within(ctx, nil)
	if err := game(t, p, command(t, "good"), ouro.Budget{}).Close(); err != nil {
		t.Error(err)
	}
}

// TestNotTimed: an engine that has answered has no time limit until the next question.
func TestNotTimed(t *testing.T) {
	setup, deal := classic(t, command(t, "good"))
	s, err := pool(t, engine.Limits{}).Make(setup)
	if err != nil {
		t.Fatal(err)
	}
	if engine.StopTimer(s) {
		t.Error("the engine has a time limit when it is ready")
	}
	if _, err := s.Decide(t.Context(), ouro.Turn{State: deal.Start}); err != nil || engine.StopTimer(s) {
		t.Errorf("the engine has a time limit after a move, %v", err)
	}
}

// TestEngineTime: the time limit of an engine is the remaining time minus a tenth of it or a
// millisecond, whichever is less, and never 0.
func TestEngineTime(t *testing.T) {
	for _, c := range []struct{ left, want time.Duration }{
		{time.Second, 999 * time.Millisecond},
		{10 * time.Millisecond, 9 * time.Millisecond},
		{5 * time.Millisecond, 4500 * time.Microsecond},
		{0, 10 * time.Microsecond},
		{-time.Second, 10 * time.Microsecond},
	} {
		if got := engine.EngineTime(c.left); got != c.want {
			t.Errorf("with %v left, the engine's time limit is %v, want %v", c.left, got, c.want)
		}
	}
}

// TestSeats: a caller may request the move of another snake, or omit dead snakes, as a
// Battlesnake server does. The engine then gets a new game.
func TestSeats(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(7, 7))
	for x := range 3 {
		s.AddSnake(s.Grid.At(2*x, 3), s.Grid.At(2*x, 2))
		s.Snakes[x].Health = 90
	}
	snake, err := pool(t, engine.Limits{}).Make(ouro.Setup{Start: s, Seat: 2, Options: ouro.Options{{Value: command(t, "good")}}})
	if err != nil {
		t.Fatal(err)
	}
	two := ouro.NewState(s.Grid)
	two.AddSnake(0, 1)
	two.AddSnake(s.Grid.At(3, 6), s.Grid.At(3, 5)) // this snake cannot go up
	for _, c := range []struct {
		state *ouro.State
		seat  int
		want  ouro.Dir
	}{{s, 2, ouro.Up}, {two, 1, ouro.Right}, {s, 0, ouro.Up}, {two, 1, ouro.Right}} {
		if d, err := snake.Decide(t.Context(), ouro.Turn{State: c.state, Seat: c.seat}); err != nil || d.Dir != c.want {
			t.Errorf("seat %d of %s: %v, %v", c.seat, c.state, d, err)
		}
	}
}

func TestIdle(t *testing.T) {
	p := pool(t, engine.Limits{Idle: 50 * time.Millisecond})
	if err := game(t, p, command(t, "good"), ouro.Budget{}).Close(); err != nil {
		t.Fatal(err)
	}
	until(t, func() bool { return p.Running() == 0 })
	if n := p.Started(); n != 1 {
		t.Error(n)
	}
}

// TestClose: no process outlives the pool, whether it is in use, idle or refuses to exit.
func TestClose(t *testing.T) {
	p := pool(t, engine.Limits{})
	g := game(t, p, command(t, "good"), ouro.Budget{})
	if err := game(t, p, command(t, "stays"), ouro.Budget{}).Close(); err != nil {
		t.Fatal(err)
	}
	if n := p.Running(); n != 2 {
		t.Errorf("%d run", n)
	}
	p.SetGrace(200 * time.Millisecond)
	p.Close()
	if n := p.Running(); n != 0 {
		t.Errorf("%d run", n)
	}
	moves(t, g, 2) // the first move is a fallback, the second comes from another process
	if in := g.Incidents(); len(in) != 1 || p.Running() != 1 {
		t.Error(in, p.Running())
	}
}

func until(t *testing.T, ok func() bool) {
	t.Helper()
	for !ok() {
		time.Sleep(5 * time.Millisecond)
	}
}

// TestOthers: engines in C and Python, written without these packages, can play. A request for a
// move allocates nothing.
func TestOthers(t *testing.T) {
	for _, command := range []string{shell.Line(compiled(t)), shell.Line(needs.Python(t), "testdata/up.py"), command(t, "good")} {
		s := midGame()
		snake, err := pool(t, engine.Limits{}).Make(ouro.Setup{Start: s, Options: ouro.Options{{Value: command}}})
		if err != nil {
			t.Fatal(err)
		}
		turn := ouro.Turn{State: s, Nodes: 1000}
		ask := func() {
			if d, err := snake.Decide(t.Context(), turn); err != nil || d.Dir != ouro.Up {
				t.Fatal(d, err)
			}
		}
		ask()
		if n := testing.AllocsPerRun(50, ask); n >= 1 {
			t.Errorf("%s: %v allocations a move", command, n)
		}
	}
}

// TestLeaves: an engine that exits after each game is started again for the next, which is
// not a fault.
func TestLeaves(t *testing.T) {
	p := pool(t, engine.Limits{})
	for range 12 {
		g := game(t, p, command(t, "leaves"), ouro.Budget{})
		moves(t, g, 2)
		if in := g.Incidents(); len(in) > 0 {
			t.Fatal(in)
		}
		if err := g.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if n := p.Started(); n != 12 {
		t.Error(n)
	}
}
