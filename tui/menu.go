package tui

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/roster"
	"ouro/tui/frame"
	"ouro/tui/solo"
)

// modeEntry describes a mode of the menu, such as watch or play.
type modeEntry struct {
	name, about string
	games       bool                     // whether a game for one snake can be chosen
	list        func(*menu) list         // the list of the mode
	settings    func(*menu) []setting    // returns the settings below the list
	start       func(*menu) frame.Screen // returns the screen of the game, or the menu with an error message
}

func modes() [modeCount]modeEntry {
	return [modeCount]modeEntry{
		modeWatch:   {"watch", "one solver plays", true, (*menu).solverList, (*menu).soloSettings, (*menu).startWatch},
		modeCompare: {"compare", "two to four on the same food", true, (*menu).solverList, (*menu).soloSettings, (*menu).startCompare},
		modePlay:    {"play", "you play; a solver may advise", true, (*menu).solverList, (*menu).soloSettings, (*menu).startPlay},
		modeBattle:  {"battle", "Battlesnake: one to eight snakes", false, (*menu).snakeList, (*menu).battleSettings, (*menu).startBattle},
		modeHunt:    {"hunt", "Snake Hunter: you bomb the snakes", false, (*menu).levelList, (*menu).huntSettings, (*menu).startHunt},
	}
}

// menu is the screen for choosing a game. Its rows are the mode, the game if the mode has several,
// a list, and settings.
type menu struct {
	*frame.Env
	*menuChoices
	entries []roster.SolverEntry
	refuses []error // by solver: why it cannot play this game, or nil
	list    list
	row     int     // the selected row
	picker  *picker // the open list of a setting's values, or nil
	prompt  *prompt // the line that is being typed, or nil
	message string
	w, h    int // size of the last picture, for clicks
}

func newMenu(e *frame.Env, c *menuChoices) *menu {
	m := &menu{Env: e, menuChoices: c, entries: roster.Solvers()}
	m.refresh()
	m.selectChosen()
	return m
}

// refresh computes again everything that depends on the mode and on the game.
func (m *menu) refresh() {
	m.refuses = make([]error, len(m.entries))
	game := m.games[m.game]
	if m.mode == modeBattle {
		game = m.gameOfSeats()
	}
	if _, err := roster.Deal(game, m.seed); err == nil {
		for i, spec := range m.specs {
			m.refuses[i] = roster.CanPlay(spec, game)
		}
	}
	was, filter, typing := m.list, m.list.filter, m.list.typing
	m.list = modes()[m.mode].list(m)
	if was.title == m.list.title {
		m.list.top = was.top
		m.list.filter, m.list.typing = filter, typing
		m.list.applyFilter()
		if i, ok := was.item(); ok {
			m.list.selectItem(i)
		}
	}
	m.row = min(m.row, m.rows()-1)
}

// selectChosen selects the item that the user has chosen in this mode.
func (m *menu) selectChosen() {
	at := 0
	switch m.mode {
	case modeWatch:
		at = m.solver[m.game]
	case modeCompare:
		if at = m.solver[m.game]; len(m.compared) > 0 {
			at = m.compared[0]
		}
	case modePlay:
		if at = m.solver[m.game]; m.hint >= 0 {
			at = m.hint
		}
	case modeBattle:
		at = max(0, slices.IndexFunc(m.snakes, func(s seats) bool { return s.n > 0 }))
	case modeHunt:
		at = m.level
	}
	m.list.selectItem(at)
	m.row = m.firstItem() + m.list.at
}

// firstItem returns the row of the first item. Row 0 is the mode. Row 1 is the game, if the mode
// has several.
func (m *menu) firstItem() int {
	if modes()[m.mode].games {
		return 2
	}
	return 1
}

func (m *menu) firstSetting() int   { return m.firstItem() + len(m.list.matches) }
func (m *menu) settings() []setting { return modes()[m.mode].settings(m) }
func (m *menu) rows() int           { return m.firstSetting() + len(m.settings()) }

func (m *menu) atItem() (i int, ok bool) {
	if at := m.row - m.firstItem(); at >= 0 && at < len(m.list.matches) {
		return m.list.matches[at], true
	}
	return 0, false
}

func (m *menu) atSetting() (s setting, ok bool) {
	if i := m.row - m.firstSetting(); i >= 0 {
		return m.settings()[i], true
	}
	return s, false
}

// selectRow selects a row. Rows beyond an end continue at the other end.
func (m *menu) selectRow(row int) {
	m.row = (row + m.rows()) % m.rows()
	if at := m.row - m.firstItem(); at >= 0 && at < len(m.list.matches) {
		m.list.at = at
	}
}

func (m *menu) Init() tea.Cmd { return nil }
func (m *menu) Close()        {}

func (m *menu) Update(msg tea.Msg) (frame.Screen, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return m.press(msg), nil
	case tea.MouseClickMsg:
		return m.click(msg), nil
	case tea.MouseWheelMsg:
		m.wheel(msg)
	case tea.PasteMsg:
		m.paste(msg.Content)
	}
	return m, nil
}

func (m *menu) start() frame.Screen {
	m.Opts.Seed, m.Opts.Index, m.Opts.Speed = m.seed, 0, float64(m.pace[m.mode])
	m.Opts.Game = m.games[m.game]
	return modes()[m.mode].start(m)
}

// change changes the value in the selected row: a setting, the game, or the number of seats of a
// snake. On any other row, it changes the mode.
func (m *menu) change(by int) {
	_, item := m.atItem()
	s, setting := m.atSetting()
	switch {
	case setting:
		s.turn(by)
		m.refresh()
	case m.row == 1 && m.firstItem() == 2:
		m.changeGame(by)
	case item && m.mode == modeBattle:
		m.addSnake(by)
	default:
		m.changeMode(by)
	}
}

func (m *menu) changeMode(by int) { m.setMode(mode((int(m.mode) + by + modeCount) % modeCount)) }

// setMode changes the mode. If the row of the modes is selected, it stays selected.
func (m *menu) setMode(to mode) {
	m.mode = to
	m.list.clear()
	m.refresh()
	if m.row > 0 {
		m.selectChosen()
	}
}

func (m *menu) page(by int) {
	if _, ok := m.atItem(); ok {
		m.list.move(by * max(1, m.places().rows-1))
		m.row = m.firstItem() + m.list.at
	}
}

// toggle chooses the selected item: a solver to watch, to compare or for hints, a snake, or a level. A
// solver to compare or for hints that is already chosen is no longer chosen.
func (m *menu) toggle() {
	i, ok := m.atItem()
	if !ok {
		return
	}
	switch m.mode {
	case modeWatch:
		m.solver[m.game] = i
	case modePlay:
		if m.hint == i {
			i = -1
		}
		m.hint = i
	case modeCompare:
		m.proposed = false
		if at := slices.Index(m.compared, i); at >= 0 {
			m.compared = slices.Delete(m.compared, at, at+1)
		} else if len(m.compared) == MaxCompared {
			m.message = fmt.Sprintf("at most %d solvers can be compared: remove one with space first", MaxCompared)
		} else {
			m.compared = append(m.compared, i)
		}
	case modeBattle:
		m.addSnake(1)
	case modeHunt:
		m.level = i
	}
}

// startWatch opens a game of the selected solver. If no solver is selected, it opens a game of the
// chosen solver.
func (m *menu) startWatch() frame.Screen {
	if i, ok := m.atItem(); ok {
		m.solver[m.game] = i
	}
	m.Opts.Solvers = []ouro.Spec{m.specs[m.solver[m.game]]}
	return solo.NewViewer(m.Env)
}

func (m *menu) startCompare() frame.Screen {
	if len(m.compared) < 2 {
		m.message = "choose two to four solvers with space"
		return m
	}
	m.Opts.Solvers = nil
	for _, i := range m.compared {
		m.Opts.Solvers = append(m.Opts.Solvers, m.specs[i])
	}
	return solo.NewViewer(m.Env)
}

func (m *menu) startPlay() frame.Screen {
	m.Opts.Hint = nil
	if m.hint >= 0 {
		m.Opts.Hint = &m.specs[m.hint]
	}
	return solo.NewPlayScreen(m.Env)
}

func (m *menu) Help() (string, []key.Binding, []string) {
	keys := []key.Binding{keyPreviousRow, keyNextRow, keyLess, keyMore, keyPageUp, keyPageDn, keyMode}
	if modes()[m.mode].games {
		keys = append(keys, keyGame)
	}
	keys = append(keys, keySelect, keyFilter)
	if m.mode == modeBattle {
		keys = append(keys, keyURL)
	}
	return "menu", append(keys, keyErase, frame.KeyStart, frame.KeyQuit),
		[]string{"Click a line to select it; click it again to choose it. The wheel scrolls lists."}
}
