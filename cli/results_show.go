package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/internal/shell"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/store"
)

type resultsShowOptions struct {
	storeReader
	experimentOptions
}

func newResultsShow(stdio IO) *cobra.Command {
	var o resultsShowOptions
	cmd := &cobra.Command{
		Use:   "show EXPERIMENT...",
		Short: "Print the table of experiments again, and where it comes from",
		Long: `Show prints the table that the command has printed which played the experiment, and
then where it comes from: the build, the commands, the machine, the times, and
whether all that is kept is as it was written. Solvers that have played the same
games are laid side by side, as if they had been measured together; so are two builds
of one.

An EXPERIMENT is the first letters of an id, a number in the file, or "last".`,
		Example: `  ouro results show last
  ouro results show 1f0c9a3 88e2b01        one table of both, with pairs
  ouro results show last --json >last.json
  ouro results show 3 --markdown --games-csv games.csv`,
		Args: someArgs("EXPERIMENT, the first letters of an id or \"last\"; ouro results list has them"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.storeReader.add(cmd)
	o.formFlags.add(cmd, "solver")
	fs := cmd.Flags()
	fs.StringVar(&o.gamesCSV, "games-csv", "", "also write every single game to this CSV `FILE`")
	fs.BoolVar(&o.noTimes, "no-times", false, "leave out thinking times, which differ from run to run")
	return cmd
}

func (o *resultsShowOptions) run(ctx context.Context, stdio IO, names []string) error {
	places, err := stdio.outputs(ctx, o.from.files(), o.gamesCSV)
	if err != nil {
		return err
	}
	written := false
	err = o.with(ctx, func(s *store.Store) error {
		all, err := named(ctx, s, names)
		if err != nil {
			return err
		}
		reports, err := recall(ctx, s, all)
		if err != nil {
			return err
		}
		if len(reports) > 1 && (o.csv || o.gamesCSV != "") {
			return usagef("a CSV table takes experiments of the same games: give one of these, or those that go together")
		}
		err = o.print(ctx, stdio, s, reports)
		if places[0] != nil {
			games, ok := reports[0].report.(*lab.Report)
			if !ok {
				return usagef("--games-csv: %s is no experiment of single games; ouro results export writes all of it", reports[0].Experiments[0].Short())
			}
			written = true
			err = errors.Join(err, places[0].Write(games.WriteGamesCSV))
		}
		for _, r := range reports {
			for _, what := range r.changed {
				fmt.Fprintf(stdio.Err, "ouro: %s\n", printable.Line(leftOut(what)))
			}
		}
		return err
	})
	if !written {
		err = errors.Join(err, closeAll(places))
	}
	return err
}

func (o *resultsShowOptions) print(ctx context.Context, stdio IO, s *store.Store, reports []recalled) error {
	var docs, sets []sheet.Facts
	for i := range reports {
		r := &reports[i]
		if o.noTimes {
			r.report = untimed(r.report)
		}
		var ids []string
		var from []source
		for j := range r.Experiments {
			one, err := o.source(ctx, s, &r.Experiments[j], r)
			if err != nil {
				return err
			}
			ids, from, docs = append(ids, one.Key), append(from, one), append(docs, one.facts())
		}
		sets = append(sets, sheet.FactsOf("experiments", ids, "report", r.report))
		if o.json {
			continue
		}
		if i > 0 {
			fmt.Fprintln(stdio.Out)
		}
		if err := o.write(stdio.Out, r.report); err != nil {
			return err
		}
		for j := range from {
			if !o.csv {
				from[j].write(stdio.Out, o.markdown)
			}
		}
	}
	if o.json {
		return encodeJSON(stdio.Out, sheet.FactsOf("schema", schema{}, "experiments", docs, "reports", sets))
	}
	return nil
}

// leftOut says what was changed and what became of it.
func leftOut(what *store.ChangedError) string {
	if what.IsGame() {
		return what.Error() + "; it is left out"
	}
	return what.Error() + "; the games that are there are counted"
}

// source is where an experiment comes from.
type source struct {
	experimentTotals
	runs    []store.Run
	changed int  // games that are not as they were written
	flawed  bool // or its runs are not
}

func (o *resultsShowOptions) source(ctx context.Context, s *store.Store, e *store.Experiment, r *recalled) (source, error) {
	from := source{experimentTotals: experimentTotals{Experiment: e}}
	totals, err := s.Totals(ctx)
	if err != nil {
		return from, err
	}
	from.Totals = totals[e.ID]
	for _, what := range r.changed {
		if what.Experiment == e.Key {
			from.flawed = from.flawed || !what.IsGame()
			if what.IsGame() {
				from.changed++
			}
		}
	}
	from.runs, err = s.Runs(ctx, e.ID)
	return from, err
}

func (f *source) facts() sheet.Facts {
	return append(f.experimentTotals.facts(), sheet.FactsOf(
		"changed_rows", f.changed,
		"runs", sheet.Each(f.runs, func(r *store.Run) sheet.Facts {
			return sheet.FactsOf("command", r.Command, "machine", r.Machine, "games", r.Games,
				"began", r.Began.UTC().Format(time.RFC3339), "ended", r.Ended.UTC().Format(time.RFC3339),
				"changed", sheet.Sparse(r.Changed || r.Games != r.Wrote))
		}),
	)...)
}

// write says where the experiment comes from, a line for each thing.
func (f *source) write(w io.Writer, markdown bool) {
	head, indent := "\n%s\n", "  "
	text := printable.Line
	if markdown {
		head, indent = "\n%s\n\n", "- "
		text = func(s string) string { return sheet.MarkdownText(printable.Line(s)) }
	}
	fmt.Fprintf(w, head, text(fmt.Sprintf("experiment %s, number %d: %s", f.Short(), f.ID, entrantsOf(f.Experiment))))
	line := func(format string, args ...any) { fmt.Fprintln(w, indent+text(fmt.Sprintf(format, args...))) }
	line("build: ouro %s", f.Build)
	for i := range f.runs {
		r := &f.runs[i]
		line("%s", cmp.Or(shell.Again("ouro", r.Command), "a command that is none"))
		if r.Changed {
			line("  which was CHANGED since it was written")
		}
		if r.Games != r.Wrote {
			line("  of whose %s %d are there", english.Count(r.Wrote, "game"), r.Games)
		}
		line("  %s to %s: %s, on %s", r.Began.Local().Format("2006-01-02 15:04"), r.Ended.Local().Format("15:04"), english.Count(r.Games, "game"), r.Machine)
	}
	rows := english.Count(f.Totals.Games, "row") + ", all as they were written"
	switch {
	case f.flawed:
		rows = fmt.Sprintf("%s, which are NOT what its runs have written; ouro results verify names the differences", english.Count(f.Totals.Games, "row"))
	case f.changed > 0:
		rows = fmt.Sprintf("%s, of which %d were CHANGED since they were written and are left out", english.Count(f.Totals.Games, "row"), f.changed)
	}
	line("games %d to %d: %s", f.First, f.Experiment.Last, rows)
}
