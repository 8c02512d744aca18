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
	dim   bool // it can be gone to, but not be chosen
}

// list is a choice of items, filtered by typing. It scrolls if it is longer than its room.
type list struct {
	title  string
	items  []item
	filter string
	typing bool // what is typed is the filter
	shown  []int
	at     int // in shown
	top    int // the first one that is to be seen; -1 puts the list around at
}

func newList(title string, items []item) list {
	l := list{title: title, items: items, top: -1}
	l.sift()
	return l
}

// sift applies the filter, and stays on the chosen item if the filter leaves it.
func (l *list) sift() {
	was, on := l.item()
	l.shown = l.shown[:0]
	for i, it := range l.items {
		if strings.Contains(strings.ToLower(it.name), strings.ToLower(l.filter)) {
			l.shown = append(l.shown, i)
		}
	}
	l.at = 0
	if on {
		l.to(was)
	}
}

// item is the item that the list is on, unless the filter leaves none.
func (l *list) item() (int, bool) {
	if l.at < 0 || l.at >= len(l.shown) {
		return 0, false
	}
	return l.shown[l.at], true
}

// to goes to an item, if the filter leaves it.
func (l *list) to(i int) {
	if at := slices.Index(l.shown, i); at >= 0 {
		l.at = at
	}
}

// move goes up or down and stops at the ends.
func (l *list) move(by int) { l.at = min(max(l.at+by, 0), max(0, len(l.shown)-1)) }

func (l *list) clear() {
	l.filter, l.typing = "", false
	l.sift()
}

// press takes a key while the filter is typed: it was one of the list if ok.
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

// erased is a text without its last letter.
func erased(text string) string {
	_, size := utf8.DecodeLastRuneInString(text)
	return text[:len(text)-size]
}

// maxTyped is how much can be typed or pasted into a line.
const maxTyped = 200

// printed is what a key writes, or nothing.
func printed(msg tea.KeyPressMsg) string {
	if msg.Mod&^tea.ModShift != 0 {
		return ""
	}
	return msg.Text
}

// window is which of the shown items stand in so many rows. It moves no farther
// than it must: what was clicked on stays under the mouse.
func (l *list) window(rows int) (first, last int) {
	if l.top < 0 {
		l.top = l.at - rows/2
	}
	l.top = min(max(l.top, l.at-rows+1), l.at)
	l.top = min(max(l.top, 0), max(0, len(l.shown)-rows))
	return l.top, min(l.top+rows, len(l.shown))
}
