package tui

import (
	"fmt"
	"strings"
	"time"

	"ouro"
	"ouro/roster"
)

// panel writes facts about a scene from top to bottom, as far as there are
// rows.
type panel struct {
	*palette
	canvas  *canvas
	x, y, w int
	end     int // the row after the last one
}

func (pn *panel) left() int { return pn.end - pn.y }

func (pn *panel) gap() {
	if pn.left() > 6 {
		pn.y++
	}
}

// line writes one row.
func (pn *panel) line(s string, k ink) {
	if pn.left() > 0 {
		pn.canvas.text(pn.x, pn.y, pn.w, s, k)
		pn.y++
	}
}

// row writes a name and its value, in two rows where they do not fit into one.
func (pn *panel) row(name, value string) {
	if pn.left() < 1 {
		return
	}
	x := pn.canvas.text(pn.x, pn.y, pn.w, name, ink{fg: pn.dim, faint: pn.mono})
	x = max(x+1, pn.x+min(10, pn.w/2))
	if room := pn.x + pn.w - x; len([]rune(value)) <= room || pn.left() < 8 {
		pn.canvas.text(x, pn.y, room, value, ink{fg: pn.text})
	} else {
		pn.y++
		pn.canvas.text(pn.x+2, pn.y, pn.w-2, value, ink{fg: pn.text})
	}
	pn.y++
}

// solver writes a solver's name and idea.
func (pn *panel) solver(spec ouro.Spec) {
	pn.line(spec.String(), ink{fg: pn.accent, bold: true})
	if e, err := roster.Find(spec.Name); err == nil && pn.left() > 14 {
		pn.y = pn.canvas.wrap(pn.x, pn.y, pn.w, 3, e.Idea, ink{fg: pn.dim, faint: pn.mono})
		if pn.left() > 22 {
			pn.y = pn.canvas.wrap(pn.x, pn.y, pn.w, 2, "Guarantee: "+e.Guarantee, ink{fg: pn.dim, faint: pn.mono})
		}
	}
	pn.gap()
}

// facts writes the state of the game.
func (pn *panel) facts(sc *scene) {
	s := &sc.state.Snakes[0]
	limit := hungerLimit(sc)
	done, whole := sc.progress()
	pn.row("moves", fmt.Sprint(sc.turn))
	if isMaze(sc.rules) {
		pn.row("length", fmt.Sprint(s.Body.Len()))
		pn.row("to eat", count(int64(sc.state.Hedges()), "wall"))
	} else {
		pn.row("length", fmt.Sprintf("%d of %d", s.Body.Len(), whole))
	}
	pn.bar(float64(done)/float64(max(1, whole)), percent(done, whole), pn.good)
	if r := regrowth(sc.rules); r != "" {
		pn.row("regrow", r)
	}
	pn.row("hunger", fmt.Sprintf("%d of %d", s.Hunger, limit))
	pn.bar(float64(s.Hunger)/float64(limit), "", pn.bad)
}

// bar draws a share as a bar under its row, where there is room for such.
func (pn *panel) bar(share float64, label string, k colour) {
	if pn.left() < 12 || pn.w < 20 {
		return
	}
	w := pn.w - 8
	x := pn.x
	eighths := int(share*float64(8*w) + 0.5)
	for i := range w {
		part := min(8, max(0, eighths-8*i))
		switch {
		case part == 8:
			pn.canvas.put(x+i, pn.y, '━', ink{fg: k, bold: true})
		case part >= 4:
			pn.canvas.put(x+i, pn.y, '╸', ink{fg: k, bold: true})
		default:
			pn.canvas.put(x+i, pn.y, '─', ink{fg: pn.frame, faint: pn.mono})
		}
	}
	pn.canvas.text(x+w+1, pn.y, 7, label, ink{fg: pn.text})
	pn.y++
}

// thinking writes what is known of the decision at this position; at the end,
// of the last one.
func (pn *panel) thinking(sc *scene) {
	pn.gap()
	if !sc.known {
		return
	}
	d, name := sc.decision, "decides"
	if sc.ended {
		name = "decided"
	}
	words := string(arrow(d.Dir)) + " " + d.Dir.String()
	if d.Score != 0 {
		words += ", score " + shortNumber(d.Score)
	}
	pn.row(name, words)
	switch {
	case d.Nodes > 0 && d.Depth > 0:
		pn.row("looked", fmt.Sprintf("at %s, %s ahead", count(d.Nodes, "node"), count(int64(d.Depth), "move")))
	case d.Nodes > 0:
		pn.row("looked", "at "+count(d.Nodes, "node"))
	case d.Depth > 0:
		pn.row("looked", count(int64(d.Depth), "move")+" ahead")
	}
	pn.row("thinking", fmt.Sprintf("%s, mean %s", duration(sc.took), duration(sc.mean)))
	if sc.mishaps > 0 {
		pn.line(count(int64(sc.mishaps), "fallback move")+": "+sc.mishap, ink{fg: pn.bad})
	}
}

// count is n of something, in the singular or the plural.
func count(n int64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}

// duration is d with three digits.
func duration(d time.Duration) string {
	switch {
	case d < time.Microsecond:
		return fmt.Sprintf("%d ns", d.Nanoseconds())
	case d < time.Millisecond:
		return fmt.Sprintf("%.3g µs", float64(d)/1e3)
	case d < time.Second:
		return fmt.Sprintf("%.3g ms", float64(d)/1e6)
	}
	return fmt.Sprintf("%.3g s", d.Seconds())
}

// ending says how the game ended, in words.
func (pn *panel) ending(sc *scene, played int) {
	if !sc.ended {
		if sc.turn < played && pn.left() > 4 {
			pn.line(fmt.Sprintf("looking back: move %d of %d", sc.turn, played), ink{fg: pn.accent, bold: true})
		}
		return
	}
	pn.gap()
	k := ink{fg: pn.bad, bold: true}
	if sc.outcome.Ending == ouro.Won {
		k.fg = pn.good
	}
	pn.y = pn.canvas.wrap(pn.x, pn.y, pn.w, 3, endingWords(sc), k)
}

// endingWords is how a game ended, for people.
func endingWords(sc *scene) string {
	switch s := &sc.state.Snakes[0]; sc.outcome.Ending {
	case ouro.Won:
		return fmt.Sprintf("Won: %s after %d moves.", victory(sc), sc.turn)
	case ouro.Died:
		into := "its own body"
		if s.Cause == ouro.HitWall {
			into = "a wall"
		}
		return fmt.Sprintf("Died: it ran into %s at move %d.", into, sc.turn)
	case ouro.Trapped:
		return fmt.Sprintf("Trapped: no way out after %d moves.", sc.turn)
	case ouro.Looped:
		return fmt.Sprintf("Looped: no %s for %d moves.", meals(sc.rules), s.Hunger)
	default:
		return fmt.Sprintf("Ends here, unfinished, after %d moves.", sc.turn)
	}
}

// repeat writes the command line that shows the same again, at the bottom.
func (pn *panel) repeat(command string) {
	lines := commandLines(command, pn.w)
	if pn.left() < len(lines)+2 {
		return
	}
	pn.end -= len(lines) + 1
	for i, line := range lines {
		pn.canvas.text(pn.x, pn.end+1+i, pn.w, line, ink{fg: pn.dim, faint: pn.mono})
	}
}

// commandLines breaks a command line at spaces, but not between a flag and its
// value.
func commandLines(command string, width int) []string {
	const joined = "\x00"
	words := strings.Fields(command)
	for i := len(words) - 2; i >= 0; i-- {
		if strings.HasPrefix(words[i], "--") {
			words[i] += joined + words[i+1]
			words = append(words[:i+1], words[i+2:]...)
		}
	}
	lines := wrapped(strings.Join(words, " "), width)
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], joined, " ")
	}
	return lines
}

// chart draws length against moves in the rows that are left.
func (pn *panel) chart(sc *scene, played int) {
	pn.gap()
	if pn.left() < 3 {
		return
	}
	rows := min(pn.left(), 14)
	if rows > 4 {
		pn.line("length by move", ink{fg: pn.dim, faint: pn.mono})
		rows--
	}
	s := spark{lengths: sc.lengths, moves: max(played, 1), longest: sc.longest(), maxLabel: true}
	s.draw(pn.canvas, pn.palette, pn.x, pn.y, pn.w, rows, pn.accent)
	pn.y += rows
}
