package tui

import (
	"fmt"

	"ouro/hunter"
	"ouro/internal/english"
	"ouro/roster"
	"ouro/tui/frame"
	"ouro/tui/hunt"
)

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

// startHunt opens a game that returns to the menu.
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
