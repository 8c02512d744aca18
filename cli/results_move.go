package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/results"
	"ouro/store"
)

type resultsExportOptions struct {
	storeReader
	query
	to      string
	records string
}

func newResultsExport(stdio IO) *cobra.Command {
	var o resultsExportOptions
	cmd := &cobra.Command{
		Use:   "export [EXPERIMENT]...",
		Short: "Write experiments to a file for ouro results import",
		Long: `Export writes experiments with all their games and records as lines of JSON: those that
are named or selected by flags, or else all. ouro results import adds them to another
results file, on any machine; games that it already has stay unchanged.

With --records it writes separate files instead: a DIRECTORY for each experiment with a
line of JSON for each game, its record, and its log in the format of the official engine.
Games stored without a record are played again to make one, if this is the same build.`,
		Example: `  ouro results export --to results.jsonl
  ouro results export last | gzip >last.jsonl.gz
  ouro results export --solver cell --since 7d --to cell.jsonl
  ouro results export last --records games`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.storeReader.add(cmd)
	o.query.add(cmd)
	cmd.Flags().StringVar(&o.to, "to", "", "write to this `FILE` (default standard output)")
	cmd.Flags().StringVar(&o.records, "records", "", "write a record of every game to this `DIRECTORY`; also its log and a line of JSON")
	exclusive(cmd, "to", "records")
	return cmd
}

func (o *resultsExportOptions) run(ctx context.Context, stdio IO, names []string) error {
	if err := o.check(nil); err != nil {
		return err
	}
	if o.records != "" {
		return o.exportRecords(ctx, stdio, names)
	}
	places, err := stdio.outputs(ctx, o.from.files(), o.to)
	if err != nil {
		return err
	}
	written := false
	err = o.with(ctx, func(s *store.Store) error {
		all, err := o.chosen(ctx, s, names)
		if err != nil {
			return err
		}
		ids, what := contents(all)
		if places[0] == nil {
			return s.Export(ctx, stdio.Out, ids...)
		}
		written = true
		if err := places[0].Write(func(w io.Writer) error { return s.Export(ctx, w, ids...) }); err != nil {
			return err
		}
		_, err = fmt.Fprintf(stdio.Err, "ouro: %s written to %s\n", what, printable.Line(o.to))
		return err
	})
	if !written {
		err = errors.Join(err, closeAll(places))
	}
	return err
}

// contents returns the numbers of experiments, and their sizes as text.
func contents(all []store.Experiment) (ids []int64, what string) {
	games := 0
	for i := range all {
		ids, games = append(ids, all[i].ID), games+all[i].Games
	}
	return ids, fmt.Sprintf("%s with %s", english.Count(len(ids), "experiment"), english.Count(games, "game"))
}

// chosen returns the experiments that are named, or else those that match the flags. No
// experiment is an error.
func (q *query) chosen(ctx context.Context, s *store.Store, names []string) ([]store.Experiment, error) {
	all, err := findNamed(ctx, s, names)
	if err == nil && len(names) == 0 {
		all, err = q.find(ctx, s)
	}
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: no experiment matches; ouro results list prints all", s.File())
	}
	return all, err
}

type resultsImportOptions struct{ storeReader }

func newResultsImport(stdio IO) *cobra.Command {
	var o resultsImportOptions
	cmd := &cobra.Command{
		Use:   "import FILE|DIRECTORY...",
		Short: "Add exported experiments, or a tournament of earlier versions",
		Long: `Import adds experiments that were exported from another results file, or the tournament
that an earlier version stored in a DIRECTORY. It creates the results file if necessary.
Games that are already stored stay unchanged, so importing twice changes nothing. Each
game is checked against its checksum. An invalid line ends the import; everything before
it stays stored.

A file may be packed by gzip. "-" reads standard input. Import plays no games and starts
no programs.`,
		Example: `  ouro results import results.jsonl --store all.db
  ouro results import last.jsonl.gz
  ouro results import arena-1f0c9a3b`,
		Args: someArgs("FILE, written by ouro results export"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.storeReader.add(cmd)
	return cmd
}

func (o *resultsImportOptions) run(ctx context.Context, stdio IO, files []string) error {
	if o.from.name() == "" {
		return usagef("%s: want --store FILE, or %s=FILE in the environment", o.from.cmd.CommandPath(), storeVariable)
	}
	_, before := os.Stat(o.from.name())
	s, err := openStore(ctx, &o.from)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err = o.take(ctx, stdio, s, file); ctx.Err() != nil {
			err = ctx.Err()
		}
		if err != nil {
			break
		}
	}
	if err == nil || before == nil {
		return errors.Join(err, s.Close())
	}
	all, failed := s.Find(context.WithoutCancel(ctx), store.Query{})
	err = errors.Join(err, s.Close())
	if failed == nil && len(all) == 0 { // the import created the file and added nothing
		for _, name := range o.from.files() {
			_ = os.Remove(name)
		}
	}
	return err
}

// take imports one file, or the directory of a tournament of an earlier version.
func (o *resultsImportOptions) take(ctx context.Context, stdio IO, s *store.Store, file string) (err error) {
	var done store.ImportCount
	if results.IsFolder(file) {
		done, err = results.ImportFolder(ctx, s, file, runOf(o.from.cmd))
	} else {
		done, err = importFile(ctx, stdio, s, file)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", printable.Line(file), err)
	}
	_, err = fmt.Fprintf(stdio.Out, "%s: %s with %s, %d of them already stored\n", printable.Line(file),
		english.Count(done.Experiments, "experiment"), english.Count(done.Games, "game"), done.Known)
	return err
}

type resultsForgetOptions struct {
	storeReader
	query
	yes bool
}

func newResultsForget(stdio IO) *cobra.Command {
	var o resultsForgetOptions
	cmd := &cobra.Command{
		Use:   "forget [EXPERIMENT]...",
		Short: "Remove experiments and their games",
		Long: `Forget removes the experiments that are named or selected by flags, with all their games,
and shrinks the file. It prints them and asks for confirmation; without a terminal it
needs --yes.`,
		Example: `  ouro results forget 1f0c9a3
  ouro results forget --build 3f2a91c --until 90d
  ouro results forget last --yes`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.storeReader.add(cmd)
	o.query.add(cmd)
	cmd.Flags().BoolVar(&o.yes, "yes", false, "do not ask for confirmation")
	return cmd
}

func (o *resultsForgetOptions) run(ctx context.Context, stdio IO, names []string) error {
	if err := o.check(nil); err != nil {
		return err
	}
	if len(names) == 0 && !o.query.given() {
		return usagef("%s: missing EXPERIMENT, or a flag that selects experiments, such as --until 90d", o.from.cmd.CommandPath())
	}
	return o.with(ctx, func(s *store.Store) error {
		all, changed, err := findNamedOrChanged(ctx, s, names)
		for i := range changed {
			all = append(all, changed[i].Experiment)
		}
		if err == nil && len(all) == 0 {
			all, err = o.chosen(ctx, s, nil)
		}
		if err != nil {
			return err
		}
		totals, err := s.Totals(ctx)
		if err != nil {
			return err
		}
		ids, what := contents(all)
		if !o.yes {
			if err := o.confirm(ctx, stdio, what, totalsOf(all, totals)); err != nil {
				return err
			}
		}
		if err := s.Forget(ctx, ids...); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(stdio.Out, "removed: %s\n", what); err != nil {
			return err
		}
		return s.Compact(ctx)
	})
}

func (o *resultsForgetOptions) confirm(ctx context.Context, stdio IO, what string, rows []experimentTotals) error {
	if !isTerminal(stdio.In) || !isTerminal(stdio.Err) {
		return usagef("to remove %s without a terminal, give --yes", what)
	}
	fmt.Fprintf(stdio.Err, "%s\n\nRemove %s? [y/N] ", strings.Join(listLines(rows, columns(stdio.Err)), "\n"), what)
	in, err := openFile(ctx, stdio.In, "-") // stops with ctx
	if err != nil {
		return err
	}
	answer, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return errors.New("nothing was removed")
	}
	return nil
}

func importFile(ctx context.Context, stdio IO, s *store.Store, file string) (store.ImportCount, error) {
	in, err := openFile(ctx, stdio.In, file)
	if err != nil {
		return store.ImportCount{}, err
	}
	bar, began := newProgress(stdio.Err), time.Now()
	done, err := s.Import(ctx, in, func(done store.ImportCount) {
		bar.drawOpen(time.Since(began), english.Count(done.Games, "game"), english.Count(done.Experiments, "experiment"))
	})
	bar.clear()
	return done, errors.Join(err, in.Close())
}
