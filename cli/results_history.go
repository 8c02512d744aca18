package cli

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"ouro/lab/chart"
	"ouro/lab/sheet"
	"ouro/lab/stat"
	"ouro/store"
)

// history is one line of a plot.
type history struct {
	name   string // solver and games
	figure string
	share  bool
	points []historyPoint
}

// historyPoint is the figure of an experiment.
type historyPoint struct {
	*store.Experiment
	n        int
	x        float64
	interval stat.Interval
}

// ends returns the ends of the interval, both x if it is not known.
func (p *historyPoint) ends() (lo, hi float64) {
	if math.IsNaN(p.interval.Lo) || math.IsNaN(p.interval.Hi) {
		return p.x, p.x
	}
	return p.interval.Lo, p.interval.Hi
}

// scale returns the factor of printed values: shares are in percent.
func (h *history) scale() float64 {
	if h.share {
		return 100
	}
	return 1
}

func (h *history) facts() sheet.Facts {
	return sheet.FactsOf("name", h.name, "figure", h.figure, "points", sheet.Each(h.points, func(p *historyPoint) sheet.Facts {
		return append(sheet.FactsOf("experiment", p.Key, "build", buildFacts(&p.Build), "created", p.Created.UTC().Format(time.RFC3339), "n", p.n),
			sheet.MeanFacts(p.x*h.scale(), stat.Interval{Lo: p.interval.Lo * h.scale(), Hi: p.interval.Hi * h.scale()})...)
	}))
}

// write writes the line as text: a row for each build, with a bar for its interval.
func (h *history) write(w io.Writer, width int) error {
	axis := chart.Axis{Lo: math.Inf(1), Hi: math.Inf(-1)}
	for i := range h.points {
		a, b := h.points[i].ends()
		axis.Lo, axis.Hi = min(axis.Lo, a), max(axis.Hi, b)
	}
	var names, values, bars sheet.Columns
	for i := range h.points {
		p := &h.points[i]
		a, b := p.ends()
		digits := max(1, sheet.Digits(p.interval))
		iv := sheet.None
		if !math.IsNaN(p.interval.Lo) {
			iv = fmt.Sprintf("[%s, %s]", sheet.Fixed(h.scale()*p.interval.Lo, digits), sheet.Fixed(h.scale()*p.interval.Hi, digits))
		}
		names.Row("build", p.Build.Short())
		values.Row("begun", day(p.Created), "games", fmt.Sprint(p.Games), h.figure, sheet.Fixed(h.scale()*p.x, digits), "95 % interval", iv)
		bars.Row("", axis.Interval(a, p.x, b, barWidth))
	}
	table := sheet.NewTable(names, values, bars)
	_, err := io.WriteString(w, h.name+"\n\n"+strings.Join(table.Lines(width), "\n")+"\n")
	return err
}

// barWidth is the width of the bars of a plot in text, in columns.
const barWidth = 24

// historyChart returns a chart of all lines with the first one's figure: points with 95 %
// intervals, over builds in order or over the days on which experiments began.
func historyChart(all []history, dates bool) *chart.Chart {
	figure := all[0].figure
	all = slices.DeleteFunc(slices.Clone(all), func(h history) bool { return h.figure != figure })
	c := &chart.Chart{Title: figure + " from build to build"}
	if len(all) == 1 {
		c.Title = all[0].name
	}
	builds := buildsOf(all)
	c.X, c.Y = chart.Axis{Name: "build, the oldest first", Lo: -0.5, Hi: float64(len(builds)) - 0.5}, chart.Axis{Name: figure, Lo: math.Inf(1), Hi: math.Inf(-1)}
	if dates {
		c.X = chart.Axis{Name: "begun", Lo: math.Inf(1), Hi: math.Inf(-1)}
	}
	for i := range all {
		line := chart.Styled(i, all[i].name)
		if line.Shape = chart.JoinedDots; len(all) == 1 {
			line.Name = "" // it is the title
		}
		for _, p := range all[i].points {
			at := float64(p.Created.Unix())
			if !dates {
				at = float64(slices.IndexFunc(builds, func(e *store.Experiment) bool { return e.Build.Key() == p.Build.Key() }))
			}
			by := all[i].scale()
			lo, hi := p.ends()
			c.Y.Lo, c.Y.Hi = min(c.Y.Lo, by*lo), max(c.Y.Hi, by*hi)
			c.X.Lo, c.X.Hi = min(c.X.Lo, at), max(c.X.Hi, at)
			line.Points = append(line.Points, chart.Point{X: at, Y: by * p.x, Lo: by * lo, Hi: by * hi})
		}
		c.Lines = append(c.Lines, line)
	}
	room := max(0.08*(c.Y.Hi-c.Y.Lo), 1e-6*max(1, math.Abs(c.Y.Hi)))
	c.Y.Lo, c.Y.Hi = c.Y.Lo-room, c.Y.Hi+room
	c.Y = c.Y.WithTicks(6, chart.Short)
	if dates {
		space := max(0.05*(c.X.Hi-c.X.Lo), 3600)
		c.X.Lo, c.X.Hi = c.X.Lo-space, c.X.Hi+space
		c.X = c.X.WithDateTicks(6)
		return c
	}
	every := (len(builds) + maxBuildTicks - 1) / maxBuildTicks
	for i, e := range builds {
		if i%every == 0 {
			c.X.Ticks = append(c.X.Ticks, chart.Tick{At: float64(i), Text: e.Build.Short()})
		}
	}
	return c
}

// maxBuildTicks is the most builds that a chart names.
const maxBuildTicks = 8

// buildsOf returns the builds of all points, the oldest first.
func buildsOf(all []history) (builds []*store.Experiment) {
	for i := range all {
		for _, p := range all[i].points {
			if !slices.ContainsFunc(builds, func(e *store.Experiment) bool { return e.Build.Key() == p.Build.Key() }) {
				builds = append(builds, p.Experiment)
			}
		}
	}
	slices.SortStableFunc(builds, byBuild)
	return builds
}
