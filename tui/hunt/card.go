package hunt

import (
	"fmt"

	"ouro/hunter"
	"ouro/internal/english"
	"ouro/tui/canvas"
)

// card is a window over the board, with a message and the keys that the player can press.
type card struct {
	title string
	good  bool // whether the title has the colour of good news
	bad   bool // whether the title has the colour of bad news
	lines []string
	keys  string
}

// card returns the card for a scene, or false if no card is shown.
func (h *huntScreen) card(s *hunter.Scene) (card, bool) {
	switch {
	case !h.Started:
		return h.opening(s), true
	case h.Question() != "":
		return card{title: h.Question(), lines: []string{"The game is paused."}, keys: "p continues"}, true
	case h.Paused:
		return card{title: "paused", lines: []string{fmt.Sprintf("%s left", clockTime(s.Left))}, keys: h.pauseKeys()}, true
	case h.Current.Ended:
		return h.ending(s), true
	case s.Phase == hunter.Cleared:
		next := h.levels()[min(s.Number, len(h.levels())-1)]
		return card{title: "level cleared", good: true, lines: []string{
			fmt.Sprintf("score %d", s.Score), "", fmt.Sprintf("next: %s", next.Name), h.goalOf(next),
		}}, true
	case s.Phase == hunter.TimedOut:
		return card{title: "time is up", bad: true, lines: []string{"Every hunter loses a life.", fmt.Sprintf("%s starts again.", s.Level.Name)}}, true
	}
	return card{}, false
}

func (h *huntScreen) pauseKeys() string {
	if h.previous != nil {
		return "p continues · r again · esc menu · q quits"
	}
	return "p continues · r again · q quits · ? help"
}

func (h *huntScreen) levels() []*hunter.Level {
	if l := h.opts.Game.Levels; l != nil {
		return l
	}
	return hunter.Levels()
}

func (h *huntScreen) goalOf(l *hunter.Level) string {
	n := l.Count
	if h.opts.Game.Snakes > 0 {
		n = h.opts.Game.Snakes
	}
	return fmt.Sprintf("hunt down %s in %s", english.Count(n, "snake"), clockTime(l.Seconds*hunter.TicksPerSecond))
}

func (h *huntScreen) opening(s *hunter.Scene) card {
	lines := []string{
		h.goalOf(s.Level),
		"",
		"A bomb halves a snake. A snake of four",
		"cells or fewer dies. Avoid your own",
		"flames and the snakes' heads.",
		"",
	}
	for i, p := range h.pads {
		player := ""
		if len(h.pads) > 1 {
			player = fmt.Sprintf("P%d: ", i+1)
		}
		lines = append(lines, fmt.Sprintf("%s%s walk, %s bombs, %s stops", player, p.name, p.bomb.Help().Key, p.stop.Help().Key))
	}
	keys := "press a key to start"
	if h.mayShare() {
		keys = fmt.Sprintf("press a key to start, %d for %s", 3-h.opts.People, [...]string{1: "two players", 2: "one player"}[h.opts.People])
	}
	return card{title: s.Level.Name, lines: lines, keys: keys}
}

func (h *huntScreen) ending(s *hunter.Scene) card {
	kills := 0
	for i := range s.Hunters {
		kills += s.Hunters[i].Kills
	}
	facts := []string{fmt.Sprintf("score %d", s.Score), fmt.Sprintf("%s killed, level %d, %s played", english.Count(kills, "snake"), h.opts.First-1+s.Number, clockTime(s.Tick))}
	keys := "r again · n next game · W writes a record · q quits"
	switch {
	case h.opts.Record != nil:
		keys = "r again · ← back · q quits"
		if s.Phase != hunter.Won && s.Phase != hunter.Lost {
			return card{title: "the record ends here", lines: facts, keys: keys}
		}
	case h.opts.Keep != nil:
		keys = "r again · n next game · q quits"
	}
	if s.Phase == hunter.Won {
		return card{title: "YOU WIN", good: true, lines: facts, keys: keys}
	}
	return card{title: "GAME OVER", bad: true, lines: facts, keys: keys}
}

func (h *huntScreen) drawCard(c *canvas.Canvas, s *hunter.Scene, x, y int) {
	d, ok := h.card(s)
	if !ok {
		return
	}
	width := len([]rune(d.title)) + 4
	for _, line := range append([]string{d.keys}, d.lines...) {
		width = max(width, len([]rune(line))+4)
	}
	height := len(d.lines) + 1
	if d.keys != "" {
		height += 2
	}
	k := canvas.Ink{FG: h.Accent, Bold: true}
	switch {
	case d.good:
		k.FG = h.Good
	case d.bad:
		k.FG = h.Bad
	}
	x, y = min(max(0, x-width/2-1), c.W-width-2), max(1, y-height/2-1)
	c.Clear(x, y, width+2, height+2)
	c.Frame(x, y, width, height, canvas.Ink{FG: k.FG})
	middle := func(row int, text string, k canvas.Ink) {
		n := len([]rune(text))
		c.Text(x+1+(width-n)/2, row, n, text, k)
	}
	middle(y+1, d.title, k)
	for i, line := range d.lines {
		middle(y+2+i, line, canvas.Ink{FG: h.Text})
	}
	if d.keys != "" {
		middle(y+height, d.keys, canvas.Ink{FG: h.Dim, Faint: h.Mono})
	}
}
