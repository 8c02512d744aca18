package exact

import (
	"cmp"
	"math"
	"math/bits"
)

// chance is a probability in units of 1/34!. If the snake leaves n cells free, including that of the
// food, the probability of winning is a multiple of 1/(n-1)!. So the chances of positions are exact
// on boards where at most 36 cells are not walls: n is then at most 35. On larger boards they are
// rounded down, but never to 0: an uncertain win never becomes certain, and a possible win never
// becomes impossible.
type chance struct{ hi, lo uint64 }

const (
	factorial20 = 2432902008176640000
	factorial34 = factorial20 * 21 * 22 * 23 * 24 * 25 * 26 * 27 * 28 * 29 * 30 * 31 * 32 * 33 * 34
)

var certain = chance{factorial34 >> 64, factorial34 & math.MaxUint64}

func (c chance) compare(other chance) int {
	if c.hi != other.hi {
		return cmp.Compare(c.hi, other.hi)
	}
	return cmp.Compare(c.lo, other.lo)
}

// probability returns the nearest number, but 1 only for a certain win.
func (c chance) probability() float64 {
	p := (float64(c.hi)*(1<<64) + float64(c.lo)) / factorial34
	if c != certain {
		p = min(p, math.Nextafter(1, 0))
	}
	return p
}

// shift returns c divided by 2^n. The result must be less than 2^64.
func (c chance) shift(n int) uint64 {
	if n >= 64 {
		return c.hi >> (n - 64)
	}
	return c.lo>>n | c.hi<<(64-n)
}

// chanceSum is a sum of chances, in 192 bits.
type chanceSum struct{ top, hi, lo uint64 }

func (s *chanceSum) add(c chance) {
	var carry uint64
	s.lo, carry = bits.Add64(s.lo, c.lo, 0)
	s.hi, carry = bits.Add64(s.hi, c.hi, carry)
	s.top += carry
}

// mean returns the sum divided by n, rounded down, but 0 only for a sum of 0.
func (s chanceSum) mean(n int) (c chance) {
	if s == (chanceSum{}) {
		return c
	}
	c.hi, s.hi = bits.Div64(s.top, s.hi, uint64(n))
	c.lo, _ = bits.Div64(s.hi, s.lo, uint64(n))
	if c == (chance{}) {
		c.lo = 1
	}
	return c
}

// probability returns the mean of the n chances in the sum, but 1 only for certain wins.
func (s chanceSum) probability(n int) float64 {
	p := (float64(s.top)*(1<<64) + float64(s.hi)) * (1 << 64)
	p = (p + float64(s.lo)) / (factorial34 * float64(n))
	if s.mean(n) == certain {
		return 1
	}
	return min(p, math.Nextafter(1, 0))
}

// bits returns the number of bits of the sum without leading zeros.
func (s chanceSum) bits() int {
	switch {
	case s.top > 0:
		return 128 + bits.Len64(s.top)
	case s.hi > 0:
		return 64 + bits.Len64(s.hi)
	}
	return bits.Len64(s.lo)
}
