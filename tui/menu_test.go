package tui

import (
	"testing"

	"ouro"
	"ouro/roster"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
	"ouro/tui/player"
	"ouro/tui/solo"
)

func menuStage(t *testing.T) (*frametest.Stage, *menu) {
	s := frametest.NewStage(t, 80, 24, frame.Options{Seed: 1}, func(e *frame.Env) frame.Screen { return newMenu(withMenu(e)) })
	return s, s.Screen.(*menu)
}

func TestMenuToWatchAndBack(t *testing.T) {
	s, m := menuStage(t)
	for m.row != rowList {
		s.Press("up")
	}
	s.Press("enter")
	v, ok := s.Screen.(*solo.Viewer)
	if !ok || v.Opts.Solvers[0].Name != m.entries[0].Name {
		t.Fatalf("enter led to %T", s.Screen)
	}
	s.Press("esc")
	if m, ok = s.Screen.(*menu); !ok || m.row != rowList {
		t.Errorf("esc led to %T", s.Screen)
	}
}

func TestMenuToCompare(t *testing.T) {
	s, m := menuStage(t)
	s.Press("tab", "enter")
	if s.Screen != m {
		t.Fatal("a comparison of nothing was started")
	}
	s.WantText("choose two to four")
	for range MaxCompared + 1 {
		s.Press("space", "up")
	}
	s.WantText("[compare]")
	if len(m.chosen) != MaxCompared {
		t.Errorf("%d chosen", len(m.chosen))
	}
	s.Press("enter")
	v, ok := s.Screen.(*solo.Viewer)
	if !ok || len(v.Opts.Solvers) != MaxCompared {
		t.Fatalf("enter led to %T", s.Screen)
	}
	s.Press("c")
	if m, ok = s.Screen.(*menu); !ok || m.mode != modeCompare || len(m.chosen) != MaxCompared {
		t.Error("c must lead back to the choice")
	}
}

func TestMenuToPlayWithAHint(t *testing.T) {
	s, _ := menuStage(t)
	s.Press("tab", "tab", "space", "enter")
	p, ok := s.Screen.(*solo.Playing)
	if !ok || p.Opts.Hint == nil || p.Opts.Hint.Name != solo.RulesOf(p.Opts.Game).Solvers[0].Name {
		t.Fatalf("enter led to %T", s.Screen)
	}
}

func TestMenuSettings(t *testing.T) {
	s, m := menuStage(t)
	for m.row != m.rowBoard() {
		s.Press("down")
	}
	w, h := m.Opts.Game.W, m.Opts.Game.H
	s.Press("right", "left")
	if m.Opts.Game.W != w || m.Opts.Game.H != h {
		t.Errorf("there and back is %dx%d", m.Opts.Game.W, m.Opts.Game.H)
	}
	s.Press("down", "right")
	if m.pace != player.Usual.Faster(solo.WatchPace) {
		t.Errorf("pace %v", m.pace)
	}
	s.Press("down", "backspace", "4", "2")
	if m.Opts.Seed != 42 {
		t.Errorf("seed %d", m.Opts.Seed)
	}
	for range 40 {
		s.Press("9") // must not overflow
	}
	if m.Opts.Seed < 42 {
		t.Errorf("seed %d", m.Opts.Seed)
	}
}

func TestMenuKeepsOptionsOfASpec(t *testing.T) {
	spec, err := ouro.ParseSpec("astar:heuristic=euclidean")
	if err != nil {
		t.Fatal(err)
	}
	s := frametest.NewStage(t, 80, 24, frame.Options{Solvers: []ouro.Spec{spec}}, func(e *frame.Env) frame.Screen { return newMenu(withMenu(e)) })
	s.WantText("astar:heuristic=euclidean")
	s.Press("enter")
	if v := s.Screen.(*solo.Viewer); v.Opts.Solvers[0].String() != spec.String() {
		t.Errorf("watches %s", v.Opts.Solvers[0])
	}
}

func TestMenuToTheMazeAndBack(t *testing.T) {
	s, m := menuStage(t)
	classic := m.entries[m.solver].Name
	s.Press("g")
	s.WantText("[maze]")
	s.WantText("level")
	if got := m.specs[m.solver].String(); got != solo.RulesOf(m.Opts.Game).Solvers[0].String() {
		t.Errorf("the maze is proposed to %s", got)
	}
	for m.row != m.rowBoard() {
		s.Press("down")
	}
	var names []string
	for range solo.MazeLevels {
		names = append(names, solo.LevelName(m.Opts.Game.Level))
		s.Press("right")
	}
	if len(names) != len(solo.MazeLevels) || solo.LevelName(m.Opts.Game.Level) != names[0] {
		t.Errorf("the levels are %v, then %s", names, solo.LevelName(m.Opts.Game.Level))
	}
	s.Press("left", "down", "right")
	s.WantText("bare floor")
	s.Press("enter")
	v := s.Screen.(*solo.Viewer)
	if err := v.Shown.Scene[0].Err; err != nil {
		t.Fatal(err)
	}
	s.WantText("to eat")
	s.WantText("regrow    floor")
	s.Press("esc")
	s.WantText("[maze]")
	s.Press("g", "enter")
	if v = s.Screen.(*solo.Viewer); v.Opts.Solvers[0].Name != classic || v.Opts.Game.W != 10 || v.Shown.Scene[0].Err != nil {
		t.Errorf("back in classic it is %s on %s", v.Opts.Solvers[0], solo.GameName(v.Opts.Game))
	}
}

// TestMenuTellsWhoCannotPlay: a solver that refuses the game says why.
func TestMenuTellsWhoCannotPlay(t *testing.T) {
	s := frametest.NewStage(t, 80, 24, frame.Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 5, H: 5, StartLength: 1}}, func(e *frame.Env) frame.Screen { return newMenu(withMenu(e)) })
	m := s.Screen.(*menu)
	if m.refuses[m.solver] != nil {
		t.Errorf("%s is proposed, which cannot play: %v", m.specs[m.solver], m.refuses[m.solver])
	}
	for m.row != rowList+m.entry(ouro.Spec{Name: "cell"}) {
		s.Press("down")
	}
	s.WantText("cannot play this game: ")
}

// TestMenuProposesWhatCanPlay: in the maze, on every level.
func TestMenuProposesWhatCanPlay(t *testing.T) {
	s, m := menuStage(t)
	s.Press("g")
	for range solo.MazeLevels {
		if err := m.refuses[m.solver]; err != nil {
			t.Errorf("%s: %v", solo.LevelName(m.Opts.Game.Level), err)
		}
		m.changeBoard(1)
	}
}

// TestRegrowthsAreThoseOfTheRules: every way that the menu offers can be dealt.
func TestRegrowthsAreThoseOfTheRules(t *testing.T) {
	s, m := menuStage(t)
	s.Press("g")
	seen := map[string]bool{}
	for range regrowths {
		m.changeRegrow(1)
		if _, err := roster.Deal(m.Opts.Game, 1); err != nil {
			t.Error(err)
		}
		seen[m.Opts.Game.Rules.String()] = true
	}
	if len(seen) != len(regrowths) {
		t.Errorf("offered: %v", seen)
	}
}

func TestAGameThatCannotBe(t *testing.T) {
	s := frametest.NewStage(t, 80, 24, frame.Options{
		Game:    ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 5, H: 5, StartLength: 1},
		Solvers: frametest.Specs("cell"),
	}, func(e *frame.Env) frame.Screen { return solo.NewViewer(withMenu(e)) })
	s.WantText("cell cannot play this game")
	s.Press("right", "left", "1", "n", "c")
	s.WantText("[compare]")

	s = frametest.NewStage(t, 80, 24, frame.Options{
		Game:    ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 5, H: 5, StartLength: 1},
		Solvers: frametest.Specs("cell", "bfs"),
	}, func(e *frame.Env) frame.Screen { return solo.NewViewer(withMenu(e)) })
	s.Press("right", "right")
	s.WantText("move 2")
}

// TestHunterFromTheMenu and back.
func TestHunterFromTheMenu(t *testing.T) {
	s := frametest.NewStage(t, 80, 24, frame.Options{Seed: 1}, func(e *frame.Env) frame.Screen { return newMenu(withMenu(e)) })
	s.Press("tab", "tab", "tab")
	s.WantText("[hunt]")
	s.Press("enter")
	s.WantText("hunt down 1 snake in 1:30")
	s.Press("space")
	for range 5 {
		if !s.Beat() {
			t.Fatal("the time stands still")
		}
	}
	s.Press("p")
	s.WantText("esc menu")
	s.Press("esc", "esc")
	s.WantText("[hunt]")
}
