package rating

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// model is the likelihood of a table with the weight of each entrant's prior.
type model struct {
	*table
	prior []float64
}

// At most this far from the middle are logarithms of strengths looked for, so that
// strengths are numbers: 130,000 Elo.
const farthest = 300

// maximum finds the logarithms of strengths under which the table is the likeliest,
// and the information there, the negative Hessian. Both are unique: the logarithm of
// the likelihood is strictly concave. Newton's method; a step that makes it worse is
// halved.
func (m *model) maximum() ([]float64, *mat.Cholesky, error) {
	theta := make([]float64, len(m.prior))
	var information mat.Cholesky
	if len(theta) == 0 {
		return theta, &information, nil
	}
	log, gradient, curve := m.at(theta)
	for range 200 {
		if !information.Factorize(curve) {
			return nil, nil, errors.New("the likelihood of the ratings has no single maximum in floating point")
		}
		var step mat.VecDense
		if err := information.SolveVecTo(&step, mat.NewVecDense(len(gradient), gradient)); err != nil {
			var condition mat.Condition
			if !errors.As(err, &condition) { // which is only a warning
				return nil, nil, err
			}
		}
		// What a step gains is half of this, and the way to the maximum is its root in
		// standard errors.
		done := mat.Dot(&step, mat.NewVecDense(len(gradient), gradient)) < 1e-16
		for scale := 1.0; ; scale /= 2 {
			next := make([]float64, len(theta))
			for i := range theta {
				next[i] = max(-farthest, min(theta[i]+scale*step.AtVec(i), farthest))
			}
			if done || slices.Equal(next, theta) {
				return next, &information, nil
			}
			nextLog, nextGradient, nextCurve := m.at(next)
			if nextLog >= log-1e-12*math.Abs(log) {
				theta, log, gradient, curve = next, nextLog, nextGradient, nextCurve
				break
			}
		}
	}
	return nil, nil, errors.New("the ratings do not converge")
}

// at is the logarithm of the likelihood at theta, its gradient and negative Hessian.
func (m *model) at(theta []float64) (log float64, gradient []float64, curve *mat.SymDense) {
	n := len(theta)
	strengths := strengthsOf(theta)
	gradient = make([]float64, n)
	full := make([]float64, n*n) // gonum reads its upper triangle
	s := scratch{curved: true}
	for o, out := range m.outcomes {
		s.weigh(out, theta, strengths)
		count, k := m.counts[o], len(out.snakes)
		log += count * s.log
		for i, a := range out.snakes {
			gradient[a] += count * s.gradient[i]
			for j, b := range out.snakes[:i+1] {
				full[min(a, b)*n+max(a, b)] += count * s.curve[i*k+j]
			}
		}
	}
	for i, w := range m.prior {
		p := expected(theta[i])
		log += w * (theta[i]/2 - softplus(theta[i]))
		gradient[i] += w * (0.5 - p)
		full[i*n+i] += w * p * (1 - p)
	}
	return log, gradient, mat.NewSymDense(n, full)
}

func strengthsOf(theta []float64) []float64 {
	strengths := make([]float64, len(theta))
	for i, x := range theta {
		strengths[i] = math.Exp(x)
	}
	return strengths
}

// expected is what is expected of a duel against strength 1.
func expected(theta float64) float64 { return 1 / (1 + math.Exp(-theta)) }

// softplus is log(1+exp(x)).
func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }
