package tui

import (
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
)

// TestMenuViews compares a picture of the menu in each mode with a file.
func TestMenuViews(t *testing.T) {
	for _, c := range []struct {
		name string
		w, h int
		keys []string
	}{
		{"watch", 80, 24, nil},
		{"large window", 120, 40, nil},
		{"smallest window", 40, 12, []string{"tab", "tab", "tab"}},
		{"compare", 80, 24, []string{"tab", "up", "up", "space"}},
		{"play", 80, 24, []string{"tab", "tab", "space", "g"}},
		{"battle", 80, 24, []string{"tab", "tab", "tab", "space"}},
		{"maps", 80, 24, []string{"tab", "tab", "tab", "up", "up", "up", "up", "up", "/", "p", "i", "t"}},
		{"hunt", 80, 24, []string{"tab", "tab", "tab", "tab"}},
		{"filtered", 80, 24, []string{"/", "a", "c", "k"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := frametest.NewStage(t, c.w, c.h, defaultGame, func(e *frame.Env) frame.Screen { return openMenu(e) })
			s.Press(c.keys...)
			s.WantFit()
			golden.RequireEqual(t, []byte(s.Plain()))
		})
	}
}
