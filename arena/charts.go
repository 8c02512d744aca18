package arena

import (
	"math"
	"strings"

	"ouro/lab/chart"
	"ouro/lab/sheet"
)

// RatingsChart draws the ratings with their intervals, a row for each snake. The interval
// of a snake that won or lost everything continues to the edge. It returns false if no
// rating is known.
func (r *Figures) RatingsChart() (*chart.Chart, bool) {
	c := &chart.Chart{Form: chart.Rows, Spoken: "ratings with their intervals; the table has the figures", X: chart.Axis{Name: "Elo", Lo: -50, Hi: 50}}
	var rows []chart.Tick
	for i := range r.Standings {
		e := &r.Standings[i].Rating
		if !e.unclear() {
			for _, x := range []float64{e.Interval.Lo, e.Interval.Hi} {
				if !math.IsInf(x, 0) {
					c.X.Lo, c.X.Hi = min(c.X.Lo, x), max(c.X.Hi, x)
				}
			}
		}
		rows = append(rows, chart.Tick{Text: strings.TrimSpace(r.label(i)), Note: ratingText(*e)})
	}
	room := (c.X.Hi - c.X.Lo) / 20
	c.X.Lo, c.X.Hi = c.X.Lo-room, c.X.Hi+room
	c.X, c.Y = c.X.WithTicks(4, func(x float64) string { return sheet.Signed(x, 0) }), chart.RowAxis(rows...)
	line := chart.Line{Shape: chart.Dots}
	for i := range r.Standings {
		if e := &r.Standings[i].Rating; !e.unclear() {
			line.Points = append(line.Points, chart.Point{X: e.known(), Y: c.Y.Ticks[i].At}.Within(e.Interval))
		}
	}
	c.Lines = []chart.Line{line}
	return c, line.Points != nil
}

// unclear reports whether a rating cannot be drawn.
func (e *Estimate) unclear() bool { return math.IsNaN(e.Value) || e.Vague() }

// known returns the value, or the end of the interval that is known.
func (e *Estimate) known() float64 {
	switch {
	case math.IsInf(e.Interval.Hi, 1):
		return e.Interval.Lo
	case math.IsInf(e.Interval.Lo, -1):
		return e.Interval.Hi
	}
	return e.Value
}

// TrendChart draws the scores after each group.
func (r *Figures) TrendChart() chart.Chart {
	x, y := chart.Axis{Name: "groups", Hi: 1}, chart.Axis{Lo: 50, Hi: 50}
	c := chart.Chart{Title: "score in %, of all games until then"}
	for i := range r.Standings {
		s := &r.Standings[i]
		line := chart.Styled(i, s.Name)
		for _, m := range r.Trend {
			x.Hi = max(x.Hi, float64(m.Groups))
			if score := 100 * m.Scores[s.Snake]; !math.IsNaN(score) {
				y.Lo, y.Hi = min(y.Lo, score), max(y.Hi, score)
				line.Points = append(line.Points, chart.Point{X: float64(m.Groups), Y: score})
			}
		}
		c.Lines = append(c.Lines, line)
	}
	y.Lo, y.Hi = max(0, 10*math.Floor(y.Lo/10)), min(100, 10*math.Ceil(y.Hi/10))
	if y.Lo == y.Hi {
		y.Lo, y.Hi = 0, 100
	}
	c.X, c.Y = x.WithWholeTicks(6, chart.Whole), y.WithTicks(6, chart.Whole)
	return c
}

// Chart draws the log-likelihood ratio after each group, and the bounds.
func (t *Test) Chart() chart.Chart {
	c := chart.Chart{
		Title: "log-likelihood ratio of H1 against H0, and its bounds",
		X:     chart.Axis{Name: "groups", Hi: max(1, float64(t.Groups))}.WithWholeTicks(6, chart.Whole),
		Y:     chart.Axis{Lo: 1.15 * t.Lower, Hi: 1.15 * t.Upper},
	}
	line := chart.Line{Points: []chart.Point{{}}}
	for _, m := range t.Trend {
		c.Y.Lo, c.Y.Hi = min(c.Y.Lo, m.LLR), max(c.Y.Hi, m.LLR)
		line.Points = append(line.Points, chart.Point{X: float64(m.Groups), Y: m.LLR})
	}
	c.Y.Ticks = []chart.Tick{{At: t.Lower, Text: "H0", Mark: true}, {At: 0, Text: "0"}, {At: t.Upper, Text: "H1", Mark: true}}
	c.Lines = []chart.Line{line}
	return c
}
