package solo

import (
	"ouro"
	"ouro/roster"
	"ouro/tui/frame"
)

// commandLine is what is typed to see this game again.
func commandLine(command string, solvers []ouro.Spec, o frame.Options, index int) roster.CommandLine {
	c := roster.CommandLine{
		Command: command, Game: o.Game, Level: o.Level, Start: o.Start, Seed: o.Seed, Index: index, Budget: o.Budget,
	}
	for _, spec := range solvers {
		c.Snakes = append(c.Snakes, spec.String())
	}
	return c
}
