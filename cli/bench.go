package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/lab"
	"ouro/play"
	"ouro/roster"
)

type benchOptions struct {
	game    gameFlags
	budget  budgetFlags
	solvers []string
	games   int
	first   int
	workers int
	timeout time.Duration

	json, csv, markdown bool
	noTimes             bool
	vsOptimum           bool
	vsDistance          bool
	gamesCSV            string
	meals               string
	plots               []string
	records             string
}

func newBench(stdio IO) *cobra.Command {
	var o benchOptions
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure solvers against each other on the same games",
		Long: `Bench plays the same games with every solver: game i has the same start and the
same dice for all of them. It reports endings, moves of won games and thinking
times with 95 % intervals, and the paired differences between solvers.

How good is a mean? --vs-optimum says by how many percent it lies above the
expected moves of best play, which no snake can undercut; that is known or
computed on boards of up to 36 cells. On larger ones --vs-distance says how far
it lies above the sum of the distances to the food, which no snake can reach.
--meals and --plot tell at which length of the snake the moves are spent.

The figures, thinking times aside, do not depend on the number of workers. Ctrl-C
prints what is finished, says that it is partial and how to go on.`,
		Example: `  ouro bench                                            all solvers
  ouro bench --solver cell,shortcut --games 1000
  ouro bench --solver lookahead,lookahead:breakloops=true --board 18x8
  ouro bench --solver cell --board 20x20 --games 100 --json >cell.json
  ouro bench --solver predictive --games 20 --records games    for ouro replay
  ouro bench --solver cell,ouroboros --board 6x6 --vs-optimum
  ouro bench --solver cell,ouroboros --board 20x20 --vs-distance --plot meals.svg`,
		Args: exactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.game.add(cmd)
	o.budget.add(cmd)
	fs := cmd.Flags()
	fs.IntVar(&o.workers, "workers", 0, "play `N` games at once (default one for each processor, with --time one for two)")
	fs.StringArrayVar(&o.solvers, "solver", nil, "`SOLVERS` to measure, separated by commas; all is every one that is made for the game and can play the board (default all)")
	fs.IntVar(&o.games, "games", 100, "`N` games for each solver")
	fs.IntVar(&o.first, "first", 0, "number of the first game, to extend an experiment")
	fs.DurationVar(&o.timeout, "timeout", 0, "stop after this `DURATION` and print what is finished (exit code 124)")
	fs.BoolVar(&o.json, "json", false, "print one JSON document")
	fs.BoolVar(&o.csv, "csv", false, "print a CSV table, a row for each solver")
	fs.BoolVar(&o.markdown, "markdown", false, "print Markdown tables")
	fs.BoolVar(&o.noTimes, "no-times", false, "leave out thinking times, which differ from run to run")
	fs.BoolVar(&o.vsOptimum, "vs-optimum", false, "add how far the mean of moves is above that of best play")
	fs.BoolVar(&o.vsDistance, "vs-distance", false, "add how far the mean of moves is above the distances to the food")
	fs.StringVar(&o.meals, "meals", "", "also write the meals of each solver, by length, to this CSV `FILE`")
	fs.StringArrayVar(&o.plots, "plot", nil, "also draw moves per meal against the fill of the board, to this `FILE`.svg or .png; may be given twice")
	fs.StringVar(&o.gamesCSV, "games-csv", "", "also write every single game to this CSV `FILE`")
	fs.StringVar(&o.records, "records", "", "also write a record of every game to this `DIRECTORY`")
	cmd.MarkFlagsMutuallyExclusive("json", "csv", "markdown")
	return cmd
}

func (o *benchOptions) run(ctx context.Context, stdio IO) error {
	plan, err := o.plan(stdio)
	if err != nil {
		return err
	}
	if o.records != "" {
		if err := os.MkdirAll(o.records, 0o755); err != nil {
			return err
		}
		plan.Keep = o.keep
	}
	if o.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.timeout)
		defer cancel()
	}
	var optimum float64
	if o.vsOptimum {
		if optimum, err = o.optimum(ctx, plan.Game, stdio); err != nil {
			return err
		}
	}
	bar := newProgress(stdio.Err)
	report, err := lab.Run(ctx, plan, bar.show)
	bar.clear()
	if report == nil {
		return usageError{err}
	}
	if o.vsOptimum {
		report.AgainstOptimum(optimum)
	}
	if o.vsDistance {
		report.AgainstDistance()
	}
	if o.noTimes {
		report = report.WithoutTimes()
	}
	if werr := o.write(stdio.Out, report); werr != nil {
		return errors.Join(werr, err)
	}
	if werr := o.writeFiles(report); werr != nil {
		return errors.Join(werr, err)
	}
	if report.Experiment.Partial {
		done := report.Complete()
		fmt.Fprintf(stdio.Err, "ouro: partial, the first %d of %d games are complete; go on with: ouro %s\n",
			done, o.games, o.resume(plan, done))
	}
	return err
}

// plan reads the flags.
func (o *benchOptions) plan(stdio IO) (lab.Plan, error) {
	game, err := o.game.spec()
	if err != nil {
		return lab.Plan{}, err
	}
	budget, err := o.budget.budget()
	if err != nil {
		return lab.Plan{}, err
	}
	if o.games < 1 {
		return lab.Plan{}, usagef("--games %d: must be at least 1", o.games)
	}
	if o.workers < 0 {
		return lab.Plan{}, usagef("--workers %d: must not be negative", o.workers)
	}
	if o.first < 0 {
		return lab.Plan{}, usagef("--first %d: must not be negative", o.first)
	}
	if err := o.checkMeals(game); err != nil {
		return lab.Plan{}, err
	}
	specs, err := o.specs(game, stdio.Err)
	if err != nil {
		return lab.Plan{}, err
	}
	plan := lab.Plan{
		Game:   game,
		Deal:   func(seed uint64) (play.Deal, error) { return roster.Deal(game, seed) },
		Games:  o.games,
		First:  o.first,
		Seed:   uint64(o.game.seed),
		Budget: budget, Workers: o.workers,
		Meals: countsMeals(game),
	}
	for _, spec := range specs {
		entry, err := roster.Find(spec.Name)
		if err != nil {
			return plan, usageError{err}
		}
		plan.Entrants = append(plan.Entrants, lab.Entrant{Spec: spec, Make: entry.Make})
	}
	return plan, nil
}

// specs are the solvers asked for. "all" are those made for the game; those of
// them that cannot play the board are named and left out.
func (o *benchOptions) specs(game ouro.GameSpec, talk io.Writer) ([]ouro.Spec, error) {
	given := o.solvers
	if len(given) == 0 {
		given = []string{"all"}
	}
	rules, err := roster.FindRules(game.Rules.Name)
	if err != nil {
		return nil, usageError{err}
	}
	var specs []ouro.Spec
	for _, list := range given {
		if list != "all" {
			parsed, err := ouro.ParseSpecs(list)
			if err != nil {
				return nil, usageError{err}
			}
			specs = append(specs, parsed...)
			continue
		}
		for _, e := range roster.Entries() {
			if e.Home != rules.Home {
				continue
			}
			spec := ouro.Spec{Name: e.Name}
			if err := checkSolver(spec, game); err != nil {
				fmt.Fprintf(talk, "ouro: left out: %s\n", oneLine(err))
				continue
			}
			specs = append(specs, spec)
		}
	}
	return specs, nil
}

// keep writes the record of one game.
func (o *benchOptions) keep(spec ouro.Spec, game int, r *ouro.Record) error {
	name := fmt.Sprintf("%s-%d.ouro", strings.NewReplacer(":", "_", "/", "_").Replace(spec.String()), game)
	return writeRecord(filepath.Join(o.records, name), r)
}

func (o *benchOptions) write(w io.Writer, r *lab.Report) error {
	switch {
	case o.json:
		return r.WriteJSON(w)
	case o.csv:
		return r.WriteCSV(w)
	case o.markdown:
		return r.WriteMarkdown(w)
	}
	return r.WriteTable(w, columns(w))
}

// resume is the command line that plays the games that are missing.
func (o *benchOptions) resume(p lab.Plan, done int) string {
	var names []string
	for _, e := range p.Entrants {
		names = append(names, e.Spec.String())
	}
	args := []string{"bench", "--solver", strings.Join(names, ","), "--seed", o.game.seed.String()}
	if p.Game.Rules.Name != "classic" {
		args = append(args, "--rules", o.game.rules)
	}
	if o.game.level != "" {
		args = append(args, "--level", o.game.level)
	} else {
		args = append(args, "--board", o.game.board)
	}
	if o.game.startLength != 1 {
		args = append(args, "--start-length", fmt.Sprint(o.game.startLength))
	}
	if p.Budget.Nodes > 0 {
		args = append(args, "--nodes", fmt.Sprint(p.Budget.Nodes))
	}
	if p.Budget.Time > 0 {
		args = append(args, "--time", p.Budget.Time.String())
	}
	return strings.Join(append(args, "--first", fmt.Sprint(o.first+done), "--games", fmt.Sprint(o.games-done)), " ")
}
