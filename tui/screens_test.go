package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"ouro"
	"ouro/rule/maze"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
	"ouro/tui/solo"
)

var openers = map[string]func(*frame.Env) frame.Screen{
	"menu": func(e *frame.Env) frame.Screen { return openMenu(e) },
	"watch": func(e *frame.Env) frame.Screen {
		e.Opts.Solvers = frametest.Specs("bfs")
		return solo.NewViewer(withMenu(e, newChoices(e.Opts)))
	},
	"compare": func(e *frame.Env) frame.Screen {
		e.Opts.Solvers = frametest.Specs("bfs", "astar")
		return solo.NewViewer(withMenu(e, newChoices(e.Opts)))
	},
	"four": func(e *frame.Env) frame.Screen {
		e.Opts.Solvers = frametest.Specs("bfs", "astar", "dfs", "hamilton")
		return solo.NewViewer(withMenu(e, newChoices(e.Opts)))
	},
	"play": func(e *frame.Env) frame.Screen { return solo.NewPlayScreen(withMenu(e, newPlayChoices(e.Opts))) },
	"hinted": func(e *frame.Env) frame.Screen {
		e.Opts.Hint = &ouro.Spec{Name: "bfs"}
		return solo.NewPlayScreen(withMenu(e, newPlayChoices(e.Opts)))
	},
}

// TestScreensFit draws every screen in windows of many sizes and with many boards, with and without
// colours. Every screen must fit into the window.
func TestScreensFit(t *testing.T) {
	sizes := [][2]int{{0, 0}, {1, 1}, {39, 12}, {40, 11}, {40, 12}, {41, 13}, {80, 24}, {100, 20}, {50, 60}, {200, 50}}
	for name, open := range openers {
		for _, board := range [][2]int{{2, 2}, {10, 10}, {18, 8}, {5, 30}, {64, 64}} {
			t.Run(fmt.Sprintf("%s/%dx%d", name, board[0], board[1]), func(t *testing.T) {
				o := frame.Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: board[0], H: board[1], StartLength: 1}, Seed: 1}
				s := frametest.NewStage(t, 80, 24, o, open)
				s.Press("right", "right", "1", "2", "4", "5")
				for _, size := range sizes {
					s.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					for _, profile := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.TrueColor} {
						s.Send(tea.ColorProfileMsg{Profile: profile})
						s.WantFit()
					}
					s.Press("?")
					s.WantFit()
					s.Press("?")
				}
			})
		}
	}
}

// TestOptionsFit does the same as TestScreensFit for the options of classic Snake, which the screens of
// a game show.
func TestOptionsFit(t *testing.T) {
	for name, open := range openers {
		for _, rules := range []string{"classic:wrap=true", "classic:food=5", "classic:grow=3", "classic:wrap=true,food=5,grow=3"} {
			t.Run(name+"/"+rules, func(t *testing.T) {
				spec, err := ouro.ParseSpec(rules)
				if err != nil {
					t.Fatal(err)
				}
				o := frame.Options{Game: ouro.GameSpec{Rules: spec, W: 7, H: 6, StartLength: 1}, Seed: 1}
				s := frametest.NewStage(t, 120, 40, o, open)
				s.Press("right", "right", "right", "1", "2")
				if name != "menu" {
					s.WantText(spec.Options[len(spec.Options)-1].Key)
				}
				for _, size := range [][2]int{{40, 12}, {80, 24}, {120, 40}} {
					s.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					s.WantFit()
				}
			})
		}
	}
}

// TestMazesFit does the same as TestScreensFit for levels of the maze, and for solvers without a tree of
// calls.
func TestMazesFit(t *testing.T) {
	for name, open := range openers {
		for _, level := range maze.Levels() {
			t.Run(name+"/"+level.Name, func(t *testing.T) {
				o := frame.Options{Game: frametest.MazeGame(level.Level, "floor"), Seed: 1}
				s := frametest.NewStage(t, 80, 24, o, open)
				s.Press("right", "right", "2", "6", "4", "t")
				for _, size := range [][2]int{{40, 12}, {80, 24}, {41, 50}, {120, 40}} {
					s.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					for _, profile := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.TrueColor} {
						s.Send(tea.ColorProfileMsg{Profile: profile})
						s.WantFit()
					}
				}
			})
		}
	}
}

// TestAnyKeyClosesTheHelp: any key closes the help and has no other effect.
func TestAnyKeyClosesTheHelp(t *testing.T) {
	for name, open := range openers {
		for _, k := range []string{"q", "?", "esc", "enter", "n", "r", "tab", "/", "x"} {
			s := frametest.NewStage(t, 80, 24, frame.Options{Seed: 1}, open)
			before, screen := s.Plain(), s.Screen
			s.Press("?")
			s.WantText("any key closes")
			s.Press(k)
			if got := s.Plain(); s.Quit || s.Screen != screen || got != before {
				t.Errorf("%s: %s quits (%v) or has another effect:\n%s", name, k, s.Quit, got)
			}
		}
	}
}

// TestTheHelpScrolls: even in the smallest window, scrolling shows all keys. A key that does not scroll
// closes the help.
func TestTheHelpScrolls(t *testing.T) {
	for name, open := range openers {
		s := frametest.NewStage(t, frame.MinWidth, 12, frame.Options{Seed: 1}, open)
		_, keys, _ := s.Screen.Help()
		s.Press("?")
		s.WantText("↑↓ scroll · other keys close")
		first, seen := s.Plain(), ""
		for range keys {
			s.WantFit()
			seen += s.Plain()
			s.Press("down")
		}
		for _, k := range keys {
			if h := k.Help(); !strings.Contains(seen, h.Key) || !strings.Contains(seen, h.Desc) {
				t.Errorf("%s: the help never shows %s, %s:\n%s", name, h.Key, h.Desc, seen)
			}
		}
		s.Press("pgup", "pgup", "pgup", "pgup")
		if got := s.Plain(); got != first {
			t.Errorf("%s: the help does not scroll back:\n%s", name, got)
		}
		s.Wheel("scroll", tea.MouseWheelDown)
		if s.Plain() == first {
			t.Errorf("%s: the wheel does not scroll the help", name)
		}
		s.Press("x")
		if strings.Contains(s.Plain(), "close this") {
			t.Errorf("%s: the help stays open", name)
		}
	}
}

func TestNoColourMeansNone(t *testing.T) {
	for name, open := range openers {
		s := frametest.NewStage(t, 80, 24, frame.Options{Seed: 1}, open)
		s.Press("right", "right")
		if content := s.View().Content; strings.Contains(content, "38;2") || strings.Contains(content, "48;2") {
			t.Errorf("%s: the screen has colours although the terminal has none", name)
		}
		s.Send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
		if content := s.View().Content; !strings.Contains(content, "38;2") {
			t.Errorf("%s: the screen has no colours although the terminal has", name)
		}
	}
}
