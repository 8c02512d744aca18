package cli

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/internal/printable"
	"ouro/lab/sheet"
	"ouro/roster"
	"ouro/store"
)

type resultsVerifyOptions struct {
	storeReader
	query
	sample  int
	all     bool
	engines []string
	seed    seedValue
	json    bool
}

func newResultsVerify(stdio IO) *cobra.Command {
	var o resultsVerifyOptions
	cmd := &cobra.Command{
		Use:   "verify [EXPERIMENT]...",
		Short: "Check stored results, and derive games again",
		Long: `Verify reads every row of the experiments, or of the whole file if none is named, and
finds rows that were changed outside of the program. Then it derives a sample of the games
of each experiment again:

  - by playing them, if this program is the build that played them and no time
    limit applies: every move, meal and figure must be the same;
  - otherwise from their records, by the rules: the moves must lead to the
    stored result. A program behind exec: is started only if --engine names it.

It prints every difference; the exit code is then 3.`,
		Example: `  ouro results verify
  ouro results verify last --all
  ouro results verify --build 3f2a91c --sample 100 --json
  ouro results verify last --engine "exec:python3 snake.py"`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.storeReader.add(cmd)
	o.query.add(cmd)
	fs := cmd.Flags()
	fs.IntVar(&o.sample, "sample", 10, "derive `N` games of each experiment again, chosen by --seed; 0 means none")
	fs.BoolVar(&o.all, "all", false, "derive every game again")
	fs.StringArrayVar(&o.engines, "engine", nil, "play games again with this `ENGINE`, exec:COMMAND as in the experiment; may be given several times")
	seedFlag(cmd, &o.seed)
	jsonFlag(cmd, &o.json, "")
	exclusive(cmd, "sample", "all")
	return cmd
}

func (o *resultsVerifyOptions) run(ctx context.Context, stdio IO, names []string) error {
	if err := notNegative("sample", o.sample); err != nil {
		return err
	}
	if err := o.check(nil); err != nil {
		return err
	}
	for _, text := range o.engines {
		spec, err := ouro.ParseSpec(text)
		if err != nil || spec.Name != roster.Exec().Name {
			return usagef("--engine %s: want exec:COMMAND; other solvers need no flag", quoted(text))
		}
	}
	roster.Trust(o.engines...)
	return o.with(ctx, func(s *store.Store) error {
		all, changed, err := o.selectForVerify(ctx, s, names)
		if err != nil {
			return err
		}
		if len(all) == 0 && len(changed) == 0 {
			return fmt.Errorf("%s: no experiment to verify", s.File())
		}
		return o.verify(ctx, stdio, s, all, changed)
	})
}

// selectForVerify returns the experiments that are named, or else those that match the
// flags, and the changed rows that belong to no readable experiment.
func (o *resultsVerifyOptions) selectForVerify(ctx context.Context, s *store.Store, names []string) (all []store.Experiment, changed []*store.ChangedError, err error) {
	if len(names) == 0 {
		if all, err = o.find(ctx, s); err == nil {
			changed, err = s.Changed(ctx)
		}
		return all, changed, err
	}
	all, differing, err := findNamedOrChanged(ctx, s, names)
	for i := range differing {
		changed = append(changed, differing[i].what)
	}
	return all, changed, err
}

func (o *resultsVerifyOptions) verify(ctx context.Context, stdio IO, s *store.Store, all []store.Experiment, changed []*store.ChangedError) error {
	total := 0
	for i := range all {
		total += all[i].Games + o.count(&all[i])
	}
	bar := newProgress(stdio.Err)
	defer bar.clear()
	done := 0
	progress := func() {
		done++
		bar.count(done, total, "row and game")
	}
	if !s.HasChecksums() {
		fmt.Fprintf(stdio.Err, "ouro: %s: this older file cannot be written and has checksums of games only; titles, solvers, commands and missing games are not checked\n", printable.Line(s.File()))
	}
	var docs []sheet.Facts
	differ := len(changed) > 0
	names := []string{}
	for _, what := range changed {
		names = append(names, printable.Line(what.Error()))
		if !o.json {
			fmt.Fprintln(stdio.Out, printable.Line(what.Error()))
		}
	}
	for i := range all {
		v := &verification{store: s, of: &all[i], progress: progress}
		if err := v.run(ctx, o.choose(&all[i])); err != nil {
			return err
		}
		differ = differ || len(v.differences) > 0
		bar.clear()
		if o.json {
			docs = append(docs, v.facts())
		} else if err := v.write(stdio); err != nil {
			return err
		}
	}
	if o.json {
		if err := encodeJSON(stdio.Out, sheet.FactsOf("schema", schema{}, "experiments", append([]sheet.Facts{}, docs...), "changed", names)); err != nil {
			return err
		}
	}
	if differ {
		return errNo
	}
	return nil
}

// count returns how many games of an experiment are derived again.
func (o *resultsVerifyOptions) count(e *store.Experiment) int {
	if o.all {
		return e.Games
	}
	return min(o.sample, e.Games)
}

// choose returns the rows of an experiment whose games are derived again.
func (o *resultsVerifyOptions) choose(e *store.Experiment) map[int]bool {
	chosen := map[int]bool{}
	for _, row := range rand.New(rand.NewPCG(uint64(o.seed), uint64(e.ID))).Perm(e.Games)[:o.count(e)] {
		chosen[row] = true
	}
	return chosen
}
