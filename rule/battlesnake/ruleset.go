package battlesnake

import (
	"fmt"
	"slices"

	"ouro"
	"ouro/internal/english"
)

// stage is one part of a Step.
type stage func(c *config, s *ouro.State, joint []ouro.Dir)

// Ruleset describes one ruleset.
type Ruleset struct {
	Name  string
	Idea  string // in one line
	Wraps bool   // the board is a torus
	Grows bool   // every snake grows with each move
	Solo  bool   // the game ends only when no snake is alive
}

// Rulesets lists all rulesets.
func Rulesets() []Ruleset {
	list := make([]Ruleset, len(rulesets))
	for i, r := range rulesets {
		list[i] = r.Ruleset
	}
	return list
}

// FindRuleset returns the ruleset with this name; the error lists the known ones.
func FindRuleset(name string) (Ruleset, error) {
	r, err := findRuleset(name)
	return r.Ruleset, err
}

func findRuleset(name string) (ruleset, error) {
	i := slices.IndexFunc(rulesets, func(r ruleset) bool { return r.Name == name })
	if i < 0 {
		var known []string
		for _, r := range rulesets {
			known = append(known, r.Name)
		}
		return ruleset{}, fmt.Errorf("unknown ruleset %q%s", name, english.Known(name, known))
	}
	return rulesets[i], nil
}

type ruleset struct {
	Ruleset
	stages  []stage
	shrinks bool // the ruleset adds the hazards of royale
}

var rulesets = []ruleset{
	{
		Ruleset: Ruleset{Name: "standard", Idea: "the last snake alive wins; walls around the board"},
		stages:  []stage{move, starve, burn, feed, eliminate},
	},
	{
		Ruleset: Ruleset{Name: "solo", Idea: "the same, but the game ends only when no snake is alive", Solo: true},
		stages:  []stage{move, starve, burn, feed, eliminate},
	},
	{
		Ruleset: Ruleset{Name: "royale", Idea: "standard, and hazards close in from the sides"},
		stages:  []stage{move, starve, burn, feed, eliminate},
		shrinks: true,
	},
	{
		Ruleset: Ruleset{Name: "constrictor", Idea: "standard without food: every snake grows with each move", Grows: true},
		stages:  []stage{move, starve, burn, feed, eliminate, removeFood, growAll},
	},
	{
		Ruleset: Ruleset{Name: "wrapped", Idea: "standard without walls: each edge joins the opposite one", Wraps: true},
		stages:  []stage{move, starve, burn, feed, eliminate},
	},
	{
		Ruleset: Ruleset{Name: "wrapped_constrictor", Idea: "constrictor on a board without walls", Wraps: true, Grows: true},
		stages:  []stage{move, starve, burn, feed, eliminate, removeFood, growAll},
	},
}
