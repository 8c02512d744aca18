package tui

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
	"ouro/tui/player"
	"ouro/tui/solo"
)

var defaultGame = frame.Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 10, H: 10, StartLength: 1}, Seed: 1}

// useMenu opens the menu with this settings file, calls action and leaves the menu.
func useMenu(t *testing.T, file string, o frame.Options, given Given, action func(*frametest.Stage, *menu)) {
	t.Helper()
	c, note, save := restoreChoices(o, file, given)
	s := frametest.NewStage(t, 80, 24, o, func(e *frame.Env) frame.Screen {
		m := newMenu(withMenu(e, c), c)
		m.message = note
		return m
	})
	action(s, s.Screen.(*menu))
	save()
}

// TestTheMenuRemembers: all choices are restored from the settings.
func TestTheMenuRemembers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ouro", "settings.json")
	useMenu(t, file, defaultGame, Given{}, func(s *frametest.Stage, m *menu) {
		m.toSetting("board")
		s.Press("right")
		m.toSetting("seed")
		s.Press("4", "2")
		s.Press("tab")
		choose(s, m, "ouroboros", 1) // removes the proposed ouroboros and leaves cell
		choose(s, m, "hamilton", 1)
		m.toSetting("speed")
		for range player.Usual {
			s.Press("right")
		}
		s.Press("tab")
		choose(s, m, "bfs", 1)
		m.toSetting("speed")
		s.Press("right")
		s.Press("g")
		m.toSetting("level")
		s.Press("right")
		m.toSetting("regrow")
		s.Press("right")
		s.Press("tab")
		choose(s, m, "coward", 2)
		s.Send(tea.PasteMsg{Content: "127.0.0.1:8000"})
		m.toSetting("map")
		s.Press("right")
		m.toSetting("rules")
		s.Press("left")
		s.Press("tab")
		s.Press("down", "down", "space")
		m.toSetting("players")
		s.Press("right")
	})
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	useMenu(t, file, defaultGame, Given{}, func(s *frametest.Stage, m *menu) {
		s.WantText("[hunt]")
		got, err := json.MarshalIndent(m.menuChoices.settings(), "", "  ")
		if err != nil || string(got)+"\n" != string(text) {
			t.Errorf("the restored choices are %s (%v)\nwant %s", got, err, text)
		}
		if m.people != 2 || m.level != 2 || m.seed != 142 || m.pace[modeCompare] != player.AsFast || m.pace[modePlay] <= solo.PlayPace || m.games[0].W != 12 {
			t.Errorf("the restored choices are %+v", m.menuChoices)
		}
		for _, want := range []string{`"http://127.0.0.1:8000"`, `"coward"`, `"hint": "bfs"`, `"cell"`, `regrow=floor`, `wrapped_constrictor`} {
			if !strings.Contains(string(text), want) {
				t.Errorf("the settings file lacks %s: %s", want, text)
			}
		}
	})
	given := defaultGame
	given.Game.W, given.Seed = 6, 7
	useMenu(t, file, given, Given{Game: true, Seed: true}, func(_ *frametest.Stage, m *menu) {
		if m.game != 0 || m.games[0].W != 6 || m.seed != 7 || m.people != 2 {
			t.Errorf("game %d of %d columns, seed %d, %d people; want the game and the seed of the flags", m.game, m.games[0].W, m.seed, m.people)
		}
	})
}

// TestNothingChosenIsNotWritten: if the user chooses nothing, no file is written.
func TestNothingChosenIsNotWritten(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ouro", "settings.json")
	useMenu(t, file, defaultGame, Given{}, func(s *frametest.Stage, _ *menu) { s.Press("down", "up") })
	if _, err := os.Stat(filepath.Dir(file)); err == nil {
		t.Error("the menu made a folder although nothing was chosen")
	}
	useMenu(t, "", defaultGame, Given{}, func(s *frametest.Stage, _ *menu) { s.Press("tab") })
}

// TestSettingsThatCannotBe: whatever the settings file contains, the menu opens with valid choices.
// If the menu ignores the file, it reports why.
func TestSettingsThatCannotBe(t *testing.T) {
	plain := newChoices(defaultGame).settings()
	for _, c := range []struct{ text, note string }{
		{"", "is invalid"},
		{"{", "is invalid"},
		{"[1,2]", "is invalid"},
		{"{}", "is invalid"},
		{`{"schema":1,"seed":"x"}`, "is invalid"},
		{strings.Repeat(" ", maxSettings+1), "larger than"},
		{`{"schema":99,"mode":5}`, "newer version"},
		{`{"schema":1,"seed":1,"mode":"dance","game":"golf","games":[{"rules":"golf"},{"rules":"classic","board":"900x1","solver":"nobody"},{"rules":"classic:a=b","board":"9x9"},{"rules":"maze","level":"nowhere"}],
			"speed":{"watch":-3,"play":1e9},"compare":["nobody"],"hint":"nobody","battle":{"rules":"chess","board":"1x1","snakes":["nobody"]},"hunt":{"level":77,"players":9}}`, ""},
		{`{"schema":1,"seed":1,"battle":{"rules":"standard:map=nowhere","board":"11x11","snakes":["a","b","c","d","e","f","g","h","i"]}}`, ""},
	} {
		file := filepath.Join(t.TempDir(), "settings.json")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		useMenu(t, file, defaultGame, Given{}, func(s *frametest.Stage, m *menu) {
			a, _ := json.Marshal(m.menuChoices.settings())
			if b, _ := json.Marshal(plain); string(a) != string(b) {
				t.Errorf("%.80s\nmakes %s\nwant  %s", c.text, a, b)
			}
			if c.note != "" {
				s.WantText("is ignored")
				if !strings.Contains(m.message, c.note) {
					t.Errorf("%.80s: the note is %s", c.text, m.message)
				}
			}
			s.Press("tab")
		})
		after, err := os.ReadFile(file)
		if newer := c.note == "newer version"; err != nil || newer != (string(after) == c.text) {
			t.Errorf("%.80s: the file is %.80s (%v)", c.text, after, err)
		}
	}
}

// TestSettingsThatCannotBeWritten: the menu works even if settings cannot be written.
func TestSettingsThatCannotBeWritten(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "ouro"), nil, 0o600); err != nil { // a file where the folder should be
		t.Fatal(err)
	}
	useMenu(t, filepath.Join(folder, "ouro", "settings.json"), defaultGame, Given{}, func(s *frametest.Stage, _ *menu) { s.Press("tab") })
	useMenu(t, folder, defaultGame, Given{}, func(s *frametest.Stage, m *menu) {
		if !strings.Contains(m.message, "not a regular file") {
			t.Errorf("the note about a folder is %q", m.message)
		}
		s.Press("tab")
	})
}

// FuzzSettings: the menu opens with any settings. Its choices stay the same when they are
// stored and restored.
func FuzzSettings(f *testing.F) {
	text, err := json.Marshal(newChoices(defaultGame).settings())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"schema":1,"mode":"battle","battle":{"rules":"solo","board":"7x7","snakes":["spot","http://a.b"]}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var s settings
		if json.Unmarshal(text, &s) != nil {
			return
		}
		s.Schema = settingsSchema
		c := newChoices(defaultGame)
		c.restore(s, Given{})
		again := newChoices(defaultGame)
		again.restore(c.settings(), Given{})
		a, _ := json.Marshal(c.settings())
		if b, _ := json.Marshal(again.settings()); string(a) != string(b) {
			t.Errorf("the choices %s are restored as %s", a, b)
		}
	})
}
