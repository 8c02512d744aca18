package lab

import (
	"encoding/json"
	"io"
	"slices"

	"ouro"
	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// schema is the version of the JSON documents. It changes if a field is removed or changes its
// meaning.
const schema = 1

// WriteTable writes the report as plain text for a terminal of width columns.
func (r *Report) WriteTable(w io.Writer, width int) error { return r.Sheet().WriteText(w, width) }

func (r *Report) WriteMarkdown(w io.Writer) error { return r.Sheet().WriteMarkdown(w) }

func (r *Report) Sheet() *sheet.Sheet {
	k := r.Experiment.kind()
	return &sheet.Sheet{Title: k.Title(r), Lead: k.Lead(r), Tables: k.Tables(r), Notes: k.Notes(r)}
}

// Brief returns the heading and the rows of the first table, in lines of at most width columns. It
// omits columns that do not fit.
func (r *Report) Brief(width int) []string {
	table := r.Experiment.kind().Tables(r)[0]
	lines := table.Lines(width)
	return lines[:min(len(lines), 1+len(table.Rows()))]
}

// WriteJSON writes the report as one JSON document, indented.
func (r *Report) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}

// MarshalJSON returns the document that --json prints. Numbers have at most six decimals.
// Figures that need a larger sample are null.
func (r *Report) MarshalJSON() ([]byte, error) { return r.Experiment.kind().Document(r).MarshalJSON() }

// WriteCSV writes a header and one line for each entrant. Every line names the experiment, so
// that files can be joined. Figures that need a larger sample are empty.
func (r *Report) WriteCSV(w io.Writer) error {
	k := r.Experiment.kind()
	rows, played := k.Rows(r), k.Played(r)
	for i := range rows {
		rows[i] = slices.Concat(played, rows[i])
	}
	return sheet.WriteCSV(w, rows[0], slices.Values(rows))
}

// WriteGamesCSV writes one line for each entrant of each finished game, with the game's seed.
func (r *Report) WriteGamesCSV(w io.Writer) error {
	k := r.Experiment.kind()
	sample := k.Games(r, &Tally{Seats: make([]Seat, 1)})[0]
	return sheet.WriteCSV(w, sample, func(yield func(sheet.Facts) bool) {
		for i := range r.Games {
			for _, row := range k.Games(r, &r.Games[i]) {
				if !yield(row) {
					return
				}
			}
		}
	})
}

// WriteMealsCSV writes one line for each entrant and each length at which it had a meal.
func (r *Report) WriteMealsCSV(w io.Writer) error {
	row := func(res *Result, m Meals) sheet.Facts {
		var shortest any = ""
		if m.Known > 0 {
			shortest = m.Shortest
		}
		return sheet.FactsOf(
			"game", r.Experiment.Game.Rules,
			"board", boardText(r.Experiment.Game),
			"solver", res.Name,
			"length", m.Length,
			"meals", m.Count,
			"moves", m.Moves,
			"moves_mean", sheet.Number(m.MeanMoves()),
			"distance", m.Distance,
			"distance_mean", sheet.Number(m.MeanDistance()),
			"shortest", shortest,
			"shortest_mean", sheet.Number(m.MeanShortest()),
		)
	}
	var rows []sheet.Facts
	for i := range r.Results {
		for _, m := range r.Results[i].Meals {
			rows = append(rows, row(&r.Results[i], m))
		}
	}
	return sheet.WriteCSV(w, row(&Result{}, Meals{}), slices.Values(rows))
}

func (r *Report) gameSeed(t *Tally) uint64 { return ouro.GameSeed(r.Experiment.Seed, int(t.Group)) }

// figure returns the facts of a sample and of the interval of its mean.
func figure(s *stat.Summary, mean stat.Interval) sheet.Facts {
	return slices.Concat(sheet.FactsOf("n", sheet.InJSON(s.N)), sheet.MeanFacts(s.Mean, mean),
		sheet.FactsOf("min", sheet.Number(s.Min), "median", sheet.Number(s.Median), "max", sheet.Number(s.Max)))
}

// nameFact returns the spec or address of an entrant for JSON. JSON omits it if it equals the name.
func (r *Result) nameFact() any {
	if r.Name == r.Solver {
		return sheet.InJSON(sheet.Sparse(""))
	}
	return sheet.InJSON(sheet.Sparse(r.Solver))
}

// facts returns the facts about an entrant that several kinds of game share.
func (r *Result) facts() sheet.Facts {
	var o sheet.Facts
	if len(r.Meals) > 0 {
		o.Add("meals", sheet.InJSON(sheet.Each(r.Meals, func(m *Meals) sheet.Facts { // means over count meals
			facts := sheet.FactsOf(
				"length", m.Length,
				"count", m.Count,
				"moves_mean", sheet.Number(m.MeanMoves()),
				"distance_mean", sheet.Number(m.MeanDistance()),
			)
			if m.Known > 0 {
				facts.Add("shortest_mean", sheet.Number(m.MeanShortest()))
			}
			return facts
		})))
	}
	o.Add("mishaps", r.Faults)
	o.Add("offered", sheet.InJSON(sheet.Sparse(r.Offered)))
	o.Add("first_mishap", sheet.InJSON(sheet.Sparse(r.FirstFault)))
	if t := r.Times; t != nil {
		o = append(o, sheet.ThinkFacts(t.Mean, t.P50, t.P99, t.Max)...)
	}
	return o
}
