package hydra

import "ouro/sim"

// Family is a group of rules. Each family has its own weights for duels, learned from games
// under its rules, because what wins differs: a long snake wins under standard rules and
// starves between the hazards of royale.
type Family int

const (
	Standard    Family = iota
	Royale             // hazards hurt, now or later
	Constrictor        // snakes grow with every move
	Wrapped            // opposite edges are joined
	families
)

// FamilyNames are the names of the families.
var FamilyNames = [families]string{"standard", "royale", "constrictor", "wrapped"}

// FamilyOf returns the family of the rules of p. shrinks states that hazards close in from
// the sides. Hazards that heal do not count.
func FamilyOf(p *sim.Position, shrinks bool) Family {
	switch {
	case p.AlwaysGrow():
		return Constrictor
	case p.Damage() > 0 && (shrinks || p.Hazards() > 0):
		return Royale
	case p.Grid().Wraps:
		return Wrapped
	}
	return Standard
}

var learnedPairs = [families]*[Values][2]int16{
	Standard: &standardPairs, Royale: &royalePairs, Constrictor: &constrictorPairs, Wrapped: &wrappedPairs,
}

// LearnedWeights returns the learned weights of a family: for each value of each feature a weight
// for the beginning and one for the end of a game. They have no prizes yet.
func LearnedWeights(f Family) *[Values][2]int16 { return learnedPairs[f] }

// prizes are added to the learned weights of each family, for each segment by which a snake is longer
// than its enemy, up to mostPrized segments. Learned weights come from games of hydra against itself,
// in which both snakes eat late; the longer one wins more often than they expect.
var prizes = [families]int{Standard: 60, Wrapped: 60}

const mostPrized = 8

var learnedWeights = func() (w [families]*Weights) {
	for f, prize := range prizes {
		w[f] = NewWeights(learnedPairs[f])
		for longer := -lengthMost; longer <= lengthMost; longer++ {
			n := prize * clamp(longer, mostPrized)
			w[f][atLength+lengthMost+longer] += pair(n, n)
		}
	}
	return w
}()

func learned(f Family) *Weights { return learnedWeights[f] }
