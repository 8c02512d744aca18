package report

import (
	"ouro"
	"ouro/arena"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/chart"
)

// part is a part of a section with a title: charts, or a table.
type part struct {
	Title  string
	About  string // how to read the charts
	Words  string // what the charts show
	Layout string // CSS class for the arrangement of the charts
	Charts []chart.Chart
	Table  *pageTable
}

// Layouts of charts.
const (
	inRows    = "rows"       // below each other, on one axis
	inColumns = "plots"      // side by side
	inMany    = "plots many" // many small charts
	across    = "wide"
)

func (s *Section) parts() (all []part) {
	add := func(p part) {
		if len(p.Charts) > 0 || p.Table != nil {
			all = append(all, p)
		}
	}
	if s.Report == nil {
		add(part{Title: "The course of the tuning", Layout: inColumns, Charts: s.Found.Charts})
		return all
	}
	if len(s.Report.Games) == 0 {
		return nil
	}
	switch k := s.Report.Experiment.Kind.(type) {
	case arena.Kind:
		s.tournament(add)
	case lab.Measured:
		for i, m := range k.Measures {
			add(s.distribution(english.Capital(m.Name), m.Name, func(t *lab.Tally, _ int) (float64, bool) { return float64(t.Measures[i]), true }))
		}
	case lab.Solo:
		s.solo(k, add)
	}
	add(part{Title: "Thinking", About: "How long decisions took, on one logarithmic scale.", Layout: inMany, Charts: s.thinking()})
	return all
}

// solo adds the charts of games of one snake.
func (s *Section) solo(k lab.Solo, add func(part)) {
	add(s.distribution("Moves of won games", "moves", func(t *lab.Tally, seat int) (float64, bool) { return float64(t.Turns), t.Won(seat) }))
	if k.Survive {
		add(s.distribution("Turns", "turns", func(t *lab.Tally, _ int) (float64, bool) { return float64(t.Turns), true }))
	}
	for _, p := range s.pairs() {
		add(p)
	}
	if c, ok := MealsChart(s.Report); ok {
		add(part{Title: "Where the moves go", Layout: across, Charts: []chart.Chart{*c}})
	}
	add(s.distribution("Lengths at the end of lost games", "length at the end", func(t *lab.Tally, seat int) (float64, bool) {
		return float64(t.Seats[seat].Length), t.Ending != ouro.Won
	}))
}

func (s *Section) tournament(add func(part)) {
	f := arena.FiguresOf(s.Report)
	if t, more := f.MorePairs(); more {
		pairs := tableOf(&t)
		add(part{Title: "Head to head", Table: &pairs})
	}
	charts := []chart.Chart{f.TrendChart()}
	if f.Test != nil {
		charts = append(charts, f.Test.Chart())
	}
	add(part{Title: "The course", Layout: inColumns, Charts: charts})
	turns := sample{name: "all games"}
	for _, n := range f.Turns {
		turns.values = append(turns.values, float64(n))
	}
	add(part{Title: "The games", About: distributed, Layout: inRows, Charts: histograms([]sample{turns}, "turns")})
}

// thinking returns the charts of thinking times, where they are known.
func (s *Section) thinking() []chart.Chart {
	var samples []chart.Sample
	for i := range s.Report.Results {
		one := chart.Sample{Name: s.Report.Results[i].Name}
		if t := s.Report.Results[i].Times; t != nil {
			one.Think = t.Think
		}
		samples = append(samples, one)
	}
	return chart.Think(samples)
}

// distributed explains histograms.
const distributed = "The number of games for each value; the dashed line is the median."

// distribution draws a histogram for each entrant of a number that some of its games
// have. It draws nothing if all numbers are equal.
func (s *Section) distribution(title, what string, of func(t *lab.Tally, seat int) (float64, bool)) part {
	var samples []sample
	for e := range s.Report.Results {
		one := sample{name: s.Report.Results[e].Name, at: e}
		for t, seat := range s.Report.Of(e) {
			if v, ok := of(t, seat); ok {
				one.values = append(one.values, v)
			}
		}
		samples = append(samples, one)
	}
	return part{Title: title, About: distributed, Layout: inRows, Charts: histograms(samples, what)}
}
