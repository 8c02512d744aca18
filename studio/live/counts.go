package live

import (
	"math"
	"strconv"
	"time"
)

// Times are counted in bins on a logarithmic scale that begins at minTime.
const (
	perDecade = 10 // bins for each factor of ten
	bins      = 6 * perDecade
	minTime   = 100 * time.Microsecond
	maxDepth  = 64 // depths from this one on share a count
)

type counts struct {
	games, moves, failed int
	latency              []int // number of moves in each bin of time
	depth                []int // number of moves by depth; the last one counts all deeper searches
	longest              time.Duration
}

func (c *counts) add(m *Move) {
	c.moves++
	if m.Failed {
		c.failed++
	}
	i := int(math.Floor(perDecade * math.Log10(max(1, float64(m.Took)/float64(minTime)))))
	c.latency[min(i, bins-1)]++
	c.depth[min(max(m.Depth, 0), maxDepth)]++
	c.longest = max(c.longest, m.Took)
}

// bound returns the lower bound of bin i, in milliseconds.
func bound(i int) float64 {
	return float64(minTime) / float64(time.Millisecond) * math.Pow(10, float64(i)/perDecade)
}

// countsData has the counts for the page. Times are in milliseconds.
type countsData struct {
	Games   int       `json:"games"`
	Moves   int       `json:"moves"`
	Failed  int       `json:"failed"`
	P50     float64   `json:"p50"`
	P99     float64   `json:"p99"`
	Longest float64   `json:"longest"`
	Edges   []float64 `json:"edges"` // bounds of the bins in Latency; there is one bound more than bins
	Latency []int     `json:"latency"`
	Depth   []int     `json:"depth"`
}

func (c *counts) data() countsData {
	d := countsData{
		Games: c.games, Moves: c.moves, Failed: c.failed, P50: c.quantile(0.5), P99: c.quantile(0.99),
		Longest: roundFigure(float64(c.longest) / float64(time.Millisecond)), Edges: []float64{}, Latency: []int{}, Depth: []int{},
	}
	lo, hi := usedRange(c.latency)
	for i := lo; i < hi; i++ {
		d.Edges = append(d.Edges, roundFigure(bound(i)))
		d.Latency = append(d.Latency, c.latency[i])
	}
	if hi > lo {
		d.Edges = append(d.Edges, roundFigure(bound(hi)))
	}
	_, deepest := usedRange(c.depth)
	d.Depth = append(d.Depth, c.depth[:deepest]...)
	return d
}

// usedRange returns the shortest range lo <= i < hi that contains every nonzero count. Without a
// nonzero count, the range is empty.
func usedRange(counts []int) (lo, hi int) {
	lo = -1
	for i, n := range counts {
		if n > 0 {
			if lo < 0 {
				lo = i
			}
			hi = i + 1
		}
	}
	return max(lo, 0), hi
}

// quantile returns the q-quantile of the times in milliseconds, rounded up to the bound of its bin,
// but not above the longest time.
func (c *counts) quantile(q float64) float64 {
	left := q * float64(c.moves)
	for i, n := range c.latency {
		if left -= float64(n); left <= 0 && n > 0 {
			return roundFigure(min(bound(i+1), float64(c.longest)/float64(time.Millisecond)))
		}
	}
	return 0
}

func roundFigure(x float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		return x
	}
	return short
}
