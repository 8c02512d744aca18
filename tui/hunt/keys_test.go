package hunt

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ouro"
	"ouro/hunter"
)

// TestHunterReleasesByMessage: the screen requests reports of key releases. If the terminal supports
// them, the screen passes releases to the game.
func TestHunterReleasesByMessage(t *testing.T) {
	s, h := huntStage(t, 80, 24, yard(t, 2, 0))
	if !s.View().KeyboardEnhancements.ReportEventTypes {
		t.Error("the screen does not request releases")
	}
	s.Send(tea.KeyboardEnhancementsMsg{Flags: ansi.KittyAllFlags})
	s.Press("right", "d")
	s.Send(tea.KeyReleaseMsg(tea.Key{Code: 'd', Text: "d"}))
	from := h.Current.Scene.Hunters
	playTicks(t, s, h, 5*hunter.HunterStep)
	for i, want := range []ouro.Cell{3, 1} { // first a key that is held until the hunter is at the wall, then a tap
		if n := h.Current.Scene.Hunters[i].Cell - from[i].Cell; n != want {
			t.Errorf("hunter %d went %d steps to the right, want %d", i+1, n, want)
		}
	}
	s.Press("left")
	s.Press("p")
	s.Press("p")
	at := h.Current.Scene.Hunters[0].Cell
	playTicks(t, s, h, 3*hunter.HunterStep)
	if h.Current.Scene.Hunters[0].Cell != at {
		t.Error("after a pause, the hunter still walks")
	}
}
