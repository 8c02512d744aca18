// Package measure has the commands that measure solvers and check games: bench, exact, atlas,
// perft and verify.
package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/arena"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/definition"
	"ouro/hunter"
	"ouro/lab"
	"ouro/roster"
)

type benchOptions struct {
	game                  flags.Game
	budget                flags.Budget
	solvers               []string
	games, first, workers int
	within                percentValue
	experiment.Flags

	vsOptimum  bool
	vsDistance bool
	regret     bool
	choices    string
	meals      string
	plots      []string
}

func NewBench(stdio command.IO) *cobra.Command {
	var o benchOptions
	cmd := &cobra.Command{
		Use:   "bench [SOLVER]...",
		Short: "Measure solvers against each other on the same games",
		Long: `Bench plays the same games with every solver: game i has the same start and the same
dice for every solver. It reports which solver is best and by how much: endings, moves of
won games, lengths and thinking times with 95 % intervals, and the paired differences
between solvers. You can name a solver: me=exec:./snake.

--games sets the number of games; --within 1% plays until each mean is known to within 1%.
Under rules that no snake can win alone, such as solo, more turns are better. --rules
hunter compares solvers in Snake Hunter.

How good is a mean? --vs-optimum reports how many percent the mean is above the expected
moves of optimal play, which no snake can beat. The optimum is known or computed on
boards of up to 36 free cells. On larger boards --vs-distance reports how far the mean is
above the sum of the distances to the food, which no snake can reach. --meals and --plot
show how many moves the meals took at each length of the snake, and how many steps the
shortest path then had that walls and body left open in time.

Where are moves lost? --regret reports how many moves more each path to the food cost than
the best path, by the fill of the board, and whether the solver had considered a path that
was as good. If it had not, it searches too few paths; if it had, it judges them wrongly.
--regret computes optimal play in every position, which takes seconds on 5x6, and minutes
and 3 GB on 6x6. It omits thinking times, because observing the solvers slows them down.

Apart from thinking times, results do not depend on the number of workers. Ctrl-C prints
the results of the finished games, marked as partial, and the command that continues.
With --store finished games are stored at once, and the same command plays only the
missing games, even after the program was killed.`,
		Example: `  ouro bench                                            all solvers
  ouro bench --solver cell,shortcut --games 1000
  ouro bench --solver lookahead,lookahead:breakloops=true --board 18x8
  ouro bench --solver cell --board 20x20 --games 100 --json >cell.json
  ouro bench --solver predictive --games 20 --records games    for ouro replay
  ouro bench --solver cell,ouroboros --board 6x6 --vs-optimum
  ouro bench cell ouroboros --board 5x6 --regret
  ouro bench cell ouroboros --board 20x20 --vs-distance --plot meals.svg
  ouro bench me='exec:python3 snake.py' bfs --within 2%
  ouro bench cell --games 100000 --store results.db       can be continued`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.solvers = flags.WholeCommands(stdio.Err, args, o.solvers)
			return o.run(cmd.Context(), stdio)
		},
	}
	o.add(cmd)
	return cmd
}

func (o *benchOptions) add(cmd *cobra.Command) {
	o.game.Add(cmd, roster.Rules()[0].Name)
	o.budget.Add(cmd, "")
	fs := cmd.Flags()
	flags.Workers(cmd, &o.workers, "each plays a game (default one for each processor, with --time one for every two processors)")
	flags.Solver(cmd, &o.solvers, "all means every solver for this game that can play the board (default all)")
	flags.Games(cmd, &o.games, 100, "; for each solver")
	fs.Var(&o.within, "within", "play until each mean is known to within this `PERCENT`, such as 1%; --games is then the maximum (default 100000)")
	fs.IntVar(&o.first, "first", 0, "`NUMBER` of the first game, to extend an experiment")
	fs.BoolVar(&o.vsOptimum, "vs-optimum", false, "report how far the mean of moves is above the optimum")
	fs.BoolVar(&o.vsDistance, "vs-distance", false, "report how far the mean of moves is above the distances to the food")
	fs.BoolVar(&o.regret, "regret", false, "report where moves beyond the optimum were lost")
	fs.StringVar(&o.choices, "regret-csv", "", "with --regret: also write every chosen path and its regret to this CSV `FILE`")
	fs.StringVar(&o.meals, "meals", "", "also write the meals of each solver, by length, to this CSV `FILE`")
	fs.StringArrayVar(&o.plots, "plot", nil, "also draw a plot to this `FILE`.svg or .png; it shows moves per meal against the fill of the board; may be given twice")
	o.Flags.Add(cmd, "solver")
	flags.Exclude(cmd, "regret", "store", "fleet") // stored games do not contain the choices of the solvers
	flags.LessCommon(cmd, "first", "csv", "detach", "fleet", "games-csv", "meals", "no-times", "records", "regret", "regret-csv", "start-length")
}

func (o *benchOptions) run(ctx context.Context, stdio command.IO) error {
	d, err := o.definition(stdio)
	if err != nil {
		return err
	}
	plan, err := d.Plan()
	if err != nil {
		return command.Usage(err)
	}
	if o.regret {
		plan.Choices, o.NoTimes = true, true
	}
	ctx, cancel := o.Timeout.Limit(ctx)
	defer cancel()
	plan.First, plan.Groups, plan.Workers = o.first, o.games, o.workers
	if o.within > 0 {
		if !o.Command.Flags().Changed("games") {
			plan.Groups = mostWithin
		}
		plan.Stop = lab.Within(float64(o.within)/100, len(plan.Entrants))
	}
	var optimum float64
	_, err = o.Play(ctx, stdio, &experiment.Experiment{
		Definition: d, Plan: plan, Partial: o.resume,
		Record: func(t *lab.Tally) string {
			spec := plan.Entrants[t.Seats[0].Entrant].Spec
			return fmt.Sprintf("%s-%d", strings.NewReplacer(":", "_", "/", "_").Replace(spec.String()), t.Group)
		},
		Before: func() (err error) {
			if o.vsOptimum && !o.regret { // --regret already computes the optimum
				optimum, err = o.optimum(ctx, plan.Game, stdio)
			}
			return err
		},
		Measure: func(r *lab.Report) error {
			if o.vsDistance {
				r.AgainstDistance()
			}
			if o.regret {
				return o.measureRegret(ctx, r, stdio)
			}
			if o.vsOptimum {
				r.AgainstOptimum(optimum)
			}
			return nil
		},
		Files:   o.mealFiles(),
		Show:    o.show,
		Summary: benchSummary,
	})
	return err
}

// benchSummary returns where the games are stored and, as the last line, the answer.
func benchSummary(r *lab.Report, kept *experiment.Storage) (lines []string) {
	if kept != nil {
		lines = append(lines, kept.Text(r))
	}
	if answer := strings.TrimSuffix(r.Sheet().Lead, "."); answer != "" {
		lines = append(lines, answer)
	}
	return lines
}

// resume returns the command line that plays the games after the first played ones. The command
// writes to new output files, so that the files of this run are kept.
func (o *benchOptions) resume(played int) string {
	again := experiment.RepeatCommand(o.Command, func(flag, value string) string {
		if slices.Contains([]string{"games-csv", "meals", "plot", "regret-csv"}, flag) {
			return experiment.NumberedName(value, o.first+played)
		}
		return value
	}, "first", "games", "timeout")
	return fmt.Sprintf("%s --first %d --games %d", again, o.first+played, o.games-played)
}

func (o *benchOptions) definition(stdio command.IO) (definition.Definition, error) {
	if err := cmp.Or(flags.AtLeastOne("games", o.games), flags.NotNegative("workers", o.workers), flags.NotNegative("first", o.first), o.Flags.Check()); err != nil {
		return definition.Definition{}, err
	}
	if flags.NameOf(o.game.Rules) == arena.HuntName {
		return o.hunt(stdio)
	}
	game, err := o.game.Spec()
	if err != nil {
		return definition.Definition{}, err
	}
	budget, err := o.budget.Budget()
	if err != nil {
		return definition.Definition{}, err
	}
	rules, err := roster.RulesEntryOf(game.Rules)
	if err != nil {
		return definition.Definition{}, command.Usage(err)
	}
	if rules.HasSeveralSnakes() && len(rules.Partners) > 0 {
		return definition.Definition{}, command.Usagef("--rules %s: rules for several snakes; ouro arena run --rules %s plays tournaments by them", game.Rules, game.Rules.Name)
	}
	if err := cmp.Or(o.checkMeals(&rules), o.checkRegret(game)); err != nil {
		return definition.Definition{}, err
	}
	specs, names, err := o.specs(game, &rules, stdio.Err)
	if err != nil {
		return definition.Definition{}, err
	}
	d := definition.OfBench(game, uint64(o.game.Seed), budget, specs)
	d.Names = names
	return d, nil
}

// hunt returns the definition of a bench in Snake Hunter.
func (o *benchOptions) hunt(stdio command.IO) (definition.Definition, error) {
	rules, err := ouro.ParseSpec(o.game.Rules)
	if err != nil {
		return definition.Definition{}, command.Usagef("rules %w", err)
	}
	budget, err := o.budget.Budget()
	if err != nil {
		return definition.Definition{}, err
	}
	if budget.Time > 0 || budget.CPU > 0 {
		return definition.Definition{}, command.Usagef("--rules %s: --time and --cpu cannot limit moves, because a tick has a fixed length; use --nodes or no limit", rules)
	}
	for _, flag := range []string{"board", "start-length", "vs-optimum", "vs-distance", "regret", "meals", "plot"} {
		if o.Command.Flags().Changed(flag) {
			return definition.Definition{}, command.Usagef("--%s: not available in Snake Hunter, which has its own levels, bots and score; --rules hunter:bots=2,snakes=3,level=4 sets them", flag)
		}
	}
	var levels []*hunter.Level
	if o.game.Level != "" {
		text, err := command.ReadFile(o.Command.Context(), stdio.In, o.game.Level, command.MaxLevelSize)
		if err != nil {
			return definition.Definition{}, err
		}
		if levels, err = hunter.ParseLevels(string(text)); err != nil {
			return definition.Definition{}, fmt.Errorf("%s: %w", o.game.Level, err)
		}
	}
	if len(o.solvers) == 0 {
		o.solvers = []string{roster.HunterSolver.String()}
	}
	specs, names, err := flags.ParseNamed(o.solvers)
	if err != nil {
		return definition.Definition{}, err
	}
	d := definition.OfHunt(rules, levels, uint64(o.game.Seed), budget.Nodes, specs)
	d.Names = names
	return d, nil
}

// specs returns the requested solvers, and their names if at least one has a name. "all" means all
// solvers for this kind of game that can play on the board; a message reports each omitted solver.
func (o *benchOptions) specs(game ouro.GameSpec, rules *roster.RulesEntry, stderr io.Writer) (specs []ouro.Spec, names []string, err error) {
	var given []string
	for _, list := range o.solvers {
		if list != "all" {
			given = append(given, list)
		}
	}
	if specs, names, err = flags.ParseNamed(given); err != nil || len(given) == len(o.solvers) && len(given) > 0 {
		return specs, names, err
	}
	for _, e := range roster.Solvers() {
		if e.Kind != rules.Kind {
			continue
		}
		spec := ouro.Spec{Name: e.Name}
		if err := flags.CheckSolver(spec, game); err != nil {
			fmt.Fprintf(stderr, "ouro: omitted: %s\n", command.OneLine(err))
			continue
		}
		specs = append(specs, spec)
		if names != nil {
			names = append(names, spec.String())
		}
	}
	return specs, names, nil
}

// mostWithin is the default of --games with --within.
const mostWithin = 100_000

// percentValue is the value of a flag for a percentage.
type percentValue float64

// Set parses "1%" or "0.5".
func (p *percentValue) Set(text string) error {
	x, err := strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(x > 0 && x <= 100) {
		return errors.New("want a percentage above 0, such as 1%")
	}
	*p = percentValue(x)
	return nil
}

func (p *percentValue) String() string {
	if *p == 0 {
		return ""
	}
	return strconv.FormatFloat(float64(*p), 'f', -1, 64) + "%"
}

func (p *percentValue) Type() string { return "percent" }

func (o *benchOptions) show(ctx context.Context, g *experiment.Running) (left bool, err error) {
	latest := lab.Latest{Count: g.Games}
	return false, g.Games.Play(ctx, func(at lab.Progress) {
		if g.Bar.OnTerminal() {
			g.Bar.SetTable(latest.Report().Brief)
		}
		g.Bar.Show(at)
	})
}
