package rating

import (
	"errors"
	"math"
	"math/bits"
	"slices"

	"ouro/lab/linear"
)

// model is the likelihood of a table of bouts and the priors of the entrants.
type model struct {
	*table
	prior []float64
}

// farthest is the largest absolute value of the logarithm of a strength: about 52,000 Elo.
const farthest = 300

// maximum returns the logarithms of the strengths with the greatest likelihood. It also returns the
// information at this maximum: the negative Hessian of the log-likelihood. The maximum is unique,
// because the log-likelihood is strictly concave. The method is Newton's, with steps halved while
// they reduce the likelihood.
func (m *model) maximum() ([]float64, *linear.Cholesky, error) {
	theta := make([]float64, len(m.prior))
	log, gradient, curve := m.likelihoodAt(theta)
	for range 200 {
		information, ok := linear.Decompose(curve)
		if !ok {
			return nil, nil, errors.New("the likelihood of the ratings has no single maximum in floating point")
		}
		step := information.Solve(gradient)
		// A step raises the log-likelihood by about half of this product. The root of the product is
		// the distance to the maximum in standard errors.
		done := linear.Dot(step, gradient) < 1e-16
		for scale := 1.0; ; scale /= 2 {
			next := make([]float64, len(theta))
			for i := range theta {
				next[i] = max(-farthest, min(theta[i]+scale*step[i], farthest))
			}
			if done || slices.Equal(next, theta) {
				return next, information, nil
			}
			nextLog, nextGradient, nextCurve := m.likelihoodAt(next)
			if nextLog >= log-1e-12*math.Abs(log) {
				theta, log, gradient, curve = next, nextLog, nextGradient, nextCurve
				break
			}
		}
	}
	return nil, nil, errors.New("the ratings do not converge")
}

// likelihoodAt returns the log-likelihood of the ratings theta, its gradient and its negative
// Hessian.
func (m *model) likelihoodAt(theta []float64) (log float64, gradient []float64, curve *linear.Symmetric) {
	n := len(theta)
	strengths := strengthsOf(theta)
	gradient = make([]float64, n)
	curve = linear.NewSymmetric(n)
	s := scratch{curved: true}
	for o, out := range m.outcomes {
		s.compute(out, theta, strengths)
		count, k := m.counts[o], len(out.snakes)
		log += count * s.log
		for i, a := range out.snakes {
			gradient[a] += count * s.gradient[i]
			for j, b := range out.snakes[:i+1] {
				curve.Add(a, b, count*s.curve[i*k+j])
			}
		}
	}
	for i, w := range m.prior {
		p := expected(theta[i])
		log += w * (theta[i]/2 - softplus(theta[i]))
		gradient[i] += w * (0.5 - p)
		curve.Add(i, i, w*p*(1-p))
	}
	return log, gradient, curve
}

func strengthsOf(theta []float64) []float64 {
	strengths := make([]float64, len(theta))
	for i, x := range theta {
		strengths[i] = math.Exp(x)
	}
	return strengths
}

// expected returns the expected score in a duel against strength 1.
func expected(theta float64) float64 { return 1 / (1 + math.Exp(-theta)) }

// softplus returns log(1+exp(x)).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

// maxOrders is the size of the largest tie for which all orders are computed.
const maxOrders = 8

// scratch has the log-likelihood of one outcome, its gradient, and the lower triangle of its
// negative Hessian, over the entrants of the outcome.
type scratch struct {
	log      float64
	gradient []float64
	curve    []float64 // matrix of k rows for k entrants
	strength []float64 // strengths of the entrants
	share    []float64 // share of each entrant in the strength of the alternatives of a choice
	curved   bool      // whether to compute curve
}

// compute computes s for the outcome o. theta has the ratings, strengths their exponentials.
//
// The likelihood of an order is a product of choices. In each choice, one of the remaining entrants
// gets the next place, with a probability equal to its share of their total strength. The
// log-likelihood of a tie is the mean over all orders of its entrants. So the choice while m tied
// entrants remain contributes the mean over all sets of m of the tied entrants.
func (s *scratch) compute(o outcome, theta, strengths []float64) {
	k := len(o.snakes)
	s.log = 0
	s.gradient, s.strength, s.share = zeros(s.gradient, k), zeros(s.strength, k), zeros(s.share, k)
	if s.curved {
		s.curve = zeros(s.curve, k*k)
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

// choice subtracts weight times the logarithm of the total strength of the alternatives. These are
// all entrants from index end on, and the fraction part(i) of the i-th entrant from start to end.
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

// zeros returns n zeros, in the memory of xs if it is large enough.
func zeros(xs []float64, n int) []float64 {
	if cap(xs) < n {
		return make([]float64, n)
	}
	xs = xs[:n]
	clear(xs)
	return xs
}

// choose returns the number of ways to choose m of n.
func choose(n, m int) float64 {
	c := 1.0
	for i := range m {
		c = c * float64(n-i) / float64(i+1)
	}
	return math.Round(c)
}
