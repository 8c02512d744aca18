package arena

import (
	"fmt"
	"math"
	"strings"
	"time"

	"ouro/lab/sheet"
)

// Places in drawings are percent of their width and height, so that a drawing is as
// wide as there is room and its words keep their size.

// tick is a value on an axis.
type tick struct {
	At   float64 // from the left or the bottom
	Text string
	Zero bool // of dots: the middle
	Mark bool // of charts: a line that means something
}

// Down is how far the tick is from the top.
func (t tick) Down() float64 { return tidy(100 - t.At) }

// tidy leaves digits out that nobody sees.
func tidy(x float64) float64 { return math.Round(100*x) / 100 }

// axis maps values to places.
type axis struct{ lo, hi float64 }

func (a axis) at(x float64) float64 {
	if a.hi <= a.lo {
		return 50
	}
	return tidy(100 * (min(max(x, a.lo), a.hi) - a.lo) / (a.hi - a.lo))
}

// round are about n round numbers on the axis: 1, 2 or 5 times a power of ten apart.
func (a axis) round(n int) (values []float64) {
	step := math.Pow(10, math.Floor(math.Log10((a.hi-a.lo)/float64(n))))
	for _, f := range []float64{1, 2, 5, 10} {
		if (a.hi-a.lo)/(f*step) <= float64(n) {
			step *= f
			break
		}
	}
	for i := math.Ceil(a.lo/step - 1e-9); i*step <= a.hi+1e-9*step; i++ {
		values = append(values, i*step+0) // no -0
	}
	return values
}

func (a axis) ticks(n int, text func(float64) string) (ticks []tick) {
	if !(a.hi > a.lo) {
		return nil
	}
	for _, x := range a.round(n) {
		ticks = append(ticks, tick{At: a.at(x), Text: text(x), Zero: x == 0})
	}
	return ticks
}

func wholeNumber(x float64) string { return sheet.Fixed(x, 0) }

// dots are the ratings with their intervals, a row for each.
type dots struct {
	Dots  []dot
	Ticks []tick
}

type dot struct {
	Name, Text    string
	Known         bool
	Value, Lo, Hi float64
}

func (r *Report) dots() dots {
	a := axis{-50, 50}
	for i := range r.Standings {
		if e := r.Standings[i].Rating; !math.IsNaN(e.Value) && !e.Vague() {
			a.lo, a.hi = min(a.lo, e.Interval.Lo), max(a.hi, e.Interval.Hi)
		}
	}
	d := dots{Ticks: a.ticks(4, func(x float64) string { return sheet.Signed(x, 0) })}
	for i := range r.Standings {
		s := &r.Standings[i]
		row := dot{Name: strings.TrimSpace(r.label(i)), Text: ratingText(s.Rating), Known: !math.IsNaN(s.Rating.Value) && !s.Rating.Vague()}
		if row.Known {
			row.Value, row.Lo, row.Hi = a.at(s.Rating.Value), a.at(s.Rating.Interval.Lo), a.at(s.Rating.Interval.Hi)
		}
		d.Dots = append(d.Dots, row)
	}
	return d
}

// chart is a drawing of lines or of bars.
type chart struct {
	Title, XName string
	X, Y         []tick
	Lines        []chartLine
	Bars         []bar
	Colour       int // of bars
}

type chartLine struct {
	Name         string
	Points       string // x,y from the top left
	Colour, Dash int
}

type bar struct{ X, Y, W, H float64 }

// How many colours and dashes the page has.
const (
	pageColours = 7
	pageDashes  = 4
)

// charts are those of all games.
func (r *Report) charts() []chart {
	all := []chart{r.courseChart()}
	if r.Test != nil {
		all = append(all, r.Test.chart())
	}
	return append(all, r.turnsChart())
}

// courseChart draws how the scores settled.
func (r *Report) courseChart() chart {
	x, y := axis{0, 1}, axis{0.5, 0.5}
	for _, m := range r.Course {
		x.hi = max(x.hi, float64(m.Groups))
		for _, score := range m.Scores {
			if !math.IsNaN(score) {
				y.lo, y.hi = min(y.lo, score), max(y.hi, score)
			}
		}
	}
	y.lo, y.hi = max(0, math.Floor(10*y.lo)/10), min(1, math.Ceil(10*y.hi)/10)
	if y.lo == y.hi {
		y = axis{0, 1}
	}
	c := chart{Title: "score in %, of all games until then", XName: "groups", X: x.ticks(6, wholeNumber)}
	c.Y = y.ticks(6, func(v float64) string { return wholeNumber(100 * v) })
	for i := range r.Standings {
		s := &r.Standings[i]
		line := chartLine{Name: s.Name, Colour: i % pageColours, Dash: i / pageColours % pageDashes}
		var points strings.Builder
		for _, m := range r.Course {
			if score := m.Scores[s.Snake]; !math.IsNaN(score) {
				fmt.Fprintf(&points, "%v,%v ", x.at(float64(m.Groups)), tidy(100-y.at(score)))
			}
		}
		line.Points = strings.TrimSpace(points.String())
		c.Lines = append(c.Lines, line)
	}
	return c
}

// turnsChart draws how long the games were.
func (r *Report) turnsChart() chart {
	const most = 30
	longest := r.Turns[len(r.Turns)-1]
	width := longest/most + 1
	counts := make([]uint64, longest/width+1)
	for _, turns := range r.Turns {
		counts[turns/width]++
	}
	x := axis{0, float64(width * len(counts))}
	c := chart{Title: "games by their length", XName: "turns", X: x.ticks(6, wholeNumber)}
	c.Bars, c.Y = bars(counts)
	return c
}

// bars stand side by side over the whole width.
func bars(counts []uint64) (all []bar, ticks []tick) {
	y := axis{0, 1}
	for _, n := range counts {
		y.hi = max(y.hi, float64(n))
	}
	w := 100 / float64(len(counts))
	for i, n := range counts {
		if n > 0 {
			h := y.at(float64(n))
			all = append(all, bar{tidy(float64(i)*w + 0.1*w), tidy(100 - h), tidy(0.8 * w), h})
		}
	}
	return all, y.ticks(4, wholeNumber)
}

// thinkCharts draw how long moves took, a chart for each snake, all on one
// logarithmic scale; none in a report without times.
func (r *Report) thinkCharts() (all []chart) {
	const perDecade = 10
	bin := func(d time.Duration) int { return int(math.Floor(perDecade * math.Log10(max(1, float64(d))))) }
	lo, hi := math.MaxInt, math.MinInt
	for i := range r.Standings {
		if t := r.Standings[i].Think; t != nil {
			for d := range t.Buckets() {
				lo, hi = min(lo, bin(d)), max(hi, bin(d))
			}
		}
	}
	if lo > hi {
		return nil
	}
	x := axis{float64(lo) / perDecade, float64(hi+1) / perDecade}
	ticks := decades(x)
	for i := range r.Standings {
		s := &r.Standings[i]
		counts := make([]uint64, hi-lo+1)
		for d, n := range s.Think.Buckets() {
			counts[bin(d)-lo] += n
		}
		c := chart{Title: s.Name, X: ticks, Colour: i % pageColours}
		c.Bars, _ = bars(counts)
		all = append(all, c)
	}
	return all
}

// decades are round durations on a logarithmic axis of nanoseconds: 1, 2 and 5 times
// powers of ten, or these powers alone where the axis is long.
func decades(x axis) (ticks []tick) {
	factors := []float64{1, 2, 5}
	if x.hi-x.lo > 1.5 {
		factors = factors[:1]
	}
	for power := math.Floor(x.lo); power <= x.hi; power++ {
		for _, f := range factors {
			d := f * math.Pow(10, power)
			if at := math.Log10(d); at >= x.lo && at <= x.hi {
				ticks = append(ticks, tick{At: x.at(at), Text: shortDuration(time.Duration(math.Round(d)))})
			}
		}
	}
	return ticks
}

// shortDuration is a round duration.
func shortDuration(d time.Duration) string {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{time.Second, "s"}, {time.Millisecond, "ms"}, {time.Microsecond, "µs"}} {
		if d >= unit.size {
			return fmt.Sprint(int64(d/unit.size), unit.name)
		}
	}
	return fmt.Sprint(int64(d), "ns")
}
