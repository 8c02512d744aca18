package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro/internal/printable"
	"ouro/internal/shell"
	"ouro/order"
	"ouro/store"
)

func newResults(stdio IO) *cobra.Command {
	return group(&cobra.Command{
		Use:   "results",
		Short: "List, show, compare, plot and verify stored results",
		Long: `Results works with the results file, the ledger of all stored experiments and their
games, with the build that played them, when and where. It is the file of --store, or of
the variable OURO_STORE, or a default one, in which every tournament is stored.

An experiment is named by the start of its id, its number in the file, or "last". The
same order by another build, program or server is another experiment: ouro results diff
compares builds.`,
		Example: `  export OURO_STORE=results.db
  ouro bench cell lookahead --games 500      play, and store the games
  ouro results list --solver cell            list experiments
  ouro results diff                          did my change help? two builds
  ouro results show last                     print its table and origin
  ouro results plot cell                     moves over builds
  ouro results verify --sample 20            play some games again and compare`,
		Args: onlyCommands,
	}, newResultsList(stdio), newResultsShow(stdio), newReport(stdio), newResultsDiff(stdio), newResultsPlot(stdio), newResultsVerify(stdio),
		newResultsExport(stdio), newResultsImport(stdio), newResultsForget(stdio))
}

// storeReader opens the results file of a command.
type storeReader struct{ from storeOption }

func (o *storeReader) add(cmd *cobra.Command) {
	o.from.cmd, o.from.always = cmd, true
	storeFlag(cmd, &o.from.file, true, "")
}

// open opens the file, which must exist.
func (o *storeReader) open(ctx context.Context) (*store.Store, error) {
	file := o.from.name()
	if file == "" {
		return nil, usagef("%s: want --store FILE, or %s=FILE in the environment", o.from.cmd.CommandPath(), storeVariable)
	}
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) && file == ownStore() {
		return nil, fmt.Errorf("%s: nothing is stored yet; ouro arena run stores tournaments there, ouro bench --store %s other experiments", file, shell.Word(file))
	}
	return store.OpenExisting(ctx, file)
}

// with calls do with the opened file.
func (o *storeReader) with(ctx context.Context, do func(*store.Store) error) error {
	s, err := o.open(ctx)
	if err != nil {
		return err
	}
	return errors.Join(do(s), s.Close())
}

func (q *query) given() bool {
	return len(q.solvers) > 0 || q.kind != "" || q.rules != "" || q.board.w > 0 || q.build != "" || q.since.given || q.until.given
}

// lastWord is the name of the newest experiment.
const lastWord = "last"

// findNamed returns the experiments that arguments name, in their order. An experiment that was
// changed outside of the program is an error.
func findNamed(ctx context.Context, s *store.Store, names []string) (all []store.Experiment, err error) {
	all, changed, err := findNamedOrChanged(ctx, s, names)
	if len(changed) > 0 {
		return nil, changed[0].what
	}
	return all, err
}

// changedExperiment is an experiment that was changed outside of the program.
type changedExperiment struct {
	store.Experiment // the readable part
	what             *store.ChangedError
}

// findNamedOrChanged is findNamed, but returns changed experiments separately.
func findNamedOrChanged(ctx context.Context, s *store.Store, names []string) (all []store.Experiment, changed []changedExperiment, err error) {
	for _, name := range names {
		var e store.Experiment
		var what *store.ChangedError
		if name == lastWord {
			found, err := s.Find(ctx, store.Query{})
			if err != nil {
				return nil, nil, err
			}
			if len(found) == 0 {
				return nil, nil, fmt.Errorf("%s: no experiment \"last\": the results file is empty", s.File())
			}
			e = found[len(found)-1]
		} else if e, err = s.Experiment(ctx, name); errors.As(err, &what) {
			changed = append(changed, changedExperiment{e, what})
			continue
		} else if err != nil {
			return nil, nil, err
		}
		if !slices.ContainsFunc(all, func(o store.Experiment) bool { return o.ID == e.ID }) {
			all = append(all, e)
		}
	}
	return all, changed, nil
}

// query holds the flags that select experiments.
type query struct {
	solvers      []string
	kind, rules  string
	board        sizeValue
	build        string
	since, until whenValue
}

func (q *query) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	q.until.end = true
	solverFlag(cmd, &q.solvers, "only experiments with this solver: its spec, its name or a part of either")
	boardFlag(cmd, &q.board, "only experiments on this board")
	rulesFlag(cmd, &q.rules, "", "only experiments by these rules; a name includes all options")
	fs.StringVar(&q.kind, "kind", "", "only experiments of this `KIND`: bench, game, hunter, arena, tune or exact")
	fs.StringVar(&q.build, "build", "", "only experiments by this `BUILD`: the start of its commit or sum, or its version")
	fs.Var(&q.since, "since", "only experiments begun since this `TIME`: a date, or an age such as 7d or 12h")
	fs.Var(&q.until, "until", "only experiments begun until the end of this `TIME`: a date, or an age such as 7d or 12h")
}

// check rejects values that no experiment has.
func (q *query) check(solvers []string) error {
	if q.kind != "" && !slices.Contains(experimentKinds, q.kind) {
		return usagef("--kind %s: want one of %s", q.kind, strings.Join(experimentKinds, ", "))
	}
	for _, flag := range []struct{ name, text string }{{"build", q.build}, {"rules", q.rules}, {"solver", strings.Join(append(solvers, q.solvers...), "")}} {
		if printable.Line(flag.text) != flag.text {
			return usagef("--%s %s: want printable text", flag.name, quoted(flag.text))
		}
	}
	return nil
}

// find returns the experiments that match the flags and the solvers of arguments, the
// oldest first.
func (q *query) find(ctx context.Context, s *store.Store, solvers ...string) ([]store.Experiment, error) {
	now := time.Now()
	all, err := s.Find(ctx, store.Query{Kind: q.kind, Board: q.board.String(), Build: q.build, Since: q.since.at(now), Until: q.until.at(now)})
	if err != nil {
		return nil, err
	}
	solvers = append(slices.Clone(solvers), q.solvers...)
	return slices.DeleteFunc(all, func(e store.Experiment) bool {
		return q.rules != "" && e.Rules != q.rules && nameOf(e.Rules) != q.rules ||
			len(solvers) > 0 && !slices.ContainsFunc(solvers, func(part string) bool {
				return slices.ContainsFunc(e.Solvers, func(spec string) bool { return strings.Contains(spec, part) })
			})
	}), nil
}

// nameOf returns the name of a spec.
func nameOf(spec string) string {
	name, _, _ := strings.Cut(spec, ":")
	return name
}

// experimentKinds are the kinds of stored experiments.
var experimentKinds = []string{string(order.Bench), string(order.Contest), string(order.Hunter), string(order.Arena), string(order.Tune), string(order.Exact)}

// whenValue is a flag for a time: a date or an age.
type whenValue struct {
	text  string
	ago   time.Duration
	date  time.Time
	end   bool // a date means its end
	given bool
}

// agoUnits are the units of an age.
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

// at returns the time, or the zero time if none is given.
func (w *whenValue) at(now time.Time) time.Time {
	switch {
	case !w.given:
		return time.Time{}
	case w.date.IsZero():
		return now.Add(-w.ago)
	}
	return w.date
}

// entrantsOf returns the entrants of an experiment in one line, or for ouro exact its
// subject.
func entrantsOf(e *store.Experiment) string {
	return cmp.Or(strings.Join(e.Solvers, ", "), "optimal play")
}
