package backtrack

// points are a score in thousandths, so that sums are exact and the same on
// every machine. A path that reaches the full depth has alive added, which is
// more than any score: the article's divisor puts every dead end below it too.
// For a dead end the snake has made at least one step less than the depth, of
// at most 2 each, so even half of its score is less than 1 for each step.
type points = int32

const (
	one   points = 1000
	alive points = 1 << 20

	boundBits = 21 // that hold any points
)

// prices tells what an edible square is worth beyond floor, by the step in
// which it is eaten.
type prices [maxDepth + 1]points

// newPrices are the powers of the discount, rounded to thousandths each.
func newPrices(discount points) (p prices) {
	p[0] = one
	for k := 1; k < len(p); k++ {
		p[k] = (p[k-1]*discount + one/2) / one
	}
	return p
}

// score is the article's score.
func score(p points, deadend float64) float64 {
	if p >= alive {
		return float64(p-alive) / float64(one)
	}
	return float64(p) / float64(one) / deadend
}
