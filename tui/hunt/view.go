package hunt

import (
	"fmt"
	"strings"

	"charm.land/bubbles/v2/key"

	"ouro/hunter"
	"ouro/tui/canvas"
	"ouro/tui/frame"
)

func (h *huntScreen) Draw(c *canvas.Canvas) {
	if tooSmall(c.W, c.H) {
		c.Wrap(canvas.At(0, 0, c.W, c.H), fmt.Sprintf("Snake Hunter needs at least %d columns and %d rows.", hunterWidth, hunterHeight), canvas.Ink{})
		return
	}
	frame.Headline(c, h.Theme, "Snake Hunter", h.title(), h.state())
	if !frame.DrawNothing(c, h.Theme, &h.Player) {
		h.drawGame(c, &h.Current.Scene)
	}
	frame.DrawFoot(c, h.Theme, h.Notice, h.hintKeys()...)
}

func (h *huntScreen) title() string {
	s := fmt.Sprintf("seed %d · game %d", h.opts.Seed, h.index)
	if h.opts.Record != nil {
		s = "record"
	}
	if h.Ready && h.Current.Scene.Level != nil {
		s = fmt.Sprintf("level %d %s · ", h.opts.First-1+h.Current.Scene.Number, h.Current.Scene.Level.Name) + s
	}
	return s
}

func (h *huntScreen) state() string {
	s := ""
	if h.Pace != hunter.TicksPerSecond {
		s = fmt.Sprintf("%gx ", float64(h.Pace/hunter.TicksPerSecond))
	}
	switch {
	case !h.Ready || h.Current.Err != nil:
		return ""
	case h.Current.Ended:
		return "■ over"
	case !h.Started:
		return s + "ready"
	case h.Paused:
		return s + "‖ paused"
	case h.Current.Scene.Phase != hunter.Playing:
		return s + "▶"
	}
	return s + "▶ " + clockTime(h.Current.Scene.Left)
}

func (h *huntScreen) hintKeys() []key.Binding {
	keys := []key.Binding{frame.KeyHelp}
	for _, p := range h.pads {
		walk := frame.Binding(p.name, "walk")
		if len(h.pads) == 1 {
			walk = frame.Binding(p.name+" wasd", "walk")
		}
		bomb, _, _ := strings.Cut(p.bomb.Help().Key, " ")
		if keys = append(keys, walk, frame.Binding(bomb, "bomb")); len(h.pads) == 1 {
			keys = append(keys, p.stop)
		}
	}
	if h.opts.Record != nil {
		keys = append(keys, frame.Binding("←→", "5 s"))
	}
	return append(keys, h.keyPause(), frame.KeyQuit, frame.Binding("r", "again"), frame.Binding("+-", "speed"), keyHuntDanger)
}

const hunterPanel = 28 // minimum width of a panel beside the board

// drawGame draws the board with a panel beside it. If the board is larger without the panel, the facts
// are in a row above the board and the news in a row below it.
func (h *huntScreen) drawGame(c *canvas.Canvas, s *hunter.Scene) {
	g := s.Level.Grid
	scale := hunterFit(g, c.W, c.H-4, h.Mono)
	cols, rows := canvas.Size(g, scale)
	x, y := (c.W-cols)/2, 2+max(0, (c.H-4-rows)/2)
	if sideScale := hunterFit(g, c.W-hunterPanel-2, c.H-2, h.Mono); sideScale >= scale {
		scale = sideScale
		cols, rows = canvas.Size(g, scale)
		panelW := min(c.W-cols-2, 40)
		x, y = (c.W-cols-panelW-2)/2, 1+(c.H-2-rows)/2
		h.drawPanel(c, s, canvas.At(x+cols+2, y, panelW, rows))
	} else {
		h.drawBar(c, s)
		h.drawNews(c, s, c.H-2)
	}
	h.newArena(c, s, scale, x, y).draw(h.danger, h.thoughts)
	h.drawCard(c, s, x+cols/2, y+rows/2)
}

func hearts(n int) string {
	return strings.Repeat("♥", n) + strings.Repeat("·", hunter.Lives-n)
}

func (h *huntScreen) hunterName(i int) string {
	if h.opts.Record == nil && i >= h.opts.People {
		return fmt.Sprintf("P%d bot", i+1)
	}
	return fmt.Sprintf("P%d", i+1)
}

func snakeFact(s hunter.SnakeScene) string {
	switch s.State {
	case hunter.Stunned:
		return "✶"
	case hunter.Dead:
		return "×"
	default:
		return fmt.Sprint(len(s.Cells))
	}
}

// drawBar writes the facts about hunters and snakes into the row above the board.
func (h *huntScreen) drawBar(c *canvas.Canvas, s *hunter.Scene) {
	colours := newHunterTheme(h.Theme, h.Dark)
	x := 1
	for i, person := range s.Hunters {
		x = c.Text(x, 1, c.W-x, h.hunterName(i)+" ", canvas.Ink{FG: colours.hunters[i], Bold: true})
		x = c.Text(x, 1, c.W-x, hearts(person.Lives), canvas.Ink{FG: h.Bad, Bold: true})
		x = c.Text(x+1, 1, c.W-x, fmt.Sprint(person.Score), canvas.Ink{FG: h.Text}) + 3
	}
	x = c.Text(x, 1, c.W-x, "snakes ", canvas.Ink{FG: h.Dim, Faint: h.Mono})
	for i, snake := range s.Snakes {
		k := canvas.Ink{FG: colours.snakes[i], Bold: true}
		if snake.State == hunter.Dead {
			k = canvas.Ink{FG: h.Dim, Faint: h.Mono}
		}
		x = c.Text(x, 1, c.W-x, fmt.Sprintf("%d▬", i+1), k)
		x = c.Text(x, 1, c.W-x, snakeFact(snake), canvas.Ink{FG: h.Text, Bold: snake.State != hunter.Dead}) + 2
	}
	score := fmt.Sprintf("score %d", s.Score)
	c.Text(c.W-1-len(score), 1, len(score), score, canvas.Ink{FG: h.Text, Bold: true})
}

const newsTicks = 4 * hunter.TicksPerSecond // number of ticks for which a news item is shown

// drawNews writes the news into one row, the newest item first.
func (h *huntScreen) drawNews(c *canvas.Canvas, s *hunter.Scene, y int) {
	x := 1
	for i := len(s.News) - 1; i >= 0; i-- {
		n := s.News[i]
		if s.Tick-n.Tick > newsTicks || x+len([]rune(n.Text)) >= c.W {
			return
		}
		x = c.Text(x, y, c.W-x, n.Text, h.newsInk(n, s)) + 3
	}
}

// newsInk returns the style of a news item. Good news, bad news and old news have different styles.
func (h *huntScreen) newsInk(n hunter.News, s *hunter.Scene) canvas.Ink {
	k := canvas.Ink{FG: h.Text, Bold: true}
	switch n.Event.Kind {
	case hunter.SnakeHit, hunter.SnakeDied, hunter.LevelWon, hunter.SnakeStunned:
		k.FG = h.Good
	case hunter.HunterCaught, hunter.HunterBlasted, hunter.HunterOut, hunter.TimeOver, hunter.SolverFailed:
		k.FG = h.Bad
	default:
	}
	if s.Tick-n.Tick > newsTicks/2 {
		return canvas.Ink{FG: h.Dim, Faint: h.Mono}
	}
	return k
}

func (h *huntScreen) drawPanel(c *canvas.Canvas, s *hunter.Scene, at canvas.Area) {
	colours := newHunterTheme(h.Theme, h.Dark)
	pn := frame.Panel{Canvas: c, Theme: h.Theme, X: at.X, Y: at.Y, W: at.W, End: min(c.H-1, at.Y+max(at.H, 16))}
	pn.Row("score", fmt.Sprint(s.Score))
	pn.Row("time", clockTime(s.Left))
	if s.Phase == hunter.Playing {
		pn.Bar(float64(s.Left)/float64(s.Level.Seconds*hunter.TicksPerSecond), "", pn.Good)
	}
	pn.Gap()
	for i, person := range s.Hunters {
		x := c.Text(pn.X, pn.Y, pn.W, h.hunterName(i)+" ", canvas.Ink{FG: colours.hunters[i], Bold: true})
		x = c.Text(x, pn.Y, pn.W, hearts(person.Lives), canvas.Ink{FG: h.Bad, Bold: true})
		c.Text(x+2, pn.Y, max(0, pn.X+pn.W-x-2), fmt.Sprint(person.Score), canvas.Ink{FG: h.Text})
		pn.Y++
	}
	pn.Gap()
	longest := 1
	for _, snake := range s.Snakes {
		longest = max(longest, len(snake.Cells))
	}
	for i, snake := range s.Snakes {
		h.drawSnakeRow(&pn, i, snake, colours.snakes[i], longest)
	}
	pn.Gap()
	for i := len(s.News) - 1; i >= 0 && pn.Left() > 0; i-- {
		pn.Line(s.News[i].Text, h.newsInk(s.News[i], s))
	}
}

func (h *huntScreen) drawSnakeRow(pn *frame.Panel, i int, s hunter.SnakeScene, k canvas.Colour, longest int) {
	room := pn.W - 14
	words, n := "", 0
	look := canvas.Ink{FG: k, Bold: true}
	switch s.State {
	case hunter.Alive:
		words, n = fmt.Sprint(len(s.Cells)), max(1, len(s.Cells)*room/max(longest, room))
	case hunter.Stunned:
		words = "✶ stunned"
	case hunter.Dead:
		words, look = "dead", canvas.Ink{FG: pn.Dim, Faint: pn.Mono}
	}
	x := pn.Canvas.Text(pn.X, pn.Y, pn.W, fmt.Sprintf("snake %d ", i+1), look)
	x = pn.Canvas.Text(x, pn.Y, pn.W, strings.Repeat("━", n), look)
	if n > 0 {
		x++
	}
	pn.Canvas.Text(x, pn.Y, max(0, pn.X+pn.W-x), words, canvas.Ink{FG: pn.Text, Faint: pn.Mono && s.State == hunter.Dead})
	pn.Y++
}

// clockTime formats ticks as minutes and seconds, rounded up to a second.
func clockTime(ticks int) string {
	s := (ticks + hunter.TicksPerSecond - 1) / hunter.TicksPerSecond
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}
