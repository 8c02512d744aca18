package backtrack

// points are a score in thousandths, so that sums are exact and equal on every machine. A path
// that reaches the full depth has alive added, which is more than any score: the article's
// divisor also ranks every dead end below it. A dead end has at least one step less than the
// depth, of at most 2 each, so even half of its score is less than 1 for each step.
type points = int32

const (
	one   points = 1000
	alive points = 1 << 20

	boundBits = 21 // enough for any points
)

// prices are the points of an edible square above floor, by the step of the meal.
type prices [maxDepth + 1]points

// newPrices returns the powers of the discount, each rounded to thousandths.
func newPrices(discount points) (p prices) {
	p[0] = one
	for k := 1; k < len(p); k++ {
		p[k] = (p[k-1]*discount + one/2) / one
	}
	return p
}

func score(p points, deadend float64) float64 {
	if p >= alive {
		return float64(p-alive) / float64(one)
	}
	return float64(p) / float64(one) / deadend
}
