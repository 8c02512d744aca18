package tui

import (
	"fmt"
	"strings"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
	"ouro/tui/canvas"
)

// panel writes facts about a scene from top to bottom, as far as there are
// rows.
type panel struct {
	*canvas.Palette
	canvas  *canvas.Canvas
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
func (pn *panel) line(s string, k canvas.Ink) {
	if pn.left() > 0 {
		pn.canvas.Text(pn.x, pn.y, pn.w, s, k)
		pn.y++
	}
}

// row writes a name and its value, in two rows where they do not fit into one.
func (pn *panel) row(name, value string) {
	if pn.left() < 1 {
		return
	}
	x := pn.canvas.Text(pn.x, pn.y, pn.w, name, canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
	x = max(x+1, pn.x+min(10, pn.w/2))
	if room := pn.x + pn.w - x; len([]rune(value)) <= room || pn.left() < 8 {
		pn.canvas.Text(x, pn.y, room, value, canvas.Ink{FG: pn.Text})
	} else {
		pn.y++
		pn.canvas.Text(pn.x+2, pn.y, pn.w-2, value, canvas.Ink{FG: pn.Text})
	}
	pn.y++
}

// solver writes a solver's name and idea.
func (pn *panel) solver(spec ouro.Spec) {
	pn.line(spec.String(), canvas.Ink{FG: pn.Accent, Bold: true})
	if e, err := roster.Find(spec.Name); err == nil && pn.left() > 14 {
		pn.y = pn.canvas.Wrap(pn.x, pn.y, pn.w, 3, e.Idea, canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
		if pn.left() > 22 {
			pn.y = pn.canvas.Wrap(pn.x, pn.y, pn.w, 2, "Guarantee: "+e.Guarantee, canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
		}
	}
	pn.gap()
}

// facts writes the state of a game for one snake.
func (pn *panel) facts(sc *play.Scene) {
	s, rules := &sc.State.Snakes[0], rulesOf(sc.Game)
	done, whole := progress(sc)
	pn.row("moves", fmt.Sprint(sc.Turn))
	if rules.EatsWalls() {
		pn.row("length", fmt.Sprint(s.Body.Len()))
		pn.row("to eat", english.Count(whole-done, "wall"))
	} else {
		pn.row("length", fmt.Sprintf("%d of %d", done, whole))
	}
	pn.bar(float64(done)/float64(max(1, whole)), percent(done, whole), pn.Good)
	for _, o := range chosenOptions(sc.Game.Rules) {
		pn.row(o.Key, o.Value)
	}
	limit := rules.HungerLimit(sc.State.Grid)
	pn.row("hunger", fmt.Sprintf("%d of %d", s.Hunger, limit))
	pn.bar(float64(s.Hunger)/float64(limit), "", pn.Bad)
}

// bar draws a share as a bar under its row, where there is room for such.
func (pn *panel) bar(share float64, label string, k canvas.Colour) {
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
			pn.canvas.Put(x+i, pn.y, '━', canvas.Ink{FG: k, Bold: true})
		case part >= 4:
			pn.canvas.Put(x+i, pn.y, '╸', canvas.Ink{FG: k, Bold: true})
		default:
			pn.canvas.Put(x+i, pn.y, '─', canvas.Ink{FG: pn.Frame, Faint: pn.Mono})
		}
	}
	pn.canvas.Text(x+w+1, pn.y, 7, label, canvas.Ink{FG: pn.Text})
	pn.y++
}

// thinking writes what is known of the decision at this position; at the end,
// of the last one.
func (pn *panel) thinking(sc *play.Scene) {
	pn.gap()
	th, known := sc.Thought(0)
	if !known {
		return
	}
	d, name := th.Decision, "decides"
	if sc.Ended {
		name = "decided"
	}
	words := string(canvas.Arrow(d.Dir)) + " " + d.Dir.String()
	if d.Score != 0 {
		words += ", score " + canvas.ShortNumber(d.Score)
	}
	pn.row(name, words)
	nodes, ahead := english.Count(int(d.Nodes), "node"), english.Count(d.Depth, "move")
	switch {
	case d.Nodes > 0 && d.Depth > 0:
		pn.row("looked", fmt.Sprintf("at %s, %s ahead", nodes, ahead))
	case d.Nodes > 0:
		pn.row("looked", "at "+nodes)
	case d.Depth > 0:
		pn.row("looked", ahead+" ahead")
	}
	pn.row("thinking", fmt.Sprintf("%s, mean %s", duration(th.Took), duration(sc.Mean[0])))
	if n, last := sc.Mishap(); n > 0 {
		pn.line(english.Count(n, "fallback move")+": "+last, canvas.Ink{FG: pn.Bad})
	}
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

// ending says how the game ended, in words, or where one is in what was played.
func (pn *panel) ending(sc *play.Scene, played int, record bool) {
	if !sc.Ended {
		name := "looking back: move"
		if record {
			name = "the record: move"
		}
		if sc.Turn < played && pn.left() > 4 {
			pn.line(fmt.Sprintf("%s %d of %d", name, sc.Turn, played), canvas.Ink{FG: pn.Accent, Bold: true})
		}
		return
	}
	pn.gap()
	k := canvas.Ink{FG: pn.Bad, Bold: true}
	if sc.Outcome.Ending == ouro.Won {
		k.FG = pn.Good
	}
	pn.y = pn.canvas.Wrap(pn.x, pn.y, pn.w, 3, endingWords(sc), k)
}

// endingWords is how a game ended, for people.
func endingWords(sc *play.Scene) string {
	rules := rulesOf(sc.Game)
	switch s := &sc.State.Snakes[0]; sc.Outcome.Ending {
	case ouro.Won:
		return fmt.Sprintf("Won: %s after %d moves.", rules.Victory(sc.Game.Rules, sc.State), sc.Turn)
	case ouro.Died:
		into := "its own body"
		if s.Cause == ouro.HitWall {
			into = "a wall"
		}
		return fmt.Sprintf("Died: it ran into %s at move %d.", into, sc.Turn)
	case ouro.Trapped:
		return fmt.Sprintf("Trapped: no way out after %d moves.", sc.Turn)
	case ouro.Looped:
		return fmt.Sprintf("Looped: no %s for %d moves.", rules.Meal, s.Hunger)
	default:
		return fmt.Sprintf("Ends here, unfinished, after %d moves.", sc.Turn)
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
		pn.canvas.Text(pn.x, pn.end+1+i, pn.w, line, canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
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
	lines := canvas.Wrapped(strings.Join(words, " "), width)
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], joined, " ")
	}
	return lines
}

// chart draws length against moves in the rows that are left.
func (pn *panel) chart(sc *play.Scene, played int) {
	pn.gap()
	if pn.left() < 3 {
		return
	}
	rows := min(pn.left(), 14)
	if rows > 4 {
		pn.line("length by move", canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
		rows--
	}
	chart := canvas.Chart{Lengths: sc.Lengths[0], Moves: max(played, 1), Longest: longest(sc), Axes: true}
	chart.Draw(pn.canvas, pn.Palette, pn.x, pn.y, pn.w, rows, pn.Accent)
	pn.y += rows
}
