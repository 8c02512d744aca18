package measure

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/lab"
	"ouro/lab/chart"
	"ouro/report"
	"ouro/roster"
	"ouro/solve/exact"
)

// promptPositions is the largest number of positions for which bench computes an optimum. The
// computation then takes about ten seconds.
const promptPositions = 1e8

// checkMeals returns an error if a flag about meals is set and the rules do not always keep exactly
// one food on the board.
func (o *benchOptions) checkMeals(rules *roster.RulesEntry) error {
	for _, f := range []struct {
		flag  string
		given bool
	}{{"--vs-optimum", o.vsOptimum}, {"--vs-distance", o.vsDistance}, {"--regret", o.regret}, {"--meals", o.meals != ""}, {"--plot", o.plots != nil}} {
		if f.given && !rules.OneFood && rules.Kind == roster.Classic {
			return command.Usagef("%s compares only games of classic Snake without options; want --rules classic", f.flag)
		}
		if f.given && !rules.OneFood {
			return command.Usagef("%s: rules %s do not keep one food on the board; want --rules classic", f.flag, rules.Name)
		}
	}
	for _, name := range o.plots {
		if _, err := chart.FormatOf(name); err != nil {
			return command.Usage(err)
		}
	}
	return nil
}

// optimum returns the expected number of moves of optimal play in this game. It uses the table of
// known numbers, or computes the number in a few seconds. For larger boards it returns an error.
func (o *benchOptions) optimum(ctx context.Context, game ouro.GameSpec, stdio command.IO) (float64, error) {
	if moves, ok := exact.KnownOf(&game); ok {
		return moves, nil
	}
	level := levelOf(game)
	if level.State().Room() > exact.MaxCells || exact.Measure(level, false).Positions > promptPositions {
		var known []string
		for _, g := range exact.KnownBoards() {
			known = append(known, g.String())
		}
		return 0, command.Usagef("--vs-optimum: the optimum of board %s from start length %d is not known, and takes too long to compute here; "+
			"it is known from start length 1 on %s (rotated too), and computed on smaller boards; use --vs-distance",
			level.Grid, game.StartLength, strings.Join(known, " "))
	}
	bar := progress.NewExact(stdio.Err)
	defer bar.Clear()
	r, err := exact.Solve(ctx, level, game.StartLength, exact.Options{Workers: o.workers, Progress: bar.Show})
	if err != nil {
		return 0, err
	}
	if r.Probability < 1 {
		return 0, command.Usagef("--vs-optimum: on board %s even optimal play does not win every game; use --vs-distance", level.Grid)
	}
	return r.Moves, nil
}

// levelOf returns the board of a game.
func levelOf(game ouro.GameSpec) *ouro.Level {
	if game.Level != nil {
		return game.Level
	}
	return ouro.OpenLevel(ouro.MustGrid(game.W, game.H))
}

// mealFiles returns the requested tables and charts of meals.
func (o *benchOptions) mealFiles() []experiment.File {
	files := []experiment.File{{Name: o.meals, Write: (*lab.Report).WriteMealsCSV}, {Name: o.choices, Write: (*lab.Report).WriteChoicesCSV}}
	for _, name := range o.plots {
		files = append(files, experiment.File{Name: name, Write: func(r *lab.Report, w io.Writer) error { return drawMeals(w, name, r) }})
	}
	return files
}

func drawMeals(w io.Writer, name string, r *lab.Report) error {
	format, err := chart.FormatOf(name)
	if err != nil {
		return err
	}
	c, ok := report.MealsChart(r)
	if !ok {
		return fmt.Errorf("plot %q: no game has meals to draw", name)
	}
	title := r.Sheet().Title
	if r.Experiment.Partial {
		title += fmt.Sprintf(" (partial: %s)", english.Count(len(r.Games)/r.Experiment.Seatings, "game"))
	}
	return (&chart.Panels{Title: title, Rows: [][]chart.Chart{{*c}}}).Write(w, format)
}

// regretMemory is the largest amount of memory for the values of a board, in bytes.
const regretMemory = 8e9

// checkRegret returns an error if --regret is set and the values of all positions of the game cannot
// be computed.
func (o *benchOptions) checkRegret(game ouro.GameSpec) error {
	switch {
	case !o.regret && o.choices != "":
		return command.Usagef("--regret-csv: needs --regret")
	case !o.regret:
		return nil
	}
	level := levelOf(game)
	if level.State().Room() > exact.MaxCells || exact.Measure(level, false).Bytes > regretMemory {
		return command.Usagef("--regret: board %s: optimal play in every position needs too much memory to compute; "+
			"boards up to 6x6 and 5x7 are possible; use --vs-distance", level.Grid)
	}
	return nil
}

// measureRegret computes the values of all positions and adds the regret to the report. If ctx ends
// before that, it prints a message and adds no regret.
func (o *benchOptions) measureRegret(ctx context.Context, r *lab.Report, stdio command.IO) error {
	err := o.valueChoices(ctx, r, stdio)
	if ctx.Err() != nil {
		fmt.Fprintln(stdio.Err, "ouro: regret is missing: the computation of optimal play was interrupted")
	}
	return err
}

func (o *benchOptions) valueChoices(ctx context.Context, r *lab.Report, stdio command.IO) error {
	if ctx.Err() != nil {
		return nil
	}
	bar := progress.NewExact(stdio.Err)
	defer bar.Clear()
	level := levelOf(r.Experiment.Game)
	return r.MeasureRegret(func(least int, show func(lab.Values)) (float64, error) {
		optimum := math.NaN()
		err := exact.Visit(ctx, level, least, exact.Options{Workers: o.workers, Memory: regretMemory, Progress: bar.Show}, func(v *exact.Values) {
			show(certainValues{v})
			if optimum = v.Start().Moves; v.Start().Probability < 1 {
				optimum = math.NaN()
			}
		})
		if err == nil && math.IsNaN(optimum) {
			err = command.Usagef("--regret: on board %s even optimal play does not win every game; use --vs-distance", level.Grid)
		}
		return optimum, err
	})
}

// certainValues are the expected moves of optimal play, on a board on which optimal play always
// wins.
type certainValues struct{ *exact.Values }

func (v certainValues) Position(body []ouro.Cell, food ouro.Cell) float64 {
	return v.Values.Position(body, food).Moves
}

func (v certainValues) AfterMeal(body []ouro.Cell) float64 { return v.Values.AfterMeal(body).Moves }
