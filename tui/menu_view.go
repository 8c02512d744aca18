package tui

import (
	"fmt"
	"slices"
	"strconv"

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
	m.drawGame(c, y+1)
	y += 3
	settings := m.rows() - m.rowBoard()
	list := max(1, min(len(m.entries), c.h-1-y-settings-1-about))
	at, ok := m.atEntry()
	if !ok {
		at = m.solver
	}
	first := scroll(at, list, len(m.entries))
	for i := first; i < first+list; i++ {
		m.drawEntry(c, y, i)
		y++
	}
	y++
	m.drawSettings(c, y)
	if about > 0 {
		m.drawAbout(c, y+settings+1)
	}
	if m.message != "" {
		c.text(1, c.h-1, c.w-2, m.message, ink{fg: m.bad, bold: true})
		return
	}
	hints(c, m.palette, c.h-1, keyHelp, keyStart, keyMode, keyGame, keySelect, keyQuit)
}

// drawSettings writes the rows below the solvers.
func (m *menu) drawSettings(c *canvas, y int) {
	g := m.opts.Game
	size := fmt.Sprintf("%dx%d", g.W, g.H)
	if name := levelName(g.Level); name != "" {
		m.setting(c, y, m.rowBoard(), "level", name+" "+size, count(int64(edible(g.Level)), "edible wall"))
	} else if g.Level != nil {
		m.setting(c, y, m.rowBoard(), "level", size, "from a file")
	} else {
		m.setting(c, y, m.rowBoard(), "board", size, "")
	}
	if isMaze(g.Rules) {
		r := regrowths[m.regrow()]
		m.setting(c, y+1, m.rowRegrow(), "regrow", r.name, r.about)
		y++
	}
	m.setting(c, y+1, m.rowSpeed(), "speed", m.pace.String(), "")
	m.setting(c, y+2, m.rowSeed(), "seed", strconv.FormatUint(m.opts.Seed, 10), "type digits")
}

// edible is the number of edible walls of a level.
func edible(l *ouro.Level) int {
	n := 0
	for _, t := range l.Terrain {
		if t == ouro.Hedge {
			n++
		}
	}
	return n
}

// drawMode shows the modes, the chosen one marked.
func (m *menu) drawMode(c *canvas, y int) {
	var names []string
	for _, choice := range modes() {
		names = append(names, choice.name)
	}
	m.cursor(c, y, rowMode)
	m.tabs(c, y, names, int(m.mode), modes()[m.mode].about)
}

// drawGame shows the rules, the chosen ones marked.
func (m *menu) drawGame(c *canvas, y int) {
	m.cursor(c, y, rowGame)
	if isMaze(m.opts.Game.Rules) {
		m.tabs(c, y, []string{"classic", mazeRules}, 1, "a level with edible walls, which are the food")
	} else {
		m.tabs(c, y, []string{"classic", mazeRules}, 0, "an open board, one food at a time")
	}
}

// tabs writes names side by side, the chosen one marked, and a word about it.
func (m *menu) tabs(c *canvas, y int, names []string, chosen int, about string) {
	x := 4
	for i, name := range names {
		if i == chosen {
			x = c.text(x, y, c.w-x, "["+name+"]", ink{fg: m.accent, bold: true})
		} else {
			x = c.text(x, y, c.w-x, " "+name+" ", ink{fg: m.dim, faint: m.mono})
		}
		x++
	}
	if c.w >= 64 {
		c.text(max(x+2, 32), y, c.w-max(x+2, 32)-1, about, ink{fg: m.dim, faint: m.mono})
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
	if m.refuses[i] != nil {
		k = ink{fg: m.dim, faint: m.mono}
	}
	switch m.mode {
	case modeCompare:
		mark := "□ "
		if at := slices.Index(m.chosen, i); at >= 0 {
			mark, k.fg, k.bold = "■ ", m.seat(at), true
		}
		x = c.text(x, y, 2, mark, k)
	default:
		mark := "○ "
		if m.mode == modeWatch && m.solver == i || m.mode == modePlay && m.hint == i {
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
	if m.row == row || row == m.rowBoard() || row == m.rowRegrow() {
		c.text(x+2, y, max(0, c.w-x-3), note, ink{fg: m.dim, faint: m.mono})
	}
}

// drawAbout describes the solver in the row, or why it cannot play.
func (m *menu) drawAbout(c *canvas, y int) {
	i, ok := m.atEntry()
	if !ok {
		return
	}
	e := m.entries[i]
	y = c.wrap(4, y, c.w-5, 2, e.Idea, ink{fg: m.text})
	if err := m.refuses[i]; err != nil {
		y = c.wrap(4, y, c.w-5, 2, "cannot play this game: "+err.Error(), ink{fg: m.bad})
	}
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
