package battlesnake

import (
	"strings"
	"testing"

	"ouro"
)

// TestBattleWhatIf: after the user has tried another move of one snake, all solvers continue from the
// resulting position. The user can return to the original game.
func TestBattleWhatIf(t *testing.T) {
	s, b := battleStage(t, 120, 40, duel(t))
	s.Press(":", "4", "enter", "tab")
	before := b.Current.Scene[0].State
	made := b.Current.Scene[0].Thoughts[1].Decision.Dir
	body := &before.Snakes[1].Body
	other := made
	for _, d := range ouro.Dirs {
		if c := before.Grid.Next(body.Head(), d); d != made && c != ouro.NoCell && before.Segments(c) == 0 {
			other = d
		}
	}
	if other == made {
		t.Fatal("the snake has no other move")
	}
	s.Press("x", other.String())
	if !b.Branched() || b.Current.Turn != 5 {
		t.Fatalf("turn %d: %s", b.Current.Turn, b.Notice.Text)
	}
	s.WantText("What if: B")
	s.WantText("what if, from move 4")
	now := b.Current.Scene[0].State
	if d, _ := now.Grid.DirTo(body.Head(), now.Snakes[1].Body.Head()); d != other {
		t.Errorf("snake 1 went %s, want %s", d, other)
	}
	s.Press("left")
	if b.Current.Scene[0].State.Hash() != before.Hash() {
		t.Error("the position one turn back has changed")
	}
	s.Press("pgdown", "o")
	if b.Branched() || b.Current.Turn != 4 || b.Current.Scene[0].State.Hash() != before.Hash() {
		t.Errorf("turn %d after the return to the original game, want 4", b.Current.Turn)
	}
}

// TestNoWhatIf: in a game whose solvers cannot try another move, the screen shows why.
func TestNoWhatIf(t *testing.T) {
	s, b := battleStage(t, 80, 24, scriptedGame(t, march(20), nil, nil))
	s.Press("right", "x", "up")
	if b.Branched() || !strings.Contains(b.Notice.Text, "cannot try this move: ") {
		t.Errorf("branched %t, notice %q", b.Branched(), b.Notice.Text)
	}
}
