package lab

import (
	"fmt"

	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// column is a figure of an entrant in Solo: a column of the table, a fact in JSON and
// CSV, and a note that explains it.
type column struct {
	head, key string // in the table; in JSON and CSV
	note      string // for people
	text      func(res *Result) string
	facts     func(res *Result) sheet.Facts
}

// columns returns the columns behind the moves, in this order.
func (r *Report) columns() []column {
	all := []column{{
		head: "length", key: "length", note: "length is the mean at the end of all games.",
		text: func(res *Result) string {
			if res.Won == res.Games {
				return sheet.Fixed(res.Length.Mean, 1)
			}
			return summaryText(&res.Length)
		},
		facts: func(res *Result) sheet.Facts {
			return append(meanFacts(&res.Length), sheet.Fact{Name: "min", Value: sheet.Number(res.Length.Min)})
		},
	}}
	if k, _ := r.Experiment.kind().(Solo); k.Survive {
		all = append(all, column{
			head: "turns", key: "turns", note: "Under these rules a single snake cannot win: more turns are better.",
			text:  func(res *Result) string { return summaryText(&res.Turns) },
			facts: func(res *Result) sheet.Facts { return meanFacts(&res.Turns) },
		})
	}
	if r.Results[0].AboveOptimum != nil {
		all = append(all, r.excess("above optimum %", "above_optimum", func(res *Result) *Excess { return res.AboveOptimum },
			fmt.Sprintf("above optimum: the mean of moves against %.6f, the expected moves of best play, with its 95 %% interval.", r.Optimum)))
	}
	if r.Results[0].AboveDistance != nil {
		all = append(all, r.excess("above distance %", "above_distance", func(res *Result) *Excess { return res.AboveDistance },
			"above distance: the mean of moves against that of the Manhattan distances from the head to each food "+
				"when it appeared, summed up over the same games, with the 95 % interval of the ratio (delta method)."))
	}
	return all
}

// excess returns the column of an excess.
func (r *Report) excess(head, key string, of func(*Result) *Excess, note string) column {
	return column{
		head: head, key: key, note: note,
		text: func(res *Result) string { return sheet.Mean(of(res).Percent, of(res).Interval) + r.lostMark(res) },
		facts: func(res *Result) sheet.Facts {
			return sheet.FactsOf("percent", sheet.Number(of(res).Percent), "ci95", sheet.Interval(of(res).Interval))
		},
	}
}

// summaryText returns a mean with its interval.
func summaryText(s *stat.Summary) string { return sheet.Mean(s.Mean, s.Interval(Confidence)) }

func meanFacts(s *stat.Summary) sheet.Facts { return sheet.MeanFacts(s.Mean, s.Interval(Confidence)) }
