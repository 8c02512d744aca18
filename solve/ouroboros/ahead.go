package ouroboros

import "math"

// samplesFor is the number of next foods to try for each of so many candidates.
// The more candidates there are, the better must be the mean, lest the best one
// be but a lucky one.
func samplesFor(candidates int64) int { return int(min(8+candidates/32, 24)) }

// ahead looks one food farther than a plan: on a ring of its own it makes the
// meal, and then plans for next foods.
type ahead struct {
	*planner
	samples int      // the number of next foods to try
	after   []square // the ring's order after the meal
}

// look is the mean number of steps from the end of the plan to the next food,
// over foods that lie evenly spread along the ring, as far as edits bring them
// nearer. If that is more than limit it is Inf.
func (a *ahead) look(p *planner, limit float64) float64 {
	n := len(p.order)
	length := p.length + 1
	free := n - length
	if free <= 0 {
		return 0
	}
	a.hole, a.twin = p.hole, p.twin
	a.after = append(append(a.after[:0], p.order[p.meal:]...), p.order[:p.meal]...)
	a.adopt(a.after)
	a.lie(length)
	k := min(a.samples, free)
	sum, most := 0, limit*float64(k)
	for i := range k {
		a.meal, a.touched = 1+(2*i+1)*free/(2*k), 0
		a.shorten()
		if sum += a.meal; float64(sum+k-1-i) > most {
			return math.Inf(1)
		}
		a.set(a.after[:a.touched+1])
	}
	return float64(sum) / float64(k)
}
