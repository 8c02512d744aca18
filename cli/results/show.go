package results

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/internal/shell"
	"ouro/lab"
	"ouro/lab/sheet"
	"ouro/results"
	"ouro/store"
)

type showOptions struct {
	experiment.Reader
	experiment.Flags
}

func newShow(stdio command.IO) *cobra.Command {
	var o showOptions
	cmd := &cobra.Command{
		Use:   "show EXPERIMENT...",
		Short: "Print the tables of experiments and their origin",
		Long: `Show prints the same table as the command that played the experiment, and then the origin
of the experiment: the build, the commands, the machine, the times, and whether all rows
are unchanged. Solvers or builds that played the same games are in one table, as if one
command had measured them.

An EXPERIMENT is the start of an id, a number in the file, or "last".`,
		Example: `  ouro results show last
  ouro results show 1f0c9a3 88e2b01        one table of both, with pairs
  ouro results show last --json >last.json
  ouro results show 3 --markdown --games-csv games.csv`,
		Args: command.SomeArgs("EXPERIMENT: the start of an id, a number or \"last\"; ouro results list prints them"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.Reader.Add(cmd)
	o.Form.Add(cmd, "solver")
	fs := cmd.Flags()
	fs.StringVar(&o.GamesCSV, "games-csv", "", "also write a row for each game to this CSV `FILE`")
	fs.BoolVar(&o.NoTimes, "no-times", false, "omit thinking times, which differ from run to run")
	return cmd
}

func (o *showOptions) run(ctx context.Context, stdio command.IO, names []string) error {
	places, err := stdio.Outputs(ctx, o.Flag.Files(), o.GamesCSV)
	if err != nil {
		return err
	}
	written := false
	err = o.With(ctx, func(s *store.Store) error {
		all, err := experiment.Find(ctx, s, names)
		if err != nil {
			return err
		}
		reports, err := readReports(ctx, s, all)
		if err != nil {
			return err
		}
		if len(reports) > 1 && (o.CSV || o.GamesCSV != "") {
			return command.Usagef("--csv and --games-csv need experiments with the same games; give fewer EXPERIMENTs")
		}
		err = o.print(ctx, stdio, s, reports)
		if places[0] != nil {
			games, ok := reports[0].report.(*lab.Report)
			if !ok {
				return command.Usagef("--games-csv: experiment %s has no games; ouro results export writes all of it", reports[0].Experiments[0].Short())
			}
			written = true
			err = errors.Join(err, places[0].Write(games.WriteGamesCSV))
		}
		for _, r := range reports {
			for _, changed := range r.changed {
				fmt.Fprintf(stdio.Err, "ouro: %s\n", printable.Line(omittedText(changed)))
			}
		}
		return err
	})
	if !written {
		err = errors.Join(err, command.CloseAll(places))
	}
	return err
}

func (o *showOptions) print(ctx context.Context, stdio command.IO, s *store.Store, reports []storedReport) error {
	var docs, sets []sheet.Facts
	for i := range reports {
		r := &reports[i]
		if o.NoTimes {
			r.report = withoutTimes(r.report)
		}
		var ids []string
		var sources []source
		for j := range r.Experiments {
			origin, err := o.source(ctx, s, &r.Experiments[j], r)
			if err != nil {
				return err
			}
			ids, sources, docs = append(ids, origin.Key), append(sources, origin), append(docs, origin.facts())
		}
		sets = append(sets, sheet.FactsOf("experiments", ids, "report", r.report))
		if o.JSON {
			continue
		}
		if i > 0 {
			fmt.Fprintln(stdio.Out)
		}
		if err := o.Write(stdio.Out, r.report); err != nil {
			return err
		}
		for j := range sources {
			if !o.CSV {
				sources[j].write(stdio.Out, o.Markdown)
			}
		}
	}
	if o.JSON {
		return command.WriteJSON(stdio.Out, sheet.FactsOf("schema", command.SchemaVersion{}, "experiments", docs, "reports", sets))
	}
	return nil
}

// omittedText returns the text of an error about a changed row, and whether the report omits the game
// or counts the other games.
func omittedText(changed *store.ChangedError) string {
	if changed.IsGame() {
		return changed.Error() + "; the game is omitted"
	}
	return changed.Error() + "; the other games are counted"
}

// source describes the origin of an experiment.
type source struct {
	experimentTotals
	runs    []store.Run
	changed int  // number of changed games
	flawed  bool // whether other rows were changed
}

func (o *showOptions) source(ctx context.Context, s *store.Store, e *store.Experiment, r *storedReport) (source, error) {
	origin := source{experimentTotals: experimentTotals{Experiment: e}}
	totals, err := s.Totals(ctx)
	if err != nil {
		return origin, err
	}
	origin.Totals = totals[e.ID]
	for _, changed := range r.changed {
		if changed.Experiment == e.Key {
			origin.flawed = origin.flawed || !changed.IsGame()
			if changed.IsGame() {
				origin.changed++
			}
		}
	}
	origin.runs, err = s.Runs(ctx, e.ID)
	return origin, err
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

// write prints the origin of the report, with one fact on each line.
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
		line("%s", cmp.Or(shell.Again("ouro", r.Command), "a command that cannot be read"))
		if r.Changed {
			line("  CHANGED outside of ouro")
		}
		if r.Games != r.Wrote {
			line("  %d of %s are left", r.Games, english.Count(r.Wrote, "game"))
		}
		line("  %s to %s: %s, on %s", r.Began.Local().Format("2006-01-02 15:04"), r.Ended.Local().Format("15:04"), english.Count(r.Games, "game"), r.Machine)
	}
	rows := english.Count(f.Totals.Games, "row") + ", all unchanged"
	switch {
	case f.flawed:
		rows = fmt.Sprintf("%s, NOT all that the runs have written; ouro results verify prints the differences", english.Count(f.Totals.Games, "row"))
	case f.changed > 0:
		rows = fmt.Sprintf("%s, %d of them CHANGED outside of ouro and omitted", english.Count(f.Totals.Games, "row"), f.changed)
	}
	line("games %d to %d: %s", f.First, f.Experiment.Last, rows)
}

// storedReport is the report of experiments with the same games, and the rows of these experiments
// that another program has changed.
type storedReport struct {
	*results.Set
	report  experiment.Writable
	changed []*store.ChangedError
}

// readReports returns the reports of experiments. Experiments with the same games share a report.
func readReports(ctx context.Context, s *store.Store, all []store.Experiment) (reports []storedReport, err error) {
	sets, err := results.Sets(s, all)
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		r := storedReport{Set: set}
		if set.HasGames() {
			r.report, r.changed, err = set.Report(ctx, nil)
		} else {
			err = r.readFacts(ctx)
		}
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// readFacts reads the report of an experiment without games.
func (r *storedReport) readFacts(ctx context.Context) error {
	f, err := r.ReadResult(ctx)
	if err == nil {
		r.report, r.changed = factsReport{f.Sheet, f.Facts}, f.Changed
	}
	return err
}

// factsReport is a report without games: a sheet for people, and facts for JSON.
type factsReport struct {
	sheet *sheet.Sheet
	facts sheet.Facts
}

func (r factsReport) WriteTable(w io.Writer, width int) error { return r.sheet.WriteText(w, width) }

func (r factsReport) WriteMarkdown(w io.Writer) error { return r.sheet.WriteMarkdown(w) }

func (r factsReport) WriteJSON(w io.Writer) error { return command.WriteJSON(w, r.facts) }

func (r factsReport) MarshalJSON() ([]byte, error) { return r.facts.MarshalJSON() }

func (r factsReport) WriteCSV(w io.Writer) error {
	return sheet.WriteCSV(w, r.facts, slices.Values([]sheet.Facts{r.facts}))
}

func withoutTimes(r experiment.Writable) experiment.Writable {
	if games, ok := r.(*lab.Report); ok {
		return games.WithoutTimes()
	}
	return r
}
