package rating

import (
	"math"
	"math/bits"
)

// maxOrders is the largest tie of which all orders are taken.
const maxOrders = 8

// scratch is what an outcome is weighed in: the logarithm of its likelihood, with the
// gradient and the negative Hessian (its lower triangle) over its own entrants.
type scratch struct {
	log      float64
	gradient []float64
	curve    []float64 // k x k
	strength []float64
	share    []float64
	curved   bool // wanted
}

// weigh fills s with o under the ratings theta, whose exponentials are strengths.
//
// The likelihood of an order is the product of choices: the first of those who are
// left, by its share of their strengths. The mean over the orders of a tie has, for
// each number m of the tied who are left, the mean over all sets of m.
func (s *scratch) weigh(o outcome, theta, strengths []float64) {
	k := len(o.snakes)
	s.log = 0
	s.gradient, s.strength, s.share = sized(s.gradient, k), sized(s.strength, k), sized(s.share, k)
	if s.curved {
		s.curve = sized(s.curve, k*k)
	}
	for i, e := range o.snakes {
		s.log += theta[e]
		s.gradient[i] = 1
		s.strength[i] = strengths[e]
	}
	start := 0
	for _, end := range o.ends {
		if tied := end - start; tied <= maxOrders {
			for set := 1; set < 1<<tied; set++ {
				s.choice(start, end, 1/choose(tied, bits.OnesCount(uint(set))), func(i int) float64 { return float64(set >> i & 1) })
			}
		} else {
			for one := range tied {
				s.choice(start, end, 1/float64(tied), func(i int) float64 {
					if i == one {
						return 1
					}
					return 0
				})
			}
			for m := 2; m <= tied; m++ {
				s.choice(start, end, 1, func(int) float64 { return float64(m) / float64(tied) })
			}
		}
		start = end
	}
}

// choice subtracts weight times the logarithm of the total strength of the alternatives: all
// entrants after end, and of each entrant from start to end the fraction that part returns.
func (s *scratch) choice(start, end int, weight float64, part func(int) float64) {
	k := len(s.strength)
	sum := 0.0
	for i := start; i < end; i++ {
		s.share[i] = part(i-start) * s.strength[i]
		sum += s.share[i]
	}
	for i := end; i < k; i++ {
		s.share[i] = s.strength[i]
		sum += s.share[i]
	}
	s.log -= weight * math.Log(sum)
	for i := start; i < k; i++ {
		s.share[i] /= sum
		s.gradient[i] -= weight * s.share[i]
		if !s.curved || s.share[i] == 0 {
			continue
		}
		row := s.curve[i*k : i*k+i+1]
		row[i] += weight * s.share[i]
		for j := start; j <= i; j++ {
			row[j] -= weight * s.share[i] * s.share[j]
		}
	}
}

// sized is xs with n zeros.
func sized(xs []float64, n int) []float64 {
	if cap(xs) < n {
		return make([]float64, n)
	}
	xs = xs[:n]
	clear(xs)
	return xs
}

// choose is in how many ways m of n are chosen.
func choose(n, m int) float64 {
	c := 1.0
	for i := range m {
		c = c * float64(n-i) / float64(i+1)
	}
	return math.Round(c)
}
