package solo

import (
	"fmt"
	"math"
	"strings"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
	"ouro/tui/canvas"
	"ouro/tui/frame"
	"ouro/tui/thinking"
)

// panel writes the facts about a game of one snake.
type panel struct{ frame.Panel }

// solver writes the name of a solver and its guarantee or, if certificate is not "", the
// certificate for this board.
func (pn *panel) solver(spec ouro.Spec, certificate string) {
	pn.Line(spec.String(), canvas.Ink{FG: pn.Accent, Bold: true})
	if e, err := roster.FindSolver(spec.Name); err == nil && pn.Left() > 14 {
		pn.Wrap(3, e.Idea, canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
		guarantee := "Guarantee: " + e.Guarantee
		if certificate != "" {
			guarantee = "This board: " + certificate
		}
		if pn.Left() > 22 {
			pn.Wrap(3, guarantee, canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
		}
	}
	pn.Gap()
}

// facts writes the facts about the shown position.
func (pn *panel) facts(sc *play.Scene) {
	s, rules := &sc.State.Snakes[0], RulesOf(sc.Game)
	done, whole := progress(sc)
	pn.Row("moves", fmt.Sprint(sc.Turn))
	if rules.EatsWalls() {
		pn.Row("length", fmt.Sprint(s.Body.Len()))
		pn.Row("to eat", english.Count(whole-done, "wall"))
	} else {
		pn.Row("length", fmt.Sprintf("%d of %d", done, whole))
	}
	pn.Bar(float64(done)/float64(max(1, whole)), percent(done, whole), pn.Good)
	for _, o := range rules.WithoutDefaults(sc.Game.Rules).Options {
		pn.Row(o.Key, o.Value)
	}
	if rules.HungerLimit == nil {
		pn.Row("health", fmt.Sprintf("%d of %d", s.Health, fullHealth))
		pn.Bar(float64(s.Health)/fullHealth, "", pn.Good)
		return
	}
	limit := rules.HungerLimit(sc.State.Grid)
	pn.Row("hunger", fmt.Sprintf("%d of %d", s.Hunger, limit))
	pn.Bar(float64(s.Hunger)/float64(limit), "", pn.Bad)
}

const fullHealth = 100 // maximum health, in games without a limit of hunger

// thinking writes the facts about the decision at the shown turn or, after the end, about the last
// decision.
func (pn *panel) thinking(sc *play.Scene) {
	pn.Gap()
	th, known := sc.Thought(0)
	if !known {
		return
	}
	d, name := th.Decision, "decides"
	if sc.Ended {
		name = "decided"
	}
	pn.Row(name, thinking.Decision(d))
	nodes, ahead := english.Count(int(d.Nodes), "node"), english.Count(d.Depth, "move")
	switch {
	case d.Nodes > 0 && d.Depth > 0:
		pn.Row("looked", fmt.Sprintf("at %s, %s ahead", nodes, ahead))
	case d.Nodes > 0:
		pn.Row("looked", "at "+nodes)
	case d.Depth > 0:
		pn.Row("looked", ahead+" ahead")
	}
	if expected := thinking.Find(th.Notes, ouro.LabelExpected); len(expected) > 0 && !sc.Ended {
		pn.Row("to go", english.Count(int(math.Round(expected[0].Value)), "move")+" expected")
	}
	pn.Row("thinking", fmt.Sprintf("%s, mean %s", frame.Duration(th.Took), frame.Duration(sc.Mean[0])))
	if n, first := sc.Fault(); n > 0 {
		text := english.Count(n, "fault") + ": "
		if n > 1 {
			text = english.Count(n, "fault") + ", first: "
		}
		pn.Wrap(4, text+first, canvas.Ink{FG: pn.Bad})
	}
}

// ending describes the end of the game. Before the end, it writes which turn is shown.
func (pn *panel) ending(sc *play.Scene, played int, record bool) {
	if !sc.Ended {
		name := "looking back: move"
		if record {
			name = "the record: move"
		}
		if sc.Turn < played && pn.Left() > 4 {
			pn.Line(fmt.Sprintf("%s %d of %d", name, sc.Turn, played), canvas.Ink{FG: pn.Accent, Bold: true})
		}
		return
	}
	pn.Gap()
	k := canvas.Ink{FG: pn.Bad, Bold: true}
	if sc.Outcome.Ending == ouro.Won {
		k.FG = pn.Good
	}
	pn.Wrap(3, endingWords(sc), k)
}

const person = "you" // name of a player in specs, also in records

// endingWords describes the end of a game. It addresses a player as "you".
func endingWords(sc *play.Scene) string {
	rules := RulesOf(sc.Game)
	const ran = "ran into"
	won, subject, own := "Won", "Died: it ", "its"
	if sc.Seats[0].Name == person {
		won, subject, own = "You won", "You ", "your"
	}
	switch s := &sc.State.Snakes[0]; sc.Outcome.Ending {
	case ouro.Won:
		if rules.Victory == nil {
			return fmt.Sprintf("%s after %s.", won, english.Count(sc.Turn, "move"))
		}
		return fmt.Sprintf("%s: %s after %s.", won, rules.Victory(sc.Game.Rules, sc.State), english.Count(sc.Turn, "move"))
	case ouro.Died:
		death := ran + " " + own + " own body"
		switch {
		case s.Cause == ouro.HitWall:
			death = ran + " a wall"
		case s.Cause == ouro.Starved || s.Cause == ouro.Burnt:
			death = english.Snakes{""}.Death(s)
			if sc.Seats[0].Name != person {
				subject = "It "
			}
		}
		return fmt.Sprintf("%s%s at move %d.", subject, death, sc.Turn)
	case ouro.Trapped:
		return fmt.Sprintf("Trapped: no way out after %s.", english.Count(sc.Turn, "move"))
	case ouro.Looped:
		return fmt.Sprintf("Looped: no %s for %s.", rules.Meal, english.Count(s.Hunger, "move"))
	default:
		return fmt.Sprintf("Ends here, unfinished, after %s.", english.Count(sc.Turn, "move"))
	}
}

// repeat writes the command line that shows the game again, in the last rows.
func (pn *panel) repeat(command string) {
	lines := commandLines(command, pn.W)
	if pn.Left() < len(lines)+2 {
		return
	}
	pn.End -= len(lines) + 1
	for i, line := range lines {
		pn.Canvas.Text(pn.X, pn.End+1+i, pn.W, line, canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
	}
}

// commandLines breaks a command line at spaces, except between a flag and its value.
func commandLines(command string, width int) []string {
	const joined = "\x00"
	words := strings.Fields(command)
	for i := len(words) - 2; i >= 0; i-- {
		if strings.HasPrefix(words[i], "--") {
			words[i] += joined + words[i+1]
			words = append(words[:i+1], words[i+2:]...)
		}
	}
	lines := canvas.WrapLines(strings.Join(words, " "), width)
	for i := range lines {
		lines[i] = strings.ReplaceAll(lines[i], joined, " ")
	}
	return lines
}

// chart draws the length by move in the remaining rows. It returns the chart and its area, which is
// empty if there is no room.
func (pn *panel) chart(sc *play.Scene, played int) (chart canvas.Chart, at canvas.Area) {
	pn.Gap()
	if pn.Left() < 3 {
		return chart, at
	}
	rows := min(pn.Left(), 14)
	if rows > 4 {
		pn.Line("length by move", canvas.Ink{FG: pn.Dim, Faint: pn.Mono})
		rows--
	}
	chart = canvas.Chart{Series: []canvas.Series{{Values: sc.Lengths[0], Colour: pn.Accent}}, Moves: max(played, 1), High: longest(sc), Axes: true, Now: sc.Turn}
	at = canvas.At(pn.X, pn.Y, pn.W, rows)
	chart.Draw(pn.Canvas, pn.Theme, at)
	pn.Y += rows
	return chart, at
}

// RulesOf returns the roster's entry for the rules of a game, or the zero value for unknown rules.
func RulesOf(g ouro.GameSpec) roster.RulesEntry {
	e, _ := roster.FindRules(g.Rules.Name)
	return e
}

// GameName returns the rules and the board of a game, such as "classic 10x10" or
// "maze:regrow=floor lattice 18x7".
func GameName(g ouro.GameSpec) string {
	rules := RulesOf(g)
	words := []string{rules.WithoutDefaults(g.Rules).String()}
	if name := LevelName(g.Level); name != "" {
		words = append(words, name)
	}
	return strings.Join(append(words, fmt.Sprintf("%dx%d", g.W, g.H)), " ")
}

// LevelName returns the name of a built-in level. For any other level, it returns "".
func LevelName(l *ouro.Level) string {
	name, _ := roster.LevelName(l)
	return name
}

// progress returns the progress of a game: done out of whole. In games that cannot be won, done is the
// number of cells that the snake fills, and whole the number of cells that it can fill.
func progress(sc *play.Scene) (done, whole int) {
	if rules := RulesOf(sc.Game); rules.Progress != nil {
		return rules.Progress(sc.State)
	}
	return sc.State.Snakes[0].Body.Len(), sc.State.Room()
}

// longest returns the maximum length of the snake.
func longest(sc *play.Scene) int {
	if rules := RulesOf(sc.Game); rules.Longest != nil {
		return rules.Longest(sc.Game.Rules, sc.State)
	}
	return sc.State.Room()
}
