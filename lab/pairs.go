package lab

import (
	"cmp"
	"fmt"
	"slices"
)

// fewResults is the number of entrants up to which every pair is shown.
const fewResults = 4

// shownPairs are the pairs for a reader: all of them for a few entrants, those
// with the best for more.
func (r *Report) shownPairs() []Pair {
	if len(r.Results) <= fewResults {
		return r.Pairs
	}
	best := r.best()
	var shown []Pair
	for _, p := range r.Pairs {
		if p.A == best || p.B == best {
			shown = append(shown, p)
		}
	}
	return shown
}

// best is the entrant with the highest rate of won games; of several, the one
// with the fewest moves.
func (r *Report) best() string {
	return slices.MinFunc(r.Results, func(a, b Result) int {
		return cmp.Or(
			cmp.Compare(b.Won*a.Games, a.Won*b.Games),
			cmp.Compare(a.Moves.Mean, b.Moves.Mean),
		)
	}).Name
}

// pairTable has a row for each pair.
func pairTable(pairs []Pair, groups [][]column) table {
	labels := columns("a", "b")
	for i := range pairs {
		addRow(labels, pairs[i].A, pairs[i].B)
	}
	return table{labels, groups}
}

// wonColumns are the differences of the rates of won games.
func wonColumns(pairs []Pair) []column {
	won := columns("won %", "95 % interval")
	percent := func(x float64) string { return signed(100*x, 1) }
	for i := range pairs {
		addRow(won, percent(pairs[i].Won.Mean), marked(pairs[i].Won, percent))
	}
	return won
}

// pairNotes say which pairs are shown.
func (r *Report) pairNotes() []string {
	if shown := len(r.shownPairs()); shown < len(r.Pairs) {
		return []string{fmt.Sprintf("Of %d pairs, the %d with %s are shown; JSON has all.", len(r.Pairs), shown, r.best())}
	}
	return nil
}
