package solo

import (
	"testing"

	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
)

// TestHelpListsTheKeysThatWork: on every screen for games of one snake, only keys that the
// help lists have an effect.
func TestHelpListsTheKeysThatWork(t *testing.T) {
	keys := []string{"up", "down", "left", "right", "esc", "enter", "tab", "space", "home", "end", "pgup", "pgdown", "backspace"}
	for r := '!'; r <= '~'; r++ {
		keys = append(keys, string(r))
	}
	rec := record(t, 6, 6, 20)
	for name, open := range map[string]func() *frametest.Stage{
		"one solver":  func() *frametest.Stage { s, _ := watch(t, 120, 40, "bfs"); return s },
		"two solvers": func() *frametest.Stage { s, _ := watch(t, 120, 40, "bfs", "hamilton"); return s },
		"tree":        func() *frametest.Stage { s, _ := watch(t, 120, 40, "bfs"); s.Press("t"); return s },
		"play":        func() *frametest.Stage { s, _ := playStage(t, "bfs"); return s },
		"record": func() *frametest.Stage {
			return frametest.NewStage(t, 120, 40, frame.Options{Game: rec.Game, Solvers: rec.Seats}, func(e *frame.Env) frame.Screen { return NewRecordViewer(e, rec) })
		},
	} {
		s := open()
		s.Press("right", "right", "left")
		for _, k := range keys {
			_, bindings, _ := s.Screen.Help()
			named := k == "?" || k >= "1" && k <= "9"
			for _, b := range bindings {
				for _, other := range b.Keys() {
					named = named || other == k
				}
				if b.Help().Key == "" || !b.Enabled() {
					t.Errorf("%s: the help lists an unknown key: %q", name, b.Help())
				}
			}
			if named {
				continue
			}
			before, screen := s.Plain(), s.Screen
			s.Press(k)
			if s.Plain() != before || s.Screen != screen || s.Quit {
				t.Fatalf("%s: %q is not in the help but has an effect:\n%s", name, k, s.Plain())
			}
		}
	}
}
