package arena

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"ouro"
	"ouro/lab"
)

// twins returns sets of at least two snakes whose games are the same: if one of them replaces
// another in a game with the same start and opponents, the tally does not change. The snakes must
// have met this condition in more than one group, because one group can be chance. The games must
// be sorted by group.
func twins(snakes int, games []lab.Tally) (sets [][]int) {
	groups := groupsOf(games)
	twin := func(a, b int) bool {
		compared := 0
		for _, group := range groups {
			met, same := alikeIn(group, a, b)
			if !same {
				return false
			}
			if met {
				compared++
			}
		}
		return compared > 1
	}
	seen := make([]bool, snakes)
	for a := range snakes {
		set := []int{a}
		for b := a + 1; b < snakes && !seen[a]; b++ {
			if !seen[b] && twin(a, b) {
				set, seen[b] = append(set, b), true
			}
		}
		if len(set) > 1 {
			sets = append(sets, set)
		}
	}
	return sets
}

// alikeIn compares games of a group that differ only by an exchange of a and b. met reports whether
// the group has such games, and same whether all of them ended alike.
func alikeIn(group []lab.Tally, a, b int) (met, same bool) {
	for i := range group {
		g := &group[i]
		if !slices.ContainsFunc(g.Seats, func(s lab.Seat) bool { return int(s.Entrant) == a }) {
			continue
		}
		j := slices.IndexFunc(group, func(o lab.Tally) bool { return exchanged(g, &o, a, b) })
		if j < 0 {
			continue
		}
		if met = true; !sameEnding(g, &group[j]) {
			return true, false
		}
	}
	return met, true
}

// exchanged reports whether o has the entrants of g in the same seats, with a and b exchanged.
func exchanged(g, o *lab.Tally, a, b int) bool {
	return slices.EqualFunc(g.Seats, o.Seats, func(s, t lab.Seat) bool {
		switch int(s.Entrant) {
		case a:
			return int(t.Entrant) == b
		case b:
			return int(t.Entrant) == a
		}
		return t.Entrant == s.Entrant
	})
}

// sameEnding reports whether two games ended alike. It ignores the entrants.
func sameEnding(g, o *lab.Tally) bool {
	return g.Ending == o.Ending && g.WinnerSeat() == o.WinnerSeat() && g.Turns == o.Turns && slices.Equal(g.Measures, o.Measures) &&
		slices.EqualFunc(g.Seats, o.Seats, func(s, t lab.Seat) bool { return s.Length == t.Length && s.Cause == t.Cause && s.Died == t.Died })
}

// twinNotes names the snakes whose games are the same.
func (r *Figures) twinNotes() (notes []string) {
	for i, names := range r.twinNames() {
		last := len(names) - 1
		notes = append(notes, fmt.Sprintf("%s and %s had the same result in every game, in the same turn. %s", strings.Join(names[:last], ", "), names[last], r.whyAlike(r.Twins[i])))
	}
	return notes
}

// whyAlike returns possible reasons why the games of snakes are the same.
func (r *Figures) whyAlike(set []int) string {
	var causes []string
	if options := r.differingOptions(set); len(options) > 0 {
		causes = append(causes, fmt.Sprintf("because the options in which they differ, %s, have no effect in these games", strings.Join(options, ", ")))
	}
	if n := r.Tournament.Nodes; n > 0 {
		causes = append(causes, fmt.Sprintf("because %d nodes are too few for different moves: try more", n))
	}
	if len(causes) == 0 {
		return "They make the same moves, or their addresses lead to the same program."
	}
	return fmt.Sprintf("They make the same moves, perhaps %s.", strings.Join(causes, ", or "))
}

// differingOptions returns the options in which the snakes differ. It returns nil for different
// solvers, for programs and for remote snakes.
func (r *Figures) differingOptions(set []int) (names []string) {
	specs := make([]ouro.Spec, len(set))
	for i, snake := range set {
		spec, err := ouro.ParseSpec(r.Tournament.Snakes[snake].Snake)
		if _, program := spec.Options.Argument(); err != nil || program || spec.Name != cmp.Or(specs[0].Name, spec.Name) {
			return nil
		}
		specs[i] = spec
	}
	for i := range specs {
		for _, o := range specs[i].Options {
			if !slices.Contains(names, o.Key) && slices.ContainsFunc(specs, func(other ouro.Spec) bool {
				value, given := other.Options.Get(o.Key)
				return !given || value != o.Value
			}) {
				names = append(names, o.Key)
			}
		}
	}
	return names
}

func (r *Figures) twinNames() (sets [][]string) {
	for _, set := range r.Twins {
		names := make([]string, len(set))
		for i, snake := range set {
			names[i] = r.name(snake)
		}
		sets = append(sets, names)
	}
	return sets
}
