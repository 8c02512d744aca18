package lab

import (
	"fmt"
	"slices"

	"ouro/lab/sheet"
	"ouro/lab/stat"
)

// column is a figure of an entrant in Solo: a column of the table, a fact in JSON and CSV, and a
// note.
type column struct {
	head, key string // name in the table, and name in JSON and CSV
	note      string // explanation below the table
	text      func(res *Result) string
	facts     func(res *Result) sheet.Facts
}

// columns returns the columns of the table that follow those of the moves.
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
			"above distance: the mean moves of won games against the mean, in the same games, of the sum of the Manhattan distances "+
				"from the head to each food when it appeared, with the 95 % interval of the ratio (delta method)."))
	}
	return all
}

// excess returns the column of an Excess of every result.
func (r *Report) excess(head, key string, excessOf func(*Result) *Excess, note string) column {
	return column{
		head: head, key: key, note: note,
		text: func(res *Result) string {
			return sheet.Mean(excessOf(res).Percent, excessOf(res).Interval) + r.lostMark(res)
		},
		facts: func(res *Result) sheet.Facts {
			return sheet.FactsOf("percent", sheet.Number(excessOf(res).Percent), "ci95", sheet.Interval(excessOf(res).Interval))
		},
	}
}

func summaryText(s *stat.Summary) string { return sheet.Mean(s.Mean, s.Interval(Confidence)) }

func meanFacts(s *stat.Summary) sheet.Facts { return sheet.MeanFacts(s.Mean, s.Interval(Confidence)) }

// Excess is how much the mean number of moves in the won games of an entrant exceeds a reference
// value, in percent of that value. It is NaN if the entrant won too few games.
type Excess struct {
	Percent  float64
	Interval stat.Interval
}

// AgainstOptimum sets AboveOptimum of every result: the excess over the expected moves of best
// play. The expected moves are exact, so the interval comes only from the mean of the entrant's
// moves.
func (r *Report) AgainstOptimum(moves float64) {
	r.Optimum = moves
	for i := range r.Results {
		res := &r.Results[i]
		res.AboveOptimum = newExcess(res.Moves.Mean/moves, stat.Interval{Lo: res.MovesMean.Lo / moves, Hi: res.MovesMean.Hi / moves})
	}
}

// AgainstDistance sets AboveDistance of every result: the excess over the mean Seat.Distance of the
// same games. Seat.Distance is a lower bound of the moves. No snake can reach it in every game,
// because the snake would have to move through its own body. The interval is that of [stat.Ratio].
// The plan must have had Meals.
func (r *Report) AgainstDistance() {
	for i := range r.Results {
		res := &r.Results[i]
		var moves, distances []float64
		for t, seat := range r.Of(i) {
			if t.Won(seat) {
				moves = append(moves, float64(t.Turns))
				distances = append(distances, float64(t.Seats[seat].Distance))
			}
		}
		res.AboveDistance = newExcess(stat.Ratio(moves, distances, Confidence))
	}
}

func newExcess(ratio float64, iv stat.Interval) *Excess {
	above := func(x float64) float64 { return 100 * (x - 1) }
	return &Excess{above(ratio), stat.Interval{Lo: above(iv.Lo), Hi: above(iv.Hi)}}
}

// onlyWon reports whether figures over won games omit lost games of the entrant.
func (r *Result) onlyWon() bool { return r.Won > 0 && r.Won < r.Games }

func (r *Report) anyOnlyWon() bool {
	return slices.ContainsFunc(r.Results, func(res Result) bool { return res.onlyWon() })
}

// lostMark is the mark after figures that omit lost games.
const lostMark = "†"

// lostMark returns the mark for the figures of a result, a space if only other results need the
// mark, or "".
func (r *Report) lostMark(res *Result) string {
	switch {
	case res.onlyWon():
		return lostMark
	case r.anyOnlyWon():
		return " "
	}
	return ""
}

// excessNotes returns the note that explains lostMark, if a column of Excess shows it.
func (r *Report) excessNotes() []string {
	if r.Results[0].AboveOptimum == nil && r.Results[0].AboveDistance == nil || !r.anyOnlyWon() {
		return nil
	}
	return []string{lostMark + " over won games only; lost games tend to be long ones."}
}
