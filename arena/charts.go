package arena

import (
	"math"
	"strings"

	"ouro/lab/plot"
	"ouro/lab/sheet"
)

// dots are the ratings with their intervals, a row for each.
type dots struct {
	Dots  []dot
	Ticks []plot.Tick
}

type dot struct {
	Name, Text    string
	Known         bool
	Value, Lo, Hi float64
}

func (r *Report) dots() dots {
	a := plot.Axis{Lo: -50, Hi: 50}
	for i := range r.Standings {
		if e := r.Standings[i].Rating; !math.IsNaN(e.Value) && !e.Vague() {
			a.Lo, a.Hi = min(a.Lo, e.Interval.Lo), max(a.Hi, e.Interval.Hi)
		}
	}
	d := dots{Ticks: a.Ticks(4, func(x float64) string { return sheet.Signed(x, 0) })}
	for i := range r.Standings {
		s := &r.Standings[i]
		row := dot{Name: strings.TrimSpace(r.label(i)), Text: ratingText(s.Rating), Known: !math.IsNaN(s.Rating.Value) && !s.Rating.Vague()}
		if row.Known {
			row.Value, row.Lo, row.Hi = a.At(s.Rating.Value), a.At(s.Rating.Interval.Lo), a.At(s.Rating.Interval.Hi)
		}
		d.Dots = append(d.Dots, row)
	}
	return d
}

// charts are those of all games.
func (r *Report) charts() []plot.Chart {
	all := []plot.Chart{r.courseChart()}
	if r.Test != nil {
		all = append(all, r.Test.chart())
	}
	return append(all, r.turnsChart())
}

// courseChart draws how the scores settled.
func (r *Report) courseChart() plot.Chart {
	x, y := plot.Axis{Lo: 0, Hi: 1}, plot.Axis{Lo: 0.5, Hi: 0.5}
	for _, m := range r.Course {
		x.Hi = max(x.Hi, float64(m.Groups))
		for _, score := range m.Scores {
			if !math.IsNaN(score) {
				y.Lo, y.Hi = min(y.Lo, score), max(y.Hi, score)
			}
		}
	}
	y.Lo, y.Hi = max(0, math.Floor(10*y.Lo)/10), min(1, math.Ceil(10*y.Hi)/10)
	if y.Lo == y.Hi {
		y = plot.Axis{Lo: 0, Hi: 1}
	}
	c := plot.Chart{Title: "score in %, of all games until then", XName: "groups", X: x.WholeTicks(6, plot.Whole)}
	c.Y = y.Ticks(6, func(v float64) string { return plot.Whole(100 * v) })
	for i := range r.Standings {
		s := &r.Standings[i]
		line := plot.Styled(i, s.Name)
		for _, m := range r.Course {
			if score := m.Scores[s.Snake]; !math.IsNaN(score) {
				line.Points.Add(x.At(float64(m.Groups)), y.Down(score))
			}
		}
		c.Lines = append(c.Lines, line)
	}
	return c
}

// turnsChart draws how long the games were.
func (r *Report) turnsChart() plot.Chart {
	const most = 30
	longest := r.Turns[len(r.Turns)-1]
	width := longest/most + 1
	counts := make([]uint64, longest/width+1)
	for _, turns := range r.Turns {
		counts[turns/width]++
	}
	x := plot.Axis{Lo: 0, Hi: float64(width * len(counts))}
	c := plot.Chart{Title: "games by their length", XName: "turns", X: x.WholeTicks(6, plot.Whole)}
	c.Bars, c.Y = plot.Bars(counts)
	return c
}

// thinkCharts draw how long moves took; none in a report without times.
func (r *Report) thinkCharts() []plot.Chart {
	var samples []plot.Sample
	for i := range r.Standings {
		samples = append(samples, plot.Sample{Name: r.Standings[i].Name, Think: r.Standings[i].Think})
	}
	return plot.Think(samples)
}
