package tui

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// readRecord reads a saved game and derives it again.
func readRecord(t *testing.T, name string) *ouro.Record {
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
	if err := play.Replay(&r, deal, nil); err != nil {
		t.Fatal(err)
	}
	return &r
}

// TestSavedGameReplays: at any time, a record of what was shown and no more.
func TestSavedGameReplays(t *testing.T) {
	t.Chdir(t.TempDir())
	s, v := watch(t, 80, 24, "bfs")
	for i, name := range []string{"ouro-bfs-1.ouro", "ouro-bfs-1-2.ouro", "ouro-bfs-1-3.ouro"} {
		s.press("w")
		s.wantText("saved as " + name)
		if r := readRecord(t, name); r.Turns() != 2*i || r.Seats[0].Name != "bfs" || r.Outcome.Ending != ouro.Unfinished {
			t.Errorf("%s has %d turns of %s, %s", name, r.Turns(), r.Seats[0], r.Outcome.Ending)
		}
		s.press("right", "right")
	}
	s.press("left", "left", "left", "left", "left", "w")
	if r := readRecord(t, "ouro-bfs-1-4.ouro"); r.Turns() != v.Shown.Turns {
		t.Errorf("looking back, %d turns were saved of %d", r.Turns(), v.Shown.Turns)
	}
	for !v.Shown.Ended {
		s.press("right")
	}
	s.press("w", "n", "w")
	if r := readRecord(t, "ouro-bfs-1-5.ouro"); r.Outcome.Ending == ouro.Unfinished {
		t.Error("the end of the game is not in its record")
	}
	readRecord(t, "ouro-bfs-1-game1.ouro")
}

func TestComparedGamesAreSavedEach(t *testing.T) {
	t.Chdir(t.TempDir())
	s, v := watch(t, 80, 24, "bfs", "hamilton")
	s.press("right", "right", "right", "w")
	s.wantText("saved as ouro-bfs-1.ouro, ouro-hamilton-1.ouro")
	for _, name := range []string{"bfs", "hamilton"} {
		if r := readRecord(t, "ouro-"+name+"-1.ouro"); r.Turns() != v.Shown.Turn {
			t.Errorf("%s has %d turns, %d were shown", name, r.Turns(), v.Shown.Turn)
		}
	}
}

// TestAPersonsGameIsSaved in the maze, with a turn on the spot.
func TestAPersonsGameIsSaved(t *testing.T) {
	t.Chdir(t.TempDir())
	s := newStage(t, 80, 24, Options{Game: gardenGame(t, "none"), Seed: 7}, func(e *env) screen { return newPlaying(e) })
	p := s.screen.(*playing)
	s.press("right")
	for _, k := range []string{"right", "left"} { // the second step eats, then back
		s.press(k)
		if !s.beat() {
			t.Fatal("the game stands still")
		}
	}
	body := &p.Shown.Scene[0].State.Snakes[0].Body
	g := p.Shown.Scene[0].State.Grid
	if want := []ouro.Cell{g.At(2, 4), g.At(3, 4)}; !slices.Equal(body.Append(nil), want) {
		t.Fatalf("the snake lies at %v, want %v, turned on the spot", body.Append(nil), want)
	}
	s.press("W")
	s.wantText("saved as ouro-you-7.ouro")
	r := readRecord(t, "ouro-you-7.ouro")
	if fmt.Sprint(r.Moves) != fmt.Sprint([]ouro.Dir{ouro.Right, ouro.Right, ouro.Left}) || r.Game.Rules.Name != "maze" {
		t.Errorf("%s %v", r.Game.Rules, r.Moves)
	}
}

func TestSavingMayFail(t *testing.T) {
	dir := t.TempDir() + "/gone"
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	s, v := watch(t, 80, 24, "bfs")
	s.press("w")
	s.wantText("not saved: open ouro-bfs-1.ouro")
	if strings.Contains(v.Notice.Text, "\n") {
		t.Error("more than one line")
	}
	rec := record(t, 6, 6, 10)
	s = newStage(t, 80, 24, Options{Game: rec.Game, Solvers: rec.Seats}, func(e *env) screen { return newRecordViewer(e, rec) })
	s.press("w")
	s.wantText("in a file already")
}
