package compare

import (
	"fmt"
	"math"
	"strings"
	"time"

	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// Sentence returns the verdict as a sentence for users.
func (c *Comparison) Sentence() string {
	if c.AllSame() {
		return fmt.Sprintf("the same: %s with identical moves.", english.Count(c.Pairs, "paired game"))
	}
	word := map[Verdict]string{Better: "better", Worse: "worse", Unclear: "no clear difference"}[c.Verdict()]
	var changes []string
	for _, f := range c.Deciding() {
		changes = append(changes, f.ChangeText())
	}
	if changes == nil {
		changes = []string{"none of the compared figures can decide"}
	}
	text := word + ": " + strings.Join(changes, ", ") + "; on "
	if !c.Paired {
		return fmt.Sprintf("%s%d and %s that are not paired.", text, c.Games[0], english.Count(c.Games[1], "game"))
	}
	text += english.Count(c.Pairs, "paired game")
	switch {
	case c.Known == 0:
		return text + "."
	case c.Known < c.Pairs:
		text += fmt.Sprintf(", of which %d have known moves; of those", c.Known)
	default:
		text += ", of which"
	}
	switch c.Same {
	case 0:
		return text + " none has identical moves."
	case 1:
		return text + " 1 has identical moves."
	}
	return fmt.Sprintf("%s %d have identical moves.", text, c.Same)
}

// ChangeText returns the change in percent with its interval, such as: won +1.0 points
// [-0.4, +2.4].
func (f *Figure) ChangeText() string {
	p, unit := f.Percent(), "%"
	if f.Share {
		unit = "points"
	}
	name := strings.TrimSuffix(f.Name, " %")
	if math.IsNaN(p.Mean) {
		return name + " is unknown"
	}
	digits := sheet.Digits(p.Interval)
	text := fmt.Sprintf("%s %s %s", name, sheet.Signed(p.Mean, digits), unit)
	if !math.IsNaN(p.Interval.Lo) {
		text += " " + sheet.SignedInterval(p.Interval, digits)
	}
	return text
}

// Table returns a table with a row for each figure.
func (c *Comparison) Table() sheet.Table {
	var names, values, changes, percents sheet.Columns
	for i := range c.Figures {
		f := &c.Figures[i]
		factor, digits := 1.0, max(f.Digits, sheet.Digits(f.Change.Interval))
		if f.Share {
			factor, digits = 100, 1
		}
		names.Row("figure", f.Name)
		values.Row("A", sheet.Fixed(factor*f.A, digits), "B", sheet.Fixed(factor*f.B, digits))
		changes.Row(f.Change.Scale(factor).Cells("B - A", digits)...)
		if p := f.Percent(); f.Share {
			percents.Row("in %", "", "95 % interval", "")
		} else {
			percents.Row(p.Cells("in %", sheet.Digits(p.Interval))...)
		}
	}
	if a, b := c.ThinkA, c.ThinkB; a != nil && b != nil {
		for _, q := range []struct {
			name  string
			value func(*stat.Histogram) float64
		}{
			{"think mean", func(h *stat.Histogram) float64 { return float64(h.Mean()) }},
			{"think p99", func(h *stat.Histogram) float64 { return float64(h.Quantile(0.99)) }},
		} {
			x, y := q.value(a), q.value(b)
			names.Row("figure", q.name)
			values.Row("A", sheet.Duration(time.Duration(x)), "B", sheet.Duration(time.Duration(y)))
			changes.Row("B - A", "", "95 % interval", "")
			percents.Row("in %", sheet.Signed(100*(y/x-1), 1), "95 % interval", "")
		}
	}
	return sheet.NewTable(names, values, changes, percents)
}

// Notes returns notes for users below the table.
func (c *Comparison) Notes() (notes []string) {
	if c.AllSame() {
		notes = append(notes, fmt.Sprintf("Of all further games, up to %.1f %% may differ (95 %% interval, computed from these games).", 100*c.Differing(lab.Confidence).Hi))
	}
	if c.OnlyA+c.OnlyB > 0 {
		notes = append(notes, fmt.Sprintf("%d games of A and %d of B have no counterpart and are not compared.", c.OnlyA, c.OnlyB))
	}
	for i := range c.Figures {
		if f := &c.Figures[i]; c.Paired && f.Key == "moves" {
			notes = append(notes, fmt.Sprintf("Differences are B - A in each pair of games; moves are compared in the %s that both won.", english.Count(f.Pairs, "game")))
		}
	}
	switch {
	case !c.Paired:
		notes = append(notes, "The games are not paired: the intervals (Welch's for means, Newcombe's for rates) are wider than those of paired games would be.")
	case c.Groups:
		notes = append(notes, "Games from one start are correlated: intervals are computed from the differences within each start.")
	}
	var deciding []string
	for _, f := range c.Deciding() {
		deciding = append(deciding, strings.TrimSuffix(f.Name, " %"))
	}
	if len(deciding) > 0 {
		notes = append(notes, fmt.Sprintf("* marks an interval without 0. Intervals are not adjusted for their number: of twenty between equals, one is expected to miss 0. "+
			"%s. If A and B are equal, the verdict is still better or worse in about %s.",
			english.Capital(strings.Join([]string{deciding[0] + " decides", strings.Join(deciding[1:], " and ")}[:min(len(deciding), 2)], ", or if that is not clear ")), []string{"1 of 20 comparisons", "1 or 2 of 20 comparisons"}[min(len(deciding), 2)-1]))
	}
	if c.ThinkA != nil && c.ThinkB != nil {
		notes = append(notes, "Thinking times depend on the machine and its load; the verdict ignores them.")
	}
	return notes
}

// Facts returns the comparison for programs.
func (c *Comparison) Facts() sheet.Facts {
	o := sheet.FactsOf("verdict", c.Verdict(), "sentence", c.Sentence(), "paired", c.Paired)
	if c.Paired {
		o.Add("pairs", c.Pairs)
		o.Add("compared_records", c.Known)
		o.Add("same", c.Same)
		o.Add("only_a", sheet.Sparse(c.OnlyA))
		o.Add("only_b", sheet.Sparse(c.OnlyB))
	}
	o.Add("figures", sheet.Each(c.Figures, (*Figure).facts))
	if c.ThinkA != nil {
		o.Add("a_think_ns_per_move", think(c.ThinkA))
	}
	if c.ThinkB != nil {
		o.Add("b_think_ns_per_move", think(c.ThinkB))
	}
	return o
}

func (f *Figure) facts() sheet.Facts {
	o := sheet.FactsOf("key", f.Key, "name", f.Name, "decides", f.Decides)
	if f.Good != 0 {
		o.Add("better", map[int]string{1: "more", -1: "less"}[f.Good])
	}
	p := f.Percent()
	o.Add("unit", map[bool]string{true: "share", false: "mean"}[f.Share])
	return append(o, sheet.FactsOf(
		"n_a", f.N[0], "n_b", f.N[1], "n_pairs", sheet.Sparse(f.Pairs),
		"a", sheet.Number(f.A), "b", sheet.Number(f.B),
		"diff", sheet.MeanFacts(f.Change.Mean, f.Change.Interval),
		"diff_percent", sheet.MeanFacts(p.Mean, p.Interval),
		"clear", f.Change.IsClear(),
	)...)
}

func think(h *stat.Histogram) sheet.Facts {
	return sheet.FactsOf("mean", int64(h.Mean()), "p50", int64(h.Quantile(0.5)), "p99", int64(h.Quantile(0.99)), "max", int64(h.Max()))
}
