package solo

import (
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/exp/golden"

	"ouro/rule/maze"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
)

func TestTooSmallSaysSo(t *testing.T) {
	s, _ := watch(t, 30, 10, "bfs")
	s.WantText("too small")
	s.Send(tea.WindowSizeMsg{Width: 80, Height: 24})
	s.WantText("moves")
}

// TestViews compares pictures of a fixed game with files. Run with -update to accept a change.
func TestViews(t *testing.T) {
	for _, v := range []struct {
		name         string
		w, h         int // size of the window
		cols, rows   int // size of the board
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
			s := frametest.NewStage(t, v.w, v.h, frame.Options{Game: rec.Game}, func(e *frame.Env) frame.Screen {
				for range v.boardsBeside {
					e.Opts.Solvers = append(e.Opts.Solvers, rec.Seats...)
				}
				return NewRecordViewer(e, rec)
			})
			view := s.Screen.(*Viewer)
			for range rec.Turns() {
				s.Run(view.Seek(rec.Turns()))
			}
			s.Press(v.keys...)
			s.Send(tea.ColorProfileMsg{Profile: v.profile})
			got := s.Plain()
			if v.profile == colorprofile.TrueColor {
				got = s.View().Content
			}
			golden.RequireEqual(t, []byte(got))
		})
	}
}

// TestMazeViews compares pictures of a fixed game in the maze with files.
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
			o := frame.Options{Game: frametest.MazeGame(lattice, v.regrow), Seed: 1}
			rec := mazeRecord(t, o.Game, v.moves)
			s := frametest.NewStage(t, v.w, v.h, o, func(e *frame.Env) frame.Screen {
				e.Opts.Solvers = rec.Seats
				return NewRecordViewer(e, rec)
			})
			view := s.Screen.(*Viewer)
			for range rec.Turns() {
				s.Run(view.Seek(rec.Turns()))
			}
			s.Send(tea.ColorProfileMsg{Profile: v.profile})
			got := s.Plain()
			if v.profile == colorprofile.TrueColor {
				got = s.View().Content
			}
			golden.RequireEqual(t, []byte(got))
		})
	}
}
