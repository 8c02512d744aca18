package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"ouro/rule/battlesnake"
	"ouro/tui/frame/frametest"
	"ouro/tui/solo"
)

// typeIn types a text.
func typeIn(s *frametest.Stage, text string) {
	for _, r := range text {
		if r == ' ' {
			s.Press("space")
			continue
		}
		s.Press(string(r))
	}
}

// TestTheListIsFiltered: after a slash, typed text filters the list by name. The keys q and ? are then
// text.
func TestTheListIsFiltered(t *testing.T) {
	s, m := menuStage(t)
	s.Press("/")
	typeIn(s, "CUT")
	s.WantText("solver 1 of 1  /CUT▏")
	s.WantText("› ○ shortcut")
	if strings.Contains(s.Plain(), "hamilton") {
		t.Error("hamilton is listed although its name does not contain CUT")
	}
	s.Press("backspace", "backspace", "backspace", "q", "?")
	s.WantText(`no name contains "q?"`)
	s.WantFit()
	if s.Quit {
		t.Fatal("q ended the program")
	}
	s.Press("esc")
	s.WantText(fmt.Sprintf("of %d", len(m.entries)))
	s.Press("/")
	typeIn(s, "ham")
	s.Press("enter", "enter")
	if v, ok := s.Screen.(*solo.Viewer); !ok || v.Opts.Solvers[0].Name != "hamilton" {
		t.Errorf("enter did not start a game of hamilton, the filtered solver: %T", s.Screen)
	}
}

// TestLongListsShowThatTheyScroll: a long list shows the selected position and a scroll bar.
func TestLongListsShowThatTheyScroll(t *testing.T) {
	s, m := menuStage(t)
	n := len(m.entries)
	for m.list.at > 0 {
		s.Press("up")
	}
	s.WantText(fmt.Sprintf("solver 1 of %d", n))
	if text := s.Plain(); !strings.Contains(text, "┃") || !strings.Contains(text, "↓") || strings.Contains(text, "↑\n") {
		t.Errorf("at the top of a long list:\n%s", text)
	}
	for range n {
		s.Press("pgdown")
	}
	s.WantText(fmt.Sprintf("solver %d of %d", n, n))
	if text := s.Plain(); !strings.Contains(text, "↑\n") || strings.Contains(text, "↓\n") {
		t.Errorf("at the end of a long list:\n%s", text)
	}
	s.Send(tea.WindowSizeMsg{Width: 80, Height: 50})
	if text := s.Plain(); strings.Contains(text, "│\n") || strings.Contains(text, "↓\n") {
		t.Errorf("the whole list is visible, but it has a scroll bar:\n%s", text)
	}
}

// TestSettingsAreListed: a slash opens the list of a setting's values, in a window of any size. The
// list of maps has all maps.
func TestSettingsAreListed(t *testing.T) {
	s, m := menuStage(t)
	s.Press("tab", "tab", "tab")
	m.toSetting("map")
	s.Press("/")
	s.WantText(fmt.Sprintf("of %d", len(battlesnake.Maps())))
	s.WantText("› ● standard")
	for _, size := range [][2]int{{40, 12}, {80, 24}, {200, 50}} {
		s.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		s.WantFit()
	}
	s.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	typeIn(s, "castle")
	s.Press("enter")
	if got := mapOf(&m.battle).Name; got != "hz_castle_wall" {
		t.Errorf("the map is %s", got)
	}
	s.WantText("hz_castle_wall")
	if err := m.battleError(); err != nil {
		t.Errorf("the board does not fit the chosen map: %v", err)
	}
	s.Press("/", "z", "z", "z", "enter")
	s.WantText(`no map contains "zzz"`)
	s.Press("esc")
	if m.picker != nil {
		t.Error("esc does not close the list")
	}
}

// TestEveryMapFitsItsBoard: for every map and every board that the menu offers, a game of two snakes
// can be set up.
func TestEveryMapFitsItsBoard(t *testing.T) {
	_, m := menuStage(t)
	m.mode = modeBattle
	m.refresh()
	for i := range m.snakes {
		m.snakes[i].n = 0
	}
	m.snakes[0].n = 2
	for i, kind := range battlesnake.Maps() {
		mapSetting(&m.battle).pick(i)
		for j := range boards(kind) {
			sizeSetting(&m.battle).pick(j)
			if err := m.battleError(); err != nil && kind.MaxSnakes > 1 {
				t.Errorf("%s: %v", kind.Name, err)
			}
		}
	}
}

// TestTheMouseInTheMenu: a click selects an item. A second click chooses the item or starts
// its game. The wheel scrolls.
func TestTheMouseInTheMenu(t *testing.T) {
	s, m := menuStage(t)
	s.Click("shortcut")
	if i, _ := m.atItem(); m.entries[i].Name != "shortcut" || s.Screen != m {
		t.Fatal("a click did not select the solver")
	}
	s.Wheel("shortcut", tea.MouseWheelDown)
	if i, _ := m.atItem(); m.entries[i].Name != "repair" {
		t.Errorf("the wheel selected %s", m.entries[i].Name)
	}
	x, y := s.Find("shortcut")
	for range 2 { // both clicks are in the same place, because the list must not move
		s.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	if v, ok := s.Screen.(*solo.Viewer); !ok || v.Opts.Solvers[0].Name != "shortcut" {
		t.Fatalf("a second click led to %T", s.Screen)
	}
	s.Press("esc")
	m = s.Screen.(*menu)
	s.Click("board  ")
	s.Click("board  ")
	if g := m.games[m.game]; g.W != 7 {
		t.Errorf("after a second click on the setting, the board is %dx%d, want width 7", g.W, g.H)
	}
	s.Click("‹ 7x7")
	if g := m.games[m.game]; g.W != 6 {
		t.Errorf("after a click on ‹, the board is %dx%d, want width 6", g.W, g.H)
	}
	s.Click(" maze ")
	s.WantText("[maze]")
	s.Click(" compare ")
	s.WantText("[compare]")
	for _, name := range []string{"□ hamilton", "□ repair"} {
		s.Click(name)
	}
	if len(m.compared) != 4 { // with the two that the menu proposes
		t.Errorf("%d solvers are chosen after clicks on two marks, want 4", len(m.compared))
	}
	s.Click(" hunt ")
	s.Click("3 Rooms")
	s.Click("enter start")
	if s.Screen == m {
		t.Error("a click on start did not start the game")
	}
	s.WantText("Rooms")
}

// TestClicksInTheListOfASetting: a click in the list chooses a value. A click outside
// closes the list.
func TestClicksInTheListOfASetting(t *testing.T) {
	s, m := menuStage(t)
	m.toSetting("board")
	s.Press("/")
	s.Click("8x8")
	s.Click("8x8")
	if g := m.games[m.game]; g.W != 8 || m.picker != nil {
		t.Errorf("the board is %dx%d", g.W, g.H)
	}
	s.Press("/")
	s.Wheel("8x8", tea.MouseWheelUp)
	s.Click("the menu")
	if g := m.games[m.game]; g.W != 8 || m.picker != nil {
		t.Error("a click outside of the list chose a value, or did not close the list")
	}
}

// TestAPersonPlaysAtTheirOwnPace: the mode play has another pace than the mode watch, whose pace is too
// fast for a player.
func TestAPersonPlaysAtTheirOwnPace(t *testing.T) {
	s, m := menuStage(t)
	if m.pace[modeWatch] != solo.WatchPace {
		t.Fatalf("the pace of watch is %v", m.pace[modeWatch])
	}
	s.Press("tab", "tab", "enter")
	p := s.Screen.(*solo.PlayScreen)
	if p.Pace != solo.PlayPace || p.Started {
		t.Errorf("the pace of play is %v, started: %v", p.Pace, p.Started)
	}
	s.WantText("Steer to start.")
}
