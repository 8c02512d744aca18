package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/roster"
	rules "ouro/rule/battlesnake"
	"ouro/tui/battlesnake"
	"ouro/tui/frame"
	"ouro/tui/hunt"
	"ouro/tui/player"
	"ouro/tui/solo"
)

// sizes has the sizes of boards in the menu. Flags allow other sizes.
var sizes = [...][2]int{{4, 4}, {5, 5}, {6, 6}, {7, 7}, {8, 8}, {10, 10}, {12, 12}, {16, 16}, {18, 8}, {20, 20}, {30, 20}, {30, 30}, {40, 40}, {64, 64}}

// menuGame is a kind of game for one snake that can be won.
type menuGame struct {
	rules  roster.RulesEntry
	about  string
	levels []roster.LevelEntry // the built-in levels
}

var menuGames = func() (games []menuGame) {
	about := map[roster.GameKind]string{
		roster.Classic: "an open board, one food at a time",
		roster.Maze:    "a level with edible walls, which are the food",
	}
	for _, rules := range roster.Rules() {
		if rules.WonAlone {
			games = append(games, menuGame{rules, about[rules.Kind], roster.LevelsOf(rules.Name)})
		}
	}
	return games
}()

func (g menuGame) defaultGame() ouro.GameSpec {
	spec := ouro.GameSpec{Rules: ouro.Spec{Name: g.rules.Name}, StartLength: 1}
	if !g.setLevel(&spec, g.rules.Level) {
		_, _ = fmt.Sscanf(g.rules.Board, "%dx%d", &spec.W, &spec.H)
	}
	return spec
}

// setLevel sets the built-in level with this name. It returns false if there is no such level.
func (g menuGame) setLevel(spec *ouro.GameSpec, name string) bool {
	i := slices.IndexFunc(g.levels, func(l roster.LevelEntry) bool { return l.Name == name })
	if i < 0 {
		return false
	}
	spec.Level = g.levels[i].Level
	spec.W, spec.H = spec.Level.Grid.W, spec.Level.Grid.H
	spec.StartLength = 1
	return true
}

func setSize(g *ouro.GameSpec, size [2]int) {
	g.W, g.H, g.Level = size[0], size[1], nil
	g.StartLength = min(g.StartLength, max(size[0], size[1]))
}

// changeGame chooses the game this many places further in the list of games. The list is cyclic.
func (m *menu) changeGame(places int) { m.setGame((m.game + places + len(m.games)) % len(m.games)) }

func (m *menu) setGame(i int) {
	m.game = i
	if m.proposed {
		m.proposeCompared()
	}
	m.refresh()
	if m.row >= m.firstItem() {
		m.selectChosen()
	}
}

// solverList returns all solvers, and dims those that cannot play the game.
func (m *menu) solverList() list {
	var items []item
	for i, e := range m.entries {
		items = append(items, item{m.specs[i].String(), e.Idea, m.refuses[i] != nil})
	}
	return newList("solver", items)
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

// boardSetting offers the levels of the rules. If the rules do not require a level, it first offers
// boards without walls.
func (m *menu) boardSetting(g *ouro.GameSpec) setting {
	game := menuGames[m.game]
	levels, level := itemsOf(game.levels, func(l roster.LevelEntry) (item, bool) {
		return item{name: fmt.Sprintf("%s %s", l.Name, l.Level.Grid), about: l.Idea}, l.Name == solo.LevelName(g.Level)
	})
	setLevel := func(i int) { game.setLevel(g, game.levels[i].Name) }
	if game.rules.Level != "" {
		return settingOf("level", fmt.Sprintf("%dx%d, from a file", g.W, g.H), levels, level, setLevel)
	}
	items, at := itemsOf(sizes[:], func(size [2]int) (item, bool) {
		return item{name: fmt.Sprintf("%dx%d", size[0], size[1])}, g.Level == nil && size == [2]int{g.W, g.H}
	})
	if level >= 0 {
		at = len(sizes) + level
	}
	now := fmt.Sprintf("%dx%d", g.W, g.H)
	if g.Level != nil {
		now += ", from a file"
	}
	return settingOf("board", now, append(items, levels...), at, func(i int) {
		if i < len(sizes) {
			setSize(g, sizes[i])
		} else {
			setLevel(i - len(sizes))
		}
	})
}

var regrowths = []item{
	{name: "none", about: "eaten walls do not grow again"},
	{name: "floor", about: "1 in 20 moves, on bare floor"},
	{name: "original", about: "1 in 20 moves, on any cell inside, as published"},
}

func regrowSetting(g *ouro.GameSpec) setting {
	chosen, _ := g.Rules.Options.Get("regrow")
	at := max(0, slices.IndexFunc(regrowths, func(r item) bool { return r.name == chosen }))
	return settingOf("regrow", "", regrowths, at, func(i int) {
		g.Rules = ouro.Spec{Name: g.Rules.Name, Options: ouro.Options{{Key: "regrow", Value: regrowths[i].name}}}
	})
}

// levelList returns the levels of Snake Hunter. The user chooses the first level of the game.
func (m *menu) levelList() list {
	var items []item
	for i, l := range hunter.Levels() {
		items = append(items, item{name: fmt.Sprintf("%d %s", i+1, l.Name), about: fmt.Sprintf("%s in %d:%02d", english.Count(l.Count, "snake"), l.Seconds/60, l.Seconds%60)})
	}
	return newList("first level", items)
}

func (m *menu) huntSettings() []setting {
	people := []item{{name: "1", about: "arrows or WASD walk, space bombs"}, {name: "2", about: "arrows and enter, WASD and space"}}
	players := settingOf("players", "", people, m.people-1, func(i int) { m.people = i + 1 })
	players.items = nil // a setting with two values needs no list
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

func (m *menu) snakeList() list {
	var items []item
	for _, s := range m.snakes {
		it := item{name: s.address, about: "a remote snake"}
		if s.address == "" {
			it = item{m.specs[s.solver].String(), m.entries[s.solver].Idea, m.refuses[s.solver] != nil}
		}
		items = append(items, it)
	}
	return newList("snake", items)
}

func (m *menu) addSnake(by int) {
	i, ok := m.atItem()
	if !ok || m.mode != modeBattle {
		return
	}
	if by > 0 && m.seatCount() >= maxSnakes {
		m.message = fmt.Sprintf("at most %d snakes play here; use ouro game for more", maxSnakes)
		return
	}
	if s := m.snakes[i]; by > 0 && s.address == "" && m.refuses[s.solver] != nil {
		m.message = m.refuses[s.solver].Error()
		return
	}
	m.snakes[i].n = max(0, m.snakes[i].n+by)
	if m.snakes[i].n == 0 && m.snakes[i].address != "" {
		m.snakes = slices.Delete(m.snakes, i, i+1)
	}
	m.refresh()
}

// addAddress adds a remote snake with one seat.
func (m *menu) addAddress(text string) error {
	text = strings.TrimSpace(text)
	e, err := host.ParseEntrant(text)
	switch {
	case err != nil:
		return err
	case e.Guest == nil:
		return fmt.Errorf("%q is not an address such as http://127.0.0.1:8000", text)
	case m.seatCount() >= maxSnakes:
		return fmt.Errorf("at most %d snakes play here", maxSnakes)
	}
	m.list.clear()
	i := m.addSeat(e, text)
	m.refresh()
	m.list.selectItem(i)
	m.row = m.firstItem() + m.list.at
	m.message = ""
	return nil
}

func (m *menu) battleSettings() []setting {
	g := &m.battle
	kinds, kind := itemsOf(rules.Rulesets(), func(r rules.Ruleset) (item, bool) {
		return item{name: r.Name, about: r.Idea}, r.Name == g.Rules.Name
	})
	return []setting{
		settingOf("rules", "", kinds, max(0, kind), func(i int) { g.Rules.Name = kinds[i].name }),
		mapSetting(g), sizeSetting(g), m.speedSetting(player.Usual), m.seedSetting(),
	}
}

func mapOf(g *ouro.GameSpec) rules.Map {
	name, _ := g.Rules.Options.Get("map")
	all := rules.Maps()
	i := slices.IndexFunc(all, func(m rules.Map) bool { return m.Name == name })
	if i < 0 {
		i = slices.IndexFunc(all, func(m rules.Map) bool { return m.Name == "standard" })
	}
	return all[i]
}

// boards returns the sizes of boards that the menu offers for a map.
func boards(m rules.Map) []rules.Size {
	if len(m.Sizes) > 0 {
		return m.Sizes
	}
	var all []rules.Size
	for _, side := range []int{7, 11, 15, 19, rules.MaxSide} {
		if side >= m.MinSide {
			all = append(all, rules.Size{W: side, H: side})
		}
	}
	return all
}

func mapSetting(g *ouro.GameSpec) setting {
	all, now := rules.Maps(), mapOf(g)
	items, at := itemsOf(all, func(m rules.Map) (item, bool) { return item{name: m.Name, about: m.Idea}, m.Name == now.Name })
	return settingOf("map", "", items, at, func(i int) {
		kept := slices.DeleteFunc(slices.Clone(g.Rules.Options), func(o ouro.Option) bool { return o.Key == "map" })
		g.Rules.Options = append(ouro.Options{{Key: "map", Value: all[i].Name}}, kept...)
		if sizes := boards(all[i]); !slices.Contains(sizes, rules.Size{W: g.W, H: g.H}) {
			size := sizes[0]
			if j := slices.Index(sizes, rules.Size{W: 11, H: 11}); j >= 0 {
				size = sizes[j]
			}
			g.W, g.H = size.W, size.H
		}
	})
}

func sizeSetting(g *ouro.GameSpec) setting {
	all := boards(mapOf(g))
	items, at := itemsOf(all, func(size rules.Size) (item, bool) {
		return item{name: size.String()}, size == rules.Size{W: g.W, H: g.H}
	})
	return settingOf("board", fmt.Sprintf("%dx%d", g.W, g.H), items, at, func(i int) {
		g.W, g.H = all[i].W, all[i].H
	})
}

// entrants returns the solvers and remote snakes in the seats, as arguments of ouro game.
func (c *menuChoices) entrants() (texts []string) {
	for _, s := range c.snakes {
		for range s.n {
			if s.address != "" {
				texts = append(texts, s.address)
			} else {
				texts = append(texts, c.specs[s.solver].String())
			}
		}
	}
	return texts
}

// gameOfSeats returns the game for the chosen snakes, or for one snake if none is chosen.
func (m *menu) gameOfSeats() ouro.GameSpec {
	g := m.battle
	g.Snakes = max(1, m.seatCount())
	return g
}

// battleError returns why the chosen game of Battlesnake cannot start, or nil.
func (m *menu) battleError() error {
	if m.seatCount() == 0 {
		return errors.New("choose one to eight snakes with space")
	}
	if _, err := roster.Deal(m.gameOfSeats(), m.seed); err != nil {
		return err
	}
	if _, err := host.ParseEntrants(m.entrants()); err != nil {
		return err
	}
	for _, s := range m.snakes {
		if s.n > 0 && s.address == "" && m.refuses[s.solver] != nil {
			return m.refuses[s.solver]
		}
	}
	return nil
}

// startBattle opens a game of the chosen snakes. On the screen of the game, the user can open games with
// the next seeds, and return to the menu.
func (m *menu) startBattle() frame.Screen {
	if err := m.battleError(); err != nil {
		m.message = err.Error()
		return m
	}
	game, texts, first := m.battle, m.entrants(), m.seed
	deal := func(ctx context.Context, index int) (battlesnake.Options, func() error, error) {
		entrants, err := host.ParseEntrants(texts)
		if err != nil {
			return battlesnake.Options{}, nil, err
		}
		seed := first + uint64(index)
		g, err := host.New(ctx, host.Config{Game: game, Seed: seed, Entrants: entrants, Timeout: wire.DefaultTimeout, Keep: true})
		if err != nil {
			return battlesnake.Options{}, nil, err
		}
		o := battlesnake.HostedOptions(g, seed, nil)
		o.Note = roster.CommandLine{Command: "game", Snakes: texts, Game: game, Seed: seed}.String()
		return o, func() error { return g.End(context.WithoutCancel(ctx)) }, nil
	}
	return battlesnake.New(m.Env, m.pace[modeBattle], deal, func() frame.Screen { return m.Home() })
}
