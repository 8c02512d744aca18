package tui

import (
	"fmt"

	"ouro"
	"ouro/rule/classic"
	"ouro/rule/maze"
)

// mazeRules is the name of the rules whose food is the edible walls.
const mazeRules = "maze"

func isMaze(rules ouro.Spec) bool { return rules.Name == mazeRules }

// regrowth is where edible walls grow again under these rules, or nothing.
func regrowth(rules ouro.Spec) string {
	for _, o := range rules.Options {
		if o.Key == "regrow" && o.Value != "none" {
			return o.Value
		}
	}
	return ""
}

// gameName says which rules are played where: "10x10", "maze lattice 18x7".
func gameName(g ouro.GameSpec) string {
	size := fmt.Sprintf("%dx%d", g.W, g.H)
	if !isMaze(g.Rules) {
		return size
	}
	if name := levelName(g.Level); name != "" {
		size = name + " " + size
	}
	return mazeRules + " " + size
}

// levelName is the name of a level that comes with the program, or nothing.
func levelName(l *ouro.Level) string {
	if l == nil {
		return ""
	}
	text := l.String()
	for _, named := range mazeLevels {
		if named.text == text {
			return named.Name
		}
	}
	return ""
}

// mazeLevel is a level that comes with the program, and how it is drawn.
type mazeLevel struct {
	maze.Named
	text string
}

var mazeLevels = func() (all []mazeLevel) {
	for _, named := range maze.Levels() {
		all = append(all, mazeLevel{named, named.Level.String()})
	}
	return all
}()

// hungerLimit is the number of moves without a meal that ends a game.
func hungerLimit(sc *scene) int {
	if isMaze(sc.rules) {
		return maze.HungerLimit(sc.state.Grid)
	}
	return classic.HungerLimit(sc.state.Grid)
}

// longest is the greatest length that the snake can get to: it fills the
// board, or has eaten all edible walls where none grow again.
func (sc *scene) longest() int {
	if isMaze(sc.rules) && regrowth(sc.rules) == "" {
		return sc.state.Snakes[0].Body.Len() + sc.state.Hedges()
	}
	return sc.state.Room()
}

// eaten are the edible walls that the snake has eaten, which starts with a
// length of one.
func (sc *scene) eaten() int { return sc.state.Snakes[0].Body.Len() - 1 }

// progress is how much of the game is done, as two numbers: of what there is
// to fill or to eat.
func (sc *scene) progress() (done, whole int) {
	if isMaze(sc.rules) {
		return sc.eaten(), sc.eaten() + sc.state.Hedges()
	}
	return sc.state.Snakes[0].Body.Len(), sc.state.Room()
}

// meals names what the snake lives on.
func meals(rules ouro.Spec) string {
	if isMaze(rules) {
		return "edible wall"
	}
	return "food"
}

// victory is how a game was won, in words.
func victory(sc *scene) string {
	if isMaze(sc.rules) && sc.state.Hedges() == 0 {
		return "all edible walls are eaten"
	}
	return "the board is full"
}
