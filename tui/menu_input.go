package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro/tui/frame"
)

var (
	keyPreviousRow = frame.Binding("↑", "up", "up", "k", "shift+tab")
	keyNextRow     = frame.Binding("↓", "down", "down", "j")
	keyLess        = frame.Binding("←", "less", "left", "h")
	keyMore        = frame.Binding("→", "more", "right", "l")
	keySelect      = frame.Binding("space", "choose", "space", "x")
	keyMode        = frame.Binding("tab", "mode", "tab")
	keyGame        = frame.Binding("g", "classic or maze", "g")
	keyErase       = frame.Binding("backspace", "erase", "backspace", "delete")
	keyFilter      = frame.Binding("/", "search", "/")
	keyPageUp      = frame.Binding("pgup", "a page up", "pgup")
	keyPageDn      = frame.Binding("pgdn", "a page down", "pgdown")
	keyURL         = frame.Binding("u", "remote snake", "u")

	// These keys work even while the user types a line; most other keys then type text.
	keyUp     = frame.Binding("↑", "up", "up")
	keyDown   = frame.Binding("↓", "down", "down")
	keyEscape = frame.Binding("esc", "leave", "esc")
)

// Keeps reports whether the user is typing a line, so that keys are text.
func (m *menu) Keeps(tea.KeyPressMsg) bool {
	return m.picker != nil || m.prompt != nil || m.list.typing
}

func (m *menu) press(msg tea.KeyPressMsg) frame.Screen {
	m.message = ""
	switch {
	case m.prompt != nil:
		m.pressPrompt(msg)
		return m
	case m.picker != nil:
		m.pressPicker(msg)
		return m
	case m.list.typing:
		m.pressFilter(msg)
		return m
	}
	return m.act(keyName(msg.String()))
}

// keyName is the name of a key, in a form that key.Matches accepts.
type keyName string

func (k keyName) String() string { return string(k) }

// act performs the command of a key.
func (m *menu) act(name keyName) frame.Screen {
	switch {
	case key.Matches(name, keyPreviousRow):
		m.selectRow(m.row - 1)
	case key.Matches(name, keyNextRow):
		m.selectRow(m.row + 1)
	case key.Matches(name, keyPageUp):
		m.page(-1)
	case key.Matches(name, keyPageDn):
		m.page(1)
	case key.Matches(name, keyMode):
		m.changeMode(1)
	case key.Matches(name, keyGame) && modes()[m.mode].games:
		m.changeGame(1)
	case key.Matches(name, keyFilter):
		m.search()
	case key.Matches(name, keyURL) && m.mode == modeBattle:
		m.prompt = &prompt{label: "address of a snake", enter: m.addAddress}
	case key.Matches(name, keyEscape):
		m.list.clear()
		m.selectChosen()
	case key.Matches(name, keyLess):
		m.change(-1)
	case key.Matches(name, keyMore):
		m.change(1)
	case key.Matches(name, keySelect):
		m.toggle()
	case key.Matches(name, frame.KeyStart):
		return m.start()
	case key.Matches(name, keyErase):
		if s, ok := m.atSetting(); ok && s.digits {
			m.seed /= 10
		} else {
			m.addSnake(-1)
		}
	case key.Matches(name, frame.KeyDigits), name == "0":
		m.typeDigit(uint64(name[0] - '0'))
	}
	return m
}

// typeDigit appends a digit to the seed, if the seed is selected and does not overflow.
func (m *menu) typeDigit(digit uint64) {
	if s, ok := m.atSetting(); !ok || !s.digits {
		return
	}
	if seed := m.seed*10 + digit; seed/10 == m.seed {
		m.seed = seed
	}
}

// paste appends text to the line that the user is typing. Without such a line, it adds a remote
// snake.
func (m *menu) paste(text string) {
	text = strings.TrimSpace(text)
	if len(text) > maxTyped || strings.ContainsAny(text, "\n\r") {
		m.message = fmt.Sprintf("the pasted text must be one line of at most %d bytes", maxTyped)
		return
	}
	switch {
	case m.prompt != nil:
		m.prompt.text += text
	case m.picker != nil:
		m.picker.filter += text
		m.picker.applyFilter()
	case m.list.typing:
		m.list.filter += text
		m.list.applyFilter()
	case m.mode != modeBattle:
		m.message = "only the mode battle takes pasted addresses: press tab to go there"
	default:
		if err := m.addAddress(text); err != nil {
			m.message = err.Error()
		}
	}
}

// click handles a click. The first click on an item selects the item; the second click chooses the item
// or starts its game.
func (m *menu) click(msg tea.MouseClickMsg) frame.Screen {
	m.message = ""
	p := m.places()
	switch {
	case m.prompt != nil:
		return m
	case msg.Button == tea.MouseRight && m.picker == nil:
		m.addSnake(-1)
		return m
	case msg.Button != tea.MouseLeft:
		return m
	case m.picker != nil:
		m.clickPicker(msg.Y, p)
		return m
	}
	m.list.typing = false
	item, onItem := itemAt(msg.Y, p.list, p.rows, &m.list)
	setting := msg.Y - p.settings
	switch {
	case msg.Y == m.h-1:
		return m.clickHint(msg.X)
	case msg.Y == p.modes:
		if i, ok := tabAt(msg.X, m.w, modeNames()); ok {
			m.setMode(mode(i))
			m.row = 0
		}
	case msg.Y == p.games && p.games > 0:
		if i, ok := tabAt(msg.X, m.w, gameNames()); ok {
			m.setGame(i)
			m.row = 1
		}
	case onItem:
		return m.clickItem(msg.X, m.firstItem()+item)
	case setting >= 0 && setting < len(m.settings()):
		m.clickSetting(msg.X, m.firstSetting()+setting)
	}
	return m
}

// itemAt returns the index in l.matches of the item that is drawn in row y, or false if there is none.
// The list is drawn from row top on, in this number of rows.
func itemAt(y, top, rows int, l *list) (int, bool) {
	first, last := l.window(rows)
	i := first + y - top
	return i, y >= top && i < last
}

// tabAt returns the index of the tab in column x, or false if there is none.
func tabAt(x, w int, names []string) (int, bool) {
	columns := tabColumns(w, names)
	for i := range names {
		if x >= columns[i] && x < columns[i+1] {
			return i, true
		}
	}
	return 0, false
}

const markEnd = 6 // column after the mark of an item; a click on the mark always chooses

func (m *menu) clickItem(x, row int) frame.Screen {
	again := m.row == row
	m.selectRow(row)
	switch {
	case again && (m.mode == modeWatch || m.mode == modeHunt):
		return m.start()
	case again || x < markEnd:
		m.toggle()
	}
	return m
}

// clickSetting selects a setting. If the setting is already selected, clickSetting changes its value.
func (m *menu) clickSetting(x, row int) {
	if m.row != row {
		m.selectRow(row)
		return
	}
	if x >= valueColumn && x < valueColumn+2 {
		m.change(-1)
	} else {
		m.change(1)
	}
}

// clickPicker handles a click while the list of a setting's values is open. The first click on a value
// selects the value; the second click chooses it. A click outside of the list closes the list.
func (m *menu) clickPicker(y int, p places) {
	switch i, ok := itemAt(y, p.list, p.rows, &m.picker.list); {
	case !ok:
		m.picker = nil
	case m.picker.list.at == i:
		m.pick()
	default:
		m.picker.list.at = i
	}
}

// clickHint handles a click on a key in the bottom row, at column x.
func (m *menu) clickHint(x int) frame.Screen {
	if hint, ok := frame.HintAt(x, m.w, m.hints()...); ok && len(hint.Keys()) > 0 {
		return m.act(keyName(hint.Keys()[0]))
	}
	return m
}

func (m *menu) wheel(msg tea.MouseWheelMsg) {
	by := frame.Wheel(msg)
	switch {
	case by == 0:
	case m.picker != nil:
		m.picker.list.move(by)
	case len(m.list.matches) > 0:
		m.list.move(by)
		m.row = m.firstItem() + m.list.at
	}
}
