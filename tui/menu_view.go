package tui

import (
	"fmt"
	"slices"
	"strconv"

	"charm.land/bubbles/v2/key"

	"ouro"
)

func (m *menu) draw(c *canvas) {
	headline(c, m.palette, "the menu", "a laboratory for snakes that play themselves", "")
	y := 2
	if c.h >= 28 {
		y = drawBanner(c, m.palette, 2) + 1
	}
	about := 0 // rows that describe the solver in the row
	if c.h >= 20 {
		about = 6
	}
	if c.h < 25 {
		y = 1
	}
	m.drawMode(c, y)
	y += 2
	const settings = 3
	list := max(1, min(len(m.entries), c.h-1-y-settings-1-about))
	first := min(max(0, m.row-rowList-list/2), len(m.entries)-list)
	for i := first; i < first+list; i++ {
		m.drawEntry(c, y, i)
		y++
	}
	y++
	m.setting(c, y, m.rowBoard(), "board", fmt.Sprintf("%dx%d", m.opts.Game.W, m.opts.Game.H), m.levelNote())
	m.setting(c, y+1, m.rowSpeed(), "speed", m.pace.String(), "")
	m.setting(c, y+2, m.rowSeed(), "seed", strconv.FormatUint(m.opts.Seed, 10), "type digits")
	if about > 0 {
		m.drawAbout(c, y+4)
	}
	if m.message != "" {
		c.text(1, c.h-1, c.w-2, m.message, ink{fg: m.bad, bold: true})
		return
	}
	keys := []key.Binding{keyHelp, keyStart, keyMode, keySelect, keyQuit}
	if m.mode == modeWatch {
		keys = slices.Delete(keys, 3, 4)
	}
	hints(c, m.palette, c.h-1, keys...)
}

func (m *menu) levelNote() string {
	if m.opts.Game.Level != nil {
		return "a level with walls"
	}
	return ""
}

// drawMode shows the three modes, the chosen one marked.
func (m *menu) drawMode(c *canvas, y int) {
	m.cursor(c, y, rowMode)
	x := 4
	for i, name := range modeNames {
		if mode(i) == m.mode {
			x = c.text(x, y, c.w-x, "["+name+"]", ink{fg: m.accent, bold: true})
		} else {
			x = c.text(x, y, c.w-x, " "+name+" ", ink{fg: m.dim, faint: m.mono})
		}
		x++
	}
	if c.w >= 64 {
		c.text(x+2, y, c.w-x-3, [...]string{
			"one solver at play", "two to four on the same food", "you play; a solver may advise",
		}[m.mode], ink{fg: m.dim, faint: m.mono})
	}
}

func (m *menu) cursor(c *canvas, y, row int) {
	if m.row == row {
		c.text(2, y, 1, "›", ink{fg: m.accent, bold: true})
	}
}

func (m *menu) drawEntry(c *canvas, y, i int) {
	m.cursor(c, y, rowList+i)
	x := 4
	k := ink{fg: m.text}
	switch m.mode {
	case modeWatch:
	case modeCompare:
		mark := "□ "
		if at := slices.Index(m.chosen, i); at >= 0 {
			mark, k.fg, k.bold = "■ ", m.seat(at), true
		}
		x = c.text(x, y, 2, mark, k)
	case modePlay:
		mark := "○ "
		if m.hint == i {
			mark, k.fg, k.bold = "● ", m.accent, true
		}
		x = c.text(x, y, 2, mark, k)
	}
	if m.row == rowList+i {
		k.bold = true
	}
	x = c.text(x, y, c.w-x-1, m.specs[i].String(), k)
	if x = max(18, x+2); c.w >= 60 {
		c.text(x, y, c.w-x-1, m.entries[i].Idea, ink{fg: m.dim, faint: m.mono})
	}
}

func (m *menu) setting(c *canvas, y, row int, name, value, note string) {
	m.cursor(c, y, row)
	c.text(4, y, 8, name, ink{fg: m.dim, faint: m.mono})
	k := ink{fg: m.text}
	if m.row == row {
		k = ink{fg: m.accent, bold: true}
		value = "‹ " + value + " ›"
	}
	x := c.text(18, y, c.w-19, value, k)
	if m.row == row || row == m.rowBoard() {
		c.text(x+2, y, max(0, c.w-x-3), note, ink{fg: m.dim, faint: m.mono})
	}
}

// drawAbout describes the solver in the row.
func (m *menu) drawAbout(c *canvas, y int) {
	i := m.row - rowList
	if i < 0 || i >= len(m.entries) {
		return
	}
	e := m.entries[i]
	y = c.wrap(4, y, c.w-5, 2, e.Idea, ink{fg: m.text})
	for _, fact := range [...][2]string{{"guarantee", e.Guarantee}, {"cost", e.Cost + " a move"}, {"source", e.Source}} {
		if y >= c.h-1 {
			return
		}
		c.text(4, y, 12, fact[0], ink{fg: m.dim, faint: m.mono})
		c.text(18, y, c.w-19, fact[1], ink{fg: m.text})
		y++
	}
	for _, o := range e.Options {
		if y >= c.h-1 {
			return
		}
		c.text(4, y, 12, "option", ink{fg: m.dim, faint: m.mono})
		c.text(18, y, c.w-19, o.Key+"="+o.Default+": "+o.Doc, ink{fg: m.text})
		y++
	}
}

// drawBanner draws a snake that bites its tail, and is the row after it.
func drawBanner(c *canvas, p *palette, y int) int {
	const scale = 2
	g := ouro.MustGrid(min(ouro.MaxSide, (c.w-6)/scale), 3)
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
	pic := newPicture(c, p, s, scale, 4, y, g.W*scale, 3)
	pic.drawScene(nil)
	c.text(4+g.W*scale/2-8, y+1, 16, "  o  u  r  o  ", ink{fg: p.accent, bold: true})
	return y + 3
}
