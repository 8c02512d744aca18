package tui

import (
	"fmt"
	"slices"

	"charm.land/bubbles/v2/key"

	"ouro"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/tui/canvas"
	"ouro/tui/frame"
)

// places has the rows of the screen in which the parts of the menu begin.
type places struct {
	modes, games int // games is 0 if the mode has a single game
	list, rows   int // first row and number of rows of the list, without its title
	settings     int
	about        int // description of the selected item
}

// Heights of the description of the selected item: beside a whole list, and at most if the list
// scrolls.
const (
	aboutRows     = 6
	mostAboutRows = 8
)

// places returns the places for the size of the last picture.
func (m *menu) places() places {
	p := places{modes: 1}
	switch {
	case m.h >= 28:
		p.modes = 6 // below the banner
	case m.h >= 25:
		p.modes = 2
	}
	p.list = p.modes + 2
	if modes()[m.mode].games {
		p.games = p.modes + 1
		p.list++
	}
	room := m.h - 1 - p.list
	if m.picker != nil {
		p.rows = max(1, min(len(m.picker.list.items), room-2))
		p.about = p.list + p.rows + 1
		return p
	}
	settings := len(m.settings())
	room -= settings + 1
	if m.h >= 20 && room-aboutRows >= len(m.list.items) {
		room -= aboutRows
	} else if m.h >= 20 {
		room -= min(mostAboutRows, m.h/3)
	}
	p.rows = max(1, min(len(m.list.items), room))
	p.settings = p.list + p.rows + 1
	p.about = p.settings + settings + 1
	return p
}

func (m *menu) Draw(c *canvas.Canvas) {
	m.w, m.h = c.W, c.H
	p := m.places()
	frame.Headline(c, m.Theme, "the menu", "a laboratory and arena for Snake AIs", "")
	if c.H >= 28 {
		drawBanner(c, m.Theme, 2)
	}
	m.drawTabs(c, p.modes, tabs{0, modeNames(), int(m.mode), modes()[m.mode].about})
	if p.games > 0 {
		m.drawTabs(c, p.games, tabs{1, gameNames(), m.game, menuGames[m.game].about})
	}
	if m.picker != nil {
		m.drawList(c, p, &m.picker.list, m.drawPick)
		if i, ok := m.picker.item(); ok && c.H-1 > p.about {
			c.Wrap(canvas.At(4, p.about, c.W-5, c.H-1-p.about), m.picker.list.items[i].about, canvas.Ink{FG: m.Text})
		}
	} else {
		m.drawList(c, p, &m.list, m.drawItem)
		for i, s := range m.settings() {
			m.drawSetting(c, p.settings+i, m.firstSetting()+i, s)
		}
		if c.H >= 20 {
			m.drawAbout(c, p.about)
		}
	}
	m.drawFoot(c)
}

// drawFoot writes the message, the line that the user types, or the keys.
func (m *menu) drawFoot(c *canvas.Canvas) {
	switch {
	case m.message != "":
		c.Text(1, c.H-1, c.W-2, m.message, canvas.Ink{FG: m.Bad, Bold: true})
	case m.prompt != nil:
		x := c.Text(1, c.H-1, c.W-2, m.prompt.label+": ", canvas.Ink{FG: m.Accent, Bold: true})
		c.Text(x, c.H-1, c.W-x-1, tail(m.prompt.text, c.W-x-3)+"▏", canvas.Ink{FG: m.Text})
	default:
		frame.Hints(c, m.Theme, c.H-1, m.hints()...)
	}
}

// hints returns the keys for the bottom row, the most important first.
func (m *menu) hints() []key.Binding {
	switch {
	case m.picker != nil:
		return []key.Binding{frame.Binding("enter", "choose", "enter"), keyEscape, frame.Binding("↑↓", "move"), frame.Binding("type", "to search")}
	case m.list.typing:
		return []key.Binding{frame.Binding("enter", "done", "enter"), frame.Binding("esc", "show all"), frame.Binding("↑↓", "move"), frame.Binding("type", "to search")}
	}
	keys := []key.Binding{frame.KeyHelp, frame.KeyStart, keyMode, keySelect, keyFilter}
	switch m.mode {
	case modeBattle:
		keys = append(keys, frame.Binding("u", "URL", "u"), frame.Binding("←→", "number"))
	case modeHunt:
	default:
		keys = append(keys, keyGame)
	}
	return append(keys, frame.KeyQuit)
}

// tail returns the end of text, at most width characters.
func tail(text string, width int) string {
	r := []rune(text)
	return string(r[max(0, len(r)-max(0, width)):])
}

func modeNames() (names []string) {
	for _, choice := range modes() {
		names = append(names, choice.name)
	}
	return names
}

func gameNames() (names []string) {
	for _, game := range menuGames {
		names = append(names, game.rules.Name)
	}
	return names
}

// tabColumns returns the first column of each tab in a window of width w, and the column after the
// last tab.
func tabColumns(w int, names []string) []int {
	columns := []int{4}
	for _, name := range names {
		x := columns[len(columns)-1] + len([]rune(name)) + 2
		if w >= 50 {
			x++
		}
		columns = append(columns, x)
	}
	return columns
}

// tabs is a row of names, one of which is chosen.
type tabs struct {
	row    int // row of the menu
	names  []string
	chosen int
	about  string // description of the chosen tab
}

func (m *menu) drawTabs(c *canvas.Canvas, y int, t tabs) {
	m.cursor(c, y, t.row)
	columns := tabColumns(c.W, t.names)
	for i, name := range t.names {
		x, text, k := columns[i], " "+name+" ", canvas.Ink{FG: m.Dim, Faint: m.Mono}
		if i == t.chosen {
			text, k = "["+name+"]", canvas.Ink{FG: m.Accent, Bold: true}
		}
		c.Text(x, y, c.W-x, text, k)
	}
	if x := max(columns[len(t.names)]+1, 32); c.W >= 64 {
		c.Text(x, y, c.W-x-1, t.about, canvas.Ink{FG: m.Dim, Faint: m.Mono})
	}
}

// cursor draws the mark of the selected row in screen row y, if row is selected.
func (m *menu) cursor(c *canvas.Canvas, y, row int) {
	if m.row == row && m.picker == nil {
		c.Text(2, y, 1, "›", canvas.Ink{FG: m.Accent, Bold: true})
	}
}

// drawList draws a list: its title with the position and the filter, the visible items, and a scroll
// bar if not all items are visible. draw draws the item l.matches[at] in row y.
func (m *menu) drawList(c *canvas.Canvas, p places, l *list, draw func(c *canvas.Canvas, y, at int)) {
	x := c.Text(4, p.list-1, c.W-5, l.title, canvas.Ink{FG: m.Dim, Faint: m.Mono})
	if len(l.matches) > 0 {
		x = c.Text(x+1, p.list-1, c.W-x-2, fmt.Sprintf("%d of %d", l.at+1, len(l.matches)), canvas.Ink{FG: m.Dim, Faint: m.Mono})
	}
	if m.mode == modeBattle && l == &m.list {
		x = c.Text(x+2, p.list-1, c.W-x-3, english.Count(m.seatCount(), "snake")+" chosen", canvas.Ink{FG: m.Text})
	}
	if l.typing || l.filter != "" {
		cursor := ""
		if l.typing {
			cursor = "▏"
		}
		c.Text(x+2, p.list-1, c.W-x-3, "/"+tail(l.filter, c.W-x-6)+cursor, canvas.Ink{FG: m.Accent, Bold: true})
	}
	if len(l.matches) == 0 {
		c.Text(4, p.list, c.W-5, fmt.Sprintf("no name contains %q", l.filter), canvas.Ink{FG: m.Bad})
		return
	}
	first, last := l.window(p.rows)
	for at := first; at < last; at++ {
		draw(c, p.list+at-first, at)
	}
	if last-first == len(l.matches) {
		return
	}
	from, to := first*p.rows/len(l.matches), (last*p.rows+len(l.matches)-1)/len(l.matches)
	for y := range p.rows {
		r := '│'
		switch {
		case y == 0 && first > 0:
			r = '↑'
		case y == p.rows-1 && last < len(l.matches):
			r = '↓'
		case y >= from && y < to:
			r = '┃'
		}
		c.Put(c.W-1, p.list+y, r, canvas.Ink{FG: m.Dim, Faint: m.Mono})
	}
}

func (m *menu) drawItem(c *canvas.Canvas, y, at int) {
	i, row := m.list.matches[at], m.firstItem()+at
	m.cursor(c, y, row)
	k := canvas.Ink{FG: m.Text, Bold: m.row == row}
	if m.list.items[i].dim {
		k.FG, k.Faint = m.Dim, m.Mono
	}
	mark, on := "○", false
	switch m.mode {
	case modeWatch:
		on = m.solver[m.game] == i
	case modePlay:
		on = m.hint == i
	case modeHunt:
		on = m.level == i
	case modeCompare:
		if mark = "□"; slices.Contains(m.compared, i) {
			mark, k.FG, k.Bold = "■", m.Seat(slices.Index(m.compared, i)), true
		}
	case modeBattle:
		if mark = "·"; m.snakes[i].n > 0 {
			mark, k.FG, k.Bold = fmt.Sprint(m.snakes[i].n), m.Accent, true
		}
	}
	if on {
		mark, k.FG, k.Bold = "●", m.Accent, true
	}
	c.Text(4, y, 1, mark, k)
	m.drawLine(c, y, &m.list, i, k)
}

func (m *menu) drawPick(c *canvas.Canvas, y, at int) {
	i, k := m.picker.matches[at], canvas.Ink{FG: m.Text}
	mark := "○"
	if i == m.picker.setting.at {
		mark, k.FG = "●", m.Accent
	}
	if at == m.picker.list.at {
		c.Text(2, y, 1, "›", canvas.Ink{FG: m.Accent, Bold: true})
		k.Bold = true
	}
	c.Text(4, y, 1, mark, k)
	m.drawLine(c, y, &m.picker.list, i, k)
}

// drawLine writes the name of item i and its description, in two columns.
func (m *menu) drawLine(c *canvas.Canvas, y int, l *list, i int, k canvas.Ink) {
	column := valueColumn
	for _, it := range l.items {
		column = max(column, min(len([]rune(it.name))+8, 22))
	}
	x := c.Text(6, y, c.W-8, l.items[i].name, k)
	if x = max(column, x+2); c.W >= 60 {
		c.Text(x, y, c.W-x-2, l.items[i].about, canvas.Ink{FG: m.Dim, Faint: m.Mono})
	}
}

const (
	nameColumn  = 4
	valueColumn = 18
)

func (m *menu) drawSetting(c *canvas.Canvas, y, row int, s setting) {
	m.cursor(c, y, row)
	c.Text(nameColumn, y, valueColumn-nameColumn-1, s.name, canvas.Ink{FG: m.Dim, Faint: m.Mono})
	k, value, note := canvas.Ink{FG: m.Text}, s.value, s.note
	if m.row == row {
		k = canvas.Ink{FG: m.Accent, Bold: true}
		value = "‹ " + value + " ›"
		if len(s.items) > 0 {
			note = fmt.Sprintf("%d of %d, / lists all", s.at+1, len(s.items))
		}
	} else if s.digits {
		note = ""
	}
	x := c.Text(valueColumn, y, c.W-valueColumn-1, value, k)
	c.Text(x+2, y, max(0, c.W-x-3), note, canvas.Ink{FG: m.Dim, Faint: m.Mono})
}

// drawAbout describes the selected item, or explains why it cannot be chosen.
func (m *menu) drawAbout(c *canvas.Canvas, y int) {
	i, item := m.atItem()
	switch {
	case m.mode == modeHunt:
		if !item {
			i = m.level
		}
		level, goal := hunter.Levels()[i], m.list.items[i].about
		c.Wrap(canvas.At(4, y, c.W-5, c.H-1-y), fmt.Sprintf("%s, %dx%d cells: %s. Enter starts with this level and continues with the next ones.", level.Name, level.Grid.W, level.Grid.H, goal), canvas.Ink{FG: m.Text})
		return
	case m.mode == modeBattle:
		if err := m.battleError(); err != nil {
			y = c.Wrap(canvas.At(4, y, c.W-5, 2), err.Error(), canvas.Ink{FG: m.Bad})
		}
		if !item {
			return
		}
		if address := m.snakes[i].address; address != "" {
			c.Wrap(canvas.At(4, y, c.W-5, c.H-1-y), "A remote snake. It has 500 ms for each move.", canvas.Ink{FG: m.Text})
			return
		}
		i = m.snakes[i].solver
	case !item:
		return
	}
	m.drawSolver(c, y, i)
}

// drawSolver describes a solver and, if it cannot play the game, the reason.
func (m *menu) drawSolver(c *canvas.Canvas, y, i int) {
	e := m.entries[i]
	y = c.Wrap(canvas.At(4, y, c.W-5, 2), e.Idea, canvas.Ink{FG: m.Text})
	if err := m.refuses[i]; err != nil {
		y = c.Wrap(canvas.At(4, y, c.W-5, 2), "cannot play this game: "+err.Error(), canvas.Ink{FG: m.Bad})
	}
	facts := [][2]string{{"guarantee", e.Guarantee}, {"cost", e.Cost + " a move"}, {"source", e.Source}}
	for _, o := range e.Options {
		facts = append(facts, [2]string{"option", o.Key + "=" + o.Default + ": " + o.Doc})
	}
	for _, fact := range facts {
		if y >= c.H-1 {
			return
		}
		c.Text(nameColumn, y, 12, fact[0], canvas.Ink{FG: m.Dim, Faint: m.Mono})
		y = c.Wrap(canvas.At(valueColumn, y, c.W-valueColumn-1, min(2, c.H-1-y)), fact[1], canvas.Ink{FG: m.Text})
	}
}

// drawBanner draws a snake that bites its tail, and returns the row below the drawing.
func drawBanner(c *canvas.Canvas, p *canvas.Theme, y int) int {
	const scale = 2
	g := ouro.MustGrid(min(ouro.MaxSide, (c.W-6)/scale), 3)
	s := ouro.NewState(g)
	var ring []ouro.Cell
	for x := range g.W {
		ring = append(ring, g.At(x, 2))
	}
	ring = append(ring, g.At(g.W-1, 1))
	for x := g.W - 1; x >= 0; x-- {
		ring = append(ring, g.At(x, 0))
	}
	slices.Reverse(ring)
	s.AddSnake(ring...)
	s.AddFood(g.At(0, 1))
	canvas.NewBoard(c, p, s, canvas.Box{Area: canvas.At(4, y, g.W*scale, 3), Scale: scale}).Solo(nil)
	c.Text(4+g.W*scale/2-8, y+1, 16, "  o  u  r  o  ", canvas.Ink{FG: p.Accent, Bold: true})
	return y + 3
}
