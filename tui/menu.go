package tui

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/roster"
)

// mode is what the menu leads to.
type mode int

const (
	modeWatch mode = iota
	modeCompare
	modePlay
)

var modeNames = [...]string{"watch", "compare", "play"}

// boards are the sizes that the menu offers; more by flag.
var boards = [...][2]int{{4, 4}, {5, 5}, {6, 6}, {7, 7}, {8, 8}, {10, 10}, {12, 12}, {16, 16}, {18, 8}, {20, 20}, {30, 20}, {30, 30}, {40, 40}, {64, 64}}

// menu is the screen on which a person chooses what to see. Its rows are the
// mode, the solvers, the board, the speed and the seed.
type menu struct {
	*env
	mode    mode
	row     int
	entries []roster.Entry
	specs   []ouro.Spec // by entry, with the options they came with
	chosen  []int       // entries to compare, in order
	hint    int         // entry that advises a player, or -1
	pace    pace
	message string
}

// Rows of the menu around the solvers.
const (
	rowMode = 0
	rowList = 1 // the first solver
)

func (m *menu) rowBoard() int { return rowList + len(m.entries) }
func (m *menu) rowSpeed() int { return m.rowBoard() + 1 }
func (m *menu) rowSeed() int  { return m.rowBoard() + 2 }
func (m *menu) rows() int     { return m.rowSeed() + 1 }

// newMenu starts from the options that the screen before it used.
func newMenu(e *env) *menu {
	m := &menu{env: e, entries: roster.Entries(), hint: -1, pace: pace(e.opts.Speed)}
	if m.pace <= 0 {
		m.pace = watchPace
	}
	for _, entry := range m.entries {
		m.specs = append(m.specs, ouro.Spec{Name: entry.Name})
	}
	m.row = rowList + len(m.entries) - 1 // the strongest
	m.choose(e.opts.Solvers)
	if e.opts.Hint != nil {
		if i := m.entry(*e.opts.Hint); i >= 0 {
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
			m.row = rowList + i
		}
	}
}

// entry is the row of a solver, which keeps its options, or -1.
func (m *menu) entry(spec ouro.Spec) int {
	i := slices.IndexFunc(m.entries, func(e roster.Entry) bool { return e.Name == spec.Name })
	if i >= 0 {
		m.specs[i] = spec
	}
	return i
}

func (m *menu) init() tea.Cmd { return nil }
func (m *menu) close()        {}

func (m *menu) update(msg tea.Msg) (screen, tea.Cmd) {
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
		m.mode = (m.mode + 1) % mode(len(modeNames))
	case key.Matches(press, keyLess):
		m.change(-1)
	case key.Matches(press, keyMore):
		m.change(1)
	case key.Matches(press, keySelect):
		m.toggle()
	case key.Matches(press, keyStart):
		return m.start(), nil
	case key.Matches(press, keyErase):
		if m.row == m.rowSeed() {
			m.opts.Seed /= 10
		}
	case key.Matches(press, keyDigits), press.String() == "0":
		m.typed(uint64(press.String()[0] - '0'))
	}
	return m, nil
}

// typed adds a digit to the seed.
func (m *menu) typed(digit uint64) {
	if m.row != m.rowSeed() {
		return
	}
	if seed := m.opts.Seed*10 + digit; seed/10 == m.opts.Seed {
		m.opts.Seed, m.opts.Index = seed, 0
	}
}

// change turns the row's setting one on.
func (m *menu) change(by int) {
	switch m.row {
	case m.rowBoard():
		m.changeBoard(by)
	case m.rowSpeed():
		if by > 0 {
			m.pace = m.pace.faster()
		} else {
			m.pace = m.pace.slower()
		}
	case m.rowSeed():
		m.opts.Seed += uint64(by)
		m.opts.Index = 0
	default:
		m.mode = (m.mode + mode(by+len(modeNames))) % mode(len(modeNames))
	}
}

func (m *menu) changeBoard(by int) {
	at := [2]int{m.opts.Game.W, m.opts.Game.H}
	i := slices.Index(boards[:], at)
	switch {
	case i >= 0:
		i = (i + by + len(boards)) % len(boards)
	default: // a size given by flag: go on from the next larger one
		i = slices.IndexFunc(boards[:], func(b [2]int) bool { return b[0]*b[1] >= at[0]*at[1] })
		i = max(i, 0)
	}
	m.opts.Game.W, m.opts.Game.H, m.opts.Game.Level = boards[i][0], boards[i][1], nil
	m.opts.Game.StartLength = min(m.opts.Game.StartLength, max(boards[i][0], boards[i][1]))
}

// toggle chooses the solver in the row, for a comparison or as a hint.
func (m *menu) toggle() {
	i := m.row - rowList
	if i < 0 || i >= len(m.entries) {
		return
	}
	switch m.mode {
	case modeWatch: // enter starts the row's solver
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
	}
}

// start is the screen that was chosen, or the menu with a message.
func (m *menu) start() screen {
	o := &m.opts
	o.Speed = float64(m.pace)
	switch m.mode {
	case modePlay:
		o.Hint = nil
		if m.hint >= 0 {
			o.Hint = &m.specs[m.hint]
		}
		if m.pace > fastestPlay {
			o.Speed = float64(playPace)
		}
		return newPlaying(m.env)
	case modeCompare:
		if len(m.chosen) < 2 {
			m.message = "choose two to four solvers with space"
			return m
		}
		o.Solvers = nil
		for _, i := range m.chosen {
			o.Solvers = append(o.Solvers, m.specs[i])
		}
	default:
		i := m.row - rowList
		if i < 0 || i >= len(m.entries) {
			i = len(m.entries) - 1
			if len(m.chosen) > 0 {
				i = m.chosen[0]
			}
		}
		o.Solvers = []ouro.Spec{m.specs[i]}
	}
	return newViewer(m.env)
}

func (m *menu) help() (string, []key.Binding, []string) {
	return "menu", []key.Binding{keyPrev, keyFollow, keyLess, keyMore, keyMode, keySelect, keyErase, keyStart, keyQuit}, nil
}
