package doctor

import (
	"math"
	"slices"
	"time"
)

// Times are the times of answers, including those of missing answers until the wait ended. The zero
// value is empty.
type Times struct {
	all  []time.Duration // sorted by Quantile and Buckets
	late int
}

func (t *Times) add(r *reply) {
	t.all = append(t.all, r.took)
	if r.took > r.limit {
		t.late++
	}
}

// Len returns the number of times.
func (t *Times) Len() int { return len(t.all) }

// Late returns the number of times above the timeout.
func (t *Times) Late() int { return t.late }

// Quantile returns the smallest time that at least the share p of all do not exceed, or 0 without
// times.
func (t *Times) Quantile(p float64) time.Duration {
	if len(t.all) == 0 {
		return 0
	}
	slices.Sort(t.all)
	rank := int(math.Ceil(p * float64(len(t.all))))
	return t.all[min(max(rank, 1), len(t.all))-1]
}

// Bucket is the number of answers above the previous bucket's UpTo and up to this one.
type Bucket struct {
	UpTo  time.Duration
	Count int
}

// Buckets counts times up to 1, 2, 5, 10 and so on, in milliseconds and its fractions; the timeout
// is a limit too. Buckets below the first time and above the last are omitted.
func (t *Times) Buckets(timeout time.Duration) []Bucket {
	var all []Bucket
	if len(t.all) == 0 {
		return all
	}
	slices.Sort(t.all)
	from := 0
	for _, limit := range limits(timeout, t.all[len(t.all)-1]) {
		to := from
		for to < len(t.all) && t.all[to] <= limit {
			to++
		}
		if to > 0 {
			all = append(all, Bucket{limit, to - from})
		}
		from = to
	}
	return all
}

// limits returns the limits of the buckets, up to the one that contains most.
func limits(timeout, most time.Duration) (all []time.Duration) {
	all = []time.Duration{timeout}
	for unit := time.Millisecond / 10; ; unit *= 10 {
		for _, n := range []time.Duration{1, 2, 5} {
			if limit := n * unit; limit != timeout {
				all = append(all, limit)
			}
			if n*unit >= most {
				slices.Sort(all)
				end, _ := slices.BinarySearch(all, most)
				return all[:end+1]
			}
		}
	}
}
