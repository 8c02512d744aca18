package tune

import (
	"math"
	"slices"

	"ouro"
)

// Result is what a course found, or has found so far.
type Result struct {
	Plan   Plan
	Steps  []Step
	Params []Found
	// Gain is what the end scores more than the start in the eyes of the fit, of all
	// parameters together.
	Gain Estimate
	// Telling are the groups in which one side did better than the other: others say
	// nothing about which way to go.
	Telling int
}

// Found is the result for one parameter.
type Found struct {
	Param
	// End is the mean of where the second half of the course went, as it is played.
	End float64
	// Spread is the standard deviation there, in the unit of the option.
	Spread float64
	// Gain is what the end of this one scores more than its start, and Off what a
	// tenth of the range away from the end loses: how sensitive the snake is. Both
	// are scores of -1 to 1, of a fit to all steps.
	Gain, Off Estimate

	fit curve
}

// Estimate is a number and its standard error, both NaN if the steps do not determine them.
type Estimate struct{ Value, Error float64 }

// unknown is an Estimate that the steps do not determine.
var unknown = Estimate{math.NaN(), math.NaN()}

// offBy is the part of the range of Off.
const offBy = 0.1

func (c *course) result() *Result {
	r := &Result{Plan: c.plan, Steps: c.steps}
	second := c.trail[len(c.trail)/2:]
	ends := make([]float64, len(c.plan.Params))
	for i := range c.plan.Params {
		f := Found{Param: c.plan.Params[i]}
		sum, squares := 0.0, 0.0
		for _, at := range second {
			sum += at[i]
		}
		u := sum / float64(len(second))
		for _, at := range second {
			squares += (at[i] - u) * (at[i] - u)
		}
		f.End = f.round(f.value(u))
		ends[i] = f.unit(f.End)
		if n := len(second); n > 1 {
			sd := math.Sqrt(squares / float64(n-1))
			f.Spread = (f.value(steady(u+sd)) - f.value(steady(u-sd))) / 2
		}
		r.Params = append(r.Params, f)
	}
	for k := range r.Steps {
		for _, x := range r.Steps[k].Scores {
			if x != 0 {
				r.Telling++
			}
		}
	}
	r.estimate(ends)
	return r
}

// Values are the ends.
func (r *Result) Values() (all []float64) {
	for i := range r.Params {
		all = append(all, r.Params[i].End)
	}
	return all
}

// Starts are the values at the start.
func (p *Plan) Starts() (all []float64) {
	for i := range p.Params {
		all = append(all, p.Params[i].Start)
	}
	return all
}

// With returns the snake with these values of the parameters. Values of options that it
// already has are replaced in their place; others are appended.
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
		if k := slices.IndexFunc(all, func(has ouro.Option) bool { return has.Key == o.Key }); k >= 0 {
			all[k] = o
		} else {
			all = append(all, o)
		}
	}
	return ouro.Spec{Name: snake.Name, Options: all}
}
