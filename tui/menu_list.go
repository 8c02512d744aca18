package tui

import (
	"slices"
	"strings"
	"unicode/utf8"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
)

type item struct {
	name  string
	about string
	dim   bool // it can be selected, but not chosen
}

// list is a list of items, filtered by typing. It scrolls if it has more items than rows.
type list struct {
	title   string
	items   []item
	filter  string
	typing  bool // keys edit the filter
	matches []int
	at      int // in matches
	top     int // the first visible row; -1 centres the list around at
}

func newList(title string, items []item) list {
	l := list{title: title, items: items, top: -1}
	l.sift()
	return l
}

// sift applies the filter; the selected item stays selected if it matches.
func (l *list) sift() {
	was, on := l.item()
	l.matches = l.matches[:0]
	for i, it := range l.items {
		if strings.Contains(strings.ToLower(it.name), strings.ToLower(l.filter)) {
			l.matches = append(l.matches, i)
		}
	}
	l.at = 0
	if on {
		l.to(was)
	}
}

// item returns the selected item, unless the filter matches none.
func (l *list) item() (int, bool) {
	if l.at < 0 || l.at >= len(l.matches) {
		return 0, false
	}
	return l.matches[l.at], true
}

// to selects an item, if it matches the filter.
func (l *list) to(i int) {
	if at := slices.Index(l.matches, i); at >= 0 {
		l.at = at
	}
}

// move moves the selection and stops at the ends.
func (l *list) move(by int) { l.at = min(max(l.at+by, 0), max(0, len(l.matches)-1)) }

func (l *list) clear() {
	l.filter, l.typing = "", false
	l.sift()
}

// press handles a key while the filter is edited; ok reports whether it was a key of the
// list.
func (l *list) press(msg tea.KeyPressMsg) (ok bool) {
	switch {
	case key.Matches(msg, keyEscape):
		l.clear()
	case key.Matches(msg, keyUp):
		l.move(-1)
	case key.Matches(msg, keyDown):
		l.move(1)
	case key.Matches(msg, keyErase):
		l.filter = erased(l.filter)
		l.sift()
	case printed(msg) != "" && len(l.filter) < maxTyped:
		l.filter += printed(msg)
		l.sift()
	default:
		return false
	}
	return true
}

// erased returns the text without its last letter.
func erased(text string) string {
	_, size := utf8.DecodeLastRuneInString(text)
	return text[:len(text)-size]
}

// maxTyped limits typed and pasted lines, in bytes.
const maxTyped = 200

// printed returns the text that a key types, or "".
func printed(msg tea.KeyPressMsg) string {
	if msg.Mod&^tea.ModShift != 0 {
		return ""
	}
	return msg.Text
}

// window returns the range of visible matches. It scrolls no farther than necessary, so
// that a clicked item stays under the mouse.
func (l *list) window(rows int) (first, last int) {
	if l.top < 0 {
		l.top = l.at - rows/2
	}
	l.top = min(max(l.top, l.at-rows+1), l.at)
	l.top = min(max(l.top, 0), max(0, len(l.matches)-rows))
	return l.top, min(l.top+rows, len(l.matches))
}
