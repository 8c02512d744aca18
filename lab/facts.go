package lab

import (
	"slices"

	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// figure returns a summary with the interval of its mean.
func figure(s *stat.Summary, mean stat.Interval) sheet.Facts {
	return slices.Concat(sheet.FactsOf("n", sheet.InJSON(s.N)), sheet.MeanFacts(s.Mean, mean),
		sheet.FactsOf("min", sheet.Number(s.Min), "median", sheet.Number(s.Median), "max", sheet.Number(s.Max)))
}

// named returns the spec or address of an entrant, in JSON only if its name does not say
// it.
func (r *Result) named() any {
	if r.Name == r.Solver {
		return sheet.InJSON(sheet.Sparse(""))
	}
	return sheet.InJSON(sheet.Sparse(r.Solver))
}

// facts returns the facts of an entrant that several kinds of games share.
func (r *Result) facts() sheet.Facts {
	var o sheet.Facts
	if len(r.Meals) > 0 {
		o.Add("meals", sheet.InJSON(sheet.Each(r.Meals, func(m *Meals) sheet.Facts { // with means over count meals
			return sheet.FactsOf(
				"length", m.Length,
				"count", m.Count,
				"moves_mean", sheet.Number(m.MeanMoves()),
				"distance_mean", sheet.Number(m.MeanDistance()),
			)
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
