package live

import (
	"math"
	"strconv"
	"time"
)

// Times are counted in bins that grow by the same factor, so many of them from a
// tenth of a millisecond on for each power of ten.
const (
	perDecade = 10
	bins      = 6 * perDecade
	least     = 100 * time.Microsecond
	mostDepth = 64
)

type counts struct {
	games, moves, failed int
	latency              []int // by bin
	depth                []int // by depth; what is deeper is in the last
	longest              time.Duration
}

func (c *counts) add(m *Move) {
	c.moves++
	if m.Failed {
		c.failed++
	}
	i := int(math.Floor(perDecade * math.Log10(max(1, float64(m.Took)/float64(least)))))
	c.latency[min(i, bins-1)]++
	c.depth[min(max(m.Depth, 0), mostDepth)]++
	c.longest = max(c.longest, m.Took)
}

// bound is where a bin begins, in milliseconds.
func bound(i int) float64 {
	return float64(least) / float64(time.Millisecond) * math.Pow(10, float64(i)/perDecade)
}

// countsData are counts as the page is told of them. Times are in milliseconds.
type countsData struct {
	Games   int       `json:"games"`
	Moves   int       `json:"moves"`
	Failed  int       `json:"failed"`
	P50     float64   `json:"p50"`
	P99     float64   `json:"p99"`
	Longest float64   `json:"longest"`
	Edges   []float64 `json:"edges"` // of the bins that have something; one more than those
	Latency []int     `json:"latency"`
	Depth   []int     `json:"depth"`
}

func (c *counts) data() countsData {
	d := countsData{
		Games: c.games, Moves: c.moves, Failed: c.failed, P50: c.quantile(0.5), P99: c.quantile(0.99),
		Longest: tidy(float64(c.longest) / float64(time.Millisecond)), Edges: []float64{}, Latency: []int{}, Depth: []int{},
	}
	lo, hi := used(c.latency)
	for i := lo; i < hi; i++ {
		d.Edges = append(d.Edges, tidy(bound(i)))
		d.Latency = append(d.Latency, c.latency[i])
	}
	if hi > lo {
		d.Edges = append(d.Edges, tidy(bound(hi)))
	}
	_, deepest := used(c.depth)
	d.Depth = append(d.Depth, c.depth[:deepest]...)
	return d
}

// used is the range of what is not zero.
func used(counts []int) (lo, hi int) {
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

// quantile is a time that so many do not exceed, as exact as the bins.
func (c *counts) quantile(q float64) float64 {
	left := q * float64(c.moves)
	for i, n := range c.latency {
		if left -= float64(n); left <= 0 && n > 0 {
			return tidy(min(bound(i+1), float64(c.longest)/float64(time.Millisecond)))
		}
	}
	return 0
}

// tidy has three digits.
func tidy(x float64) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
	if err != nil {
		return x
	}
	return short
}
