package tui

import (
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"

	"ouro"
	"ouro/rule/maze"
)

var openers = map[string]func(*env) screen{
	"menu":    func(e *env) screen { return newMenu(e) },
	"watch":   func(e *env) screen { e.opts.Solvers = specs("bfs"); return newViewer(e) },
	"compare": func(e *env) screen { e.opts.Solvers = specs("bfs", "astar"); return newViewer(e) },
	"four":    func(e *env) screen { e.opts.Solvers = specs("bfs", "astar", "dfs", "hamilton"); return newViewer(e) },
	"play":    func(e *env) screen { return newPlaying(e) },
	"hinted": func(e *env) screen {
		e.opts.Hint = &ouro.Spec{Name: "bfs"}
		return newPlaying(e)
	},
}

// TestScreensFit draws every screen at many sizes, on many boards, with and
// without colours: nothing is wider or higher than the window.
func TestScreensFit(t *testing.T) {
	sizes := [][2]int{{0, 0}, {1, 1}, {39, 12}, {40, 11}, {40, 12}, {41, 13}, {80, 24}, {100, 20}, {50, 60}, {200, 50}}
	for name, open := range openers {
		for _, board := range [][2]int{{2, 2}, {10, 10}, {18, 8}, {5, 30}, {64, 64}} {
			t.Run(fmt.Sprintf("%s/%dx%d", name, board[0], board[1]), func(t *testing.T) {
				o := Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: board[0], H: board[1], StartLength: 1}, Seed: 1}
				s := newStage(t, 80, 24, o, open)
				s.press("right", "right", "1", "2", "4", "5")
				for _, size := range sizes {
					s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					for _, profile := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.TrueColor} {
						s.send(tea.ColorProfileMsg{Profile: profile})
						s.wantFit()
					}
					s.press("?")
					s.wantFit()
					s.press("?")
				}
			})
		}
	}
}

// TestMazesFit is the same for levels of the maze, and the tree that is not
// there.
func TestMazesFit(t *testing.T) {
	for name, open := range openers {
		for _, level := range maze.Levels() {
			t.Run(name+"/"+level.Name, func(t *testing.T) {
				o := Options{Game: mazeGame(level.Level, "floor"), Seed: 1}
				s := newStage(t, 80, 24, o, open)
				s.press("right", "right", "2", "6", "4", "t")
				for _, size := range [][2]int{{40, 12}, {80, 24}, {41, 50}, {120, 40}} {
					s.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
					for _, profile := range []colorprofile.Profile{colorprofile.ASCII, colorprofile.TrueColor} {
						s.send(tea.ColorProfileMsg{Profile: profile})
						s.wantFit()
					}
				}
			})
		}
	}
}

// TestNeeds: all of the board shows in the terminal that it needs, and not in
// one that is a column or a row smaller.
func TestNeeds(t *testing.T) {
	grids := []*ouro.Grid{ouro.MustGrid(2, 2), ouro.MustGrid(64, 64), ouro.MustGrid(5, 50)}
	for _, level := range maze.Levels() {
		grids = append(grids, level.Level.Grid)
	}
	whole := func(g *ouro.Grid, w, h int) bool {
		b, _, _ := soloLayout(g, w, h)
		return b.Whole
	}
	for _, g := range grids {
		w, h := Needs(g)
		if !whole(g, w, h) {
			t.Errorf("%s does not fit into %dx%d", g, w, h)
		}
		if w > minWidth && whole(g, w-1, h) || h > minHeight && whole(g, w, h-1) {
			t.Errorf("%s fits into less than %dx%d", g, w, h)
		}
	}
}

func TestNoColourMeansNone(t *testing.T) {
	for name, open := range openers {
		s := newStage(t, 80, 24, Options{Seed: 1}, open)
		s.press("right", "right")
		if content := s.View().Content; strings.Contains(content, "38;2") || strings.Contains(content, "48;2") {
			t.Errorf("%s: colours although there are to be none", name)
		}
		s.send(tea.ColorProfileMsg{Profile: colorprofile.TrueColor})
		if content := s.View().Content; !strings.Contains(content, "38;2") {
			t.Errorf("%s: no colours although there may be", name)
		}
	}
}

func TestTooSmallSaysSo(t *testing.T) {
	s, _ := watch(t, 30, 10, "bfs")
	s.wantText("too small")
	s.send(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.wantText("moves")
}

// TestViews freezes how a fixed game looks. Run with -update to accept a
// change on purpose.
func TestViews(t *testing.T) {
	for _, v := range []struct {
		name         string
		w, h         int // of the window
		cols, rows   int // of the board
		moves        int
		profile      colorprofile.Profile
		keys         []string
		boardsBeside int
	}{
		{"small window", 40, 12, 10, 10, 1800, colorprofile.ASCII, nil, 1},
		{"usual window", 80, 24, 10, 10, 1800, colorprofile.ASCII, nil, 1},
		{"large window", 200, 50, 10, 10, 1800, colorprofile.ASCII, nil, 1},
		{"in colour", 80, 24, 6, 6, 250, colorprofile.TrueColor, nil, 1},
		{"scrolled", 80, 24, 64, 64, 40000, colorprofile.ASCII, nil, 1},
		{"side by side", 80, 24, 10, 10, 1800, colorprofile.ASCII, nil, 2},
		{"two rows", 80, 24, 10, 10, 1800, colorprofile.ASCII, nil, 4},
		{"help", 80, 24, 10, 10, 10, colorprofile.ASCII, []string{"?"}, 1},
	} {
		t.Run(v.name, func(t *testing.T) {
			rec := record(t, v.cols, v.rows, v.moves)
			s := newStage(t, v.w, v.h, Options{Game: rec.Game}, func(e *env) screen {
				for range v.boardsBeside {
					e.opts.Solvers = append(e.opts.Solvers, rec.Seats...)
				}
				return newRecordViewer(e, rec)
			})
			view := s.screen.(*viewer)
			for range rec.Turns() {
				s.run(view.Seek(rec.Turns()))
			}
			s.press(v.keys...)
			s.send(tea.ColorProfileMsg{Profile: v.profile})
			got := s.plain()
			if v.profile == colorprofile.TrueColor {
				got = s.View().Content
			}
			golden.RequireEqual(t, []byte(got))
		})
	}
}

// TestMazeViews freezes how a fixed game in the maze looks.
func TestMazeViews(t *testing.T) {
	lattice, err := maze.Level("lattice")
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []struct {
		name    string
		w, h    int
		regrow  string
		moves   int
		profile colorprofile.Profile
	}{
		{"small window", 42, 12, "none", 20, colorprofile.ASCII},
		{"usual window", 80, 24, "none", 20, colorprofile.ASCII},
		{"large window", 120, 40, "floor", 40, colorprofile.ASCII},
		{"in colour", 80, 24, "original", 60, colorprofile.TrueColor},
		{"won", 80, 24, "none", 1000, colorprofile.ASCII},
	} {
		t.Run(v.name, func(t *testing.T) {
			o := Options{Game: mazeGame(lattice, v.regrow), Seed: 1}
			rec := mazeRecord(t, o.Game, v.moves)
			s := newStage(t, v.w, v.h, o, func(e *env) screen {
				e.opts.Solvers = rec.Seats
				return newRecordViewer(e, rec)
			})
			view := s.screen.(*viewer)
			for range rec.Turns() {
				s.run(view.Seek(rec.Turns()))
			}
			s.send(tea.ColorProfileMsg{Profile: v.profile})
			got := s.plain()
			if v.profile == colorprofile.TrueColor {
				got = s.View().Content
			}
			golden.RequireEqual(t, []byte(got))
		})
	}
}
