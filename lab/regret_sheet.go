package lab

import (
	"fmt"
	"io"
	"math"
	"slices"

	"ouro/internal/english"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// regretKinds lists the fields of RegretKinds.
var regretKinds = []struct {
	name, head string // name in JSON and CSV, and heading in tables
	value      func(*RegretKinds) *stat.Summary
}{
	{"no_candidate", "no candidate", func(k *RegretKinds) *stat.Summary { return &k.Lacking }},
	{"unproven", "unproven", func(k *RegretKinds) *stat.Summary { return &k.Unproven }},
	{"judged_low", "misjudged", func(k *RegretKinds) *stat.Summary { return &k.Misjudged }},
}

// regretTables returns a table of all entrants, and a table for each entrant by fill.
func (r *Report) regretTables() []sheet.Table {
	var solvers, parts, counts sheet.Columns
	var fills []sheet.Table
	for i := range r.Results {
		res := &r.Results[i]
		g := res.Regret
		if g == nil {
			return nil
		}
		solvers.Row("solver", res.Name)
		parts.Row(append(regretRow(&g.Total, &g.Kinds), "luck", summaryText(&g.Luck))...)
		counts.Row("games", fmt.Sprint(g.Games), "omitted", fmt.Sprint(g.Unmeasured),
			"perfect %", sheet.Rate(g.Perfect, g.Choices), "weighed", g.perChoice(g.Considered), "rejected", g.perChoice(g.Found))
		if len(g.ByFill) > 0 {
			fills = append(fills, g.fillTable(res.Name))
		}
	}
	all := sheet.NewTable(solvers, parts, counts)
	all.Title = "Regret: the moves of a game beyond those of best play"
	return append([]sheet.Table{all}, fills...)
}

// perChoice returns the mean for a choice of a number of paths. It is unknown for a solver that does
// not report its paths.
func (g *Regret) perChoice(paths int) string {
	if g.Considered+g.Found == 0 {
		return sheet.None
	}
	return sheet.Fixed(float64(paths)/float64(g.Choices), 1)
}

func (g *Regret) fillTable(name string) sheet.Table {
	var fill, parts, counts sheet.Columns
	for i := range g.ByFill {
		f := &g.ByFill[i]
		fill.Row("board filled", fmt.Sprintf("%d to %d %%", 100/tenths*f.Tenth, 100/tenths*(f.Tenth+1)))
		parts.Row(regretRow(&f.Total, &f.Kinds)...)
		counts.Row("choices", fmt.Sprint(f.Choices), "perfect %", sheet.Rate(f.Perfect, f.Choices))
	}
	table := sheet.NewTable(fill, parts, counts)
	table.Title = "Regret of " + name + " in a game"
	return table
}

// regretRow returns the cells of a regret and its parts, each after its heading.
func regretRow(total *stat.Summary, kinds *RegretKinds) []string {
	row := []string{"regret", summaryText(total)}
	for _, k := range regretKinds {
		row = append(row, k.head, summaryText(k.value(kinds)))
	}
	return row
}

func (r *Report) regretNotes() (notes []string) {
	i := slices.IndexFunc(r.Results, func(res Result) bool { return res.Regret != nil })
	if i < 0 {
		return nil
	}
	notes = append(notes, "regret of a choice: its steps to the food plus the expected moves of best play after that meal, less those before it. "+
		"The tables have means over games of the sums over choices. For each game moves = optimum + regret + luck, where luck is the extra cost of "+
		"the random start and foods, on average 0; perfect are choices without regret.",
		"no candidate: the regret that would remain if the solver had taken the best path that it considered; "+
			"unproven: the part of it avoidable by paths that were found but lacked a safety proof; "+
			"misjudged: the rest, where a better path was considered but not taken; weighed, rejected: paths per choice with and without a proof. "+
			"These figures are unknown for a solver that does not report its paths.")
	for i := range r.Results {
		if res := &r.Results[i]; res.Regret != nil && res.Regret.Unmeasured > 0 {
			notes = append(notes, fmt.Sprintf("%s: %s not measured: lost, or a win was not certain after each meal, so best play has no number of moves.",
				res.Name, english.Count(res.Regret.Unmeasured, "game")))
		}
	}
	return notes
}

func (g *Regret) facts() sheet.Facts {
	o := append(regretFacts(&g.Total, &g.Kinds), sheet.FactsOf(
		"luck", meanFacts(&g.Luck),
		"games", g.Games,
		"left_out", g.Unmeasured,
		"choices", g.Choices,
		"perfect", g.Perfect,
		"ways_weighed", g.Considered,
		"ways_unproven", g.Found,
	)...)
	o.Add("by_fill", sheet.InJSON(sheet.Each(g.ByFill, func(f *FillRegret) sheet.Facts { // the facts are sums over the choices of a game
		return append(sheet.FactsOf("percent", [2]int{100 / tenths * f.Tenth, 100 / tenths * (f.Tenth + 1)}, "choices", f.Choices, "perfect", f.Perfect),
			regretFacts(&f.Total, &f.Kinds)...)
	})))
	return o
}

func regretFacts(total *stat.Summary, kinds *RegretKinds) sheet.Facts {
	o := meanFacts(total)
	for _, k := range regretKinds {
		o.Add(k.name, meanFacts(k.value(kinds)))
	}
	return o
}

// gameRegretFacts returns the regret of an element of Games, or empty values if it is not
// measured.
func (r *Report) gameRegretFacts(t *Tally) sheet.Facts {
	if r.regrets == nil {
		return nil
	}
	total, luck := math.NaN(), math.NaN()
	if g, ok := r.RegretOf(t); ok {
		total, luck = g.Total(), g.Luck
	}
	return sheet.FactsOf("regret", sheet.Number(total), "luck", sheet.Number(luck))
}

// WriteChoicesCSV writes one line for each choice in the measured games: the expected moves of
// best play, and the regret by kind. The turn is the one in which the food appeared.
func (r *Report) WriteChoicesCSV(w io.Writer) error {
	row := func(t *Tally, turn int, c *choice, costs *choiceCosts) sheet.Facts {
		return sheet.FactsOf(
			"game", t.Group,
			"solver", r.Results[t.Seats[0].Entrant].Name,
			"turn", turn,
			"length", len(c.body),
			"steps", c.steps(),
			"ways_weighed", len(c.considered),
			"ways_unproven", len(c.unproven),
			"expected", sheet.Number(costs.faced),
			"luck", sheet.Number(costs.faced-costs.before),
			"no_candidate", sheet.Number(costs.least-costs.faced),
			"unproven", sheet.Number(costs.least-costs.found),
			"judged_low", sheet.Number(costs.chosen-costs.least),
		)
	}
	sample := row(&Tally{Seats: make([]Seat, 1)}, 0, &choice{}, &choiceCosts{})
	return sheet.WriteCSV(w, sample, func(yield func(sheet.Facts) bool) {
		for i := range r.Games {
			game, ok := r.regrets[&r.Games[i]]
			if !ok {
				continue
			}
			turn := 0
			for j := range game.choices {
				if !yield(row(&r.Games[i], turn, &game.choices[j], &game.costs[j])) {
					return
				}
				turn += game.choices[j].steps()
			}
		}
	})
}
