package cli

import (
	"context"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"

	"github.com/spf13/cobra"

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

type resultsPlotOptions struct {
	storeReader
	query
	figure string
	dates  bool
	plots  []string
	json   bool
}

func newResultsPlot(stdio IO) *cobra.Command {
	var o resultsPlotOptions
	cmd := &cobra.Command{
		Use:   "plot [SOLVER]...",
		Short: "Plot a figure over builds",
		Long: `Plot prints a figure of each experiment with its 95 % interval, build by build, the oldest
first; --plot also draws it. Each solver has a separate line for each kind of games that
it played.

The figure is moves if one snake plays alone, otherwise score. --figure selects another:
won, length, turns, think (the mean time of a move), or a measure of Snake Hunter.`,
		Example: `  ouro results plot
  ouro results plot cell --board 6x6 --plot cell.svg
  ouro results plot lookahead --figure won --dates --plot won.png`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.storeReader.add(cmd)
	o.query.add(cmd)
	fs := cmd.Flags()
	fs.StringVar(&o.figure, "figure", "", "plot this `FIGURE`: moves, won, score, length, turns, think or a measure")
	fs.BoolVar(&o.dates, "dates", false, "plot over the days on which experiments began, instead of over builds")
	fs.StringArrayVar(&o.plots, "plot", nil, "also draw a plot to this `FILE`.svg or .png; may be given twice")
	jsonFlag(cmd, &o.json, "")
	return cmd
}

// figureForm is the syntax of a figure's name.
var figureForm = regexp.MustCompile(`^[a-z_]+$`)

func (o *resultsPlotOptions) run(ctx context.Context, stdio IO, solvers []string) error {
	o.solvers = append(solvers, o.solvers...)
	if err := o.check(nil); err != nil {
		return err
	}
	if o.figure != "" && !figureForm.MatchString(o.figure) {
		return usagef("--figure %s: want a name such as moves, won or think", quoted(o.figure))
	}
	for _, name := range o.plots {
		if _, err := chart.FormatOf(name); err != nil {
			return wrongUsage(err)
		}
	}
	places, err := stdio.outputs(ctx, o.from.files(), o.plots...)
	if err != nil {
		return err
	}
	var all []history
	err = o.with(ctx, func(s *store.Store) (err error) {
		all, err = o.histories(ctx, stdio, s)
		return err
	})
	if err != nil {
		_ = closeAll(places) // nothing was written
		return err
	}
	for i, place := range places {
		if err := o.draw(place, o.plots[i], all); err != nil {
			return err
		}
	}
	if o.json {
		return encodeJSON(stdio.Out, sheet.FactsOf("schema", schema{}, "series", sheet.Each(all, (*history).facts)))
	}
	for i := range all {
		if i > 0 {
			fmt.Fprintln(stdio.Out)
		}
		if err := all[i].write(stdio.Out, columns(stdio.Out)); err != nil {
			return err
		}
	}
	return nil
}

// histories reads the figures of all selected experiments.
func (o *resultsPlotOptions) histories(ctx context.Context, stdio IO, s *store.Store) (all []history, err error) {
	c, err := newChooser(ctx, s, &o.query)
	if err != nil {
		return nil, err
	}
	bar := newProgress(stdio.Err)
	defer bar.clear()
	d := &diff{store: s}
	read := map[int64]*compare.Side{}
	lines := map[string]int{}
	var known []string
	for i := range c.sides {
		each := &c.sides[i]
		bar.count(i, len(c.sides), "experiment")
		kind, err := kindOf(s, each)
		if err != nil {
			return nil, err
		}
		if read[each.ID] == nil {
			if read[each.ID], err = d.read(ctx, each); err != nil {
				return nil, err
			}
		}
		f, ok := figureOf(compare.Alone(kind, compare.Entrant{Side: read[each.ID], Number: each.entrant}, lab.Confidence), o.figure, &known)
		if !ok {
			continue
		}
		key := fmt.Sprint(each.order.Text(), each.entrant, f.Name)
		line, there := lines[key]
		if !there {
			line, lines[key] = len(all), len(all)
			all = append(all, history{name: printable.Line(fmt.Sprintf("%s, %s, seed %d", each.spec, each.Title, each.Seed)), figure: f.Name, share: f.Share})
		}
		all[line].points = append(all[line].points, historyPoint{each.Experiment, f.N[0], f.A, f.OfA})
	}
	for _, what := range d.changed {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", printable.Line(omittedText(what)))
	}
	if len(all) == 0 {
		return nil, usagef("--figure %s: no experiment has this figure%s", o.figure, english.Known(o.figure, known))
	}
	for i := range all {
		slices.SortStableFunc(all[i].points, func(a, b historyPoint) int { return byBuild(a.Experiment, b.Experiment) })
	}
	return all, nil
}

// thinkKey is the name of the mean thinking time of a move.
const thinkKey = "think"

// figureOf returns the figure with this key, or without a key the deciding one. known
// collects all keys.
func figureOf(c *compare.Comparison, key string, known *[]string) (*compare.Figure, bool) {
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
		if !slices.Contains(*known, f.Key) {
			*known = append(*known, f.Key)
		}
		if f.Key == key {
			return f, f.N[0] > 0
		}
	}
	return nil, false
}

func (o *resultsPlotOptions) draw(place *outfile.Target, name string, all []history) error {
	format, err := chart.FormatOf(name)
	if err != nil {
		return err
	}
	return place.Write(func(w io.Writer) error { return historyChart(all, o.dates).Write(w, format) })
}
