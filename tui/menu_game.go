package tui

import (
	"slices"

	"ouro"
	"ouro/play"
	"ouro/roster"
)

// boards are the sizes that the menu offers; more by flag.
var boards = [...][2]int{{4, 4}, {5, 5}, {6, 6}, {7, 7}, {8, 8}, {10, 10}, {12, 12}, {16, 16}, {18, 8}, {20, 20}, {30, 20}, {30, 30}, {40, 40}, {64, 64}}

// mazeSolver is the one that the menu proposes for mazes. With the discount it
// eats a wall rather now than later; without, it may circle for ever.
var mazeSolver = ouro.Spec{Name: "backtrack", Options: ouro.Options{{Key: "discount", Value: "0.99"}}}

// otherGame is what the menu proposes of the other rules.
func otherGame(g ouro.GameSpec) ouro.GameSpec {
	if isMaze(g.Rules) {
		return ouro.GameSpec{Rules: ouro.Spec{Name: "classic"}, W: 10, H: 10, StartLength: 1}
	}
	maze := ouro.GameSpec{Rules: ouro.Spec{Name: mazeRules}, StartLength: 1}
	setLevel(&maze, 1) // of the size of the article's
	return maze
}

// setLevel puts a game on a level that comes with the program.
func setLevel(g *ouro.GameSpec, i int) {
	g.Level = mazeLevels[i].Level
	g.W, g.H = g.Level.Grid.W, g.Level.Grid.H
}

// changeGame goes to the other rules and a solver for them.
func (m *menu) changeGame() {
	m.opts.Game, m.other = m.other, m.opts.Game
	m.opts.Index = 0
	m.judge()
	m.solver = m.strongest()
	if m.row >= rowList {
		m.row = rowList + m.solver
	}
}

func (m *menu) changeBoard(by int) {
	g := &m.opts.Game
	if isMaze(g.Rules) {
		i := slices.IndexFunc(mazeLevels, func(l mazeLevel) bool { return l.Name == levelName(g.Level) })
		if i < 0 { // of a file: go on from the first one
			i = len(mazeLevels) - max(by, 0)
		}
		setLevel(g, (i+by+len(mazeLevels))%len(mazeLevels))
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
	for i, r := range regrowths {
		if r.name == regrowth(m.opts.Game.Rules) {
			return i
		}
	}
	return 0
}

func (m *menu) changeRegrow(by int) {
	i := (m.regrow() + by + len(regrowths)) % len(regrowths)
	m.opts.Game.Rules = ouro.Spec{Name: mazeRules, Options: ouro.Options{{Key: "regrow", Value: regrowths[i].name}}}
}

// judge asks every solver whether it can play this game.
func (m *menu) judge() {
	m.refuses = make([]error, len(m.entries))
	deal, err := roster.Deal(m.opts.Game, 0)
	if err != nil {
		return // no game at all, and the screen after the menu says why
	}
	for i, spec := range m.specs {
		solver, err := roster.Make(spec, ouro.Setup{Rules: deal.Rules, Start: deal.Start})
		if err == nil {
			err = play.Close(solver)
		}
		m.refuses[i] = err
	}
}

// strongest is the entry that the menu proposes for this game: in the maze the
// solver made for it, else the last one that can play.
func (m *menu) strongest() int {
	best := len(m.entries) - 1
	for i, entry := range m.entries {
		if m.refuses[i] == nil {
			best = i
			if isMaze(m.opts.Game.Rules) && entry.Name == mazeSolver.Name {
				break
			}
		}
	}
	return best
}
