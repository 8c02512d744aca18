package results

import (
	"context"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/internal/outfile"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/chart"
	"ouro/lab/compare"
	"ouro/lab/sheet"
	"ouro/lab/stat"
	"ouro/store"
)

// history is a figure of one solver in the same games, from build to build.
type history struct {
	name   string // the solver's name and the number of its games
	figure string
	share  bool // whether the figure is a share from 0 to 1, which is printed in percent
	points []historyPoint
}

// historyPoint is the value of the figure in one experiment.
type historyPoint struct {
	*store.Experiment
	n        int     // number of games with the figure
	x        float64 // value of the figure
	interval stat.Interval
}

// ends returns the ends of the interval, or x twice if the interval is unknown.
func (p *historyPoint) ends() (lo, hi float64) {
	if math.IsNaN(p.interval.Lo) || math.IsNaN(p.interval.Hi) {
		return p.x, p.x
	}
	return p.interval.Lo, p.interval.Hi
}

// scale returns the factor of printed values: 100 for shares, which are printed in percent, and
// otherwise 1.
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

// write writes the history as text: a row for each build, with a bar for the interval.
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

// historyChart returns a chart of all histories of the same quantity as the first. Points
// have 95 % intervals. The x axis shows builds in order or, if dates is set, the days on which the
// experiments began.
func historyChart(histories []history, dates bool) *chart.Chart {
	figure := histories[0].figure
	histories = slices.DeleteFunc(slices.Clone(histories), func(h history) bool { return h.figure != figure })
	c := &chart.Chart{Title: figure + " from build to build"}
	if len(histories) == 1 {
		c.Title = histories[0].name
	}
	builds := buildsOf(histories)
	c.X, c.Y = chart.Axis{Name: "build, the oldest first", Lo: -0.5, Hi: float64(len(builds)) - 0.5}, chart.Axis{Name: figure, Lo: math.Inf(1), Hi: math.Inf(-1)}
	if dates {
		c.X = chart.Axis{Name: "begun", Lo: math.Inf(1), Hi: math.Inf(-1)}
	}
	for i := range histories {
		line := chart.Styled(i, histories[i].name)
		if line.Shape = chart.JoinedDots; len(histories) == 1 {
			line.Name = "" // the title names the only line
		}
		for _, p := range histories[i].points {
			at := float64(p.Created.Unix())
			if !dates {
				at = float64(slices.IndexFunc(builds, func(e *store.Experiment) bool { return e.Build.Key() == p.Build.Key() }))
			}
			scale := histories[i].scale()
			lo, hi := p.ends()
			c.Y.Lo, c.Y.Hi = min(c.Y.Lo, scale*lo), max(c.Y.Hi, scale*hi)
			c.X.Lo, c.X.Hi = min(c.X.Lo, at), max(c.X.Hi, at)
			line.Points = append(line.Points, chart.Point{X: at, Y: scale * p.x, Lo: scale * lo, Hi: scale * hi})
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

// maxBuildTicks is the largest number of builds that a chart names.
const maxBuildTicks = 8

// buildsOf returns an experiment of each build that has a point, the oldest build first.
func buildsOf(histories []history) (builds []*store.Experiment) {
	for i := range histories {
		for _, p := range histories[i].points {
			if !slices.ContainsFunc(builds, func(e *store.Experiment) bool { return e.Build.Key() == p.Build.Key() }) {
				builds = append(builds, p.Experiment)
			}
		}
	}
	slices.SortStableFunc(builds, byBuild)
	return builds
}

type plotOptions struct {
	experiment.Reader
	query
	figure string
	dates  bool
	plots  []string
	json   bool
}

func newPlot(stdio command.IO) *cobra.Command {
	var o plotOptions
	cmd := &cobra.Command{
		Use:   "plot [SOLVER]...",
		Short: "Plot a figure over builds",
		Long: `Plot prints a figure of each experiment with its 95 % interval, build by build, the oldest
first; --plot also draws the figure. Each solver has a separate line for each kind of
games that it played.

The figure is moves if one snake plays alone, otherwise score. --figure selects another:
won, length, turns, think (the mean time of a move), or a measure of Snake Hunter.`,
		Example: `  ouro results plot
  ouro results plot cell --board 6x6 --plot cell.svg
  ouro results plot lookahead --figure won --dates --plot won.png`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.Reader.Add(cmd)
	o.query.add(cmd)
	fs := cmd.Flags()
	fs.StringVar(&o.figure, "figure", "", "plot this `FIGURE`: moves, won, score, length, turns, think or a measure")
	fs.BoolVar(&o.dates, "dates", false, "plot over the days on which experiments began, instead of over builds")
	fs.StringArrayVar(&o.plots, "plot", nil, "also draw a plot to this `FILE`.svg or .png; may be given twice")
	flags.JSON(cmd, &o.json, "")
	return cmd
}

var figureForm = regexp.MustCompile(`^[a-z_]+$`)

func (o *plotOptions) run(ctx context.Context, stdio command.IO, solvers []string) error {
	o.solvers = append(solvers, o.solvers...)
	if err := o.check(nil); err != nil {
		return err
	}
	if o.figure != "" && !figureForm.MatchString(o.figure) {
		return command.Usagef("--figure %s: want a name such as moves, won or think", command.Excerpt(o.figure))
	}
	for _, name := range o.plots {
		if _, err := chart.FormatOf(name); err != nil {
			return command.Usage(err)
		}
	}
	places, err := stdio.Outputs(ctx, o.Flag.Files(), o.plots...)
	if err != nil {
		return err
	}
	var all []history
	err = o.With(ctx, func(s *store.Store) (err error) {
		all, err = o.histories(ctx, stdio, s)
		return err
	})
	if err != nil {
		_ = command.CloseAll(places) // nothing was written
		return err
	}
	for i, place := range places {
		if err := o.draw(place, o.plots[i], all); err != nil {
			return err
		}
	}
	if o.json {
		return command.WriteJSON(stdio.Out, sheet.FactsOf("schema", command.SchemaVersion{}, "series", sheet.Each(all, (*history).facts)))
	}
	for i := range all {
		if i > 0 {
			fmt.Fprintln(stdio.Out)
		}
		if err := all[i].write(stdio.Out, command.Columns(stdio.Out)); err != nil {
			return err
		}
	}
	return nil
}

func (o *plotOptions) histories(ctx context.Context, stdio command.IO, s *store.Store) (all []history, err error) {
	c, err := newChooser(ctx, s, &o.query)
	if err != nil {
		return nil, err
	}
	bar := progress.New(stdio.Err)
	defer bar.Clear()
	d := &diff{store: s}
	read := map[int64]*compare.Side{}
	lines := map[string]int{}
	var known []string
	for i := range c.sides {
		side := &c.sides[i]
		bar.Count(i, len(c.sides), "experiment")
		kind, err := kindOf(s, side)
		if err != nil {
			return nil, err
		}
		if read[side.ID] == nil {
			if read[side.ID], err = d.read(ctx, side); err != nil {
				return nil, err
			}
		}
		f, ok := figureOf(compare.Alone(kind, compare.Entrant{Side: read[side.ID], Number: side.entrant}, lab.Confidence), o.figure, &known)
		if !ok {
			continue
		}
		key := fmt.Sprint(side.definition.Text(), side.entrant, f.Name)
		line, there := lines[key]
		if !there {
			line, lines[key] = len(all), len(all)
			all = append(all, history{name: printable.Line(fmt.Sprintf("%s, %s, seed %d", side.spec, side.Title, side.Seed)), figure: f.Name, share: f.Share})
		}
		all[line].points = append(all[line].points, historyPoint{side.Experiment, f.N[0], f.A, f.OfA})
	}
	for _, changed := range d.changed {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", printable.Line(omittedText(changed)))
	}
	if len(all) == 0 {
		return nil, command.Usagef("--figure %s: no experiment has this figure%s", o.figure, english.Suggestion(o.figure, known))
	}
	for i := range all {
		slices.SortStableFunc(all[i].points, func(a, b historyPoint) int { return byBuild(a.Experiment, b.Experiment) })
	}
	return all, nil
}

// thinkKey is the name of the mean thinking time of a move.
const thinkKey = "think"

// figureOf returns the figure with this key, or the deciding figure if key is "". It adds the keys
// of other figures to seenKeys, for the error about an unknown figure.
func figureOf(c *compare.Comparison, key string, seenKeys *[]string) (*compare.Figure, bool) {
	if key == thinkKey {
		if c.ThinkA == nil {
			return nil, false
		}
		nan := math.NaN()
		return &compare.Figure{Name: "think µs", N: c.Games, A: float64(c.ThinkA.Mean()) / 1000, OfA: stat.Interval{Lo: nan, Hi: nan}}, true
	}
	if deciding := c.Deciding(); key == "" && len(deciding) > 0 {
		f := deciding[len(deciding)-1]
		return f, true
	}
	for i := range c.Figures {
		f := &c.Figures[i]
		if !slices.Contains(*seenKeys, f.Key) {
			*seenKeys = append(*seenKeys, f.Key)
		}
		if f.Key == key {
			return f, f.N[0] > 0
		}
	}
	return nil, false
}

func (o *plotOptions) draw(place *outfile.Target, name string, all []history) error {
	format, err := chart.FormatOf(name)
	if err != nil {
		return err
	}
	return place.Write(func(w io.Writer) error { return historyChart(all, o.dates).Write(w, format) })
}
