package solo

import (
	"fmt"
	"strings"

	"ouro"
	"ouro/play"
	"ouro/roster"
	"ouro/rule/maze"
)

// RulesOf is what the roster knows of a game; nothing, of one that cannot be.
func RulesOf(g ouro.GameSpec) roster.RulesEntry {
	e, _ := roster.FindRules(g.Rules.Name)
	return e
}

// GameName is the rules and the board: "classic 10x10", "maze:regrow=floor lattice 18x7".
func GameName(g ouro.GameSpec) string {
	rules := RulesOf(g)
	words := []string{rules.Chosen(g.Rules).String()}
	if name := LevelName(g.Level); name != "" {
		words = append(words, name)
	}
	return strings.Join(append(words, fmt.Sprintf("%dx%d", g.W, g.H)), " ")
}

// LevelName is the name of a level that comes with the program, or nothing.
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

// MazeLevel is a level that comes with the program, and how it is drawn.
type MazeLevel struct {
	maze.Named
	text string
}

// MazeLevels are all of them.
var MazeLevels = func() (all []MazeLevel) {
	for _, named := range maze.Levels() {
		all = append(all, MazeLevel{named, named.Level.String()})
	}
	return all
}()

// progress is how much of a game for one snake is done, as two numbers: of one
// that cannot be won, how much of the board its snake fills.
func progress(sc *play.Scene) (done, whole int) {
	if rules := RulesOf(sc.Game); rules.Progress != nil {
		return rules.Progress(sc.State)
	}
	return sc.State.Snakes[0].Body.Len(), sc.State.Room()
}

// longest is the greatest length that its snake can get to.
func longest(sc *play.Scene) int {
	if rules := RulesOf(sc.Game); rules.Longest != nil {
		return rules.Longest(sc.Game.Rules, sc.State)
	}
	return sc.State.Room()
}
