package cli

import (
	"fmt"

	"ouro"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
)

// summary returns the result of a game of one snake in a line.
func summary(solver ouro.Spec, place string, game ouro.GameSpec, seed uint64, g *play.Game) string {
	s := g.State()
	outcome, _ := g.Over()
	rest := fmt.Sprintf(" of %d", s.Room())
	if rules, err := roster.FindRules(game.Rules.Name); err == nil && rules.EatsWalls() {
		rest = fmt.Sprintf(", %d edible walls left", s.Hedges())
	}
	return fmt.Sprintf("%s on %s, seed %d: %s after %s at length %d%s", solver, place, seed, outcome.Ending, english.Count(s.Turn, "move"), s.Snakes[0].Body.Len(), rest)
}

// again returns the last line of a report: the command that shows the same game.
func again(c roster.CommandLine) string { return "again: " + c.String() + "\n" }

func place(level string, game ouro.GameSpec) string {
	size := fmt.Sprintf("%dx%d", game.W, game.H)
	if level != "" {
		return level + " " + size
	}
	return size
}
