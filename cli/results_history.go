package cli

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"ouro/lab/sheet"
	"ouro/lab/stat"
	"ouro/store"
)

// history is a line of the plot.
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

// by is by what values are told: shares in percent.
func (h *history) by() float64 {
	if h.share {
		return 100
	}
	return 1
}

func (h *history) facts() sheet.Facts {
	return sheet.FactsOf("name", h.name, "figure", h.figure, "points", sheet.Each(h.points, func(p *historyPoint) sheet.Facts {
		return append(sheet.FactsOf("experiment", p.Key, "build", buildFacts(&p.Build), "created", p.Created.UTC().Format(time.RFC3339), "n", p.n),
			sheet.MeanFacts(p.x*h.by(), stat.Interval{Lo: p.interval.Lo * h.by(), Hi: p.interval.Hi * h.by()})...)
	}))
}

// write writes the line as rows of text: a build in each, with a bar for its interval.
func (h *history) write(w io.Writer, width int) error {
	lo, hi := math.Inf(1), math.Inf(-1)
	ends := func(p *historyPoint) (float64, float64) {
		if math.IsNaN(p.interval.Lo) {
			return p.x, p.x
		}
		return p.interval.Lo, p.interval.Hi
	}
	for i := range h.points {
		a, b := ends(&h.points[i])
		lo, hi = min(lo, a), max(hi, b)
	}
	var names, values, bars sheet.Columns
	for i := range h.points {
		p := &h.points[i]
		a, b := ends(p)
		digits := max(1, sheet.Digits(p.interval))
		iv := sheet.None
		if !math.IsNaN(p.interval.Lo) {
			iv = fmt.Sprintf("[%s, %s]", sheet.Fixed(h.by()*p.interval.Lo, digits), sheet.Fixed(h.by()*p.interval.Hi, digits))
		}
		names.Row("build", shortBuild(p.Experiment))
		values.Row("begun", day(p.Created), "games", fmt.Sprint(p.Games), h.figure, sheet.Fixed(h.by()*p.x, digits), "95 % interval", iv)
		bars.Row("", intervalBar(lo, hi, a, p.x, b))
	}
	table := sheet.NewTable(names, values, bars)
	_, err := io.WriteString(w, h.name+"\n\n"+strings.Join(table.Lines(width), "\n")+"\n")
	return err
}

// barWidth is how wide the bars of a plot in text are.
const barWidth = 24

// intervalBar is an interval from a to b around x, on a scale from lo to hi.
func intervalBar(lo, hi, a, x, b float64) string {
	at := func(y float64) int {
		if hi <= lo {
			return barWidth / 2
		}
		return int(math.Round((y - lo) / (hi - lo) * (barWidth - 1)))
	}
	bar := slices.Repeat([]rune{'·'}, barWidth)
	for i := at(a); i <= at(b); i++ {
		bar[i] = '─'
	}
	bar[at(x)] = '●'
	return string(bar)
}
