package lab

import (
	"slices"

	"ouro/lab/stat"
)

// Excess tells by how many percent the mean of an entrant's moves, over the
// games that it won, lies above a yardstick. Its fields are NaN when too few
// games were won to tell.
type Excess struct {
	Percent  float64
	Interval stat.Interval
}

// AgainstOptimum adds to every result how far it lies above the expected moves
// of best play. The optimum is exact, so the interval is that of the mean.
func (r *Report) AgainstOptimum(moves float64) {
	r.Optimum = moves
	for i := range r.Results {
		res := &r.Results[i]
		res.AboveOptimum = newExcess(res.Moves.Mean/moves, stat.Interval{Lo: res.MovesMean.Lo / moves, Hi: res.MovesMean.Hi / moves})
	}
}

// AgainstDistance adds to every result how far the mean of its moves lies above
// the mean of Seat.Distance of the same games, which is a bound that no snake
// can reach on the whole: it would have to walk straight through itself. The
// interval is that of [stat.Ratio]. The plan must have had meals counted.
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

// newExcess makes percent above of a ratio.
func newExcess(ratio float64, iv stat.Interval) *Excess {
	above := func(x float64) float64 { return 100 * (x - 1) }
	return &Excess{above(ratio), stat.Interval{Lo: above(iv.Lo), Hi: above(iv.Hi)}}
}

// onlyWon tells whether figures over won games leave games out.
func (r *Result) onlyWon() bool { return r.Won > 0 && r.Won < r.Games }

func (r *Report) anyOnlyWon() bool {
	return slices.ContainsFunc(r.Results, func(res Result) bool { return res.onlyWon() })
}

// lostMark marks figures that leave lost games out.
const lostMark = "†"

// lostMark stands behind a figure of this result, or room for it where other
// results have one.
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
