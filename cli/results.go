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
		Short: "Results that stay: list, show, compare builds, draw, check",
		Long: `Results is the ledger of all experiments that were kept: their games, with the build
that played them, and when and where. It is the file of --store, else that of the
variable OURO_STORE, else one of your own, in which every tournament is kept.

An experiment is named by the first letters of its id, its number in the file, or
"last". Another build is another experiment, and so is another program or server that
takes part: whether a change has helped is what ouro results diff says.`,
		Example: `  export OURO_STORE=results.db
  ouro bench cell lookahead --games 500      plays, and keeps the games
  ouro results list --solver cell            what there is
  ouro results diff                          did my change help? two builds
  ouro results show last                     its table, and where it comes from
  ouro results plot cell                     moves over builds
  ouro results verify --sample 20            play some again, and compare`,
		Args: onlyCommands,
	}, newResultsList(stdio), newResultsShow(stdio), newReport(stdio), newResultsDiff(stdio), newResultsPlot(stdio), newResultsVerify(stdio),
		newResultsExport(stdio), newResultsImport(stdio), newResultsForget(stdio))
}

// storeReader is the file of results that a command works with.
type storeReader struct{ from storeOption }

func (o *storeReader) add(cmd *cobra.Command) {
	o.from.cmd, o.from.always = cmd, true
	storeFlag(cmd, &o.from.file, true, "")
}

// open opens the file, which must be there.
func (o *storeReader) open(ctx context.Context) (*store.Store, error) {
	file := o.from.name()
	if file == "" {
		return nil, usagef("%s: want --store FILE, or %s=FILE in the environment", o.from.cmd.CommandPath(), storeVariable)
	}
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) && file == ownStore() {
		return nil, fmt.Errorf("%s: nothing is kept yet; ouro arena run keeps tournaments there, and ouro bench --store %s benches", file, shell.Word(file))
	}
	return store.OpenExisting(ctx, file)
}

// with opens the file for as long as do works with it.
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

// lastWord names the newest experiment.
const lastWord = "last"

// named are the experiments that arguments name, in the order of the arguments. One that
// was changed since it was written is an error.
func named(ctx context.Context, s *store.Store, names []string) (all []store.Experiment, err error) {
	all, changed, err := namedOrChanged(ctx, s, names)
	if len(changed) > 0 {
		return nil, changed[0].what
	}
	return all, err
}

// changedExperiment is an experiment that was changed since it was written.
type changedExperiment struct {
	store.Experiment // as much as can be read
	what             *store.ChangedError
}

// namedOrChanged is named, with those apart that were changed since they were written.
func namedOrChanged(ctx context.Context, s *store.Store, names []string) (all []store.Experiment, changed []changedExperiment, err error) {
	for _, name := range names {
		var e store.Experiment
		var what *store.ChangedError
		if name == lastWord {
			found, err := s.Find(ctx, store.Query{})
			if err != nil {
				return nil, nil, err
			}
			if len(found) == 0 {
				return nil, nil, fmt.Errorf("%s: there is no last experiment; it holds none", s.File())
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

// query are the flags by which experiments are found.
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
	solverFlag(cmd, &q.solvers, "only experiments with it: its spec, its name or a part of them")
	boardFlag(cmd, &q.board, "only experiments on it")
	rulesFlag(cmd, &q.rules, "", "only experiments by them, a name stands for any options")
	fs.StringVar(&q.kind, "kind", "", "only experiments of this `KIND`: bench, game, hunter, arena, tune or exact")
	fs.StringVar(&q.build, "build", "", "only experiments by this `BUILD`: the first letters of its commit or sum, or its version")
	fs.Var(&q.since, "since", "only experiments begun since this `TIME`, a date, or 7d, 12h or so ago")
	fs.Var(&q.until, "until", "only experiments begun until the end of this `TIME`, a date, or 7d, 12h or so ago")
}

// check finds what no experiment has.
func (q *query) check(solvers []string) error {
	if q.kind != "" && !slices.Contains(experimentKinds, q.kind) {
		return usagef("--kind %s: want one of %s", q.kind, strings.Join(experimentKinds, ", "))
	}
	for _, flag := range []struct{ name, text string }{{"build", q.build}, {"rules", q.rules}, {"solver", strings.Join(append(solvers, q.solvers...), "")}} {
		if printable.Line(flag.text) != flag.text {
			return usagef("--%s %s: want text that can be printed", flag.name, printable.Short(flag.text, maxQuoted))
		}
	}
	return nil
}

// find are the experiments that the flags and the solvers given as arguments ask for,
// the oldest first.
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

// nameOf is a spec without its options.
func nameOf(spec string) string {
	name, _, _ := strings.Cut(spec, ":")
	return name
}

// experimentKinds are those that a store may hold.
var experimentKinds = []string{string(order.Bench), string(order.Contest), string(order.Hunter), string(order.Arena), string(order.Tune), string(order.Exact)}

// whenValue is a flag for a time: a date, or so long ago.
type whenValue struct {
	text  string
	ago   time.Duration
	date  time.Time
	end   bool // of a date, its end
	given bool
}

// agoUnits are the units of how long ago.
var agoUnits = map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour}

// Set reads 2026-11-22, 2026-11-22 15:04, or 7d.
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
	return errors.New("want a date such as 2026-11-22 or \"2026-11-22 15:04\", or how long ago, such as 7d, 12h or 2w")
}

func (w *whenValue) String() string { return w.text }

func (w *whenValue) Type() string { return "time" }

// at is the time itself; the zero time where none is given.
func (w *whenValue) at(now time.Time) time.Time {
	switch {
	case !w.given:
		return time.Time{}
	case w.date.IsZero():
		return now.Add(-w.ago)
	}
	return w.date
}

// entrantsOf are the entrants of an experiment in one line; where there are none, what
// was found.
func entrantsOf(e *store.Experiment) string {
	return cmp.Or(strings.Join(e.Solvers, ", "), "best play")
}
