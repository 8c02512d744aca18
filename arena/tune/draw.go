package tune

import (
	"fmt"
	"io"
	"math"
	"slices"

	"ouro/internal/english"
	"ouro/lab/chart"
)

// WriteChart draws a row for each number of a snake: to the left its values from step to
// step, to the right, over the same values, what they score by all steps, within two
// standard errors.
func (r *Result) WriteChart(w io.Writer, f chart.Format, snake string) error {
	p := chart.Panels{Title: fmt.Sprintf("%s, %s of %s", snake, english.Count(len(r.Steps), "step"), english.Count(r.Plan.Groups, "group"))}
	for row := range slices.Chunk(r.Charts(), 2) {
		p.Rows = append(p.Rows, row)
	}
	return p.Write(w, f)
}

// Charts are two for each number: its values from step to step, and what they score.
func (r *Result) Charts() (all []chart.Chart) {
	for i := range r.Params {
		values := r.Params[i].axis()
		all = append(all, r.courseChart(i, values), r.Params[i].worthChart(values))
	}
	return all
}

// axis is the range of the number.
func (f *Found) axis() chart.Axis {
	a := chart.Axis{Lo: f.Lo, Hi: f.Hi, Log: f.Log}
	if a.Log {
		return a.WithLogTicks(12, chart.Short)
	}
	return a.WithTicks(6, chart.Short)
}

// across is a line across a drawing at the result.
func (f *Found) across(x chart.Axis) chart.Line {
	return chart.Line{Colour: 1, Shape: chart.Reference, Points: []chart.Point{{X: x.Lo, Y: f.End}, {X: x.Hi, Y: f.End}}}
}

// courseChart draws the centre of parameter i after each step, and the values tried.
func (r *Result) courseChart(i int, values chart.Axis) chart.Chart {
	found := &r.Params[i]
	tried := chart.Line{Name: "tried", Colour: 6, Shape: chart.Dots}
	centre := chart.Line{Name: "centre", Points: []chart.Point{{Y: found.Start}}}
	for k := range r.Steps {
		s := &r.Steps[k]
		tried.Points = append(tried.Points, chart.Point{X: float64(k), Y: s.Minus[i]}, chart.Point{X: float64(k), Y: s.Plus[i]})
		centre.Points = append(centre.Points, chart.Point{X: float64(k + 1), Y: found.value(s.After[i])})
	}
	steps := chart.Axis{Name: "step", Hi: float64(max(1, len(r.Steps)))}.WithWholeTicks(6, chart.Whole)
	result := found.across(steps)
	result.Name = "result"
	return chart.Chart{Title: found.Name, X: steps, Y: values, Lines: []chart.Line{tried, centre, result}}
}

// worthPoints is the number of points of the curve of what values score.
const worthPoints = 60

// worthChart draws what the values of the number score more than its start.
func (f *Found) worthChart(values chart.Axis) chart.Chart {
	c := chart.Chart{Title: "score over the start, % points", Y: values, X: chart.Axis{Lo: -1, Hi: 1}}
	curve := chart.Line{}
	var low, high []chart.Point
	for i := range worthPoints + 1 {
		y := values.Value(100 * float64(i) / worthPoints)
		e := f.Over(f.Start, y)
		if math.IsNaN(e.Value) {
			c.Title, c.Lines = "too few steps to estimate the score", []chart.Line{f.across(c.X)}
			return c
		}
		score, wide := 100*e.Value, 200*e.Error
		curve.Points = append(curve.Points, chart.Point{X: score, Y: y})
		low, high = append(low, chart.Point{X: score - wide, Y: y}), append(high, chart.Point{X: score + wide, Y: y})
		c.X.Lo, c.X.Hi = min(c.X.Lo, score), max(c.X.Hi, score)
	}
	room := max(1, 0.25*(c.X.Hi-c.X.Lo))
	c.X.Lo, c.X.Hi = c.X.Lo-room, c.X.Hi+room
	c.X = c.X.WithTicks(6, chart.Short)
	slices.Reverse(high)
	curve.Band = append(low, high...)
	zero := chart.Line{Points: []chart.Point{{Y: values.Lo}, {Y: values.Hi}}, Colour: 5, Shape: chart.Reference}
	c.Lines = []chart.Line{zero, curve, f.across(c.X)}
	return c
}
