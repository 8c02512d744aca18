package solo

import (
	"context"
	"strings"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
	"ouro/tui/player"
)

func playStage(t *testing.T, hint string) (*frametest.Stage, *PlayScreen) {
	o := frame.Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 10, H: 10, StartLength: 3}, Seed: 1}
	if hint != "" {
		o.Hint = &ouro.Spec{Name: hint}
	}
	s := frametest.NewStage(t, 80, 24, o, func(e *frame.Env) frame.Screen { return NewPlayScreen(e) })
	return s, s.Screen.(*PlayScreen)
}

func (p *PlayScreen) head() ouro.Cell { return p.Current.Scene[0].State.Snakes[0].Body.Head() }

// ahead returns the direction in which the snake moves.
func (p *PlayScreen) ahead(t *testing.T) ouro.Dir {
	s := p.Current.Scene[0].State
	d, ok := s.Grid.DirTo(s.Snakes[0].Body.At(1), s.Snakes[0].Body.Head())
	if !ok {
		t.Fatal("the first two segments are not neighbours")
	}
	return d
}

func TestSteering(t *testing.T) {
	s, p := playStage(t, "")
	if s.Beat() {
		t.Error("the game runs before the first key")
	}
	grid := p.Current.Scene[0].State.Grid
	ahead := p.ahead(t)
	turn := ahead.TurnLeft()
	if grid.Next(p.head(), turn) == ouro.NoCell {
		turn = turn.Opposite()
	}
	want := grid.Next(p.head(), turn)
	s.Press(turn.String())
	if p.head() != want || p.Current.Turn != 1 {
		t.Fatalf("the first key led to %d at turn %d, want %d", p.head(), p.Current.Turn, want)
	}
	s.Press(turn.Opposite().String()) // turning back is ignored
	if !s.Beat() || p.Current.Scene[0].Ended || p.ahead(t) != turn {
		t.Error("turning back must be ignored")
	}
	s.Press("space")
	for s.Beat() {
	}
	if p.Current.Turn != 2 {
		t.Errorf("turn %d while paused, want 2", p.Current.Turn)
	}
	s.WantText("paused")
}

func TestRunningIntoAWallAndAgain(t *testing.T) {
	s, p := playStage(t, "")
	s.Press(p.ahead(t).String())
	for i := 0; s.Beat(); i++ {
		if i > 20 {
			t.Fatal("the snake does not reach a wall")
		}
	}
	s.WantText("You ran into a wall at move")
	s.WantText("enter again  W write the game to a file")
	s.Press("enter")
	if p.Current.Turn != 0 || p.Started {
		t.Error("enter did not start the game again")
	}
	s.Press("n")
	if p.index != 1 {
		t.Error("n did not start the next game")
	}
}

// standsStill checks that no move is made while the timers of the screen tick.
func standsStill(t *testing.T, s *frametest.Stage, p *PlayScreen, when string) {
	t.Helper()
	at := p.Current.Turn
	for s.Beat() {
	}
	if p.Current.Turn != at {
		t.Errorf("%d moves are made %s", p.Current.Turn-at, when)
	}
}

// TestTheHelpStopsAGame: the game is paused while the help covers it.
func TestTheHelpStopsAGame(t *testing.T) {
	s, p := playStage(t, "")
	ahead := p.ahead(t)
	s.Press("?", "x")
	if p.Paused {
		t.Error("a game that has not begun is paused")
	}
	s.Press(ahead.String(), "?")
	standsStill(t, s, p, "while the help is open")
	s.Press("q")
	s.WantText("paused")
	standsStill(t, s, p, "after the help")
	if s.Quit {
		t.Error("q closed the help and also quit the program")
	}
	s.Press("space")
	if !s.Beat() || p.Current.Turn != 2 {
		t.Errorf("turn %d: the game does not continue", p.Current.Turn)
	}
}

// TestPlayAsksBeforeAGameIsGivenUp: a key that would abandon a game must be pressed twice.
func TestPlayAsksBeforeAGameIsGivenUp(t *testing.T) {
	for _, k := range []string{"q", "esc", "r", "n"} {
		s, p := playStage(t, "")
		home := NewPlayScreen(p.Env)
		p.Home = func() frame.Screen { return home }
		ahead := p.ahead(t).String()
		s.Press(ahead, k)
		s.WantText(k + " again · space continues")
		standsStill(t, s, p, "while the question is open")
		if s.Quit || s.Screen != frame.Screen(p) || p.Current.Turn != 1 || p.index != 0 {
			t.Fatalf("%s abandons the game at once", k)
		}
		s.Press("space", "space")
		if got := s.Plain(); strings.Contains(got, "again ·") {
			t.Errorf("%s: the question remains after continuing:\n%s", k, got)
		}
		s.Press(k, k)
		abandoned := map[string]bool{"q": s.Quit, "esc": s.Screen == frame.Screen(home), "r": !p.Started, "n": !p.Started && p.index == 1}
		if !abandoned[k] {
			t.Errorf("%s twice does not abandon the game", k)
		}
	}
	s, _ := playStage(t, "")
	s.Press("q")
	if !s.Quit {
		t.Error("nothing was played: q must quit at once")
	}
}

func TestHintShowsAndHides(t *testing.T) {
	s, _ := playStage(t, "bfs")
	s.WantText("says bfs")
	s.Press("tab")
	s.WantText("off (tab)")
	if strings.Contains(s.Plain(), "•") {
		t.Error("the hint's path is still drawn")
	}
	s, _ = playStage(t, "")
	s.Press("?")
	if got := s.Plain(); strings.Contains(got, "hint") {
		t.Errorf("the help offers a hint without a solver:\n%s", got)
	}
}

func TestPlayIsAdjustable(t *testing.T) {
	s, p := playStage(t, "")
	for range 20 {
		s.Press("+")
	}
	if p.Pace != FastestPlay {
		t.Errorf("pace %v", p.Pace)
	}
	for range 20 {
		s.Press("-")
	}
	if p.Pace != player.Usual[0] {
		t.Errorf("pace %v", p.Pace)
	}
}

// TestHumanOnASnakeOfOne: a snake of length 1 may turn back. Without a key it keeps its direction.
func TestHumanOnASnakeOfOne(t *testing.T) {
	s := ouro.NewState(ouro.MustGrid(5, 5))
	s.AddSnake(12)
	human := &play.Human{}
	for _, step := range []struct {
		keys []ouro.Dir
		want ouro.Dir
	}{{[]ouro.Dir{ouro.Left}, ouro.Left}, {nil, ouro.Left}, {[]ouro.Dir{ouro.Right, ouro.Up}, ouro.Right}, {nil, ouro.Up}, {nil, ouro.Up}} {
		for _, d := range step.keys {
			human.Steer(d)
		}
		if d, err := human.Decide(context.Background(), ouro.Turn{State: s}); err != nil || d.Dir != step.want {
			t.Errorf("goes %v, want %v", d.Dir, step.want)
		}
	}
}

// TestPatientHuman: a change of direction that is blocked is made when it becomes possible. It is
// forgotten if the snake cannot go straight on or if the player chooses another direction.
func TestPatientHuman(t *testing.T) {
	s := frametest.GardenState(t)
	s.TurnBack = true
	human := &play.Human{Patient: true}
	step := func(want ouro.Dir, keys ...ouro.Dir) {
		t.Helper()
		for _, d := range keys {
			human.Steer(d)
		}
		d, err := human.Decide(context.Background(), ouro.Turn{State: s})
		if err != nil || d.Dir != want {
			t.Fatalf("goes %v, want %v", d.Dir, want)
		}
		if c := s.Grid.Next(s.Snakes[0].Body.Head(), d.Dir); s.Enterable(0, c) {
			s.Advance(0, c, false)
		}
	}
	step(ouro.Right, ouro.Right)
	step(ouro.Right, ouro.Down) // there are walls below, until the fifth column
	step(ouro.Right)
	step(ouro.Right)
	step(ouro.Down)
	step(ouro.Right, ouro.Right) // a dead end
	step(ouro.Left, ouro.Left)   // the snake turned on the spot
	step(ouro.Down, ouro.Down)
	step(ouro.Down, ouro.Right) // there is a wall on the right
	step(ouro.Left, ouro.Left)  // if two directions are pressed, the last one counts
	step(ouro.Left)             // moves into the wall, because no direction was chosen
}

func TestTheFirstKeyIntoAWall(t *testing.T) {
	s := frametest.NewStage(t, 80, 24, frame.Options{Game: frametest.GardenGame(t, "none"), Seed: 1}, func(e *frame.Env) frame.Screen { return NewPlayScreen(e) })
	p := s.Screen.(*PlayScreen)
	s.Press("up")
	s.WantText("there is a wall")
	if p.Started || p.Current.Turn != 0 {
		t.Error("the game started with a move into the wall")
	}
	s.Press("right")
	if p.Current.Turn != 1 || p.Current.Scene[0].Ended {
		t.Error("the game does not begin")
	}
}
