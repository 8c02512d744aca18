package tui

import (
	"fmt"
	"slices"

	"ouro"
	"ouro/roster"
	"ouro/tui/solo"
)

// boards are the sizes that the menu offers; more by flag.
var boards = [...][2]int{{4, 4}, {5, 5}, {6, 6}, {7, 7}, {8, 8}, {10, 10}, {12, 12}, {16, 16}, {18, 8}, {20, 20}, {30, 20}, {30, 30}, {40, 40}, {64, 64}}

// menuGame is a kind of game that the menu offers: one for one snake, which can
// be won.
type menuGame struct {
	rules roster.RulesEntry
	about string
}

var menuGames = func() (games []menuGame) {
	about := map[roster.Home]string{
		roster.Classic: "an open board, one food at a time",
		roster.Maze:    "a level with edible walls, which are the food",
	}
	for _, rules := range roster.Rules() {
		if rules.WonAlone {
			games = append(games, menuGame{rules, about[rules.Home]})
		}
	}
	return games
}()

// proposed is the game that the menu begins with.
func (g menuGame) proposed() ouro.GameSpec {
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: g.rules.Name}, StartLength: 1}
	if i := slices.IndexFunc(solo.MazeLevels, func(l solo.MazeLevel) bool { return l.Name == g.rules.Level }); i >= 0 {
		setLevel(&spec, i)
	} else {
		_, _ = fmt.Sscanf(g.rules.Board, "%dx%d", &spec.W, &spec.H)
	}
	return spec
}

// setLevel puts a game on a level that comes with the program.
func setLevel(g *ouro.GameSpec, i int) {
	g.Level = solo.MazeLevels[i].Level
	g.W, g.H = g.Level.Grid.W, g.Level.Grid.H
}

// game is the index of the game that is chosen.
func (m *menu) game() int {
	home := solo.RulesOf(m.Opts.Game).Home
	return max(0, slices.IndexFunc(menuGames, func(g menuGame) bool { return g.rules.Home == home }))
}

// changeGame goes to other rules and a solver for them.
func (m *menu) changeGame(by int) {
	i := m.game()
	m.games[i] = m.Opts.Game
	m.Opts.Game = m.games[(i+by+len(m.games))%len(m.games)]
	m.Opts.Index = 0
	m.judge()
	m.propose()
	if m.row >= rowList {
		m.row = rowList + m.solver
	}
}

func (m *menu) changeBoard(by int) {
	g := &m.Opts.Game
	if solo.RulesOf(*g).Level != "" {
		i := slices.IndexFunc(solo.MazeLevels, func(l solo.MazeLevel) bool { return l.Name == solo.LevelName(g.Level) })
		if i < 0 { // of a file: go on from the first one
			i = len(solo.MazeLevels) - max(by, 0)
		}
		setLevel(g, (i+by+len(solo.MazeLevels))%len(solo.MazeLevels))
		m.judge()
		return
	}
	at := [2]int{g.W, g.H}
	i := slices.Index(boards[:], at)
	switch {
	case i >= 0:
		i = (i + by + len(boards)) % len(boards)
	default: // a size given by flag: go on from the next larger one
		i = slices.IndexFunc(boards[:], func(b [2]int) bool { return b[0]*b[1] >= at[0]*at[1] })
		i = max(i, 0)
	}
	g.W, g.H, g.Level = boards[i][0], boards[i][1], nil
	g.StartLength = min(g.StartLength, max(boards[i][0], boards[i][1]))
	m.judge()
}

// regrowths are the ways in which edible walls grow again, in words.
var regrowths = [...]struct{ name, about string }{
	{"none", "what is eaten is gone"},
	{"floor", "1 in 20 moves, on bare floor"},
	{"original", "1 in 20 moves, on any cell inside, as published"},
}

// regrow is the index of the way that is chosen.
func (m *menu) regrow() int {
	for _, o := range m.Opts.Game.Rules.Options {
		for i, r := range regrowths {
			if o.Key == "regrow" && o.Value == r.name {
				return i
			}
		}
	}
	return 0
}

func (m *menu) changeRegrow(by int) {
	i := (m.regrow() + by + len(regrowths)) % len(regrowths)
	m.Opts.Game.Rules = ouro.Spec{Name: m.Opts.Game.Rules.Name, Options: ouro.Options{{Key: "regrow", Value: regrowths[i].name}}}
}

// judge asks every solver whether it can play this game.
func (m *menu) judge() {
	m.refuses = make([]error, len(m.entries))
	for i, spec := range m.specs {
		m.refuses[i] = roster.CanPlay(spec, m.Opts.Game)
	}
}

// propose chooses a solver for this game.
func (m *menu) propose() {
	spec, err := roster.DefaultSolver(m.Opts.Game)
	if err != nil {
		return
	}
	m.solver = max(0, slices.IndexFunc(m.entries, func(e roster.SolverEntry) bool { return e.Name == spec.Name }))
	if len(m.specs[m.solver].Options) == 0 {
		m.specs[m.solver] = spec
	}
}
