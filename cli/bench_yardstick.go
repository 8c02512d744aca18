package cli

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"ouro"
	"ouro/lab"
	"ouro/lab/chart"
	"ouro/report"
	"ouro/roster"
	"ouro/solve/exact"
)

// promptPositions is the number of positions up to which bench computes an optimum: some
// ten seconds.
const promptPositions = 1e8

// checkMeals rejects options that need meals for rules without them.
func (o *benchOptions) checkMeals(rules *roster.RulesEntry) error {
	for _, f := range []struct {
		flag  string
		given bool
	}{{"--vs-optimum", o.vsOptimum}, {"--vs-distance", o.vsDistance}, {"--regret", o.regret}, {"--meals", o.meals != ""}, {"--plot", o.plots != nil}} {
		if f.given && !rules.OneFood {
			return usagef("%s: rules %s do not keep one food on the board; want --rules classic", f.flag, rules.Name)
		}
	}
	for _, name := range o.plots {
		if _, err := chart.FormatOf(name); err != nil {
			return wrongUsage(err)
		}
	}
	return nil
}

// optimum returns the expected moves of optimal play in this game, known or computed in
// seconds.
func (o *benchOptions) optimum(ctx context.Context, game ouro.GameSpec, stdio IO) (float64, error) {
	if game.Level != nil {
		return 0, usagef("--vs-optimum: the optimum of boards with walls is not known; use --vs-distance")
	}
	g := ouro.MustGrid(game.W, game.H)
	if moves, ok := exact.Known(g); ok && game.StartLength == 1 {
		return moves, nil
	}
	if g.Size() > exact.MaxCells || exact.Measure(g, false).Positions > promptPositions {
		var known []string
		for _, g := range exact.KnownBoards() {
			known = append(known, g.String())
		}
		return 0, usagef("--vs-optimum: the optimum of board %s from start length %d is not known, and takes too long to compute here; "+
			"it is known from start length 1 on %s (rotated too), and computed on smaller boards; use --vs-distance",
			g, game.StartLength, strings.Join(known, " "))
	}
	bar := newExactProgress(stdio.Err)
	defer bar.clear()
	began := time.Now()
	r, err := exact.Solve(ctx, g, game.StartLength, exact.Options{
		Workers:  o.workers,
		Progress: func(p exact.Progress) { bar.show(p, time.Since(began)) },
	})
	if err != nil {
		return 0, err
	}
	if r.Probability < 1 {
		return 0, usagef("--vs-optimum: on board %s even optimal play does not win every game; use --vs-distance", g)
	}
	return r.Moves, nil
}

// mealFiles returns the requested tables and charts of meals.
func (o *benchOptions) mealFiles() []reportFile {
	files := []reportFile{{o.meals, (*lab.Report).WriteMealsCSV}, {o.choices, (*lab.Report).WriteChoicesCSV}}
	for _, name := range o.plots {
		files = append(files, reportFile{name, func(r *lab.Report, w io.Writer) error { return drawMeals(w, name, r) }})
	}
	return files
}

// drawMeals draws the moves per meal.
func drawMeals(w io.Writer, name string, r *lab.Report) error {
	format, err := chart.FormatOf(name)
	if err != nil {
		return err
	}
	c, ok := report.MealsChart(r)
	if !ok {
		return fmt.Errorf("plot %q: there are no meals to draw", name)
	}
	return (&chart.Panels{Title: r.Sheet().Title, Rows: [][]chart.Chart{{*c}}}).Write(w, format)
}
