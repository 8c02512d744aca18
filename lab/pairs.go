package lab

import (
	"fmt"
	"iter"
	"slices"

	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// fewResults is the largest number of entrants for which tables have every pair.
const fewResults = 4

// TablePairs returns the pairs for a table: all pairs of a few entrants, else those with
// the best entrant.
func (r *Report) TablePairs() []Pair {
	if len(r.Results) <= fewResults {
		return r.Pairs
	}
	best := r.best()
	var pairs []Pair
	for _, p := range r.Pairs {
		if p.A == best || p.B == best {
			pairs = append(pairs, p)
		}
	}
	return pairs
}

// best returns the name of the best entrant.
func (r *Report) best() string {
	k, _ := r.Experiment.kind().(Solo)
	return k.ranked(r)[0].Name
}

// compareAll compares every entrant with every later one; compare adds the figures of its
// kind over the games that both have finished.
func (r *Report) compareAll(compare func(p *Pair, both iter.Seq2[*Tally, *Tally])) {
	for a := range r.Results {
		for b := a + 1; b < len(r.Results); b++ {
			p := Pair{A: r.Results[a].Name, B: r.Results[b].Name}
			both := r.Together(a, b)
			onlyA, onlyB := 0, 0
			for x, y := range both {
				p.Games++
				switch {
				case x.Won(0) && !y.Won(0):
					onlyA++
				case y.Won(0) && !x.Won(0):
					onlyB++
				}
			}
			p.Won = Difference{float64(onlyA-onlyB) / float64(p.Games), stat.DiffRates(onlyA, onlyB, p.Games, Confidence)}
			compare(&p, both)
			r.Pairs = append(r.Pairs, p)
		}
	}
}

// Together iterates over the games of two entrants that play alone, in the groups that
// both have finished.
func (r *Report) Together(a, b int) iter.Seq2[*Tally, *Tally] {
	return func(yield func(x, y *Tally) bool) {
		var x, y *Tally // the last ones
		for i := range r.Games {
			t := &r.Games[i]
			switch int(t.Seats[0].Entrant) {
			case a:
				x = t
			case b:
				y = t
			default:
				continue
			}
			if x != nil && y != nil && x.Group == y.Group && !yield(x, y) {
				return
			}
		}
	}
}

// differenceOf returns the mean of differences.
func differenceOf(values []float64) Difference {
	s := stat.Describe(values)
	return Difference{s.Mean, s.Interval(Confidence)}
}

// document returns the JSON of a report of games that each entrant plays alone.
func document(k Kind, r *Report, pair func(*Pair) sheet.Facts) sheet.Facts {
	return sheet.FactsOf(
		"schema", schema,
		"experiment", k.Played(r),
		"verdict", sheet.Sparse(k.Lead(r)),
		"results", k.Rows(r),
		"pairs", sheet.Each(r.Pairs, pair),
	)
}

// facts returns a difference for JSON and CSV.
func (d Difference) facts() sheet.Facts { return sheet.MeanFacts(d.Mean, d.Interval) }

// withPairs adds a table of the pairs, if there are any: the differences in moves of
// games that both won and, if any game was not won, in length.
func (r *Report) withPairs(tables ...sheet.Table) []sheet.Table {
	var labels, inMoves, inLength, inWon sheet.Columns
	lost := slices.ContainsFunc(r.Results, func(res Result) bool { return res.Won < res.Games })
	for _, p := range r.TablePairs() {
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

// pairNotes explains the differences and which pairs are in the table.
func (r *Report) pairNotes(between string) (notes []string) {
	if len(r.Pairs) > 0 {
		notes = append(notes, "Differences are a - b "+between+"; * marks an interval without 0. "+
			"Each interval stands for itself: of twenty between equals, one is expected to miss.")
	}
	if n := len(r.TablePairs()); n < len(r.Pairs) {
		notes = append(notes, fmt.Sprintf("Of %d pairs, the %d with %s are shown; JSON has all.", len(r.Pairs), n, r.best()))
	}
	return notes
}
