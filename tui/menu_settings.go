package tui

import (
	"fmt"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro/tui/frame"
	"ouro/tui/player"
)

// setting is a row of the menu below the list: turned on with left and right, and
// chosen from a list of its own where it can be many things.
type setting struct {
	name, value string
	note        string // a word about the value
	digits      bool   // it can be typed
	turn        func(by int)

	items []item // what it can be, or nil
	at    int    // in items, or -1 for something else
	pick  func(i int)
}

// of is a setting that is one of these items, or some other value.
func of(name, other string, items []item, at int, pick func(i int)) setting {
	s := setting{name: name, value: other, items: items, at: at, pick: pick}
	if at >= 0 {
		s.value, s.note = items[at].name, items[at].about
	}
	s.turn = func(by int) {
		if at < 0 { // from nowhere to one of the ends
			at = len(items) - max(by, 0)
		}
		pick((at + by + len(items)) % len(items))
	}
	return s
}

// choices returns the items of a table, and which of them is chosen, or -1.
func choices[T any](all []T, itemOf func(entry T) (it item, chosen bool)) (items []item, at int) {
	at = -1
	for i, entry := range all {
		it, chosen := itemOf(entry)
		if items = append(items, it); chosen {
			at = i
		}
	}
	return items, at
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

// picker is the list of what a setting can be, in place of the menu's own.
type picker struct {
	list
	setting
}

// search lets the list in the row be filtered, or that of the setting be opened.
func (m *menu) search() {
	s, ok := m.atSetting()
	switch {
	case !ok:
		if _, item := m.atItem(); !item {
			m.row = m.firstItem() + m.list.at
		}
		m.list.typing = true
	case s.items == nil:
		m.message = "there is no list of " + s.name + "s: ← and → change it"
	default:
		p := &picker{newList(s.name, s.items), s}
		p.typing = true
		p.list.to(s.at)
		m.picker = p
	}
}

// pressFilter takes a key while the menu's own list is filtered.
func (m *menu) pressFilter(msg tea.KeyPressMsg) {
	if key.Matches(msg, frame.KeyStart) || !m.list.press(msg) {
		m.list.typing = false
		if len(m.list.shown) == 0 {
			m.list.clear()
		}
	}
	m.row = m.firstItem() + m.list.at
}

// pressPicker takes a key while what a setting can be is listed.
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

func (m *menu) pick() {
	i, ok := m.picker.item()
	if !ok {
		m.message = fmt.Sprintf("no %s is called %q", m.picker.title, m.picker.filter)
		return
	}
	m.picker.pick(i)
	m.picker = nil
	m.refresh()
}

// prompt is a line that is typed or pasted.
type prompt struct {
	label, text string
	done        func(text string) error
}

func (m *menu) pressPrompt(msg tea.KeyPressMsg) {
	p := m.prompt
	switch {
	case key.Matches(msg, keyEscape):
		m.prompt = nil
	case key.Matches(msg, frame.KeyStart):
		if err := p.done(p.text); err != nil {
			m.message = err.Error()
			return
		}
		m.prompt = nil
	case key.Matches(msg, keyErase):
		p.text = erased(p.text)
	case len(p.text) < maxTyped:
		p.text += printed(msg)
	}
}
