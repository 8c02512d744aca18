package tune

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// The fit. On the range, x away from the end, a parameter is taken to be worth
//
//	slope * x + bend * x * x
//
// in the score, and parameters are taken not to meddle with each other. The score
// of a step is then the difference of this between its two settings, which is
// linear in slopes and bends: least squares over all steps find them and their
// covariance.

// curve is what a parameter is worth around its end.
type curve struct {
	end         float64 // on the range
	slope, bend float64
	covariance  [2][2]float64 // of both
	known       bool
}

// difference is what the place b on the range is worth more than a.
func (c *curve) difference(a, b float64) Estimate {
	if !c.known {
		return unknown
	}
	a, b = a-c.end, b-c.end
	x, y := b-a, b*b-a*a
	v := x*x*c.covariance[0][0] + 2*x*y*c.covariance[0][1] + y*y*c.covariance[1][1]
	return Estimate{c.slope*x + c.bend*y, math.Sqrt(max(0, v))}
}

// Over is what b scores more than a, in the unit of the option.
func (f *Found) Over(a, b float64) Estimate { return f.fit.difference(f.unit(a), f.unit(b)) }

// fewest is by how many the steps, and the groups with a difference, must exceed the
// unknowns.
const fewest = 5

// estimate fits the steps and says what the parameters are worth.
func (r *Result) estimate(ends []float64) {
	coefficients, covariance, known := r.fit(ends)
	unknowns := 2 * len(r.Params)
	way := mat.NewVecDense(unknowns, nil) // from the start to the end
	for i := range r.Params {
		f := &r.Params[i]
		f.Gain, f.Off = unknown, unknown
		if f.fit = (curve{end: ends[i], known: known}); !known {
			continue
		}
		f.fit.slope, f.fit.bend = coefficients.AtVec(2*i), coefficients.AtVec(2*i+1)
		for a := range 2 {
			for b := range 2 {
				f.fit.covariance[a][b] = covariance.At(2*i+a, 2*i+b)
			}
		}
		f.Gain = f.Over(f.Start, f.End)
		f.Off = Estimate{0 - f.fit.bend*offBy*offBy, math.Sqrt(max(0, f.fit.covariance[1][1])) * offBy * offBy}
		x := f.unit(f.Start) - ends[i]
		way.SetVec(2*i, -x)
		way.SetVec(2*i+1, -x*x)
	}
	r.Gain = unknown
	if known {
		r.Gain = Estimate{mat.Dot(way, coefficients), math.Sqrt(max(0, mat.Inner(way, covariance, way)))}
	}
}

// fit returns the slopes and bends, alternating, and their covariance. known is false if the
// steps do not determine them.
func (r *Result) fit(ends []float64) (x *mat.VecDense, covariance *mat.Dense, known bool) {
	if least := 2*len(r.Params) + fewest; len(r.Steps) < least || r.Telling < least {
		return nil, nil, false
	}
	return leastSquares(r.design(ends))
}

// design has a row for each step: what its score depends on.
func (r *Result) design(ends []float64) (*mat.Dense, *mat.VecDense) {
	design := mat.NewDense(len(r.Steps), 2*len(r.Params), nil)
	scores := mat.NewVecDense(len(r.Steps), nil)
	for k := range r.Steps {
		s := &r.Steps[k]
		scores.SetVec(k, s.Score)
		for i := range r.Params {
			f := &r.Params[i]
			plus, minus := f.unit(s.Plus[i])-ends[i], f.unit(s.Minus[i])-ends[i]
			design.Set(k, 2*i, plus-minus)
			design.Set(k, 2*i+1, plus*plus-minus*minus)
		}
	}
	return design, scores
}

// worstCondition is the condition number of the normal equations from which the steps do not
// determine the unknowns.
const worstCondition = 1e12

// leastSquares returns the x that minimises the squares of a*x - b, and its covariance. known
// is false if the rows do not determine x.
func leastSquares(a *mat.Dense, b *mat.VecDense) (x *mat.VecDense, covariance *mat.Dense, known bool) {
	n, unknowns := a.Dims()
	var normal, inverse mat.SymDense
	normal.SymOuterK(1, a.T())
	var decomposed mat.Cholesky
	if !decomposed.Factorize(&normal) || decomposed.Cond() > worstCondition {
		return nil, nil, false
	}
	var right, rest mat.VecDense
	right.MulVec(a.T(), b)
	x = new(mat.VecDense)
	if decomposed.SolveVecTo(x, &right) != nil || decomposed.InverseTo(&inverse) != nil {
		return nil, nil, false
	}
	rest.MulVec(a, x)
	rest.SubVec(b, &rest)
	covariance = new(mat.Dense)
	covariance.Scale(mat.Dot(&rest, &rest)/float64(n-unknowns), &inverse)
	return x, covariance, true
}
