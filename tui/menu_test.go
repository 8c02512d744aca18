package tui

import (
	"slices"
	"strings"
	"testing"

	"ouro"
	"ouro/roster"
	"ouro/rule/classic"
	"ouro/rule/maze"
	"ouro/tui/frame"
	"ouro/tui/frame/frametest"
	"ouro/tui/player"
	"ouro/tui/solo"
)

// openMenu returns the menu with the initial choices.
func openMenu(e *frame.Env) frame.Screen { return withMenu(e, newChoices(e.Opts)).Home() }

// toSetting selects the row of a setting.
func (m *menu) toSetting(name string) {
	for i, s := range m.settings() {
		if s.name == name {
			m.row = m.firstSetting() + i
		}
	}
}

func menuStage(t *testing.T) (*frametest.Stage, *menu) {
	s := frametest.NewStage(t, 80, 24, frame.Options{Seed: 1}, func(e *frame.Env) frame.Screen { return openMenu(e) })
	return s, s.Screen.(*menu)
}

func TestMenuToWatchAndBack(t *testing.T) {
	s, m := menuStage(t)
	for m.row != m.firstItem() {
		s.Press("up")
	}
	s.Press("enter")
	v, ok := s.Screen.(*solo.Viewer)
	if !ok || v.Opts.Solvers[0].Name != m.entries[0].Name {
		t.Fatalf("enter led to %T", s.Screen)
	}
	s.Press("esc")
	if m, ok = s.Screen.(*menu); !ok || m.row != m.firstItem() {
		t.Errorf("esc led to %T", s.Screen)
	}
}

func TestMenuToCompare(t *testing.T) {
	s, m := menuStage(t)
	s.Press("tab")
	proposed := slices.Clone(m.compared)
	if len(proposed) != 2 || proposed[0] != m.solver[m.game] {
		t.Fatalf("the menu proposes %v", proposed)
	}
	s.Press("g")
	if len(m.compared) != 2 || m.compared[0] != m.solver[m.game] || slices.ContainsFunc(m.compared, func(i int) bool { return m.refuses[i] != nil }) {
		t.Errorf("the menu proposes %v in the maze", m.compared)
	}
	s.Press("g")
	if !slices.Equal(m.compared, proposed) {
		t.Errorf("back in classic Snake, the menu proposes %v, but %v before", m.compared, proposed)
	}
	s.Press("space")
	s.Press("enter")
	if s.Screen != m {
		t.Fatal("enter started a comparison of one solver")
	}
	s.WantText("choose two to four")
	m.compared = nil
	for range MaxCompared + 1 {
		s.Press("space", "up")
	}
	s.WantText("[compare]")
	if len(m.compared) != MaxCompared {
		t.Errorf("%d chosen", len(m.compared))
	}
	s.Press("enter")
	v, ok := s.Screen.(*solo.Viewer)
	if !ok || len(v.Opts.Solvers) != MaxCompared {
		t.Fatalf("enter led to %T", s.Screen)
	}
	s.Press("c")
	if m, ok = s.Screen.(*menu); !ok || m.mode != modeCompare || len(m.compared) != MaxCompared {
		t.Error("c did not lead back to the choice of solvers")
	}
}

func TestMenuToPlayWithAHint(t *testing.T) {
	s, _ := menuStage(t)
	s.Press("tab", "tab", "space", "enter")
	p, ok := s.Screen.(*solo.PlayScreen)
	if !ok || p.Opts.Hint == nil || p.Opts.Hint.Name != solo.RulesOf(p.Opts.Game).Solvers[0].Name {
		t.Fatalf("enter led to %T", s.Screen)
	}
}

func TestMenuSettings(t *testing.T) {
	s, m := menuStage(t)
	for m.row != m.firstSetting() {
		s.Press("down")
	}
	g := &m.games[m.game]
	w, h := g.W, g.H
	s.Press("right", "left")
	if g.W != w || g.H != h {
		t.Errorf("after right and left, the board is %dx%d, want %dx%d", g.W, g.H, w, h)
	}
	s.Press("down", "right")
	if m.pace[modeWatch] != player.Usual.Faster(solo.WatchPace) {
		t.Errorf("pace %v", m.pace)
	}
	s.Press("down", "backspace", "4", "2")
	if m.seed != 42 {
		t.Errorf("seed %d", m.seed)
	}
	for range 40 {
		s.Press("9") // the seed must not overflow
	}
	if m.seed < 42 {
		t.Errorf("seed %d", m.seed)
	}
}

func TestMenuKeepsOptionsOfASpec(t *testing.T) {
	spec, err := ouro.ParseSpec("astar:heuristic=euclidean")
	if err != nil {
		t.Fatal(err)
	}
	s := frametest.NewStage(t, 80, 24, frame.Options{Solvers: []ouro.Spec{spec}}, func(e *frame.Env) frame.Screen { return openMenu(e) })
	s.WantText("astar:heuristic=euclidean")
	s.Press("enter")
	if v := s.Screen.(*solo.Viewer); v.Opts.Solvers[0].String() != spec.String() {
		t.Errorf("watches %s", v.Opts.Solvers[0])
	}
}

// TestMenuLevelsOfClassic: the built-in levels of classic Snake follow the boards without walls. A
// chosen level is restored from the settings.
func TestMenuLevelsOfClassic(t *testing.T) {
	s, m := menuStage(t)
	g := &m.games[m.game]
	m.toSetting("board")
	seen := map[string]bool{}
	for range len(sizes) + len(classic.Levels()) {
		seen[solo.LevelName(g.Level)] = true
		s.Press("right")
	}
	for _, l := range classic.Levels() {
		if !seen[l.Name] {
			t.Errorf("the menu does not offer the level %s", l.Name)
		}
	}
	for solo.LevelName(g.Level) != "cross" {
		s.Press("right")
	}
	s.WantText("cross 12x5")
	again := newChoices(frame.Options{})
	again.restore(m.menuChoices.settings(), Given{})
	if game := again.games[again.game]; solo.LevelName(game.Level) != "cross" || game.W != 12 || game.H != 5 {
		t.Errorf("restored: %+v", game)
	}
	s.Press("enter")
	v, ok := s.Screen.(*solo.Viewer)
	if !ok || solo.LevelName(v.Opts.Game.Level) != "cross" {
		t.Fatalf("enter led to %T", s.Screen)
	}
}

func TestMenuToTheMazeAndBack(t *testing.T) {
	s, m := menuStage(t)
	classic := m.entries[m.solver[m.game]].Name
	s.Press("g")
	s.WantText("[maze]")
	s.WantText("level")
	g := &m.games[m.game]
	if got := m.specs[m.solver[m.game]].String(); got != solo.RulesOf(*g).Solvers[0].String() {
		t.Errorf("the menu proposes %s for the maze", got)
	}
	m.toSetting("level")
	var names []string
	for range maze.Levels() {
		names = append(names, solo.LevelName(g.Level))
		s.Press("right")
	}
	if len(names) != len(maze.Levels()) || solo.LevelName(g.Level) != names[0] {
		t.Errorf("the levels are %v, then %s", names, solo.LevelName(g.Level))
	}
	s.Press("left", "down", "right")
	s.Press("down")
	s.WantText("bare floor")
	s.Press("enter")
	v := s.Screen.(*solo.Viewer)
	if err := v.Current.Scene[0].Err; err != nil {
		t.Fatal(err)
	}
	s.WantText("to eat")
	s.WantText("regrow    floor")
	s.Press("esc")
	s.WantText("[maze]")
	s.Press("g", "enter")
	if v = s.Screen.(*solo.Viewer); v.Opts.Solvers[0].Name != classic || v.Opts.Game.W != 6 || v.Current.Scene[0].Err != nil {
		t.Errorf("back in classic Snake, the game is %s on %s", v.Opts.Solvers[0], solo.GameName(v.Opts.Game))
	}
}

// TestMenuShowsRefusals: if a solver cannot play, the menu shows why.
func TestMenuShowsRefusals(t *testing.T) {
	s := frametest.NewStage(t, 80, 24, frame.Options{Game: ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 5, H: 5, StartLength: 1}}, func(e *frame.Env) frame.Screen { return openMenu(e) })
	m := s.Screen.(*menu)
	if i := m.solver[m.game]; m.refuses[i] != nil {
		t.Errorf("the menu proposes %s, which cannot play: %v", m.specs[i], m.refuses[i])
	}
	for m.row != m.firstItem()+m.entry(ouro.Spec{Name: "cell"}) {
		s.Press("down")
	}
	s.WantText("cannot play this game: ")
}

// TestMenuProposesWhatCanPlay: for every game in the menu, the menu proposes the default solver of the
// roster, and that solver can play on every board and level in the menu.
func TestMenuProposesWhatCanPlay(t *testing.T) {
	s, m := menuStage(t)
	for i, game := range menuGames {
		if m.game != i {
			t.Fatalf("game %d is %d", i, m.game)
		}
		best, err := roster.DefaultSolver(m.games[i])
		if got := m.specs[m.solver[i]]; err != nil || got.String() != best.String() {
			t.Errorf("the menu proposes %s for %s, the roster %s (%v)", got, game.rules.Name, best, err)
		}
		board := m.settings()[0]
		for at, size := range board.items {
			board.pick(at)
			m.refresh()
			if err := m.refuses[m.solver[i]]; err != nil {
				t.Errorf("%s %s: %v", game.rules.Name, size.name, err)
			}
		}
		s.Press("g")
	}
}

// TestRegrowthsAreThoseOfTheRules: a game can be set up with every value of regrow in the menu.
func TestRegrowthsAreThoseOfTheRules(t *testing.T) {
	s, m := menuStage(t)
	s.Press("g")
	g := &m.games[m.game]
	seen := map[string]bool{}
	for i := range regrowths {
		regrowSetting(g).pick(i)
		if _, err := roster.Deal(*g, 1); err != nil {
			t.Error(err)
		}
		seen[g.Rules.String()] = true
	}
	if len(seen) != len(regrowths) {
		t.Errorf("offered: %v", seen)
	}
}

func TestAGameThatCannotBe(t *testing.T) {
	s := frametest.NewStage(t, 80, 24, frame.Options{
		Game:    ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 5, H: 5, StartLength: 1},
		Solvers: frametest.Specs("cell"),
	}, func(e *frame.Env) frame.Screen { return solo.NewViewer(withMenu(e, newChoices(e.Opts))) })
	s.WantText("cell cannot play this game")
	s.Press("right", "left", "1", "n", "c")
	s.WantText("[compare]")

	s = frametest.NewStage(t, 80, 24, frame.Options{
		Game:    ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 5, H: 5, StartLength: 1},
		Solvers: frametest.Specs("cell", "bfs"),
	}, func(e *frame.Env) frame.Screen { return solo.NewViewer(withMenu(e, newChoices(e.Opts))) })
	s.Press("right", "right")
	s.WantText("move 2")
}

// TestHunterFromTheMenu opens Snake Hunter and returns.
func TestHunterFromTheMenu(t *testing.T) {
	s := frametest.NewStage(t, 80, 24, frame.Options{Seed: 1}, func(e *frame.Env) frame.Screen { return openMenu(e) })
	s.Press("tab", "tab", "tab", "tab")
	s.WantText("[hunt]")
	for _, e := range roster.Solvers() {
		if strings.Contains(s.Plain(), " "+e.Name+" ") {
			t.Errorf("Snake Hunter offers the solver %s", e.Name)
		}
	}
	for _, words := range []string{"board", "moves/s", "classic"} {
		if strings.Contains(s.Plain(), words) {
			t.Errorf("Snake Hunter has a choice of %s", words)
		}
	}
	s.Press("enter")
	s.WantText("hunt down 1 snake in 1:30")
	s.Press("space")
	for range 5 {
		if !s.Beat() {
			t.Fatal("no frame is scheduled")
		}
	}
	s.Press("p")
	s.WantText("esc menu")
	s.Press("esc", "esc")
	s.WantText("[hunt]")
}

// TestMenuHelp: the help lists the keys of the menu.
func TestMenuHelp(t *testing.T) {
	s, _ := menuStage(t)
	s.Press("?")
	s.WantText("a page up")
	if text := s.Plain(); strings.Contains(text, "moves back") {
		t.Errorf("the help has keys of another screen:\n%s", text)
	}
}
