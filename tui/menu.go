package tui

import (
	"fmt"
	"slices"
	"strconv"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"ouro"
	"ouro/roster"
)

// mode is what the menu leads to.
type mode int

const (
	modeWatch mode = iota
	modeCompare
	modePlay
)

var modeNames = [...]string{"watch", "compare", "play"}

// boards are the sizes that the menu offers; more by flag.
var boards = [...][2]int{{4, 4}, {5, 5}, {6, 6}, {7, 7}, {8, 8}, {10, 10}, {12, 12}, {16, 16}, {18, 8}, {20, 20}, {30, 20}, {30, 30}, {40, 40}, {64, 64}}

// menu is the screen on which a person chooses what to see. Its rows are the
// mode, the solvers, the board, the speed and the seed.
type menu struct {
	*env
	mode    mode
	row     int
	entries []roster.Entry
	specs   []ouro.Spec // by entry, with the options they came with
	chosen  []int       // entries to compare, in order
	hint    int         // entry that advises a player, or -1
	pace    pace
	message string
}

// Rows of the menu around the solvers.
const (
	rowMode = 0
	rowList = 1 // the first solver
)

func (m *menu) rowBoard() int { return rowList + len(m.entries) }
func (m *menu) rowSpeed() int { return m.rowBoard() + 1 }
func (m *menu) rowSeed() int  { return m.rowBoard() + 2 }
func (m *menu) rows() int     { return m.rowSeed() + 1 }

// newMenu starts from the options that the screen before it used.
func newMenu(e *env) *menu {
	m := &menu{env: e, entries: roster.Entries(), hint: -1, pace: pace(e.opts.Speed)}
	if m.pace <= 0 {
		m.pace = watchPace
	}
	for _, entry := range m.entries {
		m.specs = append(m.specs, ouro.Spec{Name: entry.Name})
	}
	m.row = rowList + len(m.entries) - 1 // the strongest
	m.choose(e.opts.Solvers)
	if e.opts.Hint != nil {
		if i := m.entry(*e.opts.Hint); i >= 0 {
			m.hint = i
		}
	}
	return m
}

// choose marks solvers as chosen and goes to the first of them.
func (m *menu) choose(specs []ouro.Spec) {
	m.chosen = nil
	for n, spec := range specs {
		i := m.entry(spec)
		if i < 0 || slices.Contains(m.chosen, i) {
			continue
		}
		m.chosen = append(m.chosen, i)
		if n == 0 {
			m.row = rowList + i
		}
	}
}

// entry is the row of a solver, which keeps its options, or -1.
func (m *menu) entry(spec ouro.Spec) int {
	i := slices.IndexFunc(m.entries, func(e roster.Entry) bool { return e.Name == spec.Name })
	if i >= 0 {
		m.specs[i] = spec
	}
	return i
}

func (m *menu) init() tea.Cmd { return nil }
func (m *menu) close()        {}

func (m *menu) update(msg tea.Msg) (screen, tea.Cmd) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return m, nil
	}
	m.message = ""
	switch {
	case key.Matches(press, keyPrev):
		m.row = (m.row + m.rows() - 1) % m.rows()
	case key.Matches(press, keyFollow):
		m.row = (m.row + 1) % m.rows()
	case key.Matches(press, keyMode):
		m.mode = (m.mode + 1) % mode(len(modeNames))
	case key.Matches(press, keyLess):
		m.change(-1)
	case key.Matches(press, keyMore):
		m.change(1)
	case key.Matches(press, keySelect):
		m.toggle()
	case key.Matches(press, keyStart):
		return m.start(), nil
	case key.Matches(press, keyErase):
		if m.row == m.rowSeed() {
			m.opts.Seed /= 10
		}
	case key.Matches(press, keyDigits), press.String() == "0":
		m.typed(uint64(press.String()[0] - '0'))
	}
	return m, nil
}

// typed adds a digit to the seed.
func (m *menu) typed(digit uint64) {
	if m.row != m.rowSeed() {
		return
	}
	if seed := m.opts.Seed*10 + digit; seed/10 == m.opts.Seed {
		m.opts.Seed, m.opts.Index = seed, 0
	}
}

// change turns the row's setting one on.
func (m *menu) change(by int) {
	switch m.row {
	case m.rowBoard():
		m.changeBoard(by)
	case m.rowSpeed():
		if by > 0 {
			m.pace = m.pace.faster()
		} else {
			m.pace = m.pace.slower()
		}
	case m.rowSeed():
		m.opts.Seed += uint64(by)
		m.opts.Index = 0
	default:
		m.mode = (m.mode + mode(by+len(modeNames))) % mode(len(modeNames))
	}
}

func (m *menu) changeBoard(by int) {
	at := [2]int{m.opts.Game.W, m.opts.Game.H}
	i := slices.Index(boards[:], at)
	switch {
	case i >= 0:
		i = (i + by + len(boards)) % len(boards)
	default: // a size given by flag: go on from the next larger one
		i = slices.IndexFunc(boards[:], func(b [2]int) bool { return b[0]*b[1] >= at[0]*at[1] })
		i = max(i, 0)
	}
	m.opts.Game.W, m.opts.Game.H, m.opts.Game.Level = boards[i][0], boards[i][1], nil
	m.opts.Game.StartLength = min(m.opts.Game.StartLength, max(boards[i][0], boards[i][1]))
}

// toggle chooses the solver in the row, for a comparison or as a hint.
func (m *menu) toggle() {
	i := m.row - rowList
	if i < 0 || i >= len(m.entries) {
		return
	}
	switch m.mode {
	case modeWatch: // enter starts the row's solver
	case modePlay:
		if m.hint == i {
			i = -1
		}
		m.hint = i
	case modeCompare:
		if at := slices.Index(m.chosen, i); at >= 0 {
			m.chosen = slices.Delete(m.chosen, at, at+1)
		} else if len(m.chosen) == MaxCompared {
			m.message = fmt.Sprintf("at most %d solvers fit side by side", MaxCompared)
		} else {
			m.chosen = append(m.chosen, i)
		}
	}
}

// start is the screen that was chosen, or the menu with a message.
func (m *menu) start() screen {
	o := &m.opts
	o.Speed = float64(m.pace)
	switch m.mode {
	case modePlay:
		o.Hint = nil
		if m.hint >= 0 {
			o.Hint = &m.specs[m.hint]
		}
		if m.pace > fastestPlay {
			o.Speed = float64(playPace)
		}
		return newPlaying(m.env)
	case modeCompare:
		if len(m.chosen) < 2 {
			m.message = "choose two to four solvers with space"
			return m
		}
		o.Solvers = nil
		for _, i := range m.chosen {
			o.Solvers = append(o.Solvers, m.specs[i])
		}
	default:
		i := m.row - rowList
		if i < 0 || i >= len(m.entries) {
			i = len(m.entries) - 1
			if len(m.chosen) > 0 {
				i = m.chosen[0]
			}
		}
		o.Solvers = []ouro.Spec{m.specs[i]}
	}
	return newViewer(m.env)
}

func (m *menu) help() (string, []key.Binding, []string) {
	return "menu", []key.Binding{keyPrev, keyFollow, keyLess, keyMore, keyMode, keySelect, keyErase, keyStart, keyQuit}, nil
}

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
