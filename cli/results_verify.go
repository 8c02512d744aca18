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
		Short: "Check that all is as it was written, and derive games again",
		Long: `Verify reads every row of the experiments, all of the file if none is named, and
finds those that were changed since they were written. Then it takes a sample of the
games of each and derives them again:

  - by playing them, where this program is the build that played them and no
    clock has a say: every move, meal and figure must be the same;
  - else from their records, by the rules: the moves must lead to the end that
    is kept. A program behind exec: is not started unless --engine names it.

Every difference is named, and the exit code is 3 then.`,
		Example: `  ouro results verify
  ouro results verify last --all
  ouro results verify --build 3f2a91c --sample 100 --json
  ouro results verify last --engine "exec:python3 snake.py"`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.storeReader.add(cmd)
	o.query.add(cmd)
	fs := cmd.Flags()
	fs.IntVar(&o.sample, "sample", 10, "derive `N` games of each experiment again, chosen by --seed; 0 is none")
	fs.BoolVar(&o.all, "all", false, "derive every game again")
	fs.StringArrayVar(&o.engines, "engine", nil, "start this `ENGINE`, exec:COMMAND as the experiment has it, to play its games again; may be given several times")
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
			return usagef("--engine %s: want exec:COMMAND; other solvers play again without being asked", printable.Short(text, maxQuoted))
		}
	}
	roster.Trust(o.engines...)
	return o.with(ctx, func(s *store.Store) error {
		all, changed, err := o.chosenToVerify(ctx, s, names)
		if err != nil {
			return err
		}
		if len(all) == 0 && len(changed) == 0 {
			return fmt.Errorf("%s: there is no experiment to verify", s.File())
		}
		return o.verify(ctx, stdio, s, all, changed)
	})
}

// chosenToVerify are the experiments that are named, or else those that the flags ask
// for, and what was changed so that it is no experiment any more.
func (o *resultsVerifyOptions) chosenToVerify(ctx context.Context, s *store.Store, names []string) (all []store.Experiment, changed []*store.ChangedError, err error) {
	if len(names) == 0 {
		if all, err = o.find(ctx, s); err == nil {
			changed, err = s.Changed(ctx)
		}
		return all, changed, err
	}
	all, differing, err := namedOrChanged(ctx, s, names)
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
	tell := func() {
		done++
		bar.count(done, total, "row and game")
	}
	if !s.HasChecksums() {
		fmt.Fprintf(stdio.Err, "ouro: %s: only games have sums in this older file, which cannot be written; titles, solvers, commands and missing games are not checked\n", printable.Line(s.File()))
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
		v := &verification{store: s, of: &all[i], tell: tell}
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

// count is how many games of an experiment are derived again.
func (o *resultsVerifyOptions) count(e *store.Experiment) int {
	if o.all {
		return e.Games
	}
	return min(o.sample, e.Games)
}

// choose tells which of an experiment's rows are derived again.
func (o *resultsVerifyOptions) choose(e *store.Experiment) map[int]bool {
	chosen := map[int]bool{}
	for _, row := range rand.New(rand.NewPCG(uint64(o.seed), uint64(e.ID))).Perm(e.Games)[:o.count(e)] {
		chosen[row] = true
	}
	return chosen
}
