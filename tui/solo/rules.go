package solo

import (
	"fmt"
	"strings"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/maze"
)

// RulesOf returns the roster's entry for a game; the zero value for unknown rules.
func RulesOf(g ouro.GameSpec) roster.RulesEntry {
	e, _ := roster.FindRules(g.Rules.Name)
	return e
}

// GameName returns rules and board: "classic 10x10", "maze:regrow=floor lattice 18x7".
func GameName(g ouro.GameSpec) string {
	rules := RulesOf(g)
	words := []string{rules.Chosen(g.Rules).String()}
	if name := LevelName(g.Level); name != "" {
		words = append(words, name)
	}
	return strings.Join(append(words, fmt.Sprintf("%dx%d", g.W, g.H)), " ")
}

// LevelName returns the name of a built-in level, or "".
func LevelName(l *ouro.Level) string {
	if l == nil {
		return ""
	}
	text := l.String()
	for _, named := range MazeLevels {
		if named.text == text {
			return named.Name
		}
	}
	return ""
}

// MazeLevel is a built-in level with its text.
type MazeLevel struct {
	maze.Named
	text string
}

// MazeLevels are all built-in levels.
var MazeLevels = func() (all []MazeLevel) {
	for _, named := range maze.Levels() {
		all = append(all, MazeLevel{named, named.Level.String()})
	}
	return all
}()

// progress returns the progress of a game for one snake as part and whole; in games that
// cannot be won, the part of the board that the snake fills.
func progress(sc *play.Scene) (done, whole int) {
	if rules := RulesOf(sc.Game); rules.Progress != nil {
		return rules.Progress(sc.State)
	}
	return sc.State.Snakes[0].Body.Len(), sc.State.Room()
}

// longest returns the greatest possible length of the snake.
func longest(sc *play.Scene) int {
	if rules := RulesOf(sc.Game); rules.Longest != nil {
		return rules.Longest(sc.Game.Rules, sc.State)
	}
	return sc.State.Room()
}
