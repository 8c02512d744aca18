package arena

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"ouro/arena"
	"ouro/arena/tune"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/cli/fleet"
	"ouro/cli/progress"
	"ouro/definition"
	"ouro/internal/english"
	"ouro/internal/outfile"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/chart"
	"ouro/lab/sheet"
	"ouro/store"
)

type tuneOptions struct {
	tournamentFlags
	params    []string
	against   []string
	steps     int
	gain      float64
	sprtGames int
	plots     []string
	dir       string // a flag of earlier versions
	json      bool
	fleet     fleet.Flags
	limit     flags.Timeout
	store     experiment.StoreFlag
	formats   []chart.Format // of plots
}

func newTune(stdio command.IO) *cobra.Command {
	var o tuneOptions
	cmd := &cobra.Command{
		Use:   "tune SNAKE --param OPTION=LO..HI ...",
		Short: "Tune the numeric options of a snake",
		Long: `Tune searches for the best numeric options of a solver. In each step, all options change
a little at once, up or down. The snake with these values plays the snake with the
opposite changes, every start from both seats. Then all options move towards the winner,
in proportion to its lead. This method is SPSA, which chess engines use too. The cost of
a step does not depend on the number of options, and luck averages out over the steps.

--param hungry=10..90 names an option and its range. hungry=10..90@40/15:log also sets
the start (default the option's current value), the size of the first changes (default a
quarter of the range) and the scale, :log or :linear (default log if the range spans a
factor of 100). The result is the mean of the second half of the steps. With --against
the two snakes do not meet but play the same games against other snakes. Otherwise tuning
can find a snake that only beats itself.

At the end the tuned snake plays the snake with the start values, in new games, until a
test decides whether it is better. The exit code is 0 if it is better (H1), and 3 if it
is not (H0) or if --sprt-games were too few to decide. With --against these two snakes do
not meet either: each plays the others, from the same seats of the same starts.

Every step is stored at once in the file of --store, and the same command continues.
--plot draws the values over the steps.`,
		Example: `  ouro arena tune spot --param hungry=5..95 --nodes 200
  ouro arena tune spot --param hungry=5..95 --param depth=4..60:log --nodes 200
  ouro arena tune spot --param hungry=5..95 --against spot --rules royale
  ouro arena tune shortcut --param until=0..1 --rules classic --elo1 10`,
		Args: command.ExactArgs(1, "SNAKE, a solver of ouro list with numeric options"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args[0]) },
	}
	o.cmd = cmd
	fs := cmd.Flags()
	fs.StringArrayVar(&o.params, "param", nil, "tune this `OPTION=LO..HI`; once for each option")
	fs.StringArrayVar(&o.against, "against", nil, "`SNAKE` that both settings play instead of each other, or the URL of a remote one; several play in the same games")
	fs.IntVar(&o.steps, "steps", 100, "make `N` steps")
	flags.Games(cmd, &o.games, 24, "; in each step, rounded up to whole groups")
	fs.Float64Var(&o.gain, "gain", 0, "`X`: if one side wins all games of the first step, options move by X times the change that was tried (default 2.5 times the square root of groups in a step / steps)")
	o.addPlayed(cmd)
	o.addHypothesisFlags(cmd, "of the games that test the result")
	fs.IntVar(&o.sprtGames, "sprt-games", 0, "test the result with at most `N` games (default 20000)")
	fs.StringArrayVar(&o.plots, "plot", nil, "also draw a plot to this `FILE`.svg or .png; it shows the values after each step; may be given twice")
	fs.StringVar(&o.dir, "dir", "", "a `DIRECTORY` of tournaments that an earlier version wrote; it is no longer read")
	_ = fs.MarkHidden("dir")
	flags.JSON(cmd, &o.json, "")
	o.fleet.Add(cmd, "")
	o.limit.Add(cmd)
	o.store.Always = true
	o.store.Add(cmd, experiment.StoreUsage)
	flags.LessCommon(cmd, "alpha", "beta", "damage", "detach", "fleet", "food", "gain", "minfood", "retries", "shrink", "start-length")
	return cmd
}

func (o *tuneOptions) run(ctx context.Context, stdio command.IO, snake string) error {
	if o.dir != "" {
		return command.Usagef("--dir: tunings are now in the results file: --store FILE")
	}
	e, err := o.experiment(snake)
	if err != nil {
		return err
	}
	ctx, cancel := o.limit.Limit(ctx)
	defer cancel()
	for _, name := range o.plots {
		format, err := chart.FormatOf(name)
		if err != nil {
			return command.Usage(err)
		}
		o.formats = append(o.formats, format)
	}
	places, err := stdio.Outputs(ctx, o.store.Files(), o.plots...)
	if err != nil {
		return err
	}
	t := &tuning{tuneOptions: o, stdio: stdio, experiment: e, log: new(tune.Memory), places: places}
	if err := t.open(ctx); err != nil {
		return errors.Join(err, command.CloseAll(places))
	}
	return errors.Join(t.run(ctx), t.kept.Close())
}

func (o *tuneOptions) experiment(snake string) (*tune.Experiment, error) {
	if err := cmp.Or(flags.AtLeastOne("steps", o.steps), flags.NotNegative("gain", o.gain), flags.NotNegative("sprt-games", o.sprtGames), o.fleet.Check(), o.limit.Check()); err != nil {
		return nil, err
	}
	if len(o.params) == 0 {
		return nil, command.Usagef("nothing to tune: want --param %s", tune.Syntax)
	}
	plan := tune.Plan{Steps: o.steps, Groups: 1, Gain: o.gain}
	for _, text := range o.params {
		p, err := tune.ParseParam(text)
		if err != nil {
			return nil, command.Usagef("--param %w", err)
		}
		plan.Params = append(plan.Params, p)
	}
	o.snakes = append([]string{snake}, o.against...)
	t := arena.Default()
	t.Format = arena.SPRT // for the test of the tuned options
	if err := o.fill(t); err != nil {
		return nil, err
	}
	t.Games = 0
	e, err := tune.NewExperiment(t, plan)
	if err != nil {
		return nil, command.Usage(err)
	}
	each := e.GamesOfStep()
	e.Plan.Groups = (o.games-1)/each + 1
	if err := e.Plan.Check(); err != nil {
		return nil, command.Usage(err)
	}
	return e, nil
}

// tuning is one run of the command.
type tuning struct {
	*tuneOptions
	stdio      command.IO
	experiment *tune.Experiment
	kept       *experiment.Storage // nil if nothing is stored
	log        tune.Log
	places     []*outfile.Target // of the drawings
	end        []string          // the lines after the report
}

func (t *tuning) open(ctx context.Context) (err error) {
	if t.store.Name() == "" {
		return nil
	}
	d := t.experiment.Definition()
	e := store.Experiment{
		Kind: string(definition.Tune), Definition: d.Text(), Title: "tuning of " + d.Solvers[0], Rules: d.Rules, Board: t.experiment.Tournament.Board,
		Seed: d.Seed, Budget: lab.BudgetText(d.Budget()), Solvers: d.Solvers, Reproducible: d.Reproducible(),
	}
	if t.kept, err = t.store.OpenRuns(ctx, []store.Experiment{e}, t.experiment.Tournament.GuestTimeout, ""); err != nil {
		return err
	}
	for _, note := range t.kept.Notes {
		t.printf("%s", printable.Line(note))
	}
	stored := t.kept.Runs[0].Experiment()
	lines, err := t.kept.Store.Steps(ctx, stored.ID)
	if err != nil {
		return errors.Join(err, t.kept.Close())
	}
	t.log = &keptSteps{t.kept.Runs[0], lines}
	return nil
}

// keptSteps is the log of a tuning's steps in a results file.
type keptSteps struct {
	run   *store.ActiveRun
	lines [][]byte
}

func (k *keptSteps) Lines() [][]byte { return k.lines }

func (k *keptSteps) Append(line []byte) error {
	if err := k.run.AppendStep(len(k.lines), line); err != nil {
		return err
	}
	k.lines = append(k.lines, slices.Clone(line))
	return nil
}

func (t *tuning) printf(format string, values ...any) {
	fmt.Fprintf(t.stdio.Err, "ouro: "+format+"\n", values...)
}

func (t *tuning) run(ctx context.Context) error {
	e := t.experiment
	r, err := t.steps(ctx)
	if r == nil {
		return err
	}
	for i, place := range t.places {
		err = errors.Join(err, place.Write(func(w io.Writer) error { return r.WriteChart(w, t.formats[i], e.Snake.String()) }))
	}
	if !t.json {
		err = errors.Join(err, e.Sheet(r).WriteText(t.stdio.Out, command.Columns(t.stdio.Out)))
	}
	var judged *lab.Report
	if err == nil {
		judged, err = t.judge(ctx, r)
	}
	if err != nil && ctx.Err() != nil && judged == nil { // otherwise the final tournament has reported the stop
		text := fmt.Sprintf("partial, %d of %s", len(r.Steps), english.Count(e.Plan.Steps, "step"))
		if t.kept == nil {
			t.printf("%s were made and none is stored; with --store FILE the same command could continue", text)
		} else {
			t.printf("%s are stored in %s; continue with: ouro %s", text, t.kept.Store.File(), experiment.RepeatCommand(t.cmd, func(_, value string) string { return value }, "timeout"))
		}
	}
	err = errors.Join(err, t.print(r, judged, err != nil))
	experiment.PrintSummary(t.stdio.Err, t.end)
	if err != nil {
		return err
	}
	return t.verdictError(judged)
}

// steps makes the missing steps and returns the result.
func (t *tuning) steps(ctx context.Context) (*tune.Result, error) {
	e := t.experiment
	p := &tuneProgress{bar: progress.New(t.stdio.Err), experiment: e, kept: len(t.log.Lines()), began: time.Now()}
	p.step = p.kept
	if p.kept > 0 && p.kept < e.Plan.Steps {
		t.printf("%d of %s are already stored in %s", p.kept, english.Count(e.Plan.Steps, "step"), t.kept.Store.File())
	}
	link, err := t.fleet.Open(ctx, p.bar)
	if err != nil {
		return nil, err
	}
	defer link.Close()
	if link != nil {
		e.Executor = func(s *arena.Setting) (lab.Executor, error) {
			d, err := definition.OfArena(s)
			if err != nil {
				return nil, err
			}
			plan := s.Plan()
			return link.Executor(d, &plan, false)
		}
	}
	r, err := tune.Run(ctx, e.Plan, t.log, e.Play(p.show), p.addStep)
	p.bar.Clear()
	return r, err
}

// judge plays the tuned snake against the snake with the start values, or both against other
// snakes, until the sequential test has a verdict. If the two snakes are equal, the report is nil.
func (t *tuning) judge(ctx context.Context, r *tune.Result) (*lab.Report, error) {
	e := t.experiment
	if slices.Equal(r.Values(), e.Plan.Starts()) {
		return nil, nil
	}
	final := e.Final(r, t.sprtGames)
	s, err := final.Setting()
	if err != nil {
		return nil, err
	}
	run := runOptions{tournamentFlags: t.tournamentFlags, Flags: experiment.Flags{Command: t.cmd, Fleet: t.fleet, Store: t.store}, plain: true}
	x, err := run.experiment(t.stdio, s)
	if err != nil {
		return nil, err
	}
	report, summary, err := run.Flags.Games(ctx, t.stdio, x)
	t.end = summary
	return report, err
}

func (t *tuning) print(r *tune.Result, judged *lab.Report, partial bool) error {
	e, out := t.experiment, t.stdio.Out
	if t.json {
		facts := append(sheet.FactsOf("schema", command.SchemaVersion{}, "partial", sheet.Sparse(partial)), e.Facts(r)...)
		if judged != nil {
			facts.Add("sprt", t.sprtFacts(r, judged))
		}
		return command.WriteJSON(out, facts)
	}
	var err error
	if judged != nil {
		fmt.Fprintln(out)
		err = judged.WriteTable(out, command.Columns(out))
	}
	_, err2 := fmt.Fprintf(out, "\nstart: %s\ntuned: %s\n", e.Start(), e.End(r))
	return errors.Join(err, err2)
}

func (t *tuning) sprtFacts(r *tune.Result, c *lab.Report) sheet.Facts {
	facts := sheet.FactsOf("seed", t.experiment.Final(r, 0).Seed, "games", len(c.Games))
	if test := arena.FiguresOf(c).Test; test != nil {
		facts = append(facts, test.Facts()...)
	}
	return facts
}

// verdictError returns nil if the result is better than the start. Otherwise it returns the
// error for the exit code.
func (t *tuning) verdictError(judged *lab.Report) error {
	if judged == nil {
		return command.Negativef("the result equals the start: nothing better was found")
	}
	switch test := arena.FiguresOf(judged).Test; {
	case test != nil && test.Verdict == "H1":
		return nil
	case test != nil && test.Verdict == "H0":
		return command.Negativef("the tuned snake is not better than the start (H0); keep %s", t.experiment.Start())
	}
	return command.Negativef("not decided after %s; a larger --sprt-games plays more", english.Count(len(judged.Games), "game"))
}

type tuneProgress struct {
	bar        *progress.Bar
	experiment *tune.Experiment
	kept       int    // number of steps of earlier runs
	step       int    // number of steps done, including those of earlier runs
	centre     string // the values of the options after the last step
	began      time.Time
}

func (p *tuneProgress) addStep(s *tune.Step) {
	p.step = s.Step + 1
	p.centre = ""
	for i, u := range s.After {
		p.centre += fmt.Sprintf(" %s=%.4g", p.experiment.Plan.Params[i].Name, p.experiment.Plan.Params[i].At(u))
	}
}

func (p *tuneProgress) show(at lab.Progress) {
	games, elapsed := p.experiment.GamesOfStep(), time.Since(p.began)
	done, all := (p.step-p.kept)*games+at.Done, (p.experiment.Plan.Steps-p.kept)*games
	figures := []string{
		fmt.Sprintf("step %d of %d", p.step+1, p.experiment.Plan.Steps), progress.TimeLeft(elapsed, done, all),
		progress.Rate(float64(done)/elapsed.Seconds(), "games"),
	}
	if p.centre != "" {
		figures = append(figures, p.centre[1:])
	}
	p.bar.Draw(lab.Progress{Done: p.kept*games + done, Total: p.experiment.Plan.Steps * games, Elapsed: elapsed}, figures...)
}
