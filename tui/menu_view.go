package tui

import (
	"fmt"
	"slices"
	"strconv"

	"ouro"
	"ouro/internal/english"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/solo"
)

func (m *menu) Draw(c *canvas.Canvas) {
	frame.Headline(c, m.Theme, "the menu", "a laboratory for snakes that play themselves", "")
	y := 2
	if c.H >= 28 {
		y = drawBanner(c, m.Theme, 2) + 1
	}
	about := 0 // rows that describe the solver in the row
	if c.H >= 20 {
		about = 6
	}
	if c.H < 25 {
		y = 1
	}
	m.drawMode(c, y)
	m.drawGame(c, y+1)
	y += 3
	settings := m.rows() - m.rowBoard()
	list := max(1, min(len(m.entries), c.H-1-y-settings-1-about))
	at, ok := m.atEntry()
	if !ok {
		at = m.solver
	}
	first := canvas.Scroll(at, list, len(m.entries))
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
		c.Text(1, c.H-1, c.W-2, m.message, canvas.Ink{FG: m.Bad, Bold: true})
		return
	}
	frame.Hints(c, m.Theme, c.H-1, frame.KeyHelp, frame.KeyStart, keyMode, keyGame, keySelect, frame.KeyQuit)
}

// drawSettings writes the rows below the solvers.
func (m *menu) drawSettings(c *canvas.Canvas, y int) {
	g := m.Opts.Game
	size := fmt.Sprintf("%dx%d", g.W, g.H)
	if name := solo.LevelName(g.Level); name != "" {
		m.setting(c, y, m.rowBoard(), "level", name+" "+size, english.Count(edible(g.Level), "edible wall"))
	} else if g.Level != nil {
		m.setting(c, y, m.rowBoard(), "level", size, "from a file")
	} else {
		m.setting(c, y, m.rowBoard(), "board", size, "")
	}
	if m.rowRegrow() >= 0 {
		r := regrowths[m.regrow()]
		m.setting(c, y+1, m.rowRegrow(), "regrow", r.name, r.about)
		y++
	}
	m.setting(c, y+1, m.rowSpeed(), "speed", m.pace.String(), "")
	m.setting(c, y+2, m.rowSeed(), "seed", strconv.FormatUint(m.Opts.Seed, 10), "type digits")
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
func (m *menu) drawMode(c *canvas.Canvas, y int) {
	var names []string
	for _, choice := range modes() {
		names = append(names, choice.name)
	}
	m.cursor(c, y, rowMode)
	m.tabs(c, y, names, int(m.mode), modes()[m.mode].about)
}

// drawGame shows the rules, the chosen ones marked.
func (m *menu) drawGame(c *canvas.Canvas, y int) {
	m.cursor(c, y, rowGame)
	var names []string
	for _, game := range menuGames {
		names = append(names, game.rules.Name)
	}
	m.tabs(c, y, names, m.game(), menuGames[m.game()].about)
}

// tabs writes names side by side, the chosen one marked, and a word about it.
func (m *menu) tabs(c *canvas.Canvas, y int, names []string, chosen int, about string) {
	x := 4
	for i, name := range names {
		if i == chosen {
			x = c.Text(x, y, c.W-x, "["+name+"]", canvas.Ink{FG: m.Accent, Bold: true})
		} else {
			x = c.Text(x, y, c.W-x, " "+name+" ", canvas.Ink{FG: m.Dim, Faint: m.Mono})
		}
		x++
	}
	if c.W >= 64 {
		c.Text(max(x+2, 32), y, c.W-max(x+2, 32)-1, about, canvas.Ink{FG: m.Dim, Faint: m.Mono})
	}
}

func (m *menu) cursor(c *canvas.Canvas, y, row int) {
	if m.row == row {
		c.Text(2, y, 1, "›", canvas.Ink{FG: m.Accent, Bold: true})
	}
}

func (m *menu) drawEntry(c *canvas.Canvas, y, i int) {
	m.cursor(c, y, rowList+i)
	x := 4
	k := canvas.Ink{FG: m.Text}
	if m.refuses[i] != nil {
		k = canvas.Ink{FG: m.Dim, Faint: m.Mono}
	}
	switch m.mode {
	case modeCompare:
		mark := "□ "
		if at := slices.Index(m.chosen, i); at >= 0 {
			mark, k.FG, k.Bold = "■ ", m.Seat(at), true
		}
		x = c.Text(x, y, 2, mark, k)
	default:
		mark := "○ "
		if m.mode == modeWatch && m.solver == i || m.mode == modePlay && m.hint == i {
			mark, k.FG, k.Bold = "● ", m.Accent, true
		}
		x = c.Text(x, y, 2, mark, k)
	}
	if m.row == rowList+i {
		k.Bold = true
	}
	x = c.Text(x, y, c.W-x-1, m.specs[i].String(), k)
	if x = max(18, x+2); c.W >= 60 {
		c.Text(x, y, c.W-x-1, m.entries[i].Idea, canvas.Ink{FG: m.Dim, Faint: m.Mono})
	}
}

func (m *menu) setting(c *canvas.Canvas, y, row int, name, value, note string) {
	m.cursor(c, y, row)
	c.Text(4, y, 8, name, canvas.Ink{FG: m.Dim, Faint: m.Mono})
	k := canvas.Ink{FG: m.Text}
	if m.row == row {
		k = canvas.Ink{FG: m.Accent, Bold: true}
		value = "‹ " + value + " ›"
	}
	x := c.Text(18, y, c.W-19, value, k)
	if m.row == row || row == m.rowBoard() || row == m.rowRegrow() {
		c.Text(x+2, y, max(0, c.W-x-3), note, canvas.Ink{FG: m.Dim, Faint: m.Mono})
	}
}

// drawAbout describes the solver in the row, or why it cannot play.
func (m *menu) drawAbout(c *canvas.Canvas, y int) {
	i, ok := m.atEntry()
	if !ok {
		return
	}
	e := m.entries[i]
	y = c.Wrap(4, y, c.W-5, 2, e.Idea, canvas.Ink{FG: m.Text})
	if err := m.refuses[i]; err != nil {
		y = c.Wrap(4, y, c.W-5, 2, "cannot play this game: "+err.Error(), canvas.Ink{FG: m.Bad})
	}
	for _, fact := range [...][2]string{{"guarantee", e.Guarantee}, {"cost", e.Cost + " a move"}, {"source", e.Source}} {
		if y >= c.H-1 {
			return
		}
		c.Text(4, y, 12, fact[0], canvas.Ink{FG: m.Dim, Faint: m.Mono})
		c.Text(18, y, c.W-19, fact[1], canvas.Ink{FG: m.Text})
		y++
	}
	for _, o := range e.Options {
		if y >= c.H-1 {
			return
		}
		c.Text(4, y, 12, "option", canvas.Ink{FG: m.Dim, Faint: m.Mono})
		c.Text(18, y, c.W-19, o.Key+"="+o.Default+": "+o.Doc, canvas.Ink{FG: m.Text})
		y++
	}
}

// drawBanner draws a snake that bites its tail, and is the row after it.
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
	canvas.NewBoard(c, p, s, scale, 4, y, g.W*scale, 3).Solo(nil)
	c.Text(4+g.W*scale/2-8, y+1, 16, "  o  u  r  o  ", canvas.Ink{FG: p.Accent, Bold: true})
	return y + 3
}
