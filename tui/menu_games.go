package tui

import (
	"fmt"
	"slices"

	"ouro"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/roster"
	"ouro/tui/frame"
	"ouro/tui/hunt"
	"ouro/tui/player"
	"ouro/tui/solo"
)

// sizes are the boards in the menu; flags allow others.
var sizes = [...][2]int{{4, 4}, {5, 5}, {6, 6}, {7, 7}, {8, 8}, {10, 10}, {12, 12}, {16, 16}, {18, 8}, {20, 20}, {30, 20}, {30, 30}, {40, 40}, {64, 64}}

// menuGame is a kind of game for one snake that can be won.
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

func (g menuGame) proposed() ouro.GameSpec {
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: g.rules.Name}, StartLength: 1}
	if i := slices.IndexFunc(solo.MazeLevels, func(l solo.MazeLevel) bool { return l.Name == g.rules.Level }); i >= 0 {
		setLevel(&spec, i)
	} else {
		_, _ = fmt.Sscanf(g.rules.Board, "%dx%d", &spec.W, &spec.H)
	}
	return spec
}

func setLevel(g *ouro.GameSpec, i int) {
	g.Level = solo.MazeLevels[i].Level
	g.W, g.H = g.Level.Grid.W, g.Level.Grid.H
}

// setSize sets the game to an open board.
func setSize(g *ouro.GameSpec, size [2]int) {
	g.W, g.H, g.Level = size[0], size[1], nil
	g.StartLength = min(g.StartLength, max(size[0], size[1]))
}

// changeGame changes the rules and selects their solver.
func (m *menu) changeGame(by int) { m.setGame((m.game + by + len(m.games)) % len(m.games)) }

func (m *menu) setGame(i int) {
	m.game = i
	m.refresh()
	if m.row >= m.firstItem() {
		m.home()
	}
}

// solverList returns all solvers; those that cannot play are dim.
func (m *menu) solverList() list {
	var items []item
	for i, e := range m.entries {
		items = append(items, item{m.specs[i].String(), e.Idea, m.refuses[i] != nil})
	}
	return newList("solvers", items)
}

func (m *menu) soloSettings() []setting {
	g := &m.games[m.game]
	rows := []setting{m.boardSetting(g)}
	if rules := menuGames[m.game].rules; rules.EatsWalls() {
		rows = append(rows, regrowSetting(g))
	}
	ladder := player.Usual
	if m.mode == modePlay {
		ladder = ladder.UpTo(solo.FastestPlay)
	}
	return append(rows, m.speedSetting(ladder), m.seedSetting())
}

func (m *menu) boardSetting(g *ouro.GameSpec) setting {
	if menuGames[m.game].rules.Level != "" {
		items, at := choices(solo.MazeLevels, func(l solo.MazeLevel) (item, bool) {
			return item{name: fmt.Sprintf("%s %s", l.Name, l.Level.Grid), about: english.Count(edible(l.Level), "edible wall")}, l.Name == solo.LevelName(g.Level)
		})
		return of("level", fmt.Sprintf("%dx%d, from a file", g.W, g.H), items, at, func(i int) { setLevel(g, i) })
	}
	items, at := choices(sizes[:], func(size [2]int) (item, bool) {
		return item{name: fmt.Sprintf("%dx%d", size[0], size[1])}, g.Level == nil && size == [2]int{g.W, g.H}
	})
	return of("board", fmt.Sprintf("%dx%d", g.W, g.H), items, at, func(i int) { setSize(g, sizes[i]) })
}

// regrowths are the values of the option regrow, with descriptions.
var regrowths = []item{
	{name: "none", about: "eaten walls do not grow again"},
	{name: "floor", about: "1 in 20 moves, on bare floor"},
	{name: "original", about: "1 in 20 moves, on any cell inside, as published"},
}

func regrowSetting(g *ouro.GameSpec) setting {
	way, _ := g.Rules.Options.Get("regrow")
	at := max(0, slices.IndexFunc(regrowths, func(r item) bool { return r.name == way }))
	return of("regrow", "", regrowths, at, func(i int) {
		g.Rules = ouro.Spec{Name: g.Rules.Name, Options: ouro.Options{{Key: "regrow", Value: regrowths[i].name}}}
	})
}

func edible(l *ouro.Level) (n int) {
	for _, t := range l.Terrain {
		if t == ouro.Hedge {
			n++
		}
	}
	return n
}

// levelList returns the levels of Snake Hunter, for the choice of the first.
func (m *menu) levelList() list {
	var items []item
	for i, l := range hunter.Levels() {
		items = append(items, item{name: fmt.Sprintf("%d %s", i+1, l.Name), about: fmt.Sprintf("%s in %d:%02d", english.Count(l.Count, "snake"), l.Seconds/60, l.Seconds%60)})
	}
	return newList("first level", items)
}

func (m *menu) huntSettings() []setting {
	people := []item{{name: "1", about: "arrows or WASD walk, space bombs"}, {name: "2", about: "arrows and enter, WASD and space"}}
	players := of("players", "", people, m.people-1, func(i int) { m.people = i + 1 })
	players.items = nil // two values need no list
	return []setting{players, m.seedSetting()}
}

func (m *menu) startHunt() frame.Screen {
	if i, ok := m.atItem(); ok {
		m.level = i
	}
	make, err := roster.Maker(roster.HunterSolver)
	if err != nil {
		m.message = err.Error()
		return m
	}
	return hunt.New(m.Env, hunt.Options{
		Game: hunter.Config{
			Hunters: m.people, Drivers: []hunter.Driver{{Spec: roster.HunterSolver, Make: make}},
			Levels: hunter.Levels()[m.level:], Nodes: hunter.DefaultNodes,
		},
		People: m.people, First: m.level + 1, Seed: m.seed,
	}, func() frame.Screen { return m.Home() })
}
