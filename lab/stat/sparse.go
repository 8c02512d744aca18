package stat

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"time"
)

// Sparse is what a [Histogram] has counted, for keeping: it holds only the buckets
// in which something is, and is written as JSON and read again without loss. The
// zero Sparse is empty.
type Sparse struct {
	counts []bucketCount // in ascending order of buckets, none of them 0
	sum    float64
	max    time.Duration
}

type bucketCount struct {
	bucket uint16
	count  uint64
}

// Sparse is a copy of what h counts.
func (h *Histogram) Sparse() *Sparse {
	s := &Sparse{sum: h.sum, max: h.max}
	n := 0
	for _, c := range h.counts {
		if c > 0 {
			n++
		}
	}
	s.counts = make([]bucketCount, 0, n)
	for i, c := range h.counts {
		if c > 0 {
			s.counts = append(s.counts, bucketCount{uint16(i), c})
		}
	}
	return s
}

// MergeSparse adds everything that s counts; nil is nothing.
func (h *Histogram) MergeSparse(s *Sparse) {
	if s == nil {
		return
	}
	for _, c := range s.counts {
		h.counts[c.bucket] += c.count
		h.n += c.count
	}
	h.sum += s.sum
	h.max = max(h.max, s.max)
}

// sparseDoc is a Sparse in JSON, in nanoseconds. A bucket is told by the duration
// with which it answers.
type sparseDoc struct {
	Sum   float64     `json:"sum_ns"`
	Max   int64       `json:"max_ns"`
	Times [][2]uint64 `json:"times"` // each a duration and how many
}

// MarshalJSON writes the sum, the maximum and for each bucket its duration and
// how many are in it.
func (s *Sparse) MarshalJSON() ([]byte, error) {
	doc := sparseDoc{Sum: s.sum, Max: int64(s.max), Times: make([][2]uint64, len(s.counts))}
	for i, c := range s.counts {
		doc.Times[i] = [2]uint64{uint64(bucketMiddle(int(c.bucket))), c.count}
	}
	return json.Marshal(doc)
}

// UnmarshalJSON reads what MarshalJSON wrote, and nothing that it could not have
// written.
func (s *Sparse) UnmarshalJSON(text []byte) error {
	var doc sparseDoc
	if err := json.Unmarshal(text, &doc); err != nil {
		return err
	}
	read := Sparse{sum: doc.Sum, max: time.Duration(doc.Max), counts: make([]bucketCount, len(doc.Times))}
	last, all := -1, uint64(0)
	for i, t := range doc.Times {
		bucket := bucketOf(min(t[0], math.MaxInt64))
		switch {
		case uint64(bucketMiddle(bucket)) != t[0]:
			return fmt.Errorf("times: %d ns stands for no bucket", t[0])
		case bucket <= last:
			return errors.New("times: want them in ascending order")
		case t[1] == 0 || t[1] > math.MaxInt64-all:
			return fmt.Errorf("times: %d of %d ns", t[1], t[0])
		}
		read.counts[i], last, all = bucketCount{uint16(bucket), t[1]}, bucket, all+t[1]
	}
	switch {
	case last < 0 && (doc.Max != 0 || doc.Sum != 0) || doc.Max < 0 || last >= 0 && bucketOf(uint64(doc.Max)) != last:
		return fmt.Errorf("max_ns: %d is not in the last bucket", doc.Max)
	case doc.Sum < 0 || doc.Sum > float64(all)*float64(doc.Max)*(1+1e-9):
		return fmt.Errorf("sum_ns: %g of %d durations up to %d ns", doc.Sum, all, doc.Max)
	}
	*s = read
	return nil
}
