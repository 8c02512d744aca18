package tui

import (
	"testing"

	"ouro"
	"ouro/roster"
	"ouro/tui/player"
)

func menuStage(t *testing.T) (*stage, *menu) {
	s := newStage(t, 80, 24, Options{Seed: 1}, func(e *env) screen { return newMenu(e) })
	return s, s.screen.(*menu)
}

func TestMenuToWatchAndBack(t *testing.T) {
	s, m := menuStage(t)
	for m.row != rowList {
		s.press("up")
	}
	s.press("enter")
	v, ok := s.screen.(*viewer)
	if !ok || v.specs[0].Name != m.entries[0].Name {
		t.Fatalf("enter led to %T", s.screen)
	}
	s.press("esc")
	if m, ok = s.screen.(*menu); !ok || m.row != rowList {
		t.Errorf("esc led to %T", s.screen)
	}
}

func TestMenuToCompare(t *testing.T) {
	s, m := menuStage(t)
	s.press("tab", "enter")
	if s.screen != m {
		t.Fatal("a comparison of nothing was started")
	}
	s.wantText("choose two to four")
	for range MaxCompared + 1 {
		s.press("space", "up")
	}
	s.wantText("[compare]")
	if len(m.chosen) != MaxCompared {
		t.Errorf("%d chosen", len(m.chosen))
	}
	s.press("enter")
	v, ok := s.screen.(*viewer)
	if !ok || len(v.specs) != MaxCompared {
		t.Fatalf("enter led to %T", s.screen)
	}
	s.press("c")
	if m, ok = s.screen.(*menu); !ok || m.mode != modeCompare || len(m.chosen) != MaxCompared {
		t.Error("c must lead back to the choice")
	}
}

func TestMenuToPlayWithAHint(t *testing.T) {
	s, _ := menuStage(t)
	s.press("tab", "tab", "space", "enter")
	p, ok := s.screen.(*playing)
	if !ok || p.opts.Hint == nil || p.opts.Hint.Name != rulesOf(p.opts.Game).Solvers[0].Name {
		t.Fatalf("enter led to %T", s.screen)
	}
}

func TestMenuSettings(t *testing.T) {
	s, m := menuStage(t)
	for m.row != m.rowBoard() {
		s.press("down")
	}
	w, h := m.opts.Game.W, m.opts.Game.H
	s.press("right", "left")
	if m.opts.Game.W != w || m.opts.Game.H != h {
		t.Errorf("there and back is %dx%d", m.opts.Game.W, m.opts.Game.H)
	}
	s.press("down", "right")
	if m.pace != player.Usual.Faster(watchPace) {
		t.Errorf("pace %v", m.pace)
	}
	s.press("down", "backspace", "4", "2")
	if m.opts.Seed != 42 {
		t.Errorf("seed %d", m.opts.Seed)
	}
	for range 40 {
		s.press("9") // must not overflow
	}
	if m.opts.Seed < 42 {
		t.Errorf("seed %d", m.opts.Seed)
	}
}

func TestMenuKeepsOptionsOfASpec(t *testing.T) {
	spec, err := ouro.ParseSpec("astar:heuristic=euclidean")
	if err != nil {
		t.Fatal(err)
	}
	s := newStage(t, 80, 24, Options{Solvers: []ouro.Spec{spec}}, func(e *env) screen { return newMenu(e) })
	s.wantText("astar:heuristic=euclidean")
	s.press("enter")
	if v := s.screen.(*viewer); v.specs[0].String() != spec.String() {
		t.Errorf("watches %s", v.specs[0])
	}
}

func TestMenuToTheMazeAndBack(t *testing.T) {
	s, m := menuStage(t)
	classic := m.entries[m.solver].Name
	s.press("g")
	s.wantText("[maze]")
	s.wantText("level")
	if got := m.specs[m.solver].String(); got != rulesOf(m.opts.Game).Solvers[0].String() {
		t.Errorf("the maze is proposed to %s", got)
	}
	for m.row != m.rowBoard() {
		s.press("down")
	}
	var names []string
	for range mazeLevels {
		names = append(names, levelName(m.opts.Game.Level))
		s.press("right")
	}
	if len(names) != len(mazeLevels) || levelName(m.opts.Game.Level) != names[0] {
		t.Errorf("the levels are %v, then %s", names, levelName(m.opts.Game.Level))
	}
	s.press("left", "down", "right")
	s.wantText("bare floor")
	s.press("enter")
	v := s.screen.(*viewer)
	if err := v.Shown.Scene[0].Err; err != nil {
		t.Fatal(err)
	}
	s.wantText("to eat")
	s.wantText("regrow    floor")
	s.press("esc")
	s.wantText("[maze]")
	s.press("g", "enter")
	if v = s.screen.(*viewer); v.specs[0].Name != classic || v.opts.Game.W != 10 || v.Shown.Scene[0].Err != nil {
		t.Errorf("back in classic it is %s on %s", v.specs[0], gameName(v.opts.Game))
	}
}

// TestMenuTellsWhoCannotPlay: a solver that refuses the game says why.
func TestMenuTellsWhoCannotPlay(t *testing.T) {
	s := newStage(t, 80, 24, Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 5, H: 5, StartLength: 1}}, func(e *env) screen { return newMenu(e) })
	m := s.screen.(*menu)
	if m.refuses[m.solver] != nil {
		t.Errorf("%s is proposed, which cannot play: %v", m.specs[m.solver], m.refuses[m.solver])
	}
	for m.row != rowList+m.entry(ouro.Spec{Name: "cell"}) {
		s.press("down")
	}
	s.wantText("cannot play this game: ")
}

// TestMenuProposesWhatCanPlay: in the maze, on every level.
func TestMenuProposesWhatCanPlay(t *testing.T) {
	s, m := menuStage(t)
	s.press("g")
	for range mazeLevels {
		if err := m.refuses[m.solver]; err != nil {
			t.Errorf("%s: %v", levelName(m.opts.Game.Level), err)
		}
		m.changeBoard(1)
	}
}

// TestRegrowthsAreThoseOfTheRules: every way that the menu offers can be dealt.
func TestRegrowthsAreThoseOfTheRules(t *testing.T) {
	s, m := menuStage(t)
	s.press("g")
	seen := map[string]bool{}
	for range regrowths {
		m.changeRegrow(1)
		if _, err := roster.Deal(m.opts.Game, 1); err != nil {
			t.Error(err)
		}
		seen[m.opts.Game.Rules.String()] = true
	}
	if len(seen) != len(regrowths) {
		t.Errorf("offered: %v", seen)
	}
}
