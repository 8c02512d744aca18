package solo

import (
	"strings"
	"testing"

	"ouro"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
)

// TestGoToATurn: typing digits and enter leads to a turn, even to one that has not been played yet.
func TestGoToATurn(t *testing.T) {
	s, v := watch(t, 80, 24, "hamilton")
	s.Press(":", "1", "x", "3", "4")
	s.WantText("go to turn 134")
	s.Press("backspace", "enter")
	if v.Current.Turn != 13 || !v.Paused {
		t.Errorf("turn %d, paused %t", v.Current.Turn, v.Paused)
	}
	s.Press(":", "3", "0", "0", "enter")
	if v.Current.Turn != 300 {
		t.Errorf("turn %d", v.Current.Turn)
	}
	s.Press(":", "5", "esc", ":", "enter")
	if v.Current.Turn != 300 || strings.Contains(s.Plain(), "go to turn") {
		t.Errorf("turn %d after nothing was typed:\n%s", v.Current.Turn, s.Plain())
	}
	s.Press(":", "9", "9", "9", "9", "9", "9", "enter")
	if !v.Current.Ended {
		t.Errorf("turn %d is not the end", v.Current.Turn)
	}
}

// TestWhatIf: the user tries another move at the shown turn. The turns before that move are those of
// the original game; after the move, the solver continues. The user can return to the original game.
func TestWhatIf(t *testing.T) {
	s, v := watch(t, 80, 24, "bfs")
	for range 20 {
		s.Press("right")
	}
	original := v.Current.Scene[0].State.Hash()
	s.Press(":", "1", "2", "enter")
	before, made := v.Current.Scene[0].State.Hash(), v.Current.Scene[0].Thoughts[0].Decision.Dir
	state := v.Current.Scene[0].State
	other := ouro.NoDir
	for _, d := range ouro.Dirs {
		if d != made && state.Enterable(0, state.Grid.Next(state.Snakes[0].Body.Head(), d)) {
			other = d
		}
	}
	if other == ouro.NoDir {
		t.Fatal("the snake has no other move")
	}
	s.Press("x", "z")
	s.WantText("press an arrow")
	s.Press(other.String())
	if v.Current.Turn != 13 || !v.Branched() || !v.Paused {
		t.Fatalf("turn %d, branched %t", v.Current.Turn, v.Branched())
	}
	s.WantText("What if: " + string(canvas.Arrow(other)) + " " + other.String() + " at move 12")
	s.WantText("what if, from move 12")
	body := &v.Current.Scene[0].State.Snakes[0].Body
	if d, ok := state.Grid.DirTo(state.Snakes[0].Body.Head(), body.Head()); !ok || d != other {
		t.Errorf("the snake went %s, want %s", d, other)
	}
	s.Press("left")
	if v.Current.Scene[0].State.Hash() != before {
		t.Error("the position one move back has changed")
	}
	s.Press("pgdown")
	if v.Current.Turn < 20 && !v.Current.Ended {
		t.Errorf("the solver does not continue: turn %d", v.Current.Turn)
	}
	s.Press("o")
	if v.Branched() || v.Current.Turn != 12 || v.Current.Scene[0].State.Hash() != before {
		t.Errorf("turn %d after the return to the original game, want 12", v.Current.Turn)
	}
	s.Press(":", "2", "0", "enter")
	if v.Current.Scene[0].State.Hash() != original {
		t.Error("the original game has changed")
	}
}

// TestWhatIfTheRulesDecide: the user can try a move into the wall, which kills the snake.
func TestWhatIfTheRulesDecide(t *testing.T) {
	rec := record(t, 6, 6, 20)
	s := frametest.NewStage(t, 80, 24, frame.Options{Game: rec.Game, Solvers: rec.Seats}, func(e *frame.Env) frame.Screen {
		rec.Seats = frametest.Specs("bfs")
		e.Opts.Solvers = rec.Seats
		return NewRecordViewer(e, rec)
	})
	v := s.Screen.(*Viewer)
	for turn := 0; turn < rec.Turns(); turn++ {
		state := v.Current.Scene[0].State
		for _, d := range ouro.Dirs {
			if state.Grid.Next(state.Snakes[0].Body.Head(), d) != ouro.NoCell {
				continue
			}
			s.Press("x", d.String())
			if !v.Current.Ended || v.Current.Scene[0].Outcome.Ending != ouro.Died {
				t.Errorf("the snake lives after a move into the wall: %v", v.Current.Scene[0].Outcome)
			}
			s.Press("n", "r")
			if v.Branched() || v.Current.Turn != 0 {
				t.Error("r does not show the record from its start")
			}
			return
		}
		s.Press("right")
	}
	t.Fatal("the snake never is beside a wall")
}
