package tune

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"ouro/arena"
	"ouro/internal/english"
	"ouro/lab/chart"
	"ouro/lab/sheet"
)

// Sheet returns the result for users.
func (e *Experiment) Sheet(r *Result) *sheet.Sheet {
	var names, values, worth sheet.Columns
	for i := range r.Params {
		f := &r.Params[i]
		names.Row("option", f.Name)
		values.Row("range", f.Text(f.Lo)+".."+f.Text(f.Hi), "start", f.Text(f.Start), "end", f.Text(f.End), "±", sheet.Significant(f.Spread))
		worth.Row("gain %", points(f.Gain), "a tenth off %", points(f.Off))
	}
	return &sheet.Sheet{
		Title:  e.title(r),
		Tables: []sheet.Table{sheet.NewTable(names, values, worth)},
		Notes:  e.notes(r),
	}
}

func (e *Experiment) title(r *Result) string {
	against := cmp.Or(strings.Join(e.against(), " and "), "itself")
	done := english.Count(len(r.Steps), "step")
	if len(r.Steps) < r.Plan.Steps {
		done = fmt.Sprintf("%d of %d steps", len(r.Steps), r.Plan.Steps)
	}
	return fmt.Sprintf("%s tuned against %s, %s of %s", e.Snake, against, done, english.Count(e.GamesOfStep(), "game"))
}

// against returns the opponents other than the tuned snake.
func (e *Experiment) against() []string {
	all := []string{}
	for _, s := range e.Tournament.Snakes[1:] {
		all = append(all, label(s))
	}
	return all
}

func (e *Experiment) notes(r *Result) []string {
	t := e.Tournament
	notes := []string{
		fmt.Sprintf("Played: %s, seed %d, budget %s.", strings.TrimSpace(t.Rules+" "+t.Board), t.Seed, t.Budget()),
		"end: the mean value in the second half of the steps; ± is the standard deviation.",
		"gain: how much higher the end scores than the start. a tenth off: how much lower a value scores that is a tenth of the range away from the end. " +
			"Both are games won less games lost in percent, estimated with a parabola fitted to all steps; ± is the standard error.",
	}
	if len(t.Snakes) > 1 {
		notes[2] = strings.Replace(notes[2], "games won less games lost in percent", "the share of opponents that the snake finished ahead of, in percent", 1)
	}
	groups := len(r.Steps) * r.Plan.Groups
	notes = append(notes, fmt.Sprintf("In %d of %s one side scored better; the other groups were ties, from which the tuning learns nothing. If most groups are ties, "+
		"try more nodes, a wider range or step, or another board.", r.Decisive, english.Count(groups, "group")))
	if math.IsNaN(r.Gain.Value) {
		return append(notes, "The steps are too few, or their results too similar, to show a gain.")
	}
	return append(notes, fmt.Sprintf("All options together gain %s, as estimated from the steps. Only new games can confirm this gain.", points(r.Gain)))
}

func points(e Estimate) string {
	if math.IsNaN(e.Value) {
		return sheet.None
	}
	return fmt.Sprintf("%s ± %s", sheet.Signed(100*e.Value, 1), sheet.Fixed(100*e.Error, 1))
}

// Facts returns the result for programs.
func (e *Experiment) Facts(r *Result) sheet.Facts {
	t := e.Tournament
	estimate := func(x Estimate) sheet.Facts {
		return sheet.FactsOf("value", sheet.Number(x.Value), "error", sheet.Number(x.Error))
	}
	return sheet.FactsOf(
		"snake", e.Snake.String(),
		"against", e.against(),
		"rules", t.Rules,
		"board", sheet.Sparse(t.Board),
		"seed", t.Seed,
		"budget", t.Budget(),
		"steps", len(r.Steps),
		"planned", r.Plan.Steps,
		"games", len(r.Steps)*e.GamesOfStep(),
		"groups", len(r.Steps)*r.Plan.Groups,
		"telling_groups", r.Decisive,
		"options", sheet.Each(r.Params, func(f *Found) sheet.Facts {
			return sheet.FactsOf(
				"name", f.Name,
				"lo", f.Lo, "hi", f.Hi,
				"log", f.Log,
				"whole", f.Whole,
				"start", f.Start,
				"end", f.End,
				"spread", sheet.Number(f.Spread),
				"gain", estimate(f.Gain),
				"tenth_off", estimate(f.Off),
			)
		}),
		"gain", estimate(r.Gain),
		"start", e.Start().String(),
		"end", e.End(r).String(),
	)
}

func label(s arena.Snake) string {
	if s.Name == "" || s.Name == s.Snake {
		return s.Snake
	}
	return s.Name + "=" + s.Snake
}

// WriteChart writes a chart with a row for each parameter of a snake. On the left are its values
// from step to step. On the right are the scores of these values with two standard errors,
// estimated from all steps.
func (r *Result) WriteChart(w io.Writer, f chart.Format, snake string) error {
	p := chart.Panels{Title: fmt.Sprintf("%s, %s of %s", snake, english.Count(len(r.Steps), "step"), english.Count(r.Plan.Groups, "group"))}
	for row := range slices.Chunk(r.Charts(), 2) {
		p.Rows = append(p.Rows, row)
	}
	return p.Write(w, f)
}

// Charts returns two charts for each parameter: its values from step to step, and their scores.
func (r *Result) Charts() (all []chart.Chart) {
	for i := range r.Params {
		values := r.Params[i].axis()
		all = append(all, r.trendChart(i, values), r.Params[i].scoreChart(values))
	}
	return all
}

func (f *Found) axis() chart.Axis {
	a := chart.Axis{Lo: f.Lo, Hi: f.Hi, Log: f.Log}
	if a.Log {
		return a.WithLogTicks(12, chart.Short)
	}
	return a.WithTicks(6, chart.Short)
}

// endLine returns a horizontal line at the end value.
func (f *Found) endLine(x chart.Axis) chart.Line {
	return chart.Line{Colour: 1, Shape: chart.Reference, Points: []chart.Point{{X: x.Lo, Y: f.End}, {X: x.Hi, Y: f.End}}}
}

// trendChart draws the centre of parameter i after each step, and the values of both sides.
func (r *Result) trendChart(i int, values chart.Axis) chart.Chart {
	found := &r.Params[i]
	ends := chart.Line{Name: "tried", Colour: 6, Shape: chart.Dots}
	centre := chart.Line{Name: "centre", Points: []chart.Point{{Y: found.Start}}}
	for k := range r.Steps {
		s := &r.Steps[k]
		ends.Points = append(ends.Points, chart.Point{X: float64(k), Y: s.Minus[i]}, chart.Point{X: float64(k), Y: s.Plus[i]})
		centre.Points = append(centre.Points, chart.Point{X: float64(k + 1), Y: found.value(s.After[i])})
	}
	steps := chart.Axis{Name: "step", Hi: float64(max(1, len(r.Steps)))}.WithWholeTicks(6, chart.Whole)
	result := found.endLine(steps)
	result.Name = "result"
	return chart.Chart{Title: found.Name, X: steps, Y: values, Lines: []chart.Line{ends, centre, result}}
}

// curvePoints is the number of segments of a drawn curve.
const curvePoints = 60

// scoreChart draws the scores of the values relative to the start.
func (f *Found) scoreChart(values chart.Axis) chart.Chart {
	c := chart.Chart{Title: "score above that of the start, in % points", Y: values, X: chart.Axis{Lo: -1, Hi: 1}}
	curve := chart.Line{}
	var low, high []chart.Point
	for i := range curvePoints + 1 {
		y := values.Value(100 * float64(i) / curvePoints)
		e := f.Over(f.Start, y)
		if math.IsNaN(e.Value) {
			c.Title, c.Lines = "too few steps to estimate the score", []chart.Line{f.endLine(c.X)}
			return c
		}
		score, halfWidth := 100*e.Value, 200*e.Error
		curve.Points = append(curve.Points, chart.Point{X: score, Y: y})
		low, high = append(low, chart.Point{X: score - halfWidth, Y: y}), append(high, chart.Point{X: score + halfWidth, Y: y})
		c.X.Lo, c.X.Hi = min(c.X.Lo, score), max(c.X.Hi, score)
	}
	room := max(1, 0.25*(c.X.Hi-c.X.Lo))
	c.X.Lo, c.X.Hi = c.X.Lo-room, c.X.Hi+room
	c.X = c.X.WithTicks(6, chart.Short)
	slices.Reverse(high)
	curve.Band = append(low, high...)
	zero := chart.Line{Points: []chart.Point{{Y: values.Lo}, {Y: values.Hi}}, Colour: 5, Shape: chart.Reference}
	c.Lines = []chart.Line{zero, curve, f.endLine(c.X)}
	return c
}
