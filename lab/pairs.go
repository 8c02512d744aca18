package lab

import (
	"fmt"
	"slices"

	"ouro/lab/sheet"
)

// fewResults is the number of entrants up to which every pair is shown.
const fewResults = 4

// ShownPairs are the pairs for a reader: all of them for a few entrants, those
// with the best for more.
func (r *Report) ShownPairs() []Pair {
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

// best is the entrant that does best.
func (r *Report) best() string {
	k, _ := r.Experiment.kind().(Solo)
	return k.ranked(r)[0].Name
}

// compareAll compares every entrant with every later one.
func (r *Report) compareAll(compare func(a, b int) Pair) {
	for a := range r.Results {
		for b := a + 1; b < len(r.Results); b++ {
			p := compare(a, b)
			p.A, p.B = r.Results[a].Name, r.Results[b].Name
			r.Pairs = append(r.Pairs, p)
		}
	}
}

// withPairs adds a table of the pairs, if there are any: in the moves of games that both
// won and, where a game was not won, in the length.
func (r *Report) withPairs(tables ...sheet.Table) []sheet.Table {
	var labels, inMoves, inLength, inWon sheet.Columns
	lost := slices.ContainsFunc(r.Results, func(res Result) bool { return res.Won < res.Games })
	for _, p := range r.ShownPairs() {
		labels.Row("a", p.A, "b", p.B)
		inMoves.Row(append([]string{"both won", fmt.Sprint(p.BothWon)}, p.Moves.Cells("moves", sheet.Digits(p.Moves.Interval))...)...)
		if lost {
			inLength.Row(p.Length.Cells("length", sheet.Digits(p.Length.Interval))...)
		}
		inWon.Row(p.Won.Times(100).Cells("won %", 1)...)
	}
	if labels == nil {
		return tables
	}
	return append(tables, sheet.NewTable(labels, inMoves, inLength, inWon))
}

// pairNotes say what the differences are, and which pairs are shown.
func (r *Report) pairNotes(between string) (notes []string) {
	if len(r.Pairs) > 0 {
		notes = append(notes, "Differences are a - b "+between+"; * marks an interval without 0. "+
			"Each interval stands for itself: of twenty between equals, one is expected to miss.")
	}
	if shown := len(r.ShownPairs()); shown < len(r.Pairs) {
		notes = append(notes, fmt.Sprintf("Of %d pairs, the %d with %s are shown; JSON has all.", len(r.Pairs), shown, r.best()))
	}
	return notes
}
