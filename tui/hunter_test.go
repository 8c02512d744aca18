package tui

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

// TestHunterKeysAreTheRecord: what a person pressed is a record that plays
// again to the same end.
func TestHunterKeysAreTheRecord(t *testing.T) {
	for _, people := range []int{1, 2} {
		s, h := huntStage(t, 80, 24, yard(t, people, 0))
		s.still(h, "before the first key")
		s.press("right")
		for _, keys := range [][]string{{"down", "s"}, {"space"}, {"left", "d"}, {"enter"}, {"up"}, {"right", "w"}, {"x", "."}} {
			s.press(keys...)
			s.hunts(h, 9)
		}
		t.Chdir(t.TempDir())
		s.press("W")
		text, err := os.ReadFile("ouro-hunter-1.ouro")
		if err != nil {
			t.Fatal(err)
		}
		r := replays(t, text)
		if r.Ticks() != 63 || h.Shown.Turn != 63 {
			t.Errorf("%d people: %d ticks recorded, %d played", people, r.Ticks(), h.Shown.Turn)
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
			t.Errorf("%d people: bombs asked for %v, want %v", people, bombs, want)
		}
		if steps[0] == 0 || steps[people-1] == 0 {
			t.Errorf("%d people: steps asked for %v", people, steps)
		}
	}
}

func TestHunterPauses(t *testing.T) {
	s, h := huntStage(t, 80, 24, yard(t, 1, 0))
	s.wantText("press a key to start")
	s.press("p", "space")
	s.hunts(h, 5)
	s.press("p")
	s.wantText("paused")
	at := h.Shown.Turn
	s.still(h, "in a pause")
	s.press("right", "space")
	s.still(h, "after keys of a pad in a pause")
	s.press("p")
	s.hunts(h, 1)
	if h.Shown.Turn != at+1 {
		t.Errorf("tick %d after the pause, want %d", h.Shown.Turn, at+1)
	}
	s.press("?")
	s.wantText("any key closes this")
	s.still(h, "under the help")
	s.press("x")
	s.wantText("paused")
	s.press("enter")
	s.hunts(h, 1)
}

// TestHunterAsksBeforeAGameIsGivenUp: each key that does must come twice.
func TestHunterAsksBeforeAGameIsGivenUp(t *testing.T) {
	for _, k := range []string{"q", "esc", "r", "n"} {
		s, h := huntStage(t, 80, 24, yard(t, 1, 0))
		s.press("space")
		s.hunts(h, 3)
		s.press(k)
		s.wantText(k + " again")
		if s.still(h, "while it asks"); s.quit || h.Shown.Turn != 3 {
			t.Errorf("%s gives up at once", k)
		}
		s.press("p")
		s.hunts(h, 1)
		s.press(k, k)
		if again := h.Shown.Turn == 0 && !h.Started; s.quit == again {
			t.Errorf("%s: quit %v, again %v", k, s.quit, again)
		}
		if k == "n" && h.index != 1 {
			t.Errorf("n leads to game %d", h.index)
		}
	}
	s, _ := huntStage(t, 80, 24, yard(t, 1, 0))
	s.press("space")
	s.send(tea.KeyPressMsg(tea.Key{Code: 'c', Mod: tea.ModCtrl}))
	if !s.quit {
		t.Error("ctrl+c must quit at once")
	}
	s, h := huntStage(t, 80, 24, yard(t, 0, 1))
	s.hunts(h, 3)
	s.press("q")
	if !s.quit {
		t.Error("nobody plays: q must quit at once")
	}
}

// TestHunterFromTheMenu and back.
func TestHunterFromTheMenu(t *testing.T) {
	s := newStage(t, 80, 24, Options{Seed: 1}, func(e *env) screen { return newMenu(e) })
	s.press("tab", "tab", "tab")
	s.wantText("[hunt]")
	s.press("enter")
	s.wantText("hunt down 1 snake in 1:30")
	s.press("space")
	h := s.screen.(*hunting)
	s.hunts(h, 5)
	s.press("p")
	s.wantText("esc menu")
	s.press("esc", "esc")
	s.wantText("[hunt]")
}

// TestHunterShares: before the start a key says how many play.
func TestHunterShares(t *testing.T) {
	s, h := huntStage(t, 80, 24, yard(t, 1, 0))
	s.wantText("2 for two players")
	s.press("2")
	s.wantText("P2: wasd walk")
	s.wantText("1 for one player")
	if h.Started {
		t.Error("it started")
	}
	s.press("space")
	s.hunts(h, 2)
	s.press("1")
	if len(h.Shown.Scene.Hunters) != 2 || h.danger {
		t.Error("in a game the key has its other meaning")
	}
	s, _ = huntStage(t, 80, 24, yard(t, 1, 1))
	if strings.Contains(s.plain(), "players") {
		t.Error("a bot's place is offered")
	}
}

// TestHunterKeepsEveryGame: one that is over, one that is left by another, and
// one that is left with the program.
func TestHunterKeepsEveryGame(t *testing.T) {
	o := yard(t, 1, 0)
	var kept []*hunter.Record
	o.Keep = func(r *hunter.Record) error { kept = append(kept, r); return nil }
	s, h := huntStage(t, 80, 24, o)
	s.press("r") // nothing was played
	s.press("space")
	for i := 0; !h.Shown.Ended; i++ {
		if i > 4000 {
			t.Fatal("doing nothing does not lose")
		}
		s.hunts(h, 1)
	}
	s.wantText("GAME OVER")
	s.press("r")
	s.press("space")
	s.hunts(h, 7)
	s.press("n", "n")
	s.press("space")
	s.hunts(h, 8)
	s.press("q", "q")
	s.close()
	var ticks []int
	for _, r := range kept {
		text, err := r.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		ticks = append(ticks, replays(t, text).Ticks())
	}
	if len(ticks) != 3 || !slices.Equal(ticks[1:], []int{7, 8}) || kept[0].Phase != hunter.Lost {
		t.Errorf("kept games of %v ticks", ticks)
	}
	if kept[0].Seed != kept[1].Seed || kept[1].Seed == kept[2].Seed {
		t.Error("r must be the same game, n another")
	}
}

func TestHunterSaves(t *testing.T) {
	t.Chdir(t.TempDir())
	s, h := huntStage(t, 80, 24, yard(t, 1, 0))
	s.press("W")
	s.wantText("not saved: the game has not begun")
	s.press("space")
	s.hunts(h, 4)
	s.press("W")
	s.wantText("saved as ouro-hunter-1.ouro")
	s.hunts(h, 4)
	s.press("W")
	text, err := os.ReadFile("ouro-hunter-1-2.ouro")
	if err != nil {
		t.Fatal(err)
	}
	if n := replays(t, text).Ticks(); n != 8 {
		t.Errorf("%d ticks saved, want 8", n)
	}
}

func TestHunterTellsThatARecordCannotBeWritten(t *testing.T) {
	o := yard(t, 0, 2)
	o.Keep = func(*hunter.Record) error { return errors.New("the disk is full") }
	s, h := huntStage(t, 80, 24, o)
	s.press("+", "+", "+", "+", "+", "+")
	for !h.Shown.Ended {
		s.hunts(h, 1)
	}
	s.wantText("not saved: the disk is full")
}

// TestHunterSeeks: a record shows the same at the same tick, whichever way one
// gets there.
func TestHunterSeeks(t *testing.T) {
	o := watchingRecord(t, tumbled(t, 2))
	s, h := huntStage(t, 80, 24, o)
	s.hunts(h, seekTicks+10)
	want := h.Shown
	s.press("p")
	s.press("left", "right", "right", "left")
	if h.Shown.Turn != want.Turn {
		t.Fatalf("tick %d, want %d", h.Shown.Turn, want.Turn)
	}
	want.Took, h.Shown.Took = 0, 0
	for i := range want.Scene.Snakes { // nobody listened
		want.Scene.Snakes[i].Scores, h.Shown.Scene.Snakes[i].Scores = [4]float64{}, [4]float64{}
	}
	if !reflect.DeepEqual(h.Shown, want) {
		t.Error("another picture at the same tick")
	}
	s.press("end")
	if h.Shown.Turn != o.Record.Ticks() || h.Shown.Scene.Score != o.Record.Score {
		t.Errorf("the end is tick %d with %d points, want %d with %d", h.Shown.Turn, h.Shown.Scene.Score, o.Record.Ticks(), o.Record.Score)
	}
	s.wantText("r again")
	s.press("home", "W")
	s.wantText("in a file already")
	if h.Shown.Turn != 0 {
		t.Error("home must lead to the start")
	}
}

// TestHunterDoubtsARecord: a game that differs from its record says so.
func TestHunterDoubtsARecord(t *testing.T) {
	o := watchingRecord(t, tumbled(t, 2))
	for i := range o.Record.At(100) {
		o.Record.At(100)[i] = hunter.Walk(ouro.Up)
		o.Record.At(101)[i] = hunter.Input{Bomb: true}
	}
	s, _ := huntStage(t, 80, 24, o)
	s.press("end")
	s.wantText("ticks 1 to 300: the game differs from the record")
}

func TestHunterSmallWindow(t *testing.T) {
	for _, size := range [][2]int{{79, 24}, {80, 23}, {40, 12}} {
		s, _ := huntStage(t, size[0], size[1], yard(t, 1, 0))
		if got := strings.Join(strings.Fields(s.plain()), " "); got != "Snake Hunter needs at least 80 columns and 24 rows." {
			t.Errorf("%v: %q", size, got)
		}
	}
	s, h := huntStage(t, 80, 24, yard(t, 1, 0))
	s.press("space")
	s.hunts(h, 3)
	s.send(tea.WindowSizeMsg{Width: 60, Height: 24})
	s.still(h, "in a window that is too small")
	s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.wantText("paused")
}

// TestHunterFits draws games of bots on all levels in windows of many sizes.
func TestHunterFits(t *testing.T) {
	for n := range hunter.Levels() {
		o := yard(t, 0, 2)
		o.Game.Levels, o.Game.Snakes, o.First, o.Speed = hunter.Levels()[n:], 4, n+1, 2
		s, h := huntStage(t, 80, 24, o)
		s.press("2")
		s.hunts(h, 60)
		for _, size := range [][2]int{{0, 0}, {39, 12}, {80, 24}, {81, 25}, {120, 40}, {300, 100}} {
			s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			for _, profile := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.TrueColor} {
				s.send(tea.ColorProfileMsg{Profile: profile})
				s.wantFit()
				if coloured := strings.Contains(s.View().Content, "48;2"); coloured != (profile == colorprofile.TrueColor && h.Shown.Err == nil && size[0] >= 80) {
					t.Errorf("%v: colours %v with %v", size, coloured, profile)
				}
			}
		}
	}
}

// TestHunterViews freezes how games look. Run with -update to accept a change
// on purpose.
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
			o := watchingRecord(t, tumbled(t, 2))
			if v.people > 0 {
				o = yard(t, v.people, 0)
			}
			s, h := huntStage(t, v.w, v.h, o)
			s.hunts(h, v.beats)
			s.press(v.keys...)
			s.send(tea.ColorProfileMsg{Profile: v.profile})
			got := s.plain()
			if v.profile == colorprofile.TrueColor {
				got = s.View().Content
			}
			golden.RequireEqual(t, []byte(got))
		})
	}
}

// TestHunterBreaks looks at what is said between levels and at the end.
func TestHunterBreaks(t *testing.T) {
	s, h := huntStage(t, 80, 24, watchingRecord(t, wonByBots(t)))
	saw := map[string]bool{}
	for !h.Shown.Ended {
		s.hunts(h, 1)
		for _, words := range []string{"level cleared", "next: Last yard", "hunt down 1 snake in 0:20", "is dead! +", "hit! snake"} {
			if !saw[words] && strings.Contains(s.plain(), words) {
				saw[words] = true
			}
		}
	}
	for _, words := range []string{"level cleared", "next: Last yard", "hunt down 1 snake in 0:20", "is dead! +"} {
		if !saw[words] {
			t.Errorf("never saw %q", words)
		}
	}
	s.wantText("YOU WIN")
}

func TestHunterSpeeds(t *testing.T) {
	for people, want := range []float64{20, 2} {
		s, h := huntStage(t, 80, 24, yard(t, people, 1))
		for range 20 {
			s.press("+")
		}
		if got := float64(h.Pace / hunter.TicksPerSecond); got != want {
			t.Errorf("%d people: fastest is %v, want %v", people, got, want)
		}
		for range 20 {
			s.press("-")
		}
		if h.Pace != hunterPaces[0] {
			t.Errorf("slowest is %v", h.Pace)
		}
	}
}

// TestHunterWords: what happens to a person is told to him.
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

// TestHunterBadGame: what is wrong is said on the screen.
func TestHunterBadGame(t *testing.T) {
	o := yard(t, 1, 0)
	o.Game.Drivers = []hunter.Driver{{Make: func(ouro.Setup) (ouro.Solver, error) { return nil, errors.New("no maze for me") }}}
	s, _ := huntStage(t, 80, 24, o)
	s.wantText("no maze for me")
	s.press("space", "r", "q")
	if !s.quit {
		t.Error("q must quit")
	}
}
