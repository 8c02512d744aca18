package arena

import (
	"math"
	"strings"

	"ouro/lab/chart"
	"ouro/lab/sheet"
)

// ratingsChart draws the ratings with their intervals, a row for each entrant.
func (r *Report) ratingsChart() *chart.Chart {
	c := &chart.Chart{Form: chart.Rows, Spoken: "ratings with their intervals; the table has the figures", X: chart.Axis{Name: "Elo", Lo: -50, Hi: 50}}
	var rows []chart.Tick
	for i := range r.Standings {
		if e := r.Standings[i].Rating; !math.IsNaN(e.Value) && !e.Vague() {
			c.X.Lo, c.X.Hi = min(c.X.Lo, e.Interval.Lo), max(c.X.Hi, e.Interval.Hi)
		}
		rows = append(rows, chart.Tick{Text: strings.TrimSpace(r.label(i)), Note: ratingText(r.Standings[i].Rating)})
	}
	c.X, c.Y = c.X.WithTicks(4, func(x float64) string { return sheet.Signed(x, 0) }), chart.RowAxis(rows...)
	line := chart.Line{Shape: chart.Dots}
	for i := range r.Standings {
		if e := r.Standings[i].Rating; !math.IsNaN(e.Value) && !e.Vague() {
			line.Points = append(line.Points, chart.Point{X: e.Value, Y: c.Y.Ticks[i].At}.Within(e.Interval))
		}
	}
	c.Lines = []chart.Line{line}
	return c
}

// charts are those of all games.
func (r *Report) charts() []chart.Chart {
	all := []chart.Chart{r.courseChart()}
	if r.Test != nil {
		all = append(all, r.Test.chart())
	}
	return append(all, r.turnsChart())
}

// courseChart draws how the scores settled.
func (r *Report) courseChart() chart.Chart {
	x, y := chart.Axis{Name: "groups", Hi: 1}, chart.Axis{Lo: 50, Hi: 50}
	c := chart.Chart{Title: "score in %, of all games until then"}
	for i := range r.Standings {
		s := &r.Standings[i]
		line := chart.Styled(i, s.Name)
		for _, m := range r.Course {
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

// turnsChart draws how long the games were.
func (r *Report) turnsChart() chart.Chart {
	const most = 30
	longest := r.Turns[len(r.Turns)-1]
	width := longest/most + 1
	counts := make([]uint64, longest/width+1)
	for _, turns := range r.Turns {
		counts[turns/width]++
	}
	x := chart.Axis{Name: "turns", Hi: float64(width * len(counts))}.WithWholeTicks(6, chart.Whole)
	return chart.Chart{Title: "games by their length", X: x, Y: chart.CountAxis(counts), Bars: chart.Bars(x, counts)}
}

// thinkCharts draw how long moves took; none in a report without times.
func (r *Report) thinkCharts() []chart.Chart {
	var samples []chart.Sample
	for i := range r.Standings {
		samples = append(samples, chart.Sample{Name: r.Standings[i].Name, Think: r.Standings[i].Think})
	}
	return chart.Think(samples)
}
