package solo

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
	"ouro/tui/player"
	"ouro/tui/thinking"
)

func watch(t *testing.T, w, h int, names ...string) (*frametest.Stage, *Viewer) {
	s := frametest.NewStage(t, w, h, frame.Options{Seed: 1, Solvers: frametest.Specs(names...)}, func(e *frame.Env) frame.Screen { return NewViewer(e) })
	return s, s.Screen.(*Viewer)
}

func TestAStepEachBeat(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	for want := 1; want <= 5; want++ {
		if !s.Beat() || v.Current.Turn != want {
			t.Fatalf("turn %d after %d beats", v.Current.Turn, want)
		}
	}
	s.Press("space")
	for s.Beat() {
	}
	if v.Current.Turn != 5 {
		t.Errorf("turn %d while paused, want 5", v.Current.Turn)
	}
	s.WantText("paused")
	s.Press("space")
	if !s.Beat() || v.Current.Turn != 6 {
		t.Errorf("turn %d after the pause, want 6", v.Current.Turn)
	}
}

// TestSteppingShowsTheGame steps forward and back through a game. It compares every turn
// with the same game played without a screen.
func TestSteppingShowsTheGame(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	game, err := roster.NewGame(v.Opts.Game, ouro.GameSeed(1, 0), frametest.Specs("bfs"), play.Config{})
	if err != nil {
		t.Fatal(err)
	}
	states := []*ouro.State{game.State().Clone()}
	for {
		if _, over := game.Over(); over {
			break
		}
		if err := game.Move(context.Background()); err != nil {
			t.Fatal(err)
		}
		states = append(states, game.State().Clone())
	}
	check := func(turn int) {
		t.Helper()
		if !v.Current.Scene[0].State.Equal(states[turn]) || v.Current.Turn != turn {
			t.Fatalf("turn %d shows another position, of turn %d", turn, v.Current.Turn)
		}
	}
	check(0)
	for turn := 1; turn < len(states); turn++ {
		s.Press("right")
		check(turn)
	}
	last := len(states) - 1
	if !v.Current.Ended {
		t.Error("the view of the last turn does not say that the game has ended")
	}
	s.Press("right")
	check(last)
	for turn := last - 1; turn >= 0; turn-- {
		s.Press("left")
		check(turn)
	}
	s.Press("left")
	check(0)
	s.Press("end")
	check(last)
	s.Press("home")
	check(0)
	s.Press("pgdown")
	check(min(50, last))
}

func TestLookingBackPauses(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	for range 4 {
		s.Beat()
	}
	s.Press("left", "left")
	if !v.Paused || v.Current.Turn != 2 {
		t.Errorf("turn %d, paused %v", v.Current.Turn, v.Paused)
	}
	s.WantText("looking back: move 2 of 4")
}

// TestThoughtsBelongToThePosition: the shown plan starts next to the shown head, even after steps back.
func TestThoughtsBelongToThePosition(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	check := func() {
		t.Helper()
		sc := &v.Current.Scene[0]
		for _, plan := range thinking.Find(sc.Thoughts[0].Notes, ouro.LabelPlan) {
			head := sc.State.Snakes[0].Body.Head()
			if len(plan.Cells) > 0 && sc.State.Grid.Distance(head, plan.Cells[0]) > 1 {
				t.Errorf("turn %d: the plan starts at %d, the head is at %d", sc.Turn, plan.Cells[0], head)
			}
		}
	}
	for range 20 {
		check()
		s.Press("right")
	}
	for range 10 {
		s.Press("left")
		check()
	}
}

func TestOverlays(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	s.Press("1", "2")
	s.WantText("1 planned path")
	s.WantText("2 steps to the food")
	s.Press("1")
	if got := s.Plain(); strings.Contains(got, "1 planned path") {
		t.Error("the second press must switch the overlay off")
	}
	s.Press("9")
	s.WantText("no overlay 9: press 1 to 3")
	s.Press("left")
	if v.Notice.Text != "" {
		t.Error("the next key does not remove the message")
	}
}

// TestMovesToGo: the panel shows how many more moves the solver expects. Each move without
// a meal reduces that number by one.
func TestMovesToGo(t *testing.T) {
	s, v := watch(t, 80, 24, "ouroboros")
	expected := regexp.MustCompile(`to go +(\d+) moves? expected`)
	last, length, fell := 0, 0, 0
	for range 30 {
		found := expected.FindStringSubmatch(s.Plain())
		if found == nil {
			t.Fatalf("turn %d: no moves to go in\n%s", v.Current.Turn, s.Plain())
		}
		moves, _ := strconv.Atoi(found[1])
		now := v.Current.Scene[0].State.Snakes[0].Body.Len()
		if now == length {
			if fell++; moves != last-1 {
				t.Errorf("turn %d: %d moves to go, before it %d", v.Current.Turn, moves, last)
			}
		}
		last, length = moves, now
		s.Press("right")
	}
	if fell == 0 {
		t.Error("every move was a meal")
	}
	s.Press("end")
	if s.Plain(); v.Current.Scene[0].Ended && expected.MatchString(s.Plain()) {
		t.Error("the panel shows moves to go at the end of the game")
	}
	s, _ = watch(t, 80, 24, "bfs")
	if expected.MatchString(s.Plain()) {
		t.Error("the panel shows moves to go for a solver that does not report them")
	}
}

func TestNextAndRestart(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	s.Beat()
	s.Press("n")
	if v.index != 1 || v.Current.Turn != 0 {
		t.Errorf("game %d, turn %d after n", v.index, v.Current.Turn)
	}
	s.WantText("--game 1")
	s.Beat()
	s.Press("r")
	if v.index != 1 || v.Current.Turn != 0 || v.Current.Turns != 0 {
		t.Errorf("game %d, turn %d after r", v.index, v.Current.Turn)
	}
}

func TestAFullGameAsFastAsItGoes(t *testing.T) {
	s, v := watch(t, 80, 24, "hamilton")
	v.Pace = player.AsFast
	for i := 0; s.Beat(); i++ {
		if i > 10000 {
			t.Fatal("the game does not end")
		}
	}
	if !v.Current.Ended {
		t.Error("the screen started no timer although the game continues")
	}
	s.WantText("Won: the board is full")
}

// TestComparedGamesShareTheFood: at turn 0 all boards are equal. All games are at the same
// turn until one of them ends.
func TestComparedGamesShareTheFood(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs", "hamilton", "astar")
	for _, sc := range v.Current.Scene[1:] {
		if !sc.State.Equal(v.Current.Scene[0].State) {
			t.Error("two games start differently")
		}
	}
	for range 300 {
		s.Press("right")
		if v.Current.Err != nil {
			t.Fatal(v.Current.Err)
		}
		for _, sc := range v.Current.Scene {
			if sc.Turn != v.Current.Turn && !sc.Ended {
				t.Fatalf("%s is at %d, the others at %d", sc.Seats[0], sc.Turn, v.Current.Turn)
			}
		}
	}
}

func TestShowsARecord(t *testing.T) {
	rec := record(t, 6, 6, 60)
	s := frametest.NewStage(t, 80, 24, frame.Options{Game: rec.Game, Solvers: rec.Seats}, func(e *frame.Env) frame.Screen { return NewRecordViewer(e, rec) })
	v := s.Screen.(*Viewer)
	for range rec.Turns() + 3 {
		s.Press("right")
	}
	sc := &v.Current.Scene[0]
	if sc.Turn != rec.Turns() || sc.State.Hash() != rec.Final {
		t.Errorf("at turn %d of %d, hash %x, want %x", sc.Turn, rec.Turns(), sc.State.Hash(), rec.Final)
	}
	if !v.Current.Ended {
		t.Error("the view of the record's last turn does not say that the game has ended")
	}
	s.Press("1")
	s.WantText("a record holds no thinking")
	s.Press("n", "c") // a record holds one game, of one solver
	if v.Current.Turn != rec.Turns() || s.Screen != frame.Screen(v) {
		t.Error("n or c has an effect on the screen of a record")
	}
}

func TestLateMessages(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	late := v.Ask(3)()
	s.Press("n")
	s.Send(late)
	if v.Current.Turn != 0 {
		t.Error("the screen shows a turn of the previous game")
	}
	tick := s.Ticks[len(s.Ticks)-1]
	s.Press("up")
	s.Send(tick(time.Unix(9, 0)))
	if v.Current.Turn != 0 {
		t.Error("a late tick moved the game")
	}
	if !s.Beat() || v.Current.Turn != 1 {
		t.Error("the last tick does not move the game")
	}
}

func TestHelpAndQuit(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	s.Press("?")
	s.WantText("step back")
	turn := v.Current.Turn
	s.Press("right")
	if strings.Contains(s.Plain(), "any key closes") || v.Current.Turn != turn {
		t.Error("a key does not close the help, or has another effect")
	}
	s.Press("q")
	if !s.Quit {
		t.Error("q must quit")
	}
	s.Send(tea.KeyPressMsg(tea.Key{Code: 'c', Mod: tea.ModCtrl}))
}

// TestEndingsOfTheMaze: the endings of games in the maze are described in the words of its rules.
func TestEndingsOfTheMaze(t *testing.T) {
	s := frametest.GardenState(t)
	s.Snakes[0].Hunger = 144
	sc := &play.Scene{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "maze"}}, State: s, Seats: frametest.Specs("bfs"), Turn: 200}
	for _, c := range []struct {
		ending ouro.Ending
		want   string
	}{
		{ouro.Won, "Won: the board is full after 200 moves."},
		{ouro.Trapped, "Trapped: no way out after 200 moves."},
		{ouro.Looped, "Looped: no edible wall for 144 moves."},
		{ouro.Died, "Died: it ran into its own body at move 200."},
	} {
		sc.Outcome.Ending = c.ending
		if got := endingWords(sc); got != c.want {
			t.Errorf("%s is %q, want %q", c.ending, got, c.want)
		}
	}
	sc.Seats = frametest.Specs(person)
	if got := endingWords(sc); got != "You ran into your own body at move 200." {
		t.Errorf("for a player, the ending is %q", got)
	}
	sc.Seats = frametest.Specs("bfs")
	s.Snakes[0].Cause, sc.Outcome.Ending = ouro.Starved, ouro.Died
	if got := endingWords(sc); got != "It starved at move 200." {
		t.Errorf("for a starved snake, the ending is %q", got)
	}
	for c := range ouro.Cell(s.Grid.Size()) {
		if s.Terrain(c) == ouro.Hedge {
			s.SetTerrain(c, ouro.Open)
		}
	}
	sc.Outcome.Ending = ouro.Won
	if got := endingWords(sc); got != "Won: all edible walls are eaten after 200 moves." {
		t.Errorf("without edible walls, a victory is %q", got)
	}
}

// TestTheMazeHasNoFood: no text on the screen mentions food.
func TestTheMazeHasNoFood(t *testing.T) {
	o := frame.Options{Game: frametest.GardenGame(t, "floor"), Seed: 1, Solvers: RulesOf(frametest.GardenGame(t, "floor")).Solvers}
	s := frametest.NewStage(t, 80, 24, o, func(e *frame.Env) frame.Screen { return NewViewer(e) })
	if got := s.Plain(); strings.Contains(got, "food") {
		t.Errorf("the screen mentions food:\n%s", got)
	}
	s.Press("?")
	s.WantText("path scores")
	if got := s.Plain(); strings.Contains(got, "steps to the food") {
		t.Errorf("the help mentions food:\n%s", got)
	}
}
