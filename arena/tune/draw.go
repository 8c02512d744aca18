package tune

import (
	"fmt"
	"io"

	"ouro/internal/english"
	"ouro/lab/chart"
)

// WriteChart draws the course of a snake.
func (r *Result) WriteChart(w io.Writer, f chart.Format, snake string) error {
	c := chart.Course{Title: fmt.Sprintf("%s, %s of %s", snake, english.Count(len(r.Steps), "step"), english.Count(r.Plan.Groups, "group"))}
	for i := range r.Params {
		found := &r.Params[i]
		n := chart.Number{
			Name: found.Name, Lo: found.Lo, Hi: found.Hi, Log: found.Log, Start: found.Start, End: found.End,
			Centres: []float64{found.Start},
			Worth: func(x float64) (score, err float64) {
				e := found.Over(found.Start, x)
				return e.Value, e.Error
			},
		}
		for k := range r.Steps {
			s := &r.Steps[k]
			n.Centres = append(n.Centres, found.value(s.After[i]))
			n.Tried = append(n.Tried, [2]float64{s.Minus[i], s.Plus[i]})
		}
		c.Numbers = append(c.Numbers, n)
	}
	return chart.WriteCourse(w, f, &c)
}
