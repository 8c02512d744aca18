package hunt

import (
	"errors"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"

	"ouro"
	"ouro/hunter"
)

// TestHunterKeysAreTheRecord: the record of a game that was played with keys can be replayed, and has
// the inputs of these keys.
func TestHunterKeysAreTheRecord(t *testing.T) {
	for _, people := range []int{1, 2} {
		s, h := huntStage(t, 80, 24, yard(t, people, 0))
		still(t, s, h, "before the first key")
		s.Press("right")
		for _, keys := range [][]string{{"down", "s"}, {"space"}, {"left", "d"}, {"enter"}, {"up"}, {"right", "w"}, {"x", "."}} {
			s.Press(keys...)
			playTicks(t, s, h, 9)
		}
		t.Chdir(t.TempDir())
		s.Press("W")
		text, err := os.ReadFile("ouro-hunter-1.ouro")
		if err != nil {
			t.Fatal(err)
		}
		r := mustReplay(t, text)
		if r.Ticks() != 63 || h.Current.Turn != 63 {
			t.Errorf("%d people: %d ticks recorded, %d played", people, r.Ticks(), h.Current.Turn)
		}
		var bombs, steps [2]int
		for i, in := range r.Inputs {
			if in.Bomb {
				bombs[i%people]++
			}
			if in.Go {
				steps[i%people]++
			}
		}
		if want := [2]int{2 / people, people - 1}; bombs != want {
			t.Errorf("%d people: the record has %v inputs with bombs, want %v", people, bombs, want)
		}
		if steps[0] == 0 || steps[people-1] == 0 {
			t.Errorf("%d people: the record has %v inputs with steps, want some of every hunter", people, steps)
		}
	}
}

func TestHunterPauses(t *testing.T) {
	s, h := huntStage(t, 80, 24, yard(t, 1, 0))
	s.WantText("press a key to start")
	s.Press("p", "space")
	playTicks(t, s, h, 5)
	s.Press("p")
	s.WantText("paused")
	at := h.Current.Turn
	still(t, s, h, "in a pause")
	s.Press("right", "space")
	still(t, s, h, "after keys of a player in a pause")
	s.Press("p")
	playTicks(t, s, h, 1)
	if h.Current.Turn != at+1 {
		t.Errorf("tick %d after the pause, want %d", h.Current.Turn, at+1)
	}
	s.Press("?")
	s.WantText("any key closes")
	still(t, s, h, "while the help is open")
	s.Press("q")
	s.WantText("paused")
	if s.Quit {
		t.Error("q quits while the help is open")
	}
	s.Press("enter")
	playTicks(t, s, h, 1)
}

// TestHunterAsksBeforeAGameIsGivenUp: a key that would abandon a game must be pressed twice.
func TestHunterAsksBeforeAGameIsGivenUp(t *testing.T) {
	for _, k := range []string{"q", "esc", "r", "n"} {
		s, h := huntStage(t, 80, 24, yard(t, 1, 0))
		s.Press("space")
		playTicks(t, s, h, 3)
		s.Press(k)
		s.WantText(k + " again")
		if still(t, s, h, "while the question is open"); s.Quit || h.Current.Turn != 3 {
			t.Errorf("%s abandons the game at once", k)
		}
		s.Press("p")
		playTicks(t, s, h, 1)
		s.Press(k, k)
		if again := h.Current.Turn == 0 && !h.Started; s.Quit == again {
			t.Errorf("%s: quit %v, again %v", k, s.Quit, again)
		}
		if k == "n" && h.index != 1 {
			t.Errorf("n leads to game %d", h.index)
		}
	}
	s, _ := huntStage(t, 80, 24, yard(t, 1, 0))
	s.Press("space")
	s.Send(tea.KeyPressMsg(tea.Key{Code: 'c', Mod: tea.ModCtrl}))
	if !s.Quit {
		t.Error("ctrl+c must quit at once")
	}
	s, h := huntStage(t, 80, 24, yard(t, 0, 1))
	playTicks(t, s, h, 3)
	s.Press("q")
	if !s.Quit {
		t.Error("q must quit at once in a game without players")
	}
}

// TestHunterShares: before the start, a key sets the number of players.
func TestHunterShares(t *testing.T) {
	s, h := huntStage(t, 80, 24, yard(t, 1, 0))
	s.WantText("2 for two players")
	s.Press("2")
	s.WantText("P2: wasd walk")
	s.WantText("1 for one player")
	if h.Started {
		t.Error("the game started")
	}
	s.Press("space")
	playTicks(t, s, h, 2)
	s.Press("1")
	if len(h.Current.Scene.Hunters) != 2 || h.danger {
		t.Error("during a game, the key 1 changes the number of players or does not hide the reach of bombs")
	}
	s, _ = huntStage(t, 80, 24, yard(t, 1, 1))
	if strings.Contains(s.Plain(), "players") {
		t.Error("the screen offers the place of a bot to a player")
	}
}

// TestHunterKeepsEveryGame: the record of a game is kept when the game ends, when another
// game replaces it, and when the user leaves the program.
func TestHunterKeepsEveryGame(t *testing.T) {
	o := yard(t, 1, 0)
	var kept []*hunter.Record
	o.Keep = func(r *hunter.Record) error { kept = append(kept, r); return nil }
	s, h := huntStage(t, 80, 24, o)
	s.Press("r") // no tick was played, so nothing is kept
	s.Press("space")
	for i := 0; !h.Current.Ended; i++ {
		if i > 4000 {
			t.Fatal("a game without inputs does not end")
		}
		playTicks(t, s, h, 1)
	}
	s.WantText("GAME OVER")
	s.Press("r")
	s.Press("space")
	playTicks(t, s, h, 7)
	s.Press("n", "n")
	s.Press("space")
	playTicks(t, s, h, 8)
	s.Press("q", "q")
	s.Close()
	var ticks []int
	for _, r := range kept {
		text, err := r.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		ticks = append(ticks, mustReplay(t, text).Ticks())
	}
	if len(ticks) != 3 || !slices.Equal(ticks[1:], []int{7, 8}) || kept[0].Phase != hunter.Lost {
		t.Errorf("kept games of %v ticks", ticks)
	}
	if kept[0].Seed != kept[1].Seed || kept[1].Seed == kept[2].Seed {
		t.Error("r must start the same game, and n another game")
	}
}

func TestHunterSaves(t *testing.T) {
	t.Chdir(t.TempDir())
	s, h := huntStage(t, 80, 24, yard(t, 1, 0))
	s.Press("W")
	s.WantText("not saved: the game has not started")
	s.Press("space")
	playTicks(t, s, h, 4)
	s.Press("W")
	s.WantText("ouro replay --watch ouro-hunter-1.ouro shows it")
	playTicks(t, s, h, 4)
	s.Press("W")
	text, err := os.ReadFile("ouro-hunter-1-2.ouro")
	if err != nil {
		t.Fatal(err)
	}
	if n := mustReplay(t, text).Ticks(); n != 8 {
		t.Errorf("%d ticks saved, want 8", n)
	}
}

func TestHunterReportsFailedSaves(t *testing.T) {
	o := yard(t, 0, 2)
	o.Keep = func(*hunter.Record) error { return errors.New("the disk is full") }
	s, h := huntStage(t, 80, 24, o)
	s.Press("+", "+", "+", "+", "+", "+")
	for !h.Current.Ended {
		playTicks(t, s, h, 1)
	}
	s.WantText("not saved: the disk is full")
}

// TestHunterSeeks: a tick of a record looks the same after seeking as after watching.
func TestHunterSeeks(t *testing.T) {
	o := watchingRecord(t, tumblerRecord(t, 2))
	s, h := huntStage(t, 80, 24, o)
	playTicks(t, s, h, seekTicks+10)
	want := h.Current
	s.Press("p")
	s.Press("left", "right", "right", "left")
	if h.Current.Turn != want.Turn {
		t.Fatalf("tick %d, want %d", h.Current.Turn, want.Turn)
	}
	want.Took, h.Current.Took = 0, 0
	for i := range want.Scene.Snakes { // thoughts are not recorded
		want.Scene.Snakes[i].Scores, h.Current.Scene.Snakes[i].Scores = [4]float64{}, [4]float64{}
	}
	if !reflect.DeepEqual(h.Current, want) {
		t.Error("the views of the same tick differ")
	}
	s.Press("end")
	if h.Current.Turn != o.Record.Ticks() || h.Current.Scene.Score != o.Record.Score {
		t.Errorf("the end is tick %d with %d points, want %d with %d", h.Current.Turn, h.Current.Scene.Score, o.Record.Ticks(), o.Record.Score)
	}
	s.WantText("r again")
	s.Press("home", "W")
	s.WantText("already in a file")
	if h.Current.Turn != 0 {
		t.Errorf("home leads to tick %d, want 0", h.Current.Turn)
	}
}

// TestHunterDoubtsARecord: the screen reports the ticks at which a game differs from its record.
func TestHunterDoubtsARecord(t *testing.T) {
	o := watchingRecord(t, tumblerRecord(t, 2))
	for i := range o.Record.At(100) {
		o.Record.At(100)[i] = hunter.Walk(ouro.Up)
		o.Record.At(101)[i] = hunter.Input{Bomb: true}
	}
	s, _ := huntStage(t, 80, 24, o)
	s.Press("end")
	s.WantText("ticks 1 to 300: the game differs from the record")
}

func TestHunterSmallWindow(t *testing.T) {
	for _, size := range [][2]int{{79, 24}, {80, 23}, {40, 12}} {
		s, _ := huntStage(t, size[0], size[1], yard(t, 1, 0))
		if got := strings.Join(strings.Fields(s.Plain()), " "); got != "Snake Hunter needs at least 80 columns and 24 rows." {
			t.Errorf("%v: %q", size, got)
		}
	}
	s, h := huntStage(t, 80, 24, yard(t, 1, 0))
	s.Press("space")
	playTicks(t, s, h, 3)
	s.Send(tea.WindowSizeMsg{Width: 60, Height: 24})
	still(t, s, h, "in a window that is too small")
	s.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.WantText("paused")
}

// TestHunterFits draws games of bots on all levels in windows of many sizes.
func TestHunterFits(t *testing.T) {
	for n := range hunter.Levels() {
		o := yard(t, 0, 2)
		o.Game.Levels, o.Game.Snakes, o.First, o.Speed = hunter.Levels()[n:], 4, n+1, 2
		s, h := huntStage(t, 80, 24, o)
		s.Press("2")
		playTicks(t, s, h, 60)
		for _, size := range [][2]int{{0, 0}, {39, 12}, {80, 24}, {81, 25}, {120, 40}, {300, 100}} {
			s.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for _, profile := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.TrueColor} {
				s.Send(tea.ColorProfileMsg{Profile: profile})
				s.WantFit()
				if coloured := strings.Contains(s.View().Content, "48;2"); coloured != (profile == colorprofile.TrueColor && h.Current.Err == nil && size[0] >= 80) {
					t.Errorf("%v: colours %v with %v", size, coloured, profile)
				}
			}
		}
	}
}

// TestHunterViews compares pictures of games with files. Run with -update to accept a change.
func TestHunterViews(t *testing.T) {
	for _, v := range []struct {
		name    string
		w, h    int
		people  int
		beats   int
		keys    []string
		profile colorprofile.Profile
	}{
		{"opening", 80, 24, 1, 0, nil, colorprofile.ASCII},
		{"opening for two", 80, 24, 2, 0, nil, colorprofile.ASCII},
		{"usual window", 80, 24, 0, 150, nil, colorprofile.ASCII},
		{"facts beside", 120, 24, 0, 150, nil, colorprofile.ASCII},
		{"large window", 160, 50, 0, 150, []string{"2"}, colorprofile.ASCII},
		{"in colour", 80, 24, 0, 150, nil, colorprofile.TrueColor},
		{"over", 80, 24, 0, 0, []string{"end"}, colorprofile.ASCII},
		{"paused", 80, 24, 0, 30, []string{"p"}, colorprofile.ASCII},
		{"help", 80, 24, 2, 0, []string{"?"}, colorprofile.ASCII},
	} {
		t.Run(v.name, func(t *testing.T) {
			o := watchingRecord(t, tumblerRecord(t, 2))
			if v.people > 0 {
				o = yard(t, v.people, 0)
			}
			s, h := huntStage(t, v.w, v.h, o)
			playTicks(t, s, h, v.beats)
			s.Press(v.keys...)
			s.Send(tea.ColorProfileMsg{Profile: v.profile})
			got := s.Plain()
			if v.profile == colorprofile.TrueColor {
				got = s.View().Content
			}
			golden.RequireEqual(t, []byte(got))
		})
	}
}

// TestHunterBreaks checks the cards between levels and at the end.
func TestHunterBreaks(t *testing.T) {
	s, h := huntStage(t, 80, 24, watchingRecord(t, wonByBots(t)))
	saw := map[string]bool{}
	for !h.Current.Ended {
		playTicks(t, s, h, 1)
		for _, words := range []string{"level cleared", "next: Last yard", "hunt down 1 snake in 0:20", "is dead! +", "hit! snake"} {
			if !saw[words] && strings.Contains(s.Plain(), words) {
				saw[words] = true
			}
		}
	}
	for _, words := range []string{"level cleared", "next: Last yard", "hunt down 1 snake in 0:20", "is dead! +"} {
		if !saw[words] {
			t.Errorf("the screen never shows %q", words)
		}
	}
	s.WantText("YOU WIN")
}

func TestHunterSpeeds(t *testing.T) {
	for people, want := range []float64{20, 2} {
		s, h := huntStage(t, 80, 24, yard(t, people, 1))
		for range 20 {
			s.Press("+")
		}
		if got := float64(h.Pace / hunter.TicksPerSecond); got != want {
			t.Errorf("%d people: fastest is %v, want %v", people, got, want)
		}
		for range 20 {
			s.Press("-")
		}
		if h.Pace != hunterPaces[0] {
			t.Errorf("slowest is %v", h.Pace)
		}
	}
}

// TestHunterWords: the screen shows events that concern a hunter.
func TestHunterWords(t *testing.T) {
	o := yard(t, 2, 0)
	w, err := hunter.New(o.Game)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		event hunter.Event
		want  string
	}{
		{hunter.Event{Kind: hunter.LevelStarted, Count: 1}, "Test yard: 2 snakes on the loose"},
		{hunter.Event{Kind: hunter.SnakeHit, Snake: 1, Count: 5}, "hit! snake 2: 6 → 1"},
		{hunter.Event{Kind: hunter.SnakeDied, Snake: 0, Count: 3}, "snake 1 is dead! +130"},
		{hunter.Event{Kind: hunter.SnakeStunned, Snake: 0}, "snake 1 is trapped: bomb it!"},
		{hunter.Event{Kind: hunter.HunterCaught, Hunter: 1, Snake: 0}, "P2 caught by snake 1! 3 lives left"},
		{hunter.Event{Kind: hunter.HunterBlasted, Hunter: 0}, "P1 blasted! 3 lives left"},
		{hunter.Event{Kind: hunter.HunterOut, Hunter: 0}, "P1 is out"},
		{hunter.Event{Kind: hunter.BombLaid}, ""},
	} {
		if got := c.event.Words(w); got != c.want {
			t.Errorf("%s: %q, want %q", c.event.Kind, got, c.want)
		}
	}
	if got := clockTime(61*hunter.TicksPerSecond - 1); got != "1:01" {
		t.Errorf("clock %q", got)
	}
}

// TestHunterBadGame: the screen reports an invalid game.
func TestHunterBadGame(t *testing.T) {
	o := yard(t, 1, 0)
	o.Game.Drivers = []hunter.Driver{{Make: func(ouro.Setup) (ouro.Solver, error) { return nil, errors.New("no maze for me") }}}
	s, _ := huntStage(t, 80, 24, o)
	s.WantText("no maze for me")
	s.Press("space", "r", "q")
	if !s.Quit {
		t.Error("q must quit")
	}
}
