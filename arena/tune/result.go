package tune

import (
	"math"
	"slices"

	"ouro"
	"ouro/lab/linear"
)

// Result is the result of a tuning, or of its steps so far.
type Result struct {
	Plan     Plan
	Steps    []Step
	Params   []Found
	Gain     Estimate // score of the end relative to the start, by a fit of all parameters
	Decisive int      // number of groups in which one side scored better
}

// Found is a parameter with its tuned value.
type Found struct {
	Param
	End    float64 // mean of the centres in the second half of the tuning, rounded for a game
	Spread float64 // standard deviation of these centres, in the unit of the option
	// Gain is the score of the end relative to the start. Off is the loss at a tenth of the range
	// from the end, which shows how sensitive the snake is. Both are scores from -1 to 1, from a
	// fit of all steps.
	Gain, Off Estimate

	fit curve
}

// Estimate is a number and its standard error; both are NaN if unknown.
type Estimate struct{ Value, Error float64 }

// unknown is the Estimate of a number that the steps do not determine.
var unknown = Estimate{math.NaN(), math.NaN()}

// offDistance is the distance from the end at which Off is measured, as a fraction of the range.
const offDistance = 0.1

func (c *spsa) result() *Result {
	r := &Result{Plan: c.plan, Steps: c.steps}
	second := c.trail[len(c.trail)/2:]
	ends := make([]float64, len(c.plan.Params))
	for i := range c.plan.Params {
		f := Found{Param: c.plan.Params[i]}
		sum, squares := 0.0, 0.0
		for _, centre := range second {
			sum += centre[i]
		}
		u := sum / float64(len(second))
		for _, centre := range second {
			squares += (centre[i] - u) * (centre[i] - u)
		}
		f.End = f.round(f.value(u))
		ends[i] = f.unit(f.End)
		if n := len(second); n > 1 {
			sd := math.Sqrt(squares / float64(n-1))
			f.Spread = (f.value(roundOff(u+sd)) - f.value(roundOff(u-sd))) / 2
		}
		r.Params = append(r.Params, f)
	}
	for k := range r.Steps {
		for _, x := range r.Steps[k].Scores {
			if x != 0 {
				r.Decisive++
			}
		}
	}
	r.estimate(ends)
	return r
}

// Values returns the tuned values, by parameter.
func (r *Result) Values() (all []float64) {
	for i := range r.Params {
		all = append(all, r.Params[i].End)
	}
	return all
}

// Starts returns the values at the start, by parameter.
func (p *Plan) Starts() (all []float64) {
	for i := range p.Params {
		all = append(all, p.Params[i].Start)
	}
	return all
}

// With returns the snake with these values of the parameters. Options that the snake has keep their
// place; new ones follow.
func (p *Plan) With(snake ouro.Spec, values []float64) ouro.Spec {
	texts := make([]string, len(values))
	for i := range values {
		texts[i] = p.Params[i].Text(values[i])
	}
	return p.with(snake, texts)
}

func (p *Plan) with(snake ouro.Spec, texts []string) ouro.Spec {
	all := slices.Clone(snake.Options)
	for i := range p.Params {
		o := ouro.Option{Key: p.Params[i].Name, Value: texts[i]}
		if k := slices.IndexFunc(all, func(other ouro.Option) bool { return other.Key == o.Key }); k >= 0 {
			all[k] = o
		} else {
			all = append(all, o)
		}
	}
	return ouro.Spec{Name: snake.Name, Options: all}
}

// The fit assumes that a parameter at the distance x from the end, as a fraction of the range, adds
//
//	slope * x + bend * x * x
//
// to the score, independently of the other parameters. The score of a step is the difference of
// these sums for its two settings. It is linear in slopes and bends, so least squares over all
// steps give them and their covariance.

// curve is the contribution of a parameter to the score near its end.
type curve struct {
	end         float64 // position of the end on the range
	slope, bend float64
	covariance  [2][2]float64 // of slope and bend
	known       bool
}

// difference returns the score of position b relative to position a, both on the range.
func (c *curve) difference(a, b float64) Estimate {
	if !c.known {
		return unknown
	}
	a, b = a-c.end, b-c.end
	x, y := b-a, b*b-a*a
	v := x*x*c.covariance[0][0] + 2*x*y*c.covariance[0][1] + y*y*c.covariance[1][1]
	return Estimate{c.slope*x + c.bend*y, math.Sqrt(max(0, v))}
}

// Over returns the score of b relative to a, both in the unit of the option.
func (f *Found) Over(a, b float64) Estimate { return f.fit.difference(f.unit(a), f.unit(b)) }

// minSurplus is the number by which the steps, and also the decisive groups, must exceed the
// unknowns of the fit.
const minSurplus = 5

// estimate fits the steps and sets the gains.
func (r *Result) estimate(ends []float64) {
	coefficients, covariance, known := r.fit(ends)
	unknowns := 2 * len(r.Params)
	factors := make([]float64, unknowns) // factors of the coefficients in the gain from start to end
	for i := range r.Params {
		f := &r.Params[i]
		f.Gain, f.Off = unknown, unknown
		if f.fit = (curve{end: ends[i], known: known}); !known {
			continue
		}
		f.fit.slope, f.fit.bend = coefficients[2*i], coefficients[2*i+1]
		for a := range 2 {
			for b := range 2 {
				f.fit.covariance[a][b] = covariance.At(2*i+a, 2*i+b)
			}
		}
		f.Gain = f.Over(f.Start, f.End)
		f.Off = Estimate{0 - f.fit.bend*offDistance*offDistance, math.Sqrt(max(0, f.fit.covariance[1][1])) * offDistance * offDistance}
		x := f.unit(f.Start) - ends[i]
		factors[2*i] = -x
		factors[2*i+1] = -x * x
	}
	r.Gain = unknown
	if known {
		r.Gain = Estimate{linear.Dot(factors, coefficients), math.Sqrt(max(0, linear.Dot(factors, covariance.Times(factors))))}
	}
}

// fit returns the slopes and bends, alternately, and their covariance. ok is false if the steps do
// not determine them.
func (r *Result) fit(ends []float64) (x []float64, covariance *linear.Symmetric, ok bool) {
	if least := 2*len(r.Params) + minSurplus; len(r.Steps) < least || r.Decisive < least {
		return nil, nil, false
	}
	return leastSquares(r.design(ends))
}

// design returns the rows of the fit, one per step, and the scores.
func (r *Result) design(ends []float64) (design [][]float64, scores []float64) {
	for k := range r.Steps {
		s := &r.Steps[k]
		scores = append(scores, s.Score)
		var row []float64
		for i := range r.Params {
			f := &r.Params[i]
			plus, minus := f.unit(s.Plus[i])-ends[i], f.unit(s.Minus[i])-ends[i]
			row = append(row, plus-minus, plus*plus-minus*minus)
		}
		design = append(design, row)
	}
	return design, scores
}

// worstCondition is the largest condition number of the normal equations at which the steps
// determine the unknowns.
const worstCondition = 1e12

// leastSquares returns the x that minimises the sum of squares of a*x - b, and the covariance of x.
// The matrix a must have at least one row. known is false if the rows do not determine x.
func leastSquares(a [][]float64, b []float64) (x []float64, covariance *linear.Symmetric, known bool) {
	unknowns := len(a[0])
	normal, right := linear.NewSymmetric(unknowns), make([]float64, unknowns)
	for k, row := range a {
		for i, u := range row {
			right[i] += u * b[k]
			for j, v := range row[:i+1] {
				normal.Add(i, j, u*v)
			}
		}
	}
	decomposed, ok := linear.Decompose(normal)
	if !ok {
		return nil, nil, false
	}
	covariance = decomposed.Inverse()
	if !(decomposed.Condition(covariance) <= worstCondition) {
		return nil, nil, false
	}
	x = decomposed.Solve(right)
	squares := 0.0
	for k, row := range a {
		residual := b[k] - linear.Dot(row, x)
		squares += residual * residual
	}
	covariance.Scale(squares / float64(len(a)-unknowns))
	return x, covariance, true
}
