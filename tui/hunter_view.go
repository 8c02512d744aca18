package tui

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"

	"ouro/hunter"
)

func (h *hunting) draw(c *canvas) {
	if tooSmall(c.w, c.h) {
		c.wrap(0, 0, c.w, c.h, fmt.Sprintf("Snake Hunter needs at least %d columns and %d rows.", hunterWidth, hunterHeight), ink{})
		return
	}
	headline(c, h.palette, "Snake Hunter", h.title(), h.state())
	switch {
	case !h.ready:
		c.text(2, 2, c.w-2, "dealing …", ink{fg: h.dim})
	case h.shown.err != nil:
		c.wrap(2, 2, c.w-4, c.h-4, h.shown.err.Error(), ink{fg: h.bad})
	default:
		h.drawGame(c, &h.shown)
	}
	if h.drawNotice(c, h.notice) {
		return
	}
	hints(c, h.palette, c.h-1, h.hintKeys()...)
}

func (h *hunting) title() string {
	s := fmt.Sprintf("seed %d · game %d", h.opts.Seed, h.index)
	if h.opts.Record != nil {
		s = "record"
	}
	if h.ready && h.shown.level != nil {
		s = fmt.Sprintf("level %d %s · ", h.opts.First-1+h.shown.number, h.shown.level.Name) + s
	}
	return s
}

func (h *hunting) state() string {
	s := ""
	if h.speed != 1 {
		s = fmt.Sprintf("%gx ", h.speed)
	}
	switch {
	case !h.ready || h.shown.err != nil:
		return ""
	case h.shown.over:
		return "■ over"
	case !h.started:
		return s + "ready"
	case h.paused:
		return s + "‖ paused"
	case h.shown.phase != hunter.Playing:
		return s + "▶"
	}
	return s + "▶ " + clockTime(h.shown.left)
}

func (h *hunting) hintKeys() []key.Binding {
	keys := []key.Binding{keyHelp}
	for _, p := range h.pads {
		walk := binding(p.name, "walk")
		if len(h.pads) == 1 {
			walk = binding(p.name+" wasd", "walk")
		}
		bomb, _, _ := strings.Cut(p.bomb.Help().Key, " ")
		if keys = append(keys, walk, binding(bomb, "bomb")); len(h.pads) == 1 {
			keys = append(keys, p.stop)
		}
	}
	if h.opts.Record != nil {
		keys = append(keys, binding("←→", "5 s"))
	}
	return append(keys, h.keyPause(), keyQuit, binding("r", "again"), binding("+-", "speed"), keyHuntDanger)
}

// hunterPanel is the least width of the facts beside a board.
const hunterPanel = 28

// drawGame draws the board with the facts beside it, if that does not make the
// board smaller, or above it.
func (h *hunting) drawGame(c *canvas, s *seen) {
	g := s.level.Grid
	scale := hunterFit(g, c.w, c.h-4, h.mono)
	cols, rows := boardSize(g, scale)
	x, y := (c.w-cols)/2, 2+max(0, (c.h-4-rows)/2)
	if beside := hunterFit(g, c.w-hunterPanel-2, c.h-2, h.mono); beside >= scale {
		scale = beside
		cols, rows = boardSize(g, scale)
		panelW := min(c.w-cols-2, 40)
		x, y = (c.w-cols-panelW-2)/2, 1+(c.h-2-rows)/2
		h.drawPanel(c, s, x+cols+2, y, panelW, rows)
	} else {
		h.drawBar(c, s)
		h.drawNews(c, s, c.h-2)
	}
	h.newArena(c, s, scale, x, y).drawAll(h.danger, h.thoughts)
	h.drawCard(c, s, x+cols/2, y+rows/2)
}

// hearts are the lives of a hunter.
func hearts(n int) string {
	return strings.Repeat("♥", n) + strings.Repeat("·", hunter.Lives-n)
}

func (h *hunting) player(i int) string {
	switch {
	case h.opts.Record != nil:
		return fmt.Sprintf("P%d", i+1)
	case i >= h.opts.People:
		return fmt.Sprintf("P%d bot", i+1)
	}
	return fmt.Sprintf("P%d", i+1)
}

// snakeFact is how a snake is: its length, or worse.
func snakeFact(s seenSnake) string {
	switch s.state {
	case hunter.Stunned:
		return "✶"
	case hunter.Dead:
		return "×"
	default:
		return fmt.Sprint(len(s.cells))
	}
}

// drawBar writes the facts in the row above the board.
func (h *hunting) drawBar(c *canvas, s *seen) {
	colours := newHunterPalette(h.palette, h.dark)
	x := 1
	for i, who := range s.hunters {
		x = c.text(x, 1, c.w-x, h.player(i)+" ", ink{fg: colours.hunters[i], bold: true})
		x = c.text(x, 1, c.w-x, hearts(who.Lives), ink{fg: h.bad, bold: true})
		x = c.text(x+1, 1, c.w-x, fmt.Sprint(who.Score), ink{fg: h.text}) + 3
	}
	x = c.text(x, 1, c.w-x, "snakes ", ink{fg: h.dim, faint: h.mono})
	for i, snake := range s.snakes {
		k := ink{fg: colours.snakes[i], bold: true}
		if snake.state == hunter.Dead {
			k = ink{fg: h.dim, faint: h.mono}
		}
		x = c.text(x, 1, c.w-x, fmt.Sprintf("%d▬", i+1), k)
		x = c.text(x, 1, c.w-x, snakeFact(snake), ink{fg: h.text, bold: snake.state != hunter.Dead}) + 2
	}
	score := fmt.Sprintf("score %d", s.score)
	c.text(c.w-1-len(score), 1, len(score), score, ink{fg: h.text, bold: true})
}

// newsTicks is how long a tale is told.
const newsTicks = 4 * hunter.TicksPerSecond

// drawNews writes the latest tales into a row, the newest first.
func (h *hunting) drawNews(c *canvas, s *seen, y int) {
	x := 1
	for i := len(s.news) - 1; i >= 0; i-- {
		t := s.news[i]
		if s.tick-t.tick > newsTicks || x+len([]rune(t.text)) >= c.w {
			return
		}
		x = c.text(x, y, c.w-x, t.text, h.newsInk(t, s)) + 3
	}
}

// newsInk makes good news and bad news look different, and old ones pale.
func (h *hunting) newsInk(t tale, s *seen) ink {
	k := ink{fg: h.text, bold: true}
	switch t.event.Kind {
	case hunter.SnakeHit, hunter.SnakeDied, hunter.LevelWon, hunter.SnakeStunned:
		k.fg = h.good
	case hunter.HunterCaught, hunter.HunterBlasted, hunter.HunterOut, hunter.TimeOver, hunter.SolverFailed:
		k.fg = h.bad
	default:
	}
	if s.tick-t.tick > newsTicks/2 {
		return ink{fg: h.dim, faint: h.mono}
	}
	return k
}

// drawPanel writes the facts beside the board.
func (h *hunting) drawPanel(c *canvas, s *seen, x, y, w, rows int) {
	colours := newHunterPalette(h.palette, h.dark)
	pn := panel{canvas: c, palette: h.palette, x: x, y: y, w: w, end: min(c.h-1, y+max(rows, 16))}
	pn.row("score", fmt.Sprint(s.score))
	pn.row("time", clockTime(s.left))
	if s.phase == hunter.Playing {
		pn.bar(float64(s.left)/float64(s.level.Seconds*hunter.TicksPerSecond), "", pn.good)
	}
	pn.gap()
	for i, who := range s.hunters {
		x := c.text(pn.x, pn.y, w, h.player(i)+" ", ink{fg: colours.hunters[i], bold: true})
		x = c.text(x, pn.y, w, hearts(who.Lives), ink{fg: h.bad, bold: true})
		c.text(x+2, pn.y, max(0, pn.x+w-x-2), fmt.Sprint(who.Score), ink{fg: h.text})
		pn.y++
	}
	pn.gap()
	longest := 1
	for _, snake := range s.snakes {
		longest = max(longest, len(snake.cells))
	}
	for i, snake := range s.snakes {
		h.drawSnakeRow(&pn, i, snake, colours.snakes[i], longest)
	}
	pn.gap()
	for i := len(s.news) - 1; i >= 0 && pn.left() > 0; i-- {
		pn.line(s.news[i].text, h.newsInk(s.news[i], s))
	}
}

// drawSnakeRow shows a snake's length as a bar.
func (h *hunting) drawSnakeRow(pn *panel, i int, s seenSnake, k colour, longest int) {
	room := pn.w - 14
	words, n := "", 0
	look := ink{fg: k, bold: true}
	switch s.state {
	case hunter.Alive:
		words, n = fmt.Sprint(len(s.cells)), max(1, len(s.cells)*room/max(longest, room))
	case hunter.Stunned:
		words = "✶ stunned"
	case hunter.Dead:
		words, look = "dead", ink{fg: pn.dim, faint: pn.mono}
	}
	x := pn.canvas.text(pn.x, pn.y, pn.w, fmt.Sprintf("snake %d ", i+1), look)
	x = pn.canvas.text(x, pn.y, pn.w, strings.Repeat("━", n), look)
	if n > 0 {
		x++
	}
	pn.canvas.text(x, pn.y, max(0, pn.x+pn.w-x), words, ink{fg: pn.text, faint: pn.mono && s.state == hunter.Dead})
	pn.y++
}
