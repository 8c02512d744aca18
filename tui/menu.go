package tui

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/hunter"
	"ouro/roster"
	"ouro/tui/frame"
	"ouro/tui/hunt"
	"ouro/tui/player"
	"ouro/tui/solo"
)

// mode is what the menu leads to, an index of modes.
type mode int

const (
	modeWatch mode = iota
	modeCompare
	modePlay
	modeHunt
)

// modes are all that the menu leads to. A further one is a further row: start
// makes its screen from the menu's options, or returns the menu with a message.
func modes() []struct {
	name, about string
	start       func(*menu) frame.Screen
} {
	return []struct {
		name, about string
		start       func(*menu) frame.Screen
	}{
		modeWatch:   {"watch", "one solver at play", (*menu).startWatch},
		modeCompare: {"compare", "two to four on the same food", (*menu).startCompare},
		modePlay:    {"play", "you play; a solver may advise", (*menu).startPlay},
		modeHunt:    {"hunt", "Snake Hunter: you bomb the snakes", (*menu).startHunt},
	}
}

// menu is the screen on which a person chooses what to see. Its rows are the
// mode, the game, the solvers, the board, the speed and the seed; in the maze
// there is one for regrowth too.
type menu struct {
	*frame.Env
	mode    mode
	row     int
	games   []ouro.GameSpec // of menuGames; the chosen one is that of the options
	entries []roster.SolverEntry
	specs   []ouro.Spec // by entry, with the options they came with
	refuses []error     // by entry, why it cannot play this game
	solver  int         // entry to watch
	chosen  []int       // entries to compare, in order
	hint    int         // entry that advises a player, or -1
	pace    player.Pace
	message string
}

// Rows of the menu around the solvers.
const (
	rowMode = 0
	rowGame = 1
	rowList = 2 // the first solver
)

func (m *menu) rowBoard() int { return rowList + len(m.entries) }

// rowRegrow is that of rules by which edible walls may grow again, else -1.
func (m *menu) rowRegrow() int {
	if rules := solo.RulesOf(m.Opts.Game); rules.EatsWalls() {
		return m.rowBoard() + 1
	}
	return -1
}

func (m *menu) rowSpeed() int { return max(m.rowBoard(), m.rowRegrow()) + 1 }
func (m *menu) rowSeed() int  { return m.rowSpeed() + 1 }
func (m *menu) rows() int     { return m.rowSeed() + 1 }

// newMenu starts from the options that the screen before it used.
func newMenu(e *frame.Env) *menu {
	m := &menu{Env: e, entries: roster.Solvers(), hint: -1, pace: player.Pace(e.Opts.Speed)}
	if m.pace <= 0 {
		m.pace = solo.WatchPace
	}
	for _, entry := range m.entries {
		m.specs = append(m.specs, ouro.Spec{Name: entry.Name})
	}
	for _, game := range menuGames {
		if game.rules.Home == solo.RulesOf(e.Opts.Game).Home {
			m.games = append(m.games, e.Opts.Game)
		} else {
			m.games = append(m.games, game.proposed())
		}
		m.entry(game.rules.Solvers[0])
	}
	m.judge()
	m.propose()
	m.row = rowList + m.solver
	m.choose(e.Opts.Solvers)
	if e.Opts.Hint != nil {
		if i := m.entry(*e.Opts.Hint); i >= 0 {
			m.hint = i
		}
	}
	return m
}

// choose marks solvers as chosen and goes to the first of them.
func (m *menu) choose(specs []ouro.Spec) {
	m.chosen = nil
	for n, spec := range specs {
		i := m.entry(spec)
		if i < 0 || slices.Contains(m.chosen, i) {
			continue
		}
		m.chosen = append(m.chosen, i)
		if n == 0 {
			m.solver, m.row = i, rowList+i
		}
	}
}

// entry is the row of a solver, which keeps its options, or -1.
func (m *menu) entry(spec ouro.Spec) int {
	i := slices.IndexFunc(m.entries, func(e roster.SolverEntry) bool { return e.Name == spec.Name })
	if i >= 0 {
		m.specs[i] = spec
	}
	return i
}

func (m *menu) Init() tea.Cmd { return nil }
func (m *menu) Close()        {}

func (m *menu) Update(msg tea.Msg) (frame.Screen, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return m, nil
	}
	m.message = ""
	switch {
	case key.Matches(press, keyPrev):
		m.row = (m.row + m.rows() - 1) % m.rows()
	case key.Matches(press, keyFollow):
		m.row = (m.row + 1) % m.rows()
	case key.Matches(press, keyMode):
		m.changeMode(1)
	case key.Matches(press, keyGame):
		m.changeGame(1)
	case key.Matches(press, keyLess):
		m.change(-1)
	case key.Matches(press, keyMore):
		m.change(1)
	case key.Matches(press, keySelect):
		m.toggle()
	case key.Matches(press, frame.KeyStart):
		m.Opts.Speed = float64(m.pace)
		return modes()[m.mode].start(m), nil
	case key.Matches(press, keyErase):
		if m.row == m.rowSeed() {
			m.Opts.Seed /= 10
		}
	case key.Matches(press, frame.KeyDigits), press.String() == "0":
		m.typed(uint64(press.String()[0] - '0'))
	}
	return m, nil
}

// atEntry is the entry in the row, if the row is one.
func (m *menu) atEntry() (i int, ok bool) {
	i = m.row - rowList
	return i, i >= 0 && i < len(m.entries)
}

// typed adds a digit to the seed.
func (m *menu) typed(digit uint64) {
	if m.row != m.rowSeed() {
		return
	}
	if seed := m.Opts.Seed*10 + digit; seed/10 == m.Opts.Seed {
		m.Opts.Seed, m.Opts.Index = seed, 0
	}
}

// change turns the row's setting one on.
func (m *menu) change(by int) {
	switch m.row {
	case rowGame:
		m.changeGame(by)
	case m.rowBoard():
		m.changeBoard(by)
	case m.rowRegrow():
		m.changeRegrow(by)
	case m.rowSpeed():
		if by > 0 {
			m.pace = player.Usual.Faster(m.pace)
		} else {
			m.pace = player.Usual.Slower(m.pace)
		}
	case m.rowSeed():
		m.Opts.Seed += uint64(by)
		m.Opts.Index = 0
	default:
		m.changeMode(by)
	}
}

func (m *menu) changeMode(by int) {
	n := len(modes())
	m.mode = mode((int(m.mode) + by + n) % n)
}

// toggle chooses the solver in the row: to watch, for a comparison or as a
// hint.
func (m *menu) toggle() {
	i, ok := m.atEntry()
	if !ok {
		return
	}
	switch m.mode {
	case modeWatch:
		m.solver = i
	case modePlay:
		if m.hint == i {
			i = -1
		}
		m.hint = i
	case modeCompare:
		if at := slices.Index(m.chosen, i); at >= 0 {
			m.chosen = slices.Delete(m.chosen, at, at+1)
		} else if len(m.chosen) == MaxCompared {
			m.message = fmt.Sprintf("at most %d solvers fit side by side", MaxCompared)
		} else {
			m.chosen = append(m.chosen, i)
		}
	case modeHunt: // its snakes have their solver
	}
}

// startWatch shows the solver in the row; in the rows around the solvers, the
// one that is chosen.
func (m *menu) startWatch() frame.Screen {
	if i, ok := m.atEntry(); ok {
		m.solver = i
	}
	m.Opts.Solvers = []ouro.Spec{m.specs[m.solver]}
	return solo.NewViewer(m.Env)
}

func (m *menu) startCompare() frame.Screen {
	if len(m.chosen) < 2 {
		m.message = "choose two to four solvers with space"
		return m
	}
	m.Opts.Solvers = nil
	for _, i := range m.chosen {
		m.Opts.Solvers = append(m.Opts.Solvers, m.specs[i])
	}
	return solo.NewViewer(m.Env)
}

func (m *menu) startPlay() frame.Screen {
	m.Opts.Hint = nil
	if m.hint >= 0 {
		m.Opts.Hint = &m.specs[m.hint]
	}
	if m.pace > solo.FastestPlay {
		m.Opts.Speed = float64(solo.PlayPace)
	}
	return solo.NewPlaying(m.Env)
}

// startHunt is a game that leads back here.
func (m *menu) startHunt() frame.Screen {
	make, err := roster.Maker(roster.HunterSolver)
	if err != nil {
		m.message = err.Error()
		return m
	}
	return hunt.New(m.Env, hunt.Options{
		Game:   hunter.Config{Hunters: 1, Drivers: []hunter.Driver{{Spec: roster.HunterSolver, Make: make}}, Levels: hunter.Levels()},
		People: 1, Seed: m.Opts.Seed,
	}, func() frame.Screen {
		back := newMenu(m.Env)
		back.mode = modeHunt
		return back
	})
}

func (m *menu) Help() (string, []key.Binding, []string) {
	return "menu", []key.Binding{keyPrev, keyFollow, keyLess, keyMore, keyMode, keyGame, keySelect, keyErase, frame.KeyStart, frame.KeyQuit}, nil
}
