package stat

import (
	"iter"
	"math"
	"math/bits"
	"time"
)

// Histogram counts durations in buckets whose width grows with the value: quantiles need
// fixed space and have a relative error below 1 %. Mean and maximum are exact. Adding
// allocates nothing. The zero Histogram is empty. It is not safe for concurrent use: give
// each goroutine its own and merge them.
//
// Values below 2·subBuckets ns have a bucket each. Above, every octave is divided into
// subBuckets equal parts, and the value of a bucket is its middle.
type Histogram struct {
	counts [histogramSize]uint64
	lo, hi int // all other buckets than lo to hi-1 are 0
	n      uint64
	sum    float64
	max    time.Duration
}

const (
	subBits       = 6
	subBuckets    = 1 << subBits
	histogramSize = (63 - subBits + 1) * subBuckets
)

// Add counts d; a negative d counts as 0.
func (h *Histogram) Add(d time.Duration) {
	d = max(d, 0)
	b := bucketOf(uint64(d))
	h.counts[b]++
	h.span(b, b+1)
	h.n++
	h.sum += float64(d)
	h.max = max(h.max, d)
}

// span extends the range of buckets in use by lo to hi-1.
func (h *Histogram) span(lo, hi int) {
	if h.lo == h.hi {
		h.lo, h.hi = lo, hi
		return
	}
	h.lo, h.hi = min(h.lo, lo), max(h.hi, hi)
}

// Reset empties the histogram.
func (h *Histogram) Reset() {
	clear(h.counts[h.lo:h.hi])
	h.lo, h.hi, h.n, h.sum, h.max = 0, 0, 0, 0, 0
}

// Max returns the longest duration, or 0 without durations.
func (h *Histogram) Max() time.Duration { return h.max }

// Mean returns the mean duration, or 0 without durations.
func (h *Histogram) Mean() time.Duration {
	if h.n == 0 {
		return 0
	}
	return time.Duration(math.Round(h.sum / float64(h.n)))
}

// Buckets iterates over the counted durations, rounded to their buckets, in ascending
// order, each with its count.
func (h *Histogram) Buckets() iter.Seq2[time.Duration, uint64] {
	return func(yield func(time.Duration, uint64) bool) {
		for i := h.lo; i < h.hi; i++ {
			if c := h.counts[i]; c > 0 && !yield(min(bucketMiddle(i), h.max), c) {
				return
			}
		}
	}
}

// Quantile returns the smallest duration, rounded to its bucket, that is not exceeded by
// at least the share p of all; 0 without durations.
func (h *Histogram) Quantile(p float64) time.Duration {
	if h.n == 0 {
		return 0
	}
	rank := uint64(math.Ceil(p * float64(h.n)))
	rank = min(max(rank, 1), h.n)
	var below uint64
	for i := h.lo; i < h.hi; i++ {
		if below += h.counts[i]; below >= rank {
			return min(bucketMiddle(i), h.max)
		}
	}
	return h.max
}

// bucketOf returns the bucket of v. The octave of v is the shift that brings v into
// [subBuckets, 2·subBuckets).
func bucketOf(v uint64) int {
	octave := max(0, bits.Len64(v)-subBits-1)
	return octave<<subBits + int(v>>octave)
}

func bucketMiddle(i int) time.Duration {
	octave := max(0, i>>subBits-1)
	low := uint64(i-octave<<subBits) << octave
	return time.Duration(low + (1<<octave-1)/2)
}
