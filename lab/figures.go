package lab

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"ouro"
	"ouro/internal/english"
	"ouro/lab/stat"
)

// column is one column of figures, with a cell for each row.
type column struct {
	head  string
	cells []string
}

// resultColumns are the figures of the results, in groups that stay together.
func (r *Report) resultColumns() [][]column {
	counts := []column{{head: "games"}, {head: "won"}, {head: "won %"}, {head: "95 % interval"}, {head: "died"}, {head: "trapped"}, {head: "looped"}}
	moves := []column{{head: "moves"}, {head: "sd"}, {head: "median"}, {head: "min..max"}, {head: "length"}}
	times := []column{{head: "think mean"}, {head: "p50"}, {head: "p99"}, {head: "games/s"}}
	for i := range r.Results {
		res := &r.Results[i]
		n := len(res.Games)
		addRow(counts, fmt.Sprint(n), fmt.Sprint(res.Won), rateText(res.Won, n), percentInterval(res.WonRate),
			fmt.Sprint(res.Died), fmt.Sprint(res.Trapped), fmt.Sprint(res.Looped))
		m := &res.Moves
		span := none
		if m.N > 0 {
			span = fmt.Sprintf("%.0f..%.0f", m.Min, m.Max)
		}
		addRow(moves, meanText(m.Mean, res.MovesMean), fixed(m.SD, 1), fixed(m.Median, 1), span, fixed(res.Length.Mean, 1))
		if t := res.Times; t != nil {
			addRow(times, durationText(t.Mean), durationText(t.P50), durationText(t.P99), significant(t.GamesPerSecond))
		}
	}
	groups := [][]column{counts, moves}
	if above := r.excessColumns(); above != nil {
		groups = append(groups, above)
	}
	if len(times[0].cells) > 0 {
		groups = append(groups, times)
	}
	return groups
}

// fewResults is the number of entrants up to which every pair is shown.
const fewResults = 4

// shownPairs are the pairs for a reader: all of them for a few entrants, those
// with the best for more.
func (r *Report) shownPairs() []Pair {
	if len(r.Results) <= fewResults {
		return r.Pairs
	}
	best := r.best().String()
	var shown []Pair
	for _, p := range r.Pairs {
		if p.A.String() == best || p.B.String() == best {
			shown = append(shown, p)
		}
	}
	return shown
}

// best is the entrant with the highest rate of won games; of several, the one
// with the fewest moves.
func (r *Report) best() ouro.Spec {
	return slices.MinFunc(r.Results, func(a, b Result) int {
		return cmp.Or(
			cmp.Compare(b.Won*len(a.Games), a.Won*len(b.Games)),
			cmp.Compare(a.Moves.Mean, b.Moves.Mean),
		)
	}).Spec
}

// pairColumns are the figures of paired differences.
func (r *Report) pairColumns(pairs []Pair) [][]column {
	moves := []column{{head: "both won"}, {head: "moves"}, {head: "95 % interval"}}
	won := []column{{head: "won %"}, {head: "95 % interval"}}
	for i := range pairs {
		p := &pairs[i]
		digits := digitsFor(p.Moves.Interval)
		addRow(moves, fmt.Sprint(p.BothWon), signed(p.Moves.Mean, digits), marked(p.Moves, func(x float64) string { return signed(x, digits) }))
		percent := func(x float64) string { return signed(100*x, 1) }
		addRow(won, percent(p.Won.Mean), marked(p.Won, percent))
	}
	return [][]column{moves, won}
}

func addRow(columns []column, cells ...string) {
	for i, c := range cells {
		columns[i].cells = append(columns[i].cells, c)
	}
}

// title says what was played.
func (r *Report) title() string {
	e := &r.Experiment
	board := boardText(e.Game)
	if e.Game.Level != nil {
		board += " with walls"
	}
	text := fmt.Sprintf("%s %s, start length %d, %s, seed %d", e.Game.Rules, board, e.Game.StartLength, english.Count(e.Games, "game"), e.Seed)
	if e.First > 0 {
		text += fmt.Sprintf(", from game %d", e.First)
	}
	if e.Budget != (ouro.Budget{}) {
		text += ", budget " + budgetText(e.Budget)
	}
	return text
}

// notes are what a reader must know about the figures, a sentence each.
func (r *Report) notes() []string {
	var notes []string
	if r.Experiment.Partial {
		notes = append(notes, "PARTIAL: not all planned games were finished, and those that were being played are missing.")
	}
	notes = append(notes, "moves are over won games: mean ± half of the 95 % interval (t); the interval for won is Wilson's. length is the mean at the end of all games.")
	notes = append(notes, r.excessNotes()...)
	if len(r.Pairs) > 0 {
		notes = append(notes, "Differences are a - b between the same games, moves where both won; * marks an interval without 0. "+
			"Each interval stands for itself: of twenty between equals, one is expected to miss.")
	}
	if shown := len(r.shownPairs()); shown < len(r.Pairs) {
		notes = append(notes, fmt.Sprintf("Of %d pairs, the %d with %s are shown; JSON has all.", len(r.Pairs), shown, r.best()))
	}
	if r.Experiment.Budget.Time > 0 {
		notes = append(notes, "The budget is a time: another run or another machine will differ.")
	}
	for i := range r.Results {
		if res := &r.Results[i]; res.Mishaps > 0 {
			notes = append(notes, fmt.Sprintf("%s had no answer of its own for %s (fallback move); first: %s.",
				res.Spec, english.Count(res.Mishaps, "move"), res.FirstMishap))
		}
	}
	return notes
}

// none stands where a sample is too small to tell.
const none = "-"

func fixed(x float64, digits int) string {
	if math.IsNaN(x) {
		return none
	}
	return fmt.Sprintf("%.*f", digits, x)
}

func signed(x float64, digits int) string {
	if math.IsNaN(x) {
		return none
	}
	if text := fmt.Sprintf("%+.*f", digits, x); strings.Trim(text, "+-0.") != "" {
		return text
	}
	return fmt.Sprintf("%.*f", digits, 0.0) // zero has no sign
}

// digitsFor is how many decimals a figure deserves by its interval.
func digitsFor(iv stat.Interval) int {
	if half := iv.Half(); half > 0 && half < 1 {
		return 2
	}
	return 1
}

// meanText is a mean with its interval, which is symmetrical.
func meanText(mean float64, iv stat.Interval) string {
	if math.IsNaN(mean) {
		return none
	}
	digits := digitsFor(iv)
	return fixed(mean, digits) + " ± " + fixed(iv.Half(), digits)
}

// rateText is k of n in percent. Only none is 0 and only all is 100.
func rateText(k, n int) string {
	if n == 0 {
		return none
	}
	rate := 100 * float64(k) / float64(n)
	for digits := 1; ; digits++ {
		text := fixed(rate, digits)
		if digits == 6 || (k == 0) == (strings.Trim(text, "0.") == "") && (k == n) == strings.HasPrefix(text, "100") {
			return text
		}
	}
}

func percentInterval(iv stat.Interval) string {
	return fmt.Sprintf("[%.1f, %.1f]", 100*iv.Lo, 100*iv.Hi)
}

// marked is the interval of a difference, and whether it excludes 0.
func marked(d Difference, text func(float64) string) string {
	if math.IsNaN(d.Interval.Lo) {
		return none
	}
	mark := " "
	if d.Clear() {
		mark = "*"
	}
	return "[" + text(d.Interval.Lo) + ", " + text(d.Interval.Hi) + "]" + mark
}

// significant writes three digits, or all that stand before the point.
func significant(x float64) string {
	switch {
	case x >= 100 || x == 0:
		return fixed(x, 0)
	case x >= 10:
		return fixed(x, 1)
	case x >= 1:
		return fixed(x, 2)
	}
	return fmt.Sprintf("%.3g", x)
}

func durationText(d time.Duration) string {
	for _, u := range []struct {
		size time.Duration
		name string
	}{{time.Second, "s"}, {time.Millisecond, "ms"}, {time.Microsecond, "µs"}} {
		if d >= u.size {
			return significant(float64(d)/float64(u.size)) + u.name
		}
	}
	return fmt.Sprintf("%dns", d.Nanoseconds())
}
