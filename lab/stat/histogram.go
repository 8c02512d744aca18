package stat

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"time"
)

// Histogram counts durations in buckets whose width grows with the duration. So it has a fixed
// size, and the relative error of quantiles is below 1 %. Mean and maximum are exact. Adding
// allocates nothing. The zero Histogram is empty. A Histogram is not safe for concurrent use: give
// each goroutine its own and merge them. Each number of nanoseconds below 2·subBuckets has its own
// bucket. Above, every octave is divided into subBuckets equal buckets. A bucket stands for the
// duration in its middle.
type Histogram struct {
	counts [histogramSize]uint64
	lo, hi int // all buckets outside lo to hi-1 are 0
	n      uint64
	sum    float64
	max    time.Duration
}

const (
	subBits       = 6
	subBuckets    = 1 << subBits
	histogramSize = (63 - subBits + 1) * subBuckets
)

// Add counts d. Negative durations count as 0.
func (h *Histogram) Add(d time.Duration) {
	d = max(d, 0)
	b := bucketOf(uint64(d))
	h.counts[b]++
	h.span(b, b+1)
	h.n++
	h.sum += float64(d)
	h.max = max(h.max, d)
}

// span extends the range of used buckets so that it contains lo to hi-1.
func (h *Histogram) span(lo, hi int) {
	if h.lo == h.hi {
		h.lo, h.hi = lo, hi
		return
	}
	h.lo, h.hi = min(h.lo, lo), max(h.hi, hi)
}

func (h *Histogram) Reset() {
	clear(h.counts[h.lo:h.hi])
	h.lo, h.hi, h.n, h.sum, h.max = 0, 0, 0, 0, 0
}

// Max returns the longest duration, or 0 without durations.
func (h *Histogram) Max() time.Duration { return h.max }

func (h *Histogram) Mean() time.Duration {
	if h.n == 0 {
		return 0
	}
	return time.Duration(math.Round(h.sum / float64(h.n)))
}

// Buckets iterates over the counted durations, rounded to their buckets, and their counts, in
// ascending order.
func (h *Histogram) Buckets() iter.Seq2[time.Duration, uint64] {
	return func(yield func(time.Duration, uint64) bool) {
		for i := h.lo; i < h.hi; i++ {
			if c := h.counts[i]; c > 0 && !yield(min(bucketMiddle(i), h.max), c) {
				return
			}
		}
	}
}

// Quantile returns the smallest counted duration d such that a share p of all durations is at most
// d. It rounds d to its bucket. Without durations it returns 0.
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

// bucketOf returns the bucket of v. The octave of v is the shift that moves v into the range
// from subBuckets to below 2·subBuckets.
func bucketOf(v uint64) int {
	octave := max(0, bits.Len64(v)-subBits-1)
	return octave<<subBits + int(v>>octave)
}

func bucketMiddle(i int) time.Duration {
	octave := max(0, i>>subBits-1)
	low := uint64(i-octave<<subBits) << octave
	return time.Duration(low + (1<<octave-1)/2)
}

// Sparse is the content of a [Histogram] for storage: the buckets that are not empty. JSON and
// binary preserve it exactly. The zero Sparse is empty.
type Sparse struct {
	counts []bucketCount // in ascending order of buckets; no count is 0
	sum    float64
	max    time.Duration
}

type bucketCount struct {
	bucket uint16
	count  uint64
}

// Sparse returns a copy of the content of h.
func (h *Histogram) Sparse() *Sparse {
	s := &Sparse{sum: h.sum, max: h.max}
	used := h.counts[h.lo:h.hi]
	n := 0
	for _, c := range used {
		if c > 0 {
			n++
		}
	}
	s.counts = make([]bucketCount, 0, n)
	for i, c := range used {
		if c > 0 {
			s.counts = append(s.counts, bucketCount{uint16(h.lo + i), c})
		}
	}
	return s
}

// MergeSparse adds the content of s, which may be nil.
func (h *Histogram) MergeSparse(s *Sparse) {
	if s == nil || len(s.counts) == 0 {
		return
	}
	h.span(int(s.counts[0].bucket), int(s.counts[len(s.counts)-1].bucket)+1)
	for _, c := range s.counts {
		h.counts[c.bucket] += c.count
		h.n += c.count
	}
	h.sum += s.sum
	h.max = max(h.max, s.max)
}

// Max returns the longest duration, or 0 without durations.
func (s *Sparse) Max() time.Duration { return s.max }

// sparseDoc is a Sparse as JSON, in nanoseconds. A bucket is written as its duration.
type sparseDoc struct {
	Sum   float64     `json:"sum_ns"`
	Max   int64       `json:"max_ns"`
	Times [][2]uint64 `json:"times"` // pairs of a duration and its count
}

// MarshalJSON returns the sum, the maximum, and the duration and count of each bucket.
func (s *Sparse) MarshalJSON() ([]byte, error) {
	doc := sparseDoc{Sum: s.sum, Max: int64(s.max), Times: make([][2]uint64, len(s.counts))}
	for i, c := range s.counts {
		doc.Times[i] = [2]uint64{uint64(bucketMiddle(int(c.bucket))), c.count}
	}
	return json.Marshal(doc)
}

// UnmarshalJSON parses the output of MarshalJSON, and rejects all other text.
func (s *Sparse) UnmarshalJSON(text []byte) error {
	var doc sparseDoc
	if err := json.Unmarshal(text, &doc); err != nil {
		return err
	}
	read := Sparse{sum: doc.Sum, max: time.Duration(doc.Max), counts: make([]bucketCount, len(doc.Times))}
	last, total := -1, uint64(0)
	for i, t := range doc.Times {
		bucket := bucketOf(min(t[0], math.MaxInt64))
		switch {
		case uint64(bucketMiddle(bucket)) != t[0]:
			return fmt.Errorf("times: %d ns is not the middle of a bucket", t[0])
		case bucket <= last:
			return errors.New("times: want them in ascending order")
		case t[1] == 0 || t[1] > math.MaxInt64-total:
			return fmt.Errorf("times: %d is an impossible number of durations of %d ns", t[1], t[0])
		}
		read.counts[i], last, total = bucketCount{uint16(bucket), t[1]}, bucket, total+t[1]
	}
	if err := read.check(last, total); err != nil {
		return err
	}
	*s = read
	return nil
}

// AppendBinary appends the content of s to b, for ReadBinary.
func (s *Sparse) AppendBinary(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(s.counts)))
	last := -1
	for _, c := range s.counts {
		b = binary.AppendUvarint(b, uint64(int(c.bucket)-last))
		b = binary.AppendUvarint(b, c.count)
		last = int(c.bucket)
	}
	b = binary.AppendUvarint(b, uint64(s.max))
	return binary.AppendUvarint(b, math.Float64bits(s.sum))
}

// ReadBinary parses the output of AppendBinary at the start of b, and rejects all other data. It
// returns the data after that output.
func (s *Sparse) ReadBinary(b []byte) (rest []byte, err error) {
	readNumber := func() uint64 {
		n, size := binary.Uvarint(b)
		if size <= 0 || size > 1 && b[size-1] == 0 {
			err, b = errors.New("times: a number is too short, too large or padded"), nil
			return 0
		}
		b = b[size:]
		return n
	}
	n := readNumber()
	if n > uint64(len(b)) {
		return nil, errors.New("times: the data end too soon")
	}
	read := Sparse{counts: make([]bucketCount, n)}
	last, total := -1, uint64(0)
	for i := range read.counts {
		step, count := readNumber(), readNumber()
		if err == nil && (step == 0 || step > histogramSize || last+int(step) >= histogramSize || count == 0 || count > math.MaxInt64-total) {
			err = errors.New("times: a bucket is impossible")
		}
		if err != nil {
			return nil, err
		}
		last, total = last+int(step), total+count
		read.counts[i] = bucketCount{uint16(last), count}
	}
	read.max, read.sum = time.Duration(readNumber()), math.Float64frombits(readNumber())
	if err == nil {
		err = read.check(last, total)
	}
	if err != nil {
		return nil, err
	}
	*s = read
	return b, nil
}

// check returns an error if the sum or the maximum is impossible. count is the number of durations.
// lastBucket is the bucket of the longest duration, or -1 without durations.
func (s *Sparse) check(lastBucket int, count uint64) error {
	switch {
	case lastBucket < 0 && (s.max != 0 || s.sum != 0) || s.max < 0 || lastBucket >= 0 && bucketOf(uint64(s.max)) != lastBucket:
		return fmt.Errorf("max_ns: %d is not in the last bucket", s.max)
	case !(s.sum >= 0 && s.sum <= float64(count)*float64(s.max)*(1+1e-9)):
		return fmt.Errorf("sum_ns: %g is impossible for %d durations up to %d ns", s.sum, count, s.max)
	}
	return nil
}
