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

// GameName says which rules are played where: "10x10", "maze lattice 18x7".
func GameName(g ouro.GameSpec) string {
	words := []string{fmt.Sprintf("%dx%d", g.W, g.H)}
	if name := LevelName(g.Level); name != "" {
		words = append([]string{name}, words...)
	}
	if RulesOf(g).Home != roster.Classic {
		words = append([]string{g.Rules.Name}, words...)
	}
	return strings.Join(words, " ")
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

// progress is how much of a game for one snake is done, as two numbers.
func progress(sc *play.Scene) (done, whole int) { return RulesOf(sc.Game).Progress(sc.State) }

// longest is the greatest length that its snake can get to.
func longest(sc *play.Scene) int { return RulesOf(sc.Game).Longest(sc.Game.Rules, sc.State) }
