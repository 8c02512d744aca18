package games

import (
	"math/bits"
	"time"
)

// samples are numbers by turn. When there are too many, only every second, fourth, ...
// turn is kept.
type samples struct {
	from    int // turn of the first value
	every   int
	turn    int // next turn
	values  []float64
	nonzero bool // a value was not 0
}

// maxSamples is the most values kept between two messages.
const maxSamples = 1000

func (s *samples) add(v float64) {
	if s.every == 0 {
		s.every = 1
	}
	if (s.turn-s.from)%s.every == 0 {
		s.values = append(s.values, v)
		s.nonzero = s.nonzero || v != 0
	}
	s.turn++
	if len(s.values) > maxSamples {
		for i := 0; 2*i < len(s.values); i++ {
			s.values[i] = s.values[2*i]
		}
		s.values = s.values[:(len(s.values)+1)/2]
		s.every *= 2
	}
}

func (s *samples) take() {
	s.from, s.every, s.values, s.nonzero = s.turn, 1, s.values[:0], false
}

// histogram counts times by powers of two: bucket i has times from 2^(i-1) to less than
// 2^i microseconds, bucket 0 those below one.
type histogram struct {
	Counts []int64 `json:"counts"`
	Total  int64   `json:"total"` // microseconds
	Most   int64   `json:"most"`
}

func (h *histogram) add(took time.Duration) {
	us := took.Microseconds()
	i := bits.Len64(uint64(us))
	for len(h.Counts) <= i {
		h.Counts = append(h.Counts, 0)
	}
	h.Counts[i]++
	h.Total += us
	h.Most = max(h.Most, us)
}
