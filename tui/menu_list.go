package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro/tui/frame"
	"ouro/tui/player"
)

type item struct {
	name  string
	about string
	dim   bool // whether the item is drawn dim, because it cannot be chosen
}

// list is a list of items that scrolls. The user can filter the items by typing a part of a name.
type list struct {
	title   string
	items   []item
	filter  string
	typing  bool  // whether keys edit the filter
	matches []int // indices of the items that match the filter
	at      int   // index in matches of the selected item
	top     int   // the first visible row; -1 centres the list around the selected item
}

func newList(title string, items []item) list {
	l := list{title: title, items: items, top: -1}
	l.applyFilter()
	return l
}

// applyFilter computes matches. The selected item stays selected if it matches.
func (l *list) applyFilter() {
	was, ok := l.item()
	l.matches = l.matches[:0]
	for i, it := range l.items {
		if strings.Contains(strings.ToLower(it.name), strings.ToLower(l.filter)) {
			l.matches = append(l.matches, i)
		}
	}
	l.at = 0
	if ok {
		l.selectItem(was)
	}
}

// item returns the index in items of the selected item, or false if no item matches the filter.
func (l *list) item() (int, bool) {
	if l.at < 0 || l.at >= len(l.matches) {
		return 0, false
	}
	return l.matches[l.at], true
}

// selectItem selects item i if it matches the filter.
func (l *list) selectItem(i int) {
	if at := slices.Index(l.matches, i); at >= 0 {
		l.at = at
	}
}

func (l *list) move(by int) { l.at = min(max(l.at+by, 0), max(0, len(l.matches)-1)) }

func (l *list) clear() {
	l.filter, l.typing = "", false
	l.applyFilter()
}

// press handles a key while the user edits the filter. ok is false if the key has no effect on the
// filter.
func (l *list) press(msg tea.KeyPressMsg) (ok bool) {
	switch {
	case key.Matches(msg, keyEscape):
		l.clear()
	case key.Matches(msg, keyUp):
		l.move(-1)
	case key.Matches(msg, keyDown):
		l.move(1)
	case key.Matches(msg, keyErase):
		l.filter = withoutLast(l.filter)
		l.applyFilter()
	case typedText(msg) != "" && len(l.filter) < maxTyped:
		l.filter += typedText(msg)
		l.applyFilter()
	default:
		return false
	}
	return true
}

// withoutLast returns the text without its last character.
func withoutLast(text string) string {
	_, size := utf8.DecodeLastRuneInString(text)
	return text[:len(text)-size]
}

const maxTyped = 200 // maximum length in bytes of a typed or pasted line

// typedText returns the text that a key types, or "".
func typedText(msg tea.KeyPressMsg) string {
	if msg.Mod&^tea.ModShift != 0 {
		return ""
	}
	return msg.Text
}

// window returns the range of visible matches in a list with this number of rows. It scrolls as little
// as possible, so that a clicked item stays under the mouse.
func (l *list) window(rows int) (first, last int) {
	if l.top < 0 {
		l.top = l.at - rows/2
	}
	l.top = min(max(l.top, l.at-rows+1), l.at)
	l.top = min(max(l.top, 0), max(0, len(l.matches)-rows))
	return l.top, min(l.top+rows, len(l.matches))
}

// setting is a row below the list. The keys left and right change its value. A setting with many
// values can also list them.
type setting struct {
	name, value string
	note        string       // a remark about the value
	digits      bool         // whether the user can type the value in digits
	turn        func(by int) // changes the value by this many places

	items []item      // the possible values, or nil
	at    int         // index of the value in items, or -1 if it is not in items
	pick  func(i int) // sets the value items[i]
}

// settingOf returns a setting whose value is items[index] or, if index is -1, otherValue.
func settingOf(name, otherValue string, items []item, index int, pick func(i int)) setting {
	s := setting{name: name, value: otherValue, items: items, at: index, pick: pick}
	if index >= 0 {
		s.value, s.note = items[index].name, items[index].about
	}
	s.turn = func(by int) {
		if index < 0 { // the first change leads to the first or the last item
			index = len(items) - max(by, 0)
		}
		pick((index + by + len(items)) % len(items))
	}
	return s
}

// itemsOf converts entries to items. chosenIndex is the index of the chosen entry, or -1.
func itemsOf[T any](all []T, itemOf func(entry T) (it item, chosen bool)) (items []item, chosenIndex int) {
	chosenIndex = -1
	for i, entry := range all {
		it, chosen := itemOf(entry)
		if items = append(items, it); chosen {
			chosenIndex = i
		}
	}
	return items, chosenIndex
}

func (m *menu) speedSetting(ladder player.Ladder) setting {
	pace := &m.pace[m.mode]
	return setting{name: "speed", value: pace.String(), turn: func(by int) {
		if by > 0 {
			*pace = ladder.Faster(*pace)
		} else {
			*pace = ladder.Slower(*pace)
		}
	}}
}

func (m *menu) seedSetting() setting {
	return setting{
		name: "seed", value: strconv.FormatUint(m.seed, 10), note: "type digits", digits: true,
		turn: func(by int) { m.seed += uint64(by) },
	}
}

// picker is the open list of a setting's values. It replaces the list of the menu.
type picker struct {
	list
	setting
}

// search opens the list of the selected setting's values. If no setting is selected, search lets the
// user type the filter of the menu's list.
func (m *menu) search() {
	s, ok := m.atSetting()
	switch {
	case !ok:
		if _, item := m.atItem(); !item {
			m.row = m.firstItem() + m.list.at
		}
		m.list.typing = true
	case s.items == nil:
		m.message = "the " + s.name + " has no list of values: change it with ← and →"
	default:
		p := &picker{newList(s.name, s.items), s}
		p.typing = true
		p.list.selectItem(s.at)
		m.picker = p
	}
}

func (m *menu) pressFilter(msg tea.KeyPressMsg) {
	if key.Matches(msg, frame.KeyStart) || !m.list.press(msg) {
		m.list.typing = false
		if len(m.list.matches) == 0 {
			m.list.clear()
		}
	}
	m.row = m.firstItem() + m.list.at
}

func (m *menu) pressPicker(msg tea.KeyPressMsg) {
	switch {
	case key.Matches(msg, keyEscape):
		m.picker = nil
	case key.Matches(msg, frame.KeyStart):
		m.pick()
	case key.Matches(msg, keyPageUp):
		m.picker.move(1 - m.places().rows)
	case key.Matches(msg, keyPageDn):
		m.picker.move(m.places().rows - 1)
	default:
		m.picker.press(msg)
	}
}

// pick chooses the selected value of the open list.
func (m *menu) pick() {
	i, ok := m.picker.item()
	if !ok {
		m.message = fmt.Sprintf("no %s contains %q", m.picker.title, m.picker.filter)
		return
	}
	m.picker.pick(i)
	m.picker = nil
	m.refresh()
}

// prompt is a line that the user types. enter receives the text when the user presses the enter key.
type prompt struct {
	label, text string
	enter       func(text string) error
}

func (m *menu) pressPrompt(msg tea.KeyPressMsg) {
	p := m.prompt
	switch {
	case key.Matches(msg, keyEscape):
		m.prompt = nil
	case key.Matches(msg, frame.KeyStart):
		if err := p.enter(p.text); err != nil {
			m.message = err.Error()
			return
		}
		m.prompt = nil
	case key.Matches(msg, keyErase):
		p.text = withoutLast(p.text)
	case len(p.text) < maxTyped:
		p.text += typedText(msg)
	}
}
