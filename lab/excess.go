package lab

import (
	"slices"

	"ouro/lab/stat"
)

// Excess is the percentage by which the mean moves of an entrant, over the games that it
// won, exceed a yardstick. Its fields are NaN if too few games were won.
type Excess struct {
	Percent  float64
	Interval stat.Interval
}

// AgainstOptimum sets AboveOptimum of every result: the excess over the expected moves of
// best play. The optimum is exact, so the interval is that of the mean.
func (r *Report) AgainstOptimum(moves float64) {
	r.Optimum = moves
	for i := range r.Results {
		res := &r.Results[i]
		res.AboveOptimum = newExcess(res.Moves.Mean/moves, stat.Interval{Lo: res.MovesMean.Lo / moves, Hi: res.MovesMean.Hi / moves})
	}
}

// AgainstDistance sets AboveDistance of every result: the excess over the mean
// Seat.Distance of the same games. That is a lower bound that no snake can reach, as it
// would have to move through its own body. The interval is that of [stat.Ratio]. The plan
// must have had Meals.
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

// newExcess returns the excess of a ratio.
func newExcess(ratio float64, iv stat.Interval) *Excess {
	above := func(x float64) float64 { return 100 * (x - 1) }
	return &Excess{above(ratio), stat.Interval{Lo: above(iv.Lo), Hi: above(iv.Hi)}}
}

// onlyWon reports whether figures over won games omit games.
func (r *Result) onlyWon() bool { return r.Won > 0 && r.Won < r.Games }

func (r *Report) anyOnlyWon() bool {
	return slices.ContainsFunc(r.Results, func(res Result) bool { return res.onlyWon() })
}

// lostMark is the mark behind figures that omit lost games.
const lostMark = "†"

// lostMark returns the mark behind the figures of this result, or a space if another result
// has the mark.
func (r *Report) lostMark(res *Result) string {
	switch {
	case res.onlyWon():
		return lostMark
	case r.anyOnlyWon():
		return " "
	}
	return ""
}

// excessNotes say what the mark means.
func (r *Report) excessNotes() []string {
	if r.Results[0].AboveOptimum == nil && r.Results[0].AboveDistance == nil || !r.anyOnlyWon() {
		return nil
	}
	return []string{lostMark + " over won games only; the games that were lost tend to be the long ones."}
}
