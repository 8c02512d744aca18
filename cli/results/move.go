package results

import (
	"bufio"
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/definition"
	"ouro/internal/english"
	"ouro/internal/outfile"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/results"
	"ouro/store"
)

type exportOptions struct {
	experiment.Reader
	query
	to      string
	records string
}

func newExport(stdio command.IO) *cobra.Command {
	var o exportOptions
	cmd := &cobra.Command{
		Use:   "export [EXPERIMENT]...",
		Short: "Write experiments to a file for ouro results import",
		Long: `Export writes experiments with all their games and records as lines of JSON. It writes the
experiments that are named or selected by flags, or else all. ouro results import adds
them to another results file, on any machine; games that the other file already has stay
unchanged.

With --records it writes separate files instead. It creates a DIRECTORY for each
experiment, with a line of JSON for each game, the game's record, and its log in the
format of the official engine. A game that was stored without a record is played again
to get its record, if this is the build that played it.`,
		Example: `  ouro results export --to results.jsonl
  ouro results export last | gzip >last.jsonl.gz
  ouro results export --solver cell --since 7d --to cell.jsonl
  ouro results export last --records games`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.Reader.Add(cmd)
	o.query.add(cmd)
	cmd.Flags().StringVar(&o.to, "to", "", "write to this `FILE` (default standard output)")
	cmd.Flags().StringVar(&o.records, "records", "", "write a record of every game to this `DIRECTORY`; also its log and a line of JSON")
	flags.Exclusive(cmd, "to", "records")
	return cmd
}

func (o *exportOptions) run(ctx context.Context, stdio command.IO, names []string) error {
	if err := o.check(nil); err != nil {
		return err
	}
	if o.records != "" {
		return o.exportRecords(ctx, stdio, names)
	}
	places, err := stdio.Outputs(ctx, o.Flag.Files(), o.to)
	if err != nil {
		return err
	}
	written := false
	err = o.With(ctx, func(s *store.Store) error {
		all, err := o.choose(ctx, s, names)
		if err != nil {
			return err
		}
		ids, content := contents(all)
		if places[0] == nil {
			return s.Export(ctx, stdio.Out, ids...)
		}
		written = true
		if err := places[0].Write(func(w io.Writer) error { return s.Export(ctx, w, ids...) }); err != nil {
			return err
		}
		_, err = fmt.Fprintf(stdio.Err, "ouro: %s written to %s\n", content, printable.Line(o.to))
		return err
	})
	if !written {
		err = errors.Join(err, command.CloseAll(places))
	}
	return err
}

// contents returns the IDs of experiments, and a text with the numbers of experiments and games.
func contents(all []store.Experiment) (ids []int64, text string) {
	games := 0
	for i := range all {
		ids, games = append(ids, all[i].ID), games+all[i].Games
	}
	return ids, fmt.Sprintf("%s with %s", english.Count(len(ids), "experiment"), english.Count(games, "game"))
}

// choose returns the named experiments or, without names, the experiments that match the flags. It
// returns an error if no experiment matches.
func (q *query) choose(ctx context.Context, s *store.Store, names []string) ([]store.Experiment, error) {
	all, err := experiment.Find(ctx, s, names)
	if err == nil && len(names) == 0 {
		all, err = q.find(ctx, s)
	}
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s: no experiment matches; ouro results list prints all", s.File())
	}
	return all, err
}

type importOptions struct{ experiment.Reader }

func newImport(stdio command.IO) *cobra.Command {
	var o importOptions
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
		Args: command.SomeArgs("FILE, written by ouro results export"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.Reader.Add(cmd)
	return cmd
}

func (o *importOptions) run(ctx context.Context, stdio command.IO, files []string) error {
	if o.Flag.Name() == "" {
		return command.Usagef("%s: want --store FILE, or %s=FILE in the environment", o.Flag.Command.CommandPath(), flags.StoreVariable)
	}
	_, statErr := os.Stat(o.Flag.Name()) // nil if the file exists before the import
	s, err := experiment.OpenStore(ctx, &o.Flag)
	if err != nil {
		return err
	}
	for _, file := range files {
		if err = o.importPath(ctx, stdio, s, file); ctx.Err() != nil {
			err = ctx.Err()
		}
		if err != nil {
			break
		}
	}
	if err == nil || statErr == nil {
		return errors.Join(err, s.Close())
	}
	all, findErr := s.Find(context.WithoutCancel(ctx), store.Query{})
	err = errors.Join(err, s.Close())
	if findErr == nil && len(all) == 0 { // the import created the file and added nothing
		for _, name := range o.Flag.Files() {
			_ = os.Remove(name)
		}
	}
	return err
}

// importPath imports a file, or the directory of a tournament of an earlier version.
func (o *importOptions) importPath(ctx context.Context, stdio command.IO, s *store.Store, file string) (err error) {
	var count store.ImportCount
	if results.IsFolder(file) {
		count, err = results.ImportFolder(ctx, s, file, experiment.RunOf(o.Flag.Command))
	} else {
		count, err = importFile(ctx, stdio, s, file)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", printable.Line(file), err)
	}
	_, err = fmt.Fprintf(stdio.Out, "%s: %s with %s, %d of them already stored\n", printable.Line(file),
		english.Count(count.Experiments, "experiment"), english.Count(count.Games, "game"), count.Known)
	return err
}

type forgetOptions struct {
	experiment.Reader
	query
	yes bool
}

func newForget(stdio command.IO) *cobra.Command {
	var o forgetOptions
	cmd := &cobra.Command{
		Use:   "forget [EXPERIMENT]...",
		Short: "Remove experiments and their games",
		Long: `Forget removes the experiments that are named or selected by flags, with all their games,
and shrinks the file. It first prints these experiments and asks for confirmation; without
a terminal it needs --yes.`,
		Example: `  ouro results forget 1f0c9a3
  ouro results forget --build 3f2a91c --until 90d
  ouro results forget last --yes`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.Reader.Add(cmd)
	o.query.add(cmd)
	cmd.Flags().BoolVar(&o.yes, "yes", false, "do not ask for confirmation")
	return cmd
}

func (o *forgetOptions) run(ctx context.Context, stdio command.IO, names []string) error {
	if err := o.check(nil); err != nil {
		return err
	}
	if len(names) == 0 && !o.query.isGiven() {
		return command.Usagef("%s: missing EXPERIMENT, or a flag that selects experiments, such as --until 90d", o.Flag.Command.CommandPath())
	}
	return o.With(ctx, func(s *store.Store) error {
		all, changed, err := experiment.FindOrChanged(ctx, s, names)
		for i := range changed {
			all = append(all, changed[i].Experiment)
		}
		if err == nil && len(all) == 0 {
			all, err = o.choose(ctx, s, nil)
		}
		if err != nil {
			return err
		}
		totals, err := s.Totals(ctx)
		if err != nil {
			return err
		}
		ids, content := contents(all)
		if !o.yes {
			if err := o.confirm(ctx, stdio, content, totalsOf(all, totals)); err != nil {
				return err
			}
		}
		if err := s.Forget(ctx, ids...); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(stdio.Out, "removed: %s\n", content); err != nil {
			return err
		}
		return s.Compact(ctx)
	})
}

// confirm returns an error unless the user confirms that the experiments in rows are removed.
func (o *forgetOptions) confirm(ctx context.Context, stdio command.IO, content string, rows []experimentTotals) error {
	if !command.IsTerminal(stdio.In) || !command.IsTerminal(stdio.Err) {
		return command.Usagef("removing %s without a terminal needs --yes", content)
	}
	fmt.Fprintf(stdio.Err, "%s\n\nRemove %s? [y/N] ", strings.Join(listLines(rows, command.Columns(stdio.Err)), "\n"), content)
	in, err := command.OpenFile(ctx, stdio.In, "-") // reading stops when ctx ends
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

func importFile(ctx context.Context, stdio command.IO, s *store.Store, file string) (store.ImportCount, error) {
	in, err := command.OpenFile(ctx, stdio.In, file)
	if err != nil {
		return store.ImportCount{}, err
	}
	bar, began := progress.New(stdio.Err), time.Now()
	count, err := s.Import(ctx, in, func(count store.ImportCount) {
		bar.DrawOpen(time.Since(began), english.Count(count.Games, "game"), english.Count(count.Experiments, "experiment"))
	})
	bar.Clear()
	return count, errors.Join(err, in.Close())
}

func (o *exportOptions) exportRecords(ctx context.Context, stdio command.IO, names []string) error {
	return o.With(ctx, func(s *store.Store) error {
		all, err := o.choose(ctx, s, names)
		if err != nil {
			return err
		}
		x := &recordsExport{sys: stdio.Files, bar: progress.New(stdio.Err)}
		defer x.bar.Clear()
		for i := range all {
			x.total += all[i].Games
		}
		for i := range all {
			e := &all[i]
			if e.Kind == string(definition.Exact) {
				continue
			}
			sets, err := results.Sets(s, []store.Experiment{*e})
			if err != nil {
				return err
			}
			if err := x.export(ctx, sets[0], filepath.Join(o.records, e.Short())); err != nil {
				return fmt.Errorf("experiment %s: %w", e.Short(), err)
			}
		}
		x.bar.Clear()
		text := fmt.Sprintf("%s written to %s", english.Count(x.done, "game"), printable.Line(o.records))
		if x.missing > 0 {
			text += fmt.Sprintf(", %d of them without a record (%s)", x.missing, x.why)
		}
		_, err = fmt.Fprintf(stdio.Err, "ouro: %s\n", text)
		return err
	})
}

// recordsExport is the state of an export with --records.
type recordsExport struct {
	sys         outfile.System
	bar         *progress.Bar
	done, total int
	missing     int    // games without a record
	why         string // why the first of these games has no record
}

// export writes the games of a set of experiments into a directory.
func (x *recordsExport) export(ctx context.Context, set *results.Set, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var lines bytes.Buffer
	for f, err := range set.Games(ctx) {
		var changed *store.ChangedError
		if errors.As(err, &changed) {
			continue // ouro results verify reports changed games
		}
		if err != nil {
			return err
		}
		line, err := json.Marshal(f)
		if err != nil {
			return err
		}
		lines.Write(append(line, '\n'))
		if err := x.writeFiles(ctx, set, f, dir); err != nil {
			return err
		}
		x.done++
		x.bar.Count(x.done, x.total, "game")
	}
	err := outfile.In(x.sys, dir, "games.jsonl").Write(func(w io.Writer) error {
		_, err := w.Write(lines.Bytes())
		return err
	})
	return errors.Join(err, outfile.SyncDir(x.sys, dir))
}

// writeFiles writes the record and the log of a game. It first plays the game again if it was stored
// without a record.
func (x *recordsExport) writeFiles(ctx context.Context, set *results.Set, f *lab.Finished, dir string) error {
	if f.Record == nil {
		again, err := set.Recorded(ctx, int(f.Tally.Group), int(f.Tally.Seating))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if x.missing++; x.missing == 1 {
				x.why = command.Detail(err.Error())
			}
			return nil
		}
		f = again
	}
	name := fmt.Sprintf("%06d-%d", f.Tally.Group, f.Tally.Seating)
	for _, file := range []struct {
		content encoding.TextMarshaler
		name    string
	}{{f.Record, name + ".ouro"}, {f.Log, name + ".jsonl"}} {
		if file.content == nil {
			continue
		}
		if err := outfile.In(x.sys, dir, file.name).WriteUnsynced(command.RecordText(file.content)); err != nil {
			return err
		}
	}
	return nil
}
