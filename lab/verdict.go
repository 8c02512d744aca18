package lab

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// Lead returns the verdict: which solver is best, and by how much.
func (k Solo) Lead(r *Report) string {
	if len(r.Games) == 0 {
		return ""
	}
	ranked := k.ranked(r)
	best := ranked[0]
	switch len(ranked) {
	case 1:
		return k.leadAlone(best) + "."
	case 2:
		return r.verdict(k, best, ranked[1]) + "."
	}
	text := fmt.Sprintf("Best of %d is %s. %s", len(ranked), best.Name, r.verdict(k, best, ranked[1]))
	var near []string
	for _, other := range ranked[2:] {
		if p, ok := r.pairOf(best, other); ok && !p.isClear() {
			near = append(near, other.Name)
		}
	}
	switch {
	case len(near) > 3:
		text += fmt.Sprintf("; %d others are not clearly different", len(near))
	case len(near) > 0:
		text += "; not clearly different: " + strings.Join(near, ", ")
	}
	return text + "."
}

// ranked returns the results by games won, then by fewer moves, then by length, best first.
func (k Solo) ranked(r *Report) []*Result {
	all := make([]*Result, len(r.Results))
	for i := range all {
		all[i] = &r.Results[i]
	}
	slices.SortStableFunc(all, func(a, b *Result) int {
		if k.Survive {
			return compareMeans(b.Turns.Mean, a.Turns.Mean)
		}
		return cmp.Or(
			cmp.Compare(b.Won*a.Games, a.Won*b.Games),
			compareMeans(a.Moves.Mean, b.Moves.Mean),
			compareMeans(b.Length.Mean, a.Length.Mean),
		)
	})
	return all
}

// compareMeans orders means, with NaN last.
func compareMeans(a, b float64) int {
	if math.IsNaN(a) != math.IsNaN(b) {
		return -cmp.Compare(a, b) // cmp orders NaN first
	}
	return cmp.Compare(a, b)
}

func (k Solo) leadAlone(res *Result) string {
	games := english.Count(res.Games, "game")
	switch {
	case k.Survive:
		return fmt.Sprintf("%s lives for %s turns%s, over %s", res.Name, sheet.Fixed(res.Turns.Mean, 1), bracket(res.Turns.Interval(Confidence), 1), games)
	case res.Won == res.Games:
		return fmt.Sprintf("%s wins all %s, in %s moves%s", res.Name, games, sheet.Fixed(res.Moves.Mean, sheet.Digits(res.MovesMean)), bracket(res.MovesMean, sheet.Digits(res.MovesMean)))
	}
	return fmt.Sprintf("%s wins %s %% of %s%s and reaches length %s%s", res.Name, sheet.Rate(res.Won, res.Games), games,
		" "+sheet.PercentInterval(res.WonRate), sheet.Fixed(res.Length.Mean, 1), bracket(res.Length.Interval(Confidence), 1))
}

// verdict returns a sentence that compares entrant a, which is ranked higher, with entrant b.
func (r *Report) verdict(k Solo, a, b *Result) string {
	p, ok := r.pairOf(a, b)
	if !ok || p.Games == 0 {
		return fmt.Sprintf("%s and %s have no game in common yet", a.Name, b.Name)
	}
	moves := p.sentence(p.Moves, -1, "needs", "moves fewer")
	switch {
	case k.Survive:
		return p.sentenceOrUnclear(p.sentence(p.Turns, 1, "lives", "turns longer"), "turns", p.Turns)
	case p.BothWon == p.Games:
		return p.sentenceOrUnclear(moves, "moves", p.Moves)
	}
	won := p.sentence(p.Won.Scale(100), 1, "wins", "percentage points more of the games")
	length := p.sentence(p.Length, 1, "grows", "cells longer")
	switch {
	case won != "" && length != "" && p.Won.Mean*p.Length.Mean > 0:
		return won + ", and " + strings.TrimPrefix(strings.Replace(length, " than "+p.worseName(p.Length.Mean), "", 1), p.betterName(p.Length.Mean)+" ")
	case won != "" && length != "":
		return won + "; " + length
	case won != "" || length != "":
		return cmp.Or(won, length)
	case moves != "" && 2*p.BothWon >= p.Games: // a smaller part of the games may consist only of easy ones
		return moves + " in games that both won"
	}
	return p.sentenceOrUnclear("", "length", p.Length)
}

// pairOf returns the pair of two results, with a as A.
func (r *Report) pairOf(a, b *Result) (p Pair, ok bool) {
	for _, p := range r.Pairs {
		switch {
		case p.A == a.Name && p.B == b.Name:
			return p, true
		case p.A == b.Name && p.B == a.Name:
			return p.exchanged(), true
		}
	}
	return p, false
}

// exchanged returns the pair with A and B exchanged.
func (p Pair) exchanged() Pair {
	p.A, p.B, p.Fewer = p.B, p.A, p.BothWon-p.Fewer-p.Same
	p.Measures = slices.Clone(p.Measures)
	all := []*Difference{&p.Won, &p.Moves, &p.Length, &p.Turns}
	for i := range p.Measures {
		all = append(all, &p.Measures[i])
	}
	for _, d := range all {
		d.Mean, d.Interval = -d.Mean, stat.Interval{Lo: -d.Interval.Hi, Hi: -d.Interval.Lo}
	}
	return p
}

func (p *Pair) isClear() bool { return p.Won.IsClear() || p.Moves.IsClear() || p.Length.IsClear() }

// sentence returns a sentence about a difference, or "" if the difference is not clear. sign is
// 1 if more is better, and -1 if less is better.
func (p *Pair) sentence(d Difference, sign float64, verb, unit string) string {
	if !d.IsClear() {
		return ""
	}
	iv := stat.Interval{Lo: math.Min(math.Abs(d.Interval.Lo), math.Abs(d.Interval.Hi)), Hi: math.Max(math.Abs(d.Interval.Lo), math.Abs(d.Interval.Hi))}
	digits := sheet.Digits(iv)
	return fmt.Sprintf("%s %s %s %s than %s%s", p.betterName(sign*d.Mean), verb, sheet.Fixed(math.Abs(d.Mean), digits), unit, p.worseName(sign*d.Mean), bracket(iv, digits))
}

// betterName returns the name of the better entrant: A if difference is above 0, else B.
func (p *Pair) betterName(difference float64) string {
	if difference > 0 {
		return p.A
	}
	return p.B
}

func (p *Pair) worseName(difference float64) string { return p.betterName(-difference) }

// sentenceOrUnclear returns the sentence or, if the sentence is "", a statement that the difference
// is not clear.
func (p *Pair) sentenceOrUnclear(sentence, unit string, d Difference) string {
	if sentence != "" {
		return sentence
	}
	text := fmt.Sprintf("No clear difference between %s and %s over %s", p.A, p.B, english.Count(p.Games, "game"))
	if math.IsNaN(d.Interval.Lo) {
		return text
	}
	digits := sheet.Digits(d.Interval)
	return text + fmt.Sprintf(": %s %s %s", unit, sheet.Signed(d.Mean, digits), sheet.SignedInterval(d.Interval, digits))
}

func bracket(iv stat.Interval, digits int) string {
	if math.IsNaN(iv.Lo) {
		return ""
	}
	return " " + sheet.FixedInterval(iv, digits)
}

// fewResults is the largest number of entrants for which a table shows every pair.
const fewResults = 4

// TablePairs returns the pairs for a table: all pairs, or only the pairs with the best entrant if
// there are more than fewResults entrants.
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

func (r *Report) best() string {
	k, _ := r.Experiment.kind().(Solo)
	return k.ranked(r)[0].Name
}

// compareAll compares every entrant with all later ones. The function compare adds the figures of a
// kind of game to a pair; both iterates over the games that both entrants finished.
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

// Together iterates over the games of two entrants that play alone, in groups that both
// finished.
func (r *Report) Together(a, b int) iter.Seq2[*Tally, *Tally] {
	return func(yield func(x, y *Tally) bool) {
		var x, y *Tally // the last two tallies
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

func (d Difference) facts() sheet.Facts { return sheet.MeanFacts(d.Mean, d.Interval) }

// withPairs appends a table of pairs if there is more than one entrant. The table has the
// differences of the moves in games that both won, of the lengths if a game was lost, and of the
// shares of won games.
func (r *Report) withPairs(tables ...sheet.Table) []sheet.Table {
	var labels, inMoves, inLength, inWon sheet.Columns
	lost := slices.ContainsFunc(r.Results, func(res Result) bool { return res.Won < res.Games })
	for _, p := range r.TablePairs() {
		labels.Row("a", p.A, "b", p.B)
		inMoves.Row(append([]string{"both won", fmt.Sprint(p.BothWon)}, p.Moves.Cells("moves", sheet.Digits(p.Moves.Interval))...)...)
		if lost {
			inLength.Row(p.Length.Cells("length", sheet.Digits(p.Length.Interval))...)
		}
		inWon.Row(p.Won.Scale(100).Cells("won %", 1)...)
	}
	if labels == nil {
		return tables
	}
	return append(tables, sheet.NewTable(labels, inMoves, inLength, inWon))
}

// pairNotes returns notes that explain the differences, and which pairs the table has.
func (r *Report) pairNotes(between string) (notes []string) {
	if len(r.Pairs) > 0 {
		notes = append(notes, "Differences are a - b "+between+"; * marks an interval without 0. "+
			"Intervals are not adjusted for their number: of twenty between equals, one is expected to miss 0.")
	}
	if n := len(r.TablePairs()); n < len(r.Pairs) {
		notes = append(notes, fmt.Sprintf("Of %d pairs, the %d with %s are shown; JSON has all.", len(r.Pairs), n, r.best()))
	}
	return notes
}
