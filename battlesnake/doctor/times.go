package doctor

import (
	"math"
	"slices"
	"time"
)

// Times are how long answers took, those that came and those that were waited for.
// The zero Times are none.
type Times struct {
	all  []time.Duration // sorted once they are read
	late int
}

func (t *Times) add(r *reply) {
	t.all = append(t.all, r.took)
	if r.took > r.limit {
		t.late++
	}
}

// Len is how many there are, Late how many were above the timeout.
func (t *Times) Len() int { return len(t.all) }

// Late is how many were above the timeout.
func (t *Times) Late() int { return t.late }

// Quantile is the smallest time that at least the share p of all do not exceed; of
// 0 the smallest, and 0 where there are none.
func (t *Times) Quantile(p float64) time.Duration {
	if len(t.all) == 0 {
		return 0
	}
	slices.Sort(t.all)
	rank := int(math.Ceil(p * float64(len(t.all))))
	return t.all[min(max(rank, 1), len(t.all))-1]
}

// Bucket is how many answers took up to a time, and longer than the bucket before.
type Bucket struct {
	UpTo  time.Duration
	Count int
}

// Buckets count by 1, 2, 5, 10 and so on milliseconds; the timeout is a limit too.
// Those before the first answer and after the last are left out.
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

// limits are those of the buckets up to the one in which most lies.
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
