package lab

import (
	"fmt"

	"ouro/lab/sheet"
)

// column is a figure of an entrant in Solo that has a column of the table, a fact in JSON
// and CSV, and a note. A new figure is one more row of columns.
type column struct {
	head  string                                   // in the table
	text  func(r *Report, res *Result) string      // its cell; "" where a report does not have it
	key   string                                   // in JSON and CSV; "" is not there
	facts func(r *Report, res *Result) sheet.Facts // nil where a report does not have it
	note  func(r *Report) string                   // what it means
}

// columns stand behind the moves, in this order.
var columns = []column{
	{
		head: "length",
		text: func(r *Report, res *Result) string {
			if res.Won == res.Games {
				return sheet.Fixed(res.Length.Mean, 1)
			}
			return sheet.Mean(res.Length.Mean, res.Length.Interval(Confidence))
		},
		key: "length",
		facts: func(_ *Report, res *Result) sheet.Facts {
			return append(sheet.MeanFacts(res.Length.Mean, res.Length.Interval(Confidence)), sheet.Fact{Name: "min", Value: sheet.Number(res.Length.Min)})
		},
		note: func(*Report) string { return "length is the mean at the end of all games." },
	},
	{
		head: "turns",
		text: func(r *Report, res *Result) string {
			if k, _ := r.Experiment.kind().(Solo); !k.Survive {
				return ""
			}
			return sheet.Mean(res.Turns.Mean, res.Turns.Interval(Confidence))
		},
		key: "turns",
		facts: func(r *Report, res *Result) sheet.Facts {
			if k, _ := r.Experiment.kind().(Solo); !k.Survive {
				return nil
			}
			return sheet.MeanFacts(res.Turns.Mean, res.Turns.Interval(Confidence))
		},
		note: func(*Report) string { return "By these rules nobody wins alone: more turns are better." },
	},
	{
		head: "above optimum %",
		text: func(r *Report, res *Result) string { return res.AboveOptimum.text(r, res) },
		key:  "above_optimum", facts: func(_ *Report, res *Result) sheet.Facts { return res.AboveOptimum.facts() },
		note: func(r *Report) string {
			return fmt.Sprintf("above optimum: the mean of moves against %.6f, the expected moves of best play, with its 95 %% interval.", r.Optimum)
		},
	},
	{
		head: "above distance %",
		text: func(r *Report, res *Result) string { return res.AboveDistance.text(r, res) },
		key:  "above_distance", facts: func(_ *Report, res *Result) sheet.Facts { return res.AboveDistance.facts() },
		note: func(*Report) string {
			return "above distance: the mean of moves against that of the Manhattan distances from the head to each food " +
				"when it appeared, summed up over the same games, with the 95 % interval of the ratio (delta method)."
		},
	},
}

// columnCells are the cells of an entrant.
func (r *Report) columnCells(res *Result) (row []string) {
	for _, c := range columns {
		if text := c.text(r, res); text != "" {
			row = append(row, c.head, text)
		}
	}
	return row
}

// columnFacts are the facts of an entrant.
func (r *Report) columnFacts(res *Result) (o sheet.Facts) {
	for _, c := range columns {
		if facts := c.facts(r, res); facts != nil {
			o.Add(c.key, facts)
		}
	}
	return o
}

// columnNotes say what the columns of the report mean.
func (r *Report) columnNotes() (notes []string) {
	for _, c := range columns {
		if c.text(r, &r.Results[0]) != "" {
			notes = append(notes, c.note(r))
		}
	}
	return notes
}
