package tui

import (
	"fmt"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro/tui/frame"
	"ouro/tui/player"
)

// setting is a row below the list. Left and right change its value; settings with many
// values have a list too.
type setting struct {
	name, value string
	note        string // a remark about the value
	digits      bool   // digits can be typed
	turn        func(by int)

	items []item // the possible values, or nil
	at    int    // index in items, or -1 for another value
	pick  func(i int)
}

// of returns a setting with one of these values, or another one.
func of(name, other string, items []item, at int, pick func(i int)) setting {
	s := setting{name: name, value: other, items: items, at: at, pick: pick}
	if at >= 0 {
		s.value, s.note = items[at].name, items[at].about
	}
	s.turn = func(by int) {
		if at < 0 { // from another value to one of the ends
			at = len(items) - max(by, 0)
		}
		pick((at + by + len(items)) % len(items))
	}
	return s
}

// choices converts a table to items, with the index of the chosen one, or -1.
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

// picker is the list of a setting's values, in place of the menu's list.
type picker struct {
	list
	setting
}

// search starts filtering the list in the row, or opens the list of the setting.
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

// pressFilter handles a key while the menu's list is filtered.
func (m *menu) pressFilter(msg tea.KeyPressMsg) {
	if key.Matches(msg, frame.KeyStart) || !m.list.press(msg) {
		m.list.typing = false
		if len(m.list.matches) == 0 {
			m.list.clear()
		}
	}
	m.row = m.firstItem() + m.list.at
}

// pressPicker handles a key while the values of a setting are listed.
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
