package solo

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
)

// TestSavedGameReplays: a game can be saved at any time, up to the last turn played. The saved record
// can be replayed.
func TestSavedGameReplays(t *testing.T) {
	t.Chdir(t.TempDir())
	s, v := watch(t, 80, 24, "bfs")
	for i, name := range []string{"ouro-bfs-1.ouro", "ouro-bfs-1-2.ouro", "ouro-bfs-1-3.ouro"} {
		s.Press("w")
		s.WantText("ouro replay --watch " + name + " shows it")
		if r := frametest.ReadRecord(t, name); r.Turns() != 2*i || r.Seats[0].Name != "bfs" || r.Outcome.Ending != ouro.Unfinished {
			t.Errorf("%s has %d turns of %s, %s", name, r.Turns(), r.Seats[0], r.Outcome.Ending)
		}
		s.Press("right", "right")
	}
	s.Press("left", "left", "left", "left", "left", "w")
	if r := frametest.ReadRecord(t, "ouro-bfs-1-4.ouro"); r.Turns() != v.Current.Turns {
		t.Errorf("looking back, %d turns were saved of %d", r.Turns(), v.Current.Turns)
	}
	for !v.Current.Ended {
		s.Press("right")
	}
	s.Press("w", "n", "w")
	if r := frametest.ReadRecord(t, "ouro-bfs-1-5.ouro"); r.Outcome.Ending == ouro.Unfinished {
		t.Error("the end of the game is not in its record")
	}
	frametest.ReadRecord(t, "ouro-bfs-1-game1.ouro")
}

func TestComparedGamesAreSavedEach(t *testing.T) {
	t.Chdir(t.TempDir())
	s, v := watch(t, 80, 24, "bfs", "hamilton")
	s.Press("right", "right", "right", "w")
	s.WantText("saved as ouro-bfs-1.ouro, ouro-hamilton-1.ouro")
	want := []string{"saved: ouro replay --watch ouro-bfs-1.ouro", "saved: ouro replay --watch ouro-hamilton-1.ouro"}
	if got := v.Jobs.Messages(); !slices.Equal(got, want) {
		t.Errorf("after leaving, %q is printed, want %q", got, want)
	}
	for _, name := range []string{"bfs", "hamilton"} {
		if r := frametest.ReadRecord(t, "ouro-"+name+"-1.ouro"); r.Turns() != v.Current.Turn {
			t.Errorf("%s has %d turns, %d were shown", name, r.Turns(), v.Current.Turn)
		}
	}
}

// TestAPersonsGameIsSaved saves a game in the maze in which the snake turns on the spot.
func TestAPersonsGameIsSaved(t *testing.T) {
	t.Chdir(t.TempDir())
	s := frametest.NewStage(t, 80, 24, frame.Options{Game: frametest.GardenGame(t, "none"), Seed: 7}, func(e *frame.Env) frame.Screen { return NewPlayScreen(e) })
	p := s.Screen.(*PlayScreen)
	s.Press("right")
	for _, k := range []string{"right", "left"} { // the second step to the right eats; then the snake turns back
		s.Press(k)
		if !s.Beat() {
			t.Fatal("no frame is scheduled")
		}
	}
	body := &p.Current.Scene[0].State.Snakes[0].Body
	g := p.Current.Scene[0].State.Grid
	if want := []ouro.Cell{g.At(2, 4), g.At(3, 4)}; !slices.Equal(body.Append(nil), want) {
		t.Fatalf("the snake lies at %v, want %v, turned on the spot", body.Append(nil), want)
	}
	s.Press("W")
	s.WantText("saved; ouro replay --watch ouro-you-7.ouro shows it")
	r := frametest.ReadRecord(t, "ouro-you-7.ouro")
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
	s.Press("w")
	s.WantText("not saved: open ouro-bfs-1.ouro")
	if strings.Contains(v.Notice.Text, "\n") {
		t.Errorf("the notice has more than one line: %q", v.Notice.Text)
	}
	rec := record(t, 6, 6, 10)
	s = frametest.NewStage(t, 80, 24, frame.Options{Game: rec.Game, Solvers: rec.Seats}, func(e *frame.Env) frame.Screen { return NewRecordViewer(e, rec) })
	s.Press("w")
	s.WantText("already in a file")
}
