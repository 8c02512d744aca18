package frame

import (
	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro/tui/canvas"
)

// help is the window over a screen that lists the keys of the screen. Long texts are wrapped. The
// help scrolls if it has more lines than the window has rows.
type help struct {
	title string
	width int      // width of the text
	rows  [][]word // lines of the help
	room  int      // number of rows of the window
}

// word is a text in a line of the help, at column x.
type word struct {
	x    int
	text string
	kind wordKind
}

type wordKind int

const (
	aKey wordKind = iota
	aMeaning
	aNote
)

const (
	helpUsual = 42 // minimum width of the text, if the window has room
	helpLabel = 10 // minimum width of the keys, if the window has room
	helpGap   = 3  // between two columns of keys
)

// newHelp lays out the keys and the notes for a screen of w x h. If they do not fit into the window
// with one column of keys, newHelp uses two columns, provided the window is wide enough.
func newHelp(w, h int, title string, keys []key.Binding, notes []string) help {
	labelWidth, meaningWidth := 0, 0
	for _, k := range keys {
		labelWidth = max(labelWidth, len([]rune(k.Help().Key))+1)
		meaningWidth = max(meaningWidth, len([]rune(k.Help().Desc)))
	}
	most := w - 6
	if helpLabel+meaningWidth <= most {
		labelWidth = max(labelWidth, helpLabel)
	}
	p := help{title: title, room: h - 3, width: min(most, max(helpUsual, labelWidth+meaningWidth))}
	p.layOut(1, labelWidth, keys, notes)
	if both := 2*(labelWidth+meaningWidth) + helpGap; len(p.rows) > p.room && both <= most {
		p.width = both
		p.layOut(2, labelWidth, keys, notes)
	}
	return p
}

// layOut sets the lines of the help, with this number of columns of keys.
func (p *help) layOut(columns, labelWidth int, keys []key.Binding, notes []string) {
	p.rows = nil
	each, wide := (len(keys)+columns-1)/columns, (p.width+helpGap)/columns-helpGap
	for column := range columns {
		x, row := column*(wide+helpGap), 0
		for _, k := range keys[min(column*each, len(keys)):min((column+1)*each, len(keys))] {
			p.put(row, word{x, k.Help().Key, aKey})
			for _, line := range canvas.WrapLines(k.Help().Desc, wide-labelWidth) {
				p.put(row, word{x + labelWidth, line, aMeaning})
				row++
			}
		}
	}
	if len(notes) > 0 {
		p.rows = append(p.rows, nil)
	}
	for _, note := range notes {
		for _, line := range canvas.WrapLines(note, p.width) {
			p.put(len(p.rows), word{0, line, aNote})
		}
	}
}

func (p *help) put(row int, w word) {
	if row == len(p.rows) {
		p.rows = append(p.rows, nil)
	}
	p.rows[row] = append(p.rows[row], w)
}

// below returns the number of lines that do not fit into the window.
func (p *help) below() int { return max(0, len(p.rows)-p.room) }

// scroll returns the number of rows by which msg scrolls the help; up is negative. ok is false if msg
// does not scroll the help.
func (p *help) scroll(msg tea.Msg) (rows int, ok bool) {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		rows = 3 * Wheel(msg)
	case tea.KeyPressMsg:
		switch msg.String() {
		case "up", "k":
			rows = -1
		case "down", "j":
			rows = 1
		case "pgup":
			rows = -p.room
		case "pgdown":
			rows = p.room
		}
	}
	return rows, rows != 0 && p.below() > 0
}

func (p *help) draw(c *canvas.Canvas, t *canvas.Theme, top int) {
	visible := min(len(p.rows), p.room)
	height := min(visible+2, c.H-2) // two more rows: an empty one, if it fits, and one about closing the help
	x, y := (c.W-p.width-4)/2, (c.H-height-2)/2
	c.Clear(x, y, p.width+4, height+2)
	c.Frame(x, y, p.width+2, height, canvas.Ink{FG: t.Accent})
	c.Text(x+2, y, p.width, " "+p.title+" ", canvas.Ink{FG: t.Accent, Bold: true})
	inks := [...]canvas.Ink{aKey: {FG: t.Accent, Bold: true}, aMeaning: {FG: t.Text}, aNote: {FG: t.Dim, Faint: t.Mono}}
	for i, row := range p.rows[top : top+visible] {
		for _, w := range row {
			c.Text(x+2+w.x, y+1+i, p.width-w.x, w.text, inks[w.kind])
		}
	}
	closes := "any key closes · shift-drag selects text"
	switch {
	case p.below() > 0:
		closes = "↑↓ scroll · other keys close"
	case len(closes) > p.width:
		closes = "any key closes"
	}
	c.Text(x+2, y+height, p.width, closes, inks[aNote])
}
