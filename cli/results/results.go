// Package results has the commands that list, show, compare, plot, verify, export, import, forget
// and report the experiments of a results file.
package results

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/definition"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/report"
	"ouro/store"
)

func New(stdio command.IO) *cobra.Command {
	return command.Group(&cobra.Command{
		Use:   "results",
		Short: "List, show, compare, plot and verify stored results",
		Long: `The results file is the ledger of all stored experiments. It contains their games, and by
which build, when and where they were played. The results file is that of --store or of
the variable OURO_STORE. Without both it is your own file, in which every tournament is
stored.

Name an experiment by the start of its id, its number in the file, or "last". The same
definition with another build, program or server is another experiment; ouro results diff
compares builds.`,
		Example: `  export OURO_STORE=results.db
  ouro bench cell lookahead --games 500      play, and store the games
  ouro results list --solver cell            list experiments
  ouro results diff                          did my change help? two builds
  ouro results show last                     print its table and origin
  ouro results plot cell                     moves over builds
  ouro results verify --sample 20            play some games again and compare`,
		Args: command.OnlyCommands,
	}, newList(stdio), newShow(stdio), NewReport(stdio), newDiff(stdio), newPlot(stdio), newVerify(stdio),
		newExport(stdio), newImport(stdio), newForget(stdio))
}

func (q *query) isGiven() bool {
	return len(q.solvers) > 0 || q.kind != "" || q.rules != "" || q.board.W > 0 || q.build != "" || q.since.given || q.until.given
}

// query holds the flags that select experiments.
type query struct {
	solvers      []string
	kind, rules  string
	board        flags.Size
	build        string
	since, until whenValue
}

func (q *query) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	q.until.end = true
	flags.Solver(cmd, &q.solvers, "only experiments with this solver: its spec, its name or a part of either")
	flags.Board(cmd, &q.board, "only experiments on this board")
	flags.Rules(cmd, &q.rules, "", "only experiments by these rules; a name includes all options")
	fs.StringVar(&q.kind, "kind", "", "only experiments of this `KIND`: bench, game, hunter, arena, tune or exact")
	fs.StringVar(&q.build, "build", "", "only experiments by this `BUILD`: the first characters of its commit, of its program's checksum or of its version")
	fs.Var(&q.since, "since", "only experiments begun since this `TIME`: a date, or an age such as 7d or 12h")
	fs.Var(&q.until, "until", "only experiments begun until the end of this `TIME`: a date, or an age such as 7d or 12h")
}

// check returns an error if the flags or solvers have values that no experiment can have.
func (q *query) check(solvers []string) error {
	if q.kind != "" && !slices.Contains(Kinds, q.kind) {
		return command.Usagef("--kind %s: want one of %s", q.kind, strings.Join(Kinds, ", "))
	}
	for _, flag := range []struct{ name, text string }{{"build", q.build}, {"rules", q.rules}, {"solver", strings.Join(append(solvers, q.solvers...), "")}} {
		if printable.Line(flag.text) != flag.text {
			return command.Usagef("--%s %s: want printable text", flag.name, command.Excerpt(flag.text))
		}
	}
	return nil
}

// find returns the experiments that match the flags and the solvers, the oldest first.
func (q *query) find(ctx context.Context, s *store.Store, solvers ...string) ([]store.Experiment, error) {
	now := time.Now()
	all, err := s.Find(ctx, store.Query{Kind: q.kind, Board: q.board.String(), Build: q.build, Since: q.since.at(now), Until: q.until.at(now)})
	if err != nil {
		return nil, err
	}
	solvers = append(slices.Clone(solvers), q.solvers...)
	return slices.DeleteFunc(all, func(e store.Experiment) bool {
		return q.rules != "" && e.Rules != q.rules && flags.NameOf(e.Rules) != q.rules ||
			len(solvers) > 0 && !slices.ContainsFunc(solvers, func(part string) bool {
				return slices.ContainsFunc(e.Solvers, func(spec string) bool { return strings.Contains(spec, part) })
			})
	}), nil
}

// Kinds are the kinds of stored experiments.
var Kinds = []string{string(definition.Bench), string(definition.Contest), string(definition.Hunter), string(definition.Arena), string(definition.Tune), string(definition.Exact)}

// whenValue is the value of a flag for a time: a date or an age.
type whenValue struct {
	text  string
	ago   time.Duration
	date  time.Time
	end   bool // whether a date means the end of that day
	given bool
}

var agoUnits = map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour}

// Set parses "2026-11-22", "2026-11-22 15:04" or "7d".
func (w *whenValue) Set(text string) error {
	*w = whenValue{text: text, end: w.end, given: true}
	for _, form := range []string{time.DateOnly, "2006-01-02 15:04", "2006-01-02T15:04", time.RFC3339} {
		if at, err := time.ParseInLocation(form, text, time.Local); err == nil {
			if w.date = at; w.end && form == time.DateOnly {
				w.date = at.AddDate(0, 0, 1).Add(-time.Millisecond)
			}
			return nil
		}
	}
	if len(text) > 1 {
		n, err := strconv.ParseUint(text[:len(text)-1], 10, 16)
		if unit := agoUnits[text[len(text)-1:]]; err == nil && unit > 0 {
			w.ago = time.Duration(n) * unit
			return nil
		}
	}
	return errors.New("want a date such as 2026-11-22 or \"2026-11-22 15:04\", or an age such as 7d, 12h or 2w")
}

func (w *whenValue) String() string { return w.text }

func (w *whenValue) Type() string { return "time" }

// at returns the time, or the zero time if the flag is not set.
func (w *whenValue) at(now time.Time) time.Time {
	switch {
	case !w.given:
		return time.Time{}
	case w.date.IsZero():
		return now.Add(-w.ago)
	}
	return w.date
}

// entrantsOf returns the entrants of an experiment on one line, or "optimal play" for a result of
// ouro exact.
func entrantsOf(e *store.Experiment) string {
	return cmp.Or(strings.Join(e.Solvers, ", "), "optimal play")
}

// Complete completes the arguments of a command of ouro results: ids of experiments, stored
// solvers, or files.
func Complete(command string) cobra.CompletionFunc {
	switch command {
	case "import":
		return cobra.FixedCompletions([]cobra.Completion{"jsonl", "gz"}, cobra.ShellCompDirectiveFilterFileExt)
	case "list", "plot", "diff":
		return func(cmd *cobra.Command, _ []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
			all := storedExperiments(cmd)
			words := storedSolvers(all, text)
			if command == "diff" {
				words = append(words, storedIDs(all, text)...)
			}
			return words, cobra.ShellCompDirectiveNoFileComp
		}
	}
	return func(cmd *cobra.Command, _ []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return storedIDs(storedExperiments(cmd), text), cobra.ShellCompDirectiveNoFileComp
	}
}

// storedExperiments returns the experiments of the results file that the command line names, or
// nil if the file cannot be read.
func storedExperiments(cmd *cobra.Command) (all []store.Experiment) {
	file, err := cmd.Flags().GetString("store")
	if err != nil {
		return nil
	}
	o := experiment.Reader{Flag: experiment.StoreFlag{File: file, Command: cmd}}
	_ = o.With(cmd.Context(), func(s *store.Store) error { // completion cannot report errors
		all, err = s.Find(cmd.Context(), store.Query{})
		return err
	})
	slices.Reverse(all) // the newest first
	return all
}

func storedIDs(all []store.Experiment, text string) (ids []cobra.Completion) {
	for i := range all {
		e := &all[i]
		id := e.Key[:min(shortID, len(e.Key))]
		if len(text) > len(id) {
			id = e.Key
		}
		if strings.HasPrefix(id, text) {
			ids = append(ids, cobra.CompletionWithDesc(id, printable.Line(fmt.Sprintf("%s, %s, %s", entrantsOf(e), e.Title, day(e.Created)))))
		}
	}
	if len(all) > 0 && strings.HasPrefix(experiment.LastWord, text) {
		ids = append(ids, cobra.CompletionWithDesc(experiment.LastWord, "the newest experiment"))
	}
	return ids
}

func storedSolvers(all []store.Experiment, text string) (specs []cobra.Completion) {
	for i := range all {
		for _, spec := range all[i].Solvers {
			if spec = printable.Line(spec); strings.HasPrefix(spec, text) && !slices.Contains(specs, spec) {
				specs = append(specs, spec)
			}
		}
	}
	return specs
}

// CompleteBuilds completes the builds in the results file.
func CompleteBuilds(cmd *cobra.Command, _ []string, text string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var builds []cobra.Completion
	for _, e := range storedExperiments(cmd) {
		completion := cobra.CompletionWithDesc(e.Build.Short(), e.Build.String())
		if strings.HasPrefix(completion, text) && !slices.Contains(builds, completion) {
			builds = append(builds, completion)
		}
	}
	return builds, cobra.ShellCompDirectiveNoFileComp
}

// experimentName matches the names of experiments.
var experimentName = regexp.MustCompile(`^([0-9]+|[0-9a-f]{4,}|` + experiment.LastWord + `)$`)

type reportOptions struct {
	from     experiment.Reader
	out      string
	markdown bool
	question string
	looked   int
	noTimes  bool
}

func NewReport(stdio command.IO) *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report EXPERIMENT...",
		Short: "Write a page or Markdown about experiments",
		Long: `Report writes one HTML file about stored experiments: the question and the answer, the
figures with their intervals, charts, the slowest decisions, games to play back, and the
commands that reproduce every figure. Charts show the distributions of moves, lengths,
scores and thinking times, and compare solvers game by game. For a tournament they show
the ratings, the results of each pair, and how scores and the verdict of --format sprt
developed.

The file needs only a browser; it loads nothing and allows the browser no requests.
Solvers that played the same games are in one section; other experiments have sections
after it.`,
		Example: `  ouro bench cell lookahead --games 500 --store results.db
  ouro results list --store results.db                         print the ids
  ouro results report 1 2 --store results.db --out page.html   or numbers
  ouro results report 1 2 --question "Is a cycle worth it?" --out page.html
  ouro results report last --markdown >report.md               with OURO_STORE`,
		Args: command.SomeArgs("EXPERIMENT: an id, a number or last; ouro results list prints them"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.from.Add(cmd)
	fs := cmd.Flags()
	fs.StringVar(&o.out, "out", "", "write the page to this `FILE`")
	fs.BoolVar(&o.markdown, "markdown", false, "print Markdown tables; here with the texts of the page")
	fs.StringVar(&o.question, "question", "", "print this `TEXT` at the top, as the question of the experiments")
	fs.IntVar(&o.looked, "looked", report.DefaultGames, "show `N` games in a player: long games, and games that were lost early")
	fs.BoolVar(&o.noTimes, "no-times", false, "omit thinking times, which differ from run to run")
	return cmd
}

func (o *reportOptions) run(ctx context.Context, stdio command.IO, names []string) error {
	switch {
	case o.out == "" && !o.markdown:
		if o.from.Flag.Name() != "" {
			if err := o.from.Check(); err != nil {
				return err
			}
		}
		return command.Usagef("nothing to write: want --out FILE for a page, or --markdown")
	case o.looked < 0 || o.looked > report.MaxGames:
		return command.Usagef("--looked %d: want 0 to %d", o.looked, report.MaxGames)
	}
	for _, name := range names {
		if !experimentName.MatchString(name) {
			return command.Usagef("%q is not an experiment: want a number, the first characters of an id, or last; ouro results list prints all experiments", name)
		}
	}
	places, err := stdio.Outputs(ctx, o.from.Flag.Files(), o.out)
	if err != nil {
		return err
	}
	r, err := o.from.Report(ctx, stdio.Err, names, report.Options{Question: o.question, Games: o.looked, NoTimes: o.noTimes})
	if err == nil && o.markdown {
		err = r.WriteMarkdown(stdio.Out)
	}
	if err != nil || places[0] == nil {
		return errors.Join(err, command.CloseAll(places))
	}
	if err := places[0].Write(func(w io.Writer) error { return r.WriteHTML(w) }); err != nil {
		return err
	}
	command.ReportWritten(stdio.Err, o.out, "page about "+english.Count(len(names), "experiment"))
	return nil
}
