package results

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/definition"
	"ouro/derive"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/lab/sheet"
	"ouro/results"
	"ouro/roster"
	"ouro/store"
)

type verifyOptions struct {
	experiment.Reader
	query
	sample  int
	all     bool
	engines []string
	seed    flags.SeedValue
	json    bool
}

func newVerify(stdio command.IO) *cobra.Command {
	var o verifyOptions
	cmd := &cobra.Command{
		Use:   "verify [EXPERIMENT]...",
		Short: "Check stored results, and derive games again",
		Long: `Verify reads every row of the experiments, or of the whole file if no experiment is named,
and finds rows that another program has changed. Then it derives a sample of the games of
each experiment again:

  - If this build played the games without a time limit, verify plays them
    again: every move, meal and figure must be the same.
  - Otherwise it derives them from their records, by the rules: the moves must
    lead to the stored result.

Verify starts the program of an exec: solver only if --engine names it. It prints every
difference; if there is one, the exit code is 3.`,
		Example: `  ouro results verify
  ouro results verify last --all
  ouro results verify --build 3f2a91c --sample 100 --json
  ouro results verify last --engine "exec:python3 snake.py"`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.Reader.Add(cmd)
	o.query.add(cmd)
	fs := cmd.Flags()
	fs.IntVar(&o.sample, "sample", 10, "derive `N` games of each experiment again, chosen by --seed; 0 means none")
	fs.BoolVar(&o.all, "all", false, "derive every game again")
	fs.StringArrayVar(&o.engines, "engine", nil, "play games again with this `ENGINE`, exec:COMMAND as in the experiment; may be given several times")
	flags.Seed(cmd, &o.seed)
	flags.JSON(cmd, &o.json, "")
	flags.Exclusive(cmd, "sample", "all")
	return cmd
}

func (o *verifyOptions) run(ctx context.Context, stdio command.IO, names []string) error {
	if err := flags.NotNegative("sample", o.sample); err != nil {
		return err
	}
	if err := o.check(nil); err != nil {
		return err
	}
	for _, text := range o.engines {
		spec, err := ouro.ParseSpec(text)
		if err != nil || spec.Name != roster.Exec().Name {
			return command.Usagef("--engine %s: want exec:COMMAND; other solvers need no flag", command.Excerpt(text))
		}
	}
	roster.Trust(o.engines...)
	return o.With(ctx, func(s *store.Store) error {
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

// selectForVerify returns the named experiments or, without names, the experiments that match the
// flags. changedRows are changed rows that belong to no readable experiment.
func (o *verifyOptions) selectForVerify(ctx context.Context, s *store.Store, names []string) (all []store.Experiment, changedRows []*store.ChangedError, err error) {
	if len(names) == 0 {
		if all, err = o.find(ctx, s); err == nil {
			changedRows, err = s.Changed(ctx)
		}
		return all, changedRows, err
	}
	all, differing, err := experiment.FindOrChanged(ctx, s, names)
	for i := range differing {
		changedRows = append(changedRows, differing[i].Err)
	}
	return all, changedRows, err
}

func (o *verifyOptions) verify(ctx context.Context, stdio command.IO, s *store.Store, all []store.Experiment, changed []*store.ChangedError) error {
	total := 0
	for i := range all {
		total += all[i].Games + o.count(&all[i])
	}
	bar := progress.New(stdio.Err)
	defer bar.Clear()
	done := 0
	progress := func() {
		done++
		bar.Count(done, total, "row and game")
	}
	if !s.HasChecksums() {
		fmt.Fprintf(stdio.Err, "ouro: %s: this older file cannot be written and has checksums of games only; titles, solvers, commands and missing games are not checked\n", printable.Line(s.File()))
	}
	var docs []sheet.Facts
	differ := len(changed) > 0
	names := []string{}
	for _, row := range changed {
		names = append(names, printable.Line(row.Error()))
		if !o.json {
			fmt.Fprintln(stdio.Out, printable.Line(row.Error()))
		}
	}
	for i := range all {
		v := &verification{store: s, experiment: &all[i], progress: progress}
		if err := v.run(ctx, o.choose(&all[i])); err != nil {
			return err
		}
		differ = differ || len(v.differences) > 0
		bar.Clear()
		if o.json {
			docs = append(docs, v.facts())
		} else if err := v.write(stdio); err != nil {
			return err
		}
	}
	if o.json {
		if err := command.WriteJSON(stdio.Out, sheet.FactsOf("schema", command.SchemaVersion{}, "experiments", append([]sheet.Facts{}, docs...), "changed", names)); err != nil {
			return err
		}
	}
	if differ {
		return command.ErrNo
	}
	return nil
}

// count returns how many games of an experiment are to be derived again.
func (o *verifyOptions) count(e *store.Experiment) int {
	if o.all {
		return e.Games
	}
	return min(o.sample, e.Games)
}

// choose returns the indices of the rows whose games are derived again.
func (o *verifyOptions) choose(e *store.Experiment) map[int]bool {
	chosen := map[int]bool{}
	for _, row := range rand.New(rand.NewPCG(uint64(o.seed), uint64(e.ID))).Perm(e.Games)[:o.count(e)] {
		chosen[row] = true
	}
	return chosen
}

// verification is the verification of one experiment.
type verification struct {
	store      *store.Store
	experiment *store.Experiment
	progress   func() // is called for every row and every game

	player      *results.Replayer   // plays games again; nil if that is impossible
	playError   string              // why games cannot be played again
	deriver     *definition.Deriver // derives games from records; nil if that is impossible
	deriveError string              // why games cannot be derived from records

	rows        int
	played      int // games that were played again
	derived     int // games that were derived from their records
	underivable int // chosen games that could be neither played nor derived
	differences []difference
}

// difference is a difference in a game or, if Group and Seating are nil, in another row.
type difference struct {
	Group   *int   `json:"group,omitempty"`
	Seating *int   `json:"seating,omitempty"`
	What    string `json:"what"`
}

// run reads all rows, and derives the games of the chosen rows again. chosenRows has their indices.
func (v *verification) run(ctx context.Context, chosenRows map[int]bool) (err error) {
	sets, err := results.Sets(v.store, []store.Experiment{*v.experiment})
	if err != nil {
		return err
	}
	if v.experiment.Kind == string(definition.Exact) {
		chosenRows = nil
	}
	if len(chosenRows) > 0 {
		v.prepare(ctx, sets[0])
	}
	for g, err := range v.store.Games(ctx, v.experiment.ID) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var changed *store.ChangedError
		if errors.As(err, &changed) && !changed.IsGame() {
			v.addChangedRow(changed)
			continue
		}
		v.progress()
		switch {
		case changed != nil:
			v.addDifference(changed.Group, changed.Seating, "changed outside of ouro")
		case err != nil:
			return err
		case chosenRows[v.rows]:
			v.progress()
			all, err := v.repeatGame(ctx, g)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				all = append(all, err.Error())
			}
			for _, text := range all {
				v.addDifference(g.Group, g.Seating, text)
			}
		}
		v.rows++
	}
	steps, err := v.store.Steps(ctx, v.experiment.ID)
	var changed *store.ChangedError
	if errors.As(err, &changed) {
		v.addChangedRow(changed)
		err = nil
	}
	v.rows += len(steps)
	return err
}

// addChangedRow records a changed row that is not a game.
func (v *verification) addChangedRow(changed *store.ChangedError) {
	v.differences = append(v.differences, difference{What: changed.What()})
}

// addDifference records a difference in a game.
func (v *verification) addDifference(group, seating int, text string) {
	v.differences = append(v.differences, difference{&group, &seating, command.Detail(text)})
}

// prepare sets v.player or, if games cannot be played again, v.deriver.
func (v *verification) prepare(ctx context.Context, set *results.Set) {
	var err error
	if v.player, err = set.Replayer(ctx); err == nil {
		return
	}
	v.player, v.playError = nil, command.Detail(err.Error())
	if v.deriver, err = set.Definitions[0].Deriver(); err != nil {
		v.deriver, v.deriveError = nil, command.Detail(err.Error())
	}
}

// repeatGame plays a stored game again or, if that is impossible, derives it from its record. It
// returns the differences from the stored result.
func (v *verification) repeatGame(ctx context.Context, g *store.Game) ([]string, error) {
	kept, err := g.Finished()
	switch {
	case err != nil:
		return nil, err
	case v.player != nil:
		v.played++
		again, err := v.player.Game(ctx, g.Group, g.Seating)
		if err != nil {
			return nil, fmt.Errorf("cannot be played again: %w", err)
		}
		return derive.PlayedDifferences(kept, again)
	case v.deriver == nil || g.Record == nil:
		v.underivable++
		return nil, nil
	}
	v.derived++
	derived, err := v.deriver.Derive(ctx, g.Group, g.Seating, g.Record)
	if err != nil {
		return nil, err
	}
	return derive.Differences(kept, derived), nil
}

func (v *verification) write(stdio command.IO) error {
	id := v.experiment.Key[:min(shortID, len(v.experiment.Key))]
	for _, d := range v.differences {
		game := ""
		if d.Group != nil {
			game = fmt.Sprintf("game %d: ", *d.Group)
			if *d.Seating > 0 {
				game = fmt.Sprintf("game %d, seating %d: ", *d.Group, *d.Seating)
			}
		}
		fmt.Fprintf(stdio.Out, "%s %s%s\n", id, game, d.What)
	}
	parts := []string{english.Count(v.rows, "row")}
	if v.played > 0 {
		parts = append(parts, english.Count(v.played, "game")+" played again")
	}
	if v.derived > 0 {
		parts = append(parts, fmt.Sprintf("%s derived from the records (%s)", english.Count(v.derived, "game"), v.playError))
	}
	switch {
	case v.underivable == 0:
	case v.deriveError != "":
		parts = append(parts, fmt.Sprintf("%s that cannot be derived (%s)", english.Count(v.underivable, "game"), v.deriveError))
	default:
		parts = append(parts, fmt.Sprintf("%s without a record, which cannot be derived (%s)", english.Count(v.underivable, "game"), v.playError))
	}
	end := "all equal"
	if n := len(v.differences); n > 0 {
		end = english.Count(n, "difference")
	}
	_, err := fmt.Fprintf(stdio.Out, "%s %s, %s: %s; %s\n", id, command.Excerpt(entrantsOf(v.experiment)), printable.Line(v.experiment.Title), strings.Join(parts, ", "), end)
	return err
}

func (v *verification) facts() sheet.Facts {
	return sheet.FactsOf(
		"experiment", v.experiment.Key, "solvers", append([]string{}, v.experiment.Solvers...), "title", v.experiment.Title, "rows", v.rows,
		"played_again", v.played, "derived_from_records", v.derived, "without_record", v.underivable, "not_played_because", sheet.Sparse(v.playError),
		"not_derived_because", sheet.Sparse(v.deriveError), "differences", append([]difference{}, v.differences...),
	)
}
