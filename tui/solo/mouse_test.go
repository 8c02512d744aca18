package solo

import (
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"ouro/tui/frame/frametest"
)

// place returns the column and row of a text on the screen: the first row with the text, and the last
// occurrence in that row.
func place(t *testing.T, s *frametest.Stage, words string) (x, y int) {
	t.Helper()
	for y, line := range strings.Split(s.Plain(), "\n") {
		if i := strings.LastIndex(line, words); i >= 0 {
			return utf8.RuneCountInString(line[:i]), y
		}
	}
	t.Fatalf("no %q on the screen:\n%s", words, s.Plain())
	return 0, 0
}

// TestMouseSeeks: a click in the chart goes to the turn of that column, and a drag goes to the turns
// under the mouse. The wheel goes one turn.
func TestMouseSeeks(t *testing.T) {
	for _, solvers := range [][]string{{"hamilton"}, {"hamilton", "bfs"}} {
		s, v := watch(t, 120, 40, solvers...)
		s.Press(":", "1", "0", "0", "enter")
		right, bottom := place(t, s, "100 moves")
		left, _ := place(t, s, "length by move")
		s.Send(tea.MouseClickMsg{X: left, Y: bottom - 2, Button: tea.MouseLeft})
		if v.Current.Turn != 0 || !v.Paused {
			t.Errorf("%v: a click at the left end leads to turn %d", solvers, v.Current.Turn)
		}
		s.Send(tea.MouseMotionMsg{X: right + 300, Y: 0, Button: tea.MouseLeft})
		if v.Current.Turn != 100 {
			t.Errorf("%v: a drag beyond the right end leads to turn %d", solvers, v.Current.Turn)
		}
		s.Send(tea.MouseMotionMsg{X: left + 10, Y: 0, Button: tea.MouseLeft})
		if v.Current.Turn < 5 || v.Current.Turn > 50 {
			t.Errorf("%v: a drag to the tenth column leads to turn %d", solvers, v.Current.Turn)
		}
		at := v.Current.Turn
		s.Send(tea.MouseReleaseMsg{Button: tea.MouseLeft})
		s.Send(tea.MouseMotionMsg{X: left, Y: 0})
		s.Send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
		s.Send(tea.MouseWheelMsg{Button: tea.MouseWheelUp})
		s.Send(tea.MouseWheelMsg{Button: tea.MouseWheelDown})
		if v.Current.Turn != at-1 {
			t.Errorf("%v: turn %d after the wheel, want %d", solvers, v.Current.Turn, at-1)
		}
	}
}

// TestMouseSwitches: a click on the digit of an overlay turns the overlay on, and a click on the
// overlay's row in the panel turns it off. A click on the board pauses the game, and another click
// resumes it.
func TestMouseSwitches(t *testing.T) {
	s, v := watch(t, 120, 40, "bfs")
	x, y := place(t, s, "1 2 3")
	s.Send(tea.MouseClickMsg{X: x + 2, Y: y, Button: tea.MouseLeft})
	s.WantText("2 steps to the food")
	s.Click("2 steps to the food")
	if len(v.Overlays) != 0 {
		t.Errorf("overlays %v are on", v.Overlays)
	}
	for _, paused := range []bool{true, false} {
		if s.Send(tea.MouseClickMsg{X: 20, Y: 10, Button: tea.MouseLeft}); v.Paused != paused {
			t.Errorf("paused is %t after a click on the board", v.Paused)
		}
	}
	if s.Send(tea.MouseClickMsg{X: 20, Y: 10, Button: tea.MouseRight}); v.Paused {
		t.Error("the right button must have no effect")
	}
}
