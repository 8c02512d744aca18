package battlesnake

import "ouro"

// stage is one part of a turn.
type stage func(c *config, s *ouro.State, joint []ouro.Dir)

// Ruleset describes one ruleset.
type Ruleset struct {
	Name string
	Idea string // in one line
}

// Rulesets lists all rulesets.
func Rulesets() []Ruleset {
	list := make([]Ruleset, len(rulesets))
	for i, r := range rulesets {
		list[i] = r.Ruleset
	}
	return list
}

type ruleset struct {
	Ruleset
	stages  []stage
	wraps   bool // the board is a torus
	solo    bool // over only when nobody is alive
	shrinks bool // royale's hazards come with the rules
	grows   bool // everybody grows with each move
}

var rulesets = []ruleset{
	{
		Ruleset: Ruleset{"standard", "the last snake alive wins; walls around the board"},
		stages:  []stage{move, starve, burn, feed, eliminate},
	},
	{
		Ruleset: Ruleset{"solo", "the same, but the game goes on until nobody is alive"},
		stages:  []stage{move, starve, burn, feed, eliminate},
		solo:    true,
	},
	{
		Ruleset: Ruleset{"royale", "standard, and hazards close in from the sides"},
		stages:  []stage{move, starve, burn, feed, eliminate},
		shrinks: true,
	},
	{
		Ruleset: Ruleset{"constrictor", "standard without food: every snake grows with each move"},
		stages:  []stage{move, starve, burn, feed, eliminate, removeFood, growAll},
		grows:   true,
	},
	{
		Ruleset: Ruleset{"wrapped", "standard without walls: each edge joins the opposite one"},
		stages:  []stage{move, starve, burn, feed, eliminate},
		wraps:   true,
	},
	{
		Ruleset: Ruleset{"wrapped_constrictor", "constrictor on a board without walls"},
		stages:  []stage{move, starve, burn, feed, eliminate, removeFood, growAll},
		wraps:   true,
		grows:   true,
	},
}
