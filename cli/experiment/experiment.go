// Package experiment plays many games for a command, on this machine or on a fleet, and prints the
// report. [Flags] holds the flags of the command, [Experiment] its plan. [StoreFlag] and [Storage]
// store the games in the results file; [Reader] reads that file.
package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/fleet"
	"ouro/cli/progress"
	"ouro/definition"
	"ouro/internal/outfile"
	"ouro/internal/shell"
	"ouro/lab"
)

// Flags are the flags of every command that plays many games.
type Flags struct {
	Timeout flags.Timeout

	Form
	NoTimes           bool
	GamesCSV, records string
	Store             StoreFlag
	Fleet             fleet.Flags

	Command *cobra.Command
}

// Add adds the flags. row describes a row of the CSV table.
func (o *Flags) Add(cmd *cobra.Command, row string) {
	o.Command = cmd
	fs := cmd.Flags()
	o.Form.Add(cmd, row)
	fs.BoolVar(&o.NoTimes, "no-times", false, "omit thinking times, which differ from run to run")
	fs.StringVar(&o.GamesCSV, "games-csv", "", "also write a row for each game to this CSV `FILE`")
	fs.StringVar(&o.records, "records", "", "write a record of every game to this `DIRECTORY`")
	o.Store.Add(cmd, StoreUsage)
	o.Fleet.Add(cmd, "")
	o.Timeout.Add(cmd)
}

func (o *Flags) Check() error { return cmp.Or(o.Fleet.Check(), o.Timeout.Check()) }

// Experiment is a plan with functions of its command. A function may be nil unless its comment
// states otherwise.
type Experiment struct {
	Definition   definition.Definition // the definition that Plan plays
	Plan         lab.Plan
	GuestTimeout time.Duration // timeout of a remote snake
	Resume       string        // the experiment whose games with remote snakes also count, or ""
	Kept         *Storage      // stores the games; Games sets it before the first game; nil if nothing is stored
	folder       *recordFolder // the directory of records; Games sets it before the first game
	Files        []File

	Record  func(t *lab.Tally) string                   // returns the name of a game's record without directory and extension; not nil with --records
	Before  func() error                                // runs before the games
	Open    func(ctx context.Context) (lab.Plan, error) // returns a plan whose Play plays the games on this machine
	Measure func(r *lab.Report) error                   // adds figures to the report

	// Show plays the games, displays them, and reports whether the user left the display before
	// the last game ended. It is never nil.
	Show func(ctx context.Context, g *Running) (left bool, err error)
	// Summary returns the lines to print after the report.
	Summary func(r *lab.Report, kept *Storage) []string
	// Partial returns a command that skips the first groups, which are complete. It continues an
	// interrupted run whose games are not stored.
	Partial func(complete int) string
}

// Running is an experiment whose missing games are being played.
type Running struct {
	Games *lab.Count
	Bar   *progress.Bar
}

// File is a part of a report that has its own file.
type File struct {
	Name  string // "" if the user did not request the file
	Write func(r *lab.Report, w io.Writer) error
}

// Play plays the missing games of e, and prints the report and writes its files.
func (o *Flags) Play(ctx context.Context, stdio command.IO, e *Experiment) (*lab.Report, error) {
	files := append(e.Files, File{o.GamesCSV, (*lab.Report).WriteGamesCSV})
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	places, err := stdio.Outputs(ctx, o.Store.Files(), names...)
	if err != nil {
		return nil, err
	}
	report, summary, err := o.Games(ctx, stdio, e)
	if report == nil || len(report.Games) == 0 && err != nil && ctx.Err() == nil {
		return nil, errors.Join(err, command.CloseAll(places))
	}
	errs := []error{err}
	if e.Measure != nil {
		errs = append(errs, e.Measure(report))
	}
	if o.NoTimes {
		report = report.WithoutTimes()
	}
	printed := o.Write(stdio.Out, report)
	errs = append(errs, printed)
	for i, place := range places {
		if place != nil {
			errs = append(errs, place.Write(func(w io.Writer) error { return files[i].Write(report, w) }))
		}
	}
	if printed == nil {
		PrintSummary(stdio.Err, summary)
	}
	return report, errors.Join(errs...)
}

// PrintSummary prints the lines after a report.
func PrintSummary(stderr io.Writer, summary []string) {
	for _, line := range summary {
		fmt.Fprintf(stderr, "ouro: %s\n", line)
	}
}

// Games plays the missing games. It returns the report and the lines to print after it, or no
// report if the plan cannot be played.
func (o *Flags) Games(ctx context.Context, stdio command.IO, e *Experiment) (r *lab.Report, summary []string, err error) {
	if e.Before != nil {
		if err := e.Before(); err != nil {
			return nil, nil, err
		}
	}
	e.folder = &recordFolder{sys: stdio.Files, dir: o.records}
	if err := e.folder.open(); err != nil {
		return nil, nil, err
	}
	if e.Kept, err = o.Store.open(ctx, &e.Definition, &e.Plan, e.GuestTimeout, e.Resume); err != nil {
		return nil, nil, err
	}
	bar := progress.New(stdio.Err)
	link, err := o.Fleet.Open(ctx, bar)
	if err == nil {
		defer link.Close()
		r, summary, err = o.run(ctx, stdio, e, link, bar)
	}
	closeErr := e.Kept.Close()
	if closeErr != nil && (err == nil || !strings.Contains(err.Error(), closeErr.Error())) {
		err = errors.Join(err, closeErr)
	}
	return r, summary, errors.Join(err, e.folder.close())
}

// run plays the missing games, locally or on a fleet.
func (o *Flags) run(ctx context.Context, stdio command.IO, e *Experiment, link *fleet.Link, bar *progress.Bar) (*lab.Report, []string, error) {
	plan, kept := e.Plan, e.Kept
	o.storeGames(&plan, e)
	games, err := lab.Open(plan)
	if err != nil {
		return nil, nil, command.Usage(err)
	}
	kept.printNotes(stdio.Err, games)
	left := false
	if !games.Complete() {
		if err := o.prepare(ctx, e, games, link); err != nil {
			if ctx.Err() == nil {
				return nil, nil, err
			}
			r := games.Report() // the command was interrupted before the first game
			return r, []string{o.partialText(r, e, link)}, err
		}
		left, err = e.Show(ctx, &Running{games, bar})
		bar.Clear()
	}
	r := games.Report()
	if kept != nil && kept.resumed {
		r.Experiment.Remarks = append(r.Experiment.Remarks, resumedRemark)
	}
	switch {
	case r.Experiment.Partial && (left || err != nil):
		return r, []string{o.partialText(r, e, link)}, err
	case e.Summary != nil && err == nil:
		return r, e.Summary(r, kept), nil
	}
	return r, nil, err
}

const resumedRemark = "Contains games of an earlier run (--resume): the remote snakes had the same descriptions and gave the same answers in a few fixed positions."

// prepare prepares the plan for play on this machine or on the fleet.
func (o *Flags) prepare(ctx context.Context, e *Experiment, games *lab.Count, link *fleet.Link) error {
	if link != nil {
		executor, err := link.Executor(e.Definition, &e.Plan, e.Kept != nil || o.records != "")
		games.SetExecutor(executor)
		return err
	}
	if e.Open == nil {
		return nil
	}
	plan, err := e.Open(ctx)
	games.SetPlay(plan.Play)
	return err
}

// storeGames makes the plan store finished games, write their records, and count the games that
// are already stored.
func (o *Flags) storeGames(plan *lab.Plan, e *Experiment) {
	kept := e.Kept
	write := func(f *lab.Finished) error {
		if o.records == "" {
			return nil
		}
		return e.folder.write(e.Record(&f.Tally)+".ouro", f.Record)
	}
	plan.Records = plan.Records || o.records != "" || kept != nil && !e.Definition.Reproducible()
	switch {
	case kept != nil:
		plan.Keep = func(f *lab.Finished) error { return cmp.Or(kept.Runs.Keep(f), write(f)) }
		plan.Known = func(t lab.Task) (*lab.Finished, bool) {
			f, known := kept.Runs.Known(t)
			if known && o.records != "" && (f.Record == nil || write(f) != nil) {
				return nil, false // plays the game again, to get its record
			}
			return f, known
		}
	case o.records != "":
		plan.Keep = write
	}
}

// partialText returns the line after the report of an interrupted run: how many games were played,
// and the command that continues.
func (o *Flags) partialText(r *lab.Report, e *Experiment, link *fleet.Link) string {
	kept, again := e.Kept, "ouro "+RepeatCommand(o.Command, func(_, value string) string { return value }, "timeout")
	done := fmt.Sprintf("partial, %d of %d games", len(r.Games), r.Experiment.Games)
	switch {
	case kept != nil:
		if e.Definition.GuestTimeout == 0 && e.GuestTimeout > 0 && e.Resume == "" {
			stored := kept.Runs[0].Experiment()
			again += " --resume " + stored.Short()
		}
		return fmt.Sprintf("%s are stored in %s; continue with: %s", done, kept.Store.File(), again)
	case link != nil:
		return fmt.Sprintf("%s; %s; continue with: %s", done, link.AfterStop(), again)
	case e.Partial == nil:
		return done + " were played and none is stored; with --store FILE the same command could continue"
	}
	return fmt.Sprintf("partial, the first %d of %d games are complete; continue with: ouro %s", r.Complete(), r.Experiment.Groups, e.Partial(r.Complete()))
}

// Writable is a result that has every form of output.
type Writable interface {
	WriteTable(w io.Writer, width int) error
	WriteMarkdown(w io.Writer) error
	WriteCSV(w io.Writer) error
	WriteJSON(w io.Writer) error
}

// Form holds the flags that choose the form of the output.
type Form struct{ JSON, CSV, Markdown bool }

// Add adds the flags. row describes a row of the CSV table.
func (o *Form) Add(cmd *cobra.Command, row string) {
	flags.JSON(cmd, &o.JSON, "")
	cmd.Flags().BoolVar(&o.CSV, "csv", false, "print a CSV table; a row for each "+row)
	cmd.Flags().BoolVar(&o.Markdown, "markdown", false, "print Markdown tables")
	flags.Exclusive(cmd, "json", "csv", "markdown")
}

func (o *Form) Write(w io.Writer, r Writable) error {
	switch {
	case o.JSON:
		return r.WriteJSON(w)
	case o.CSV:
		return r.WriteCSV(w)
	case o.Markdown:
		return r.WriteMarkdown(w)
	}
	return r.WriteTable(w, command.Columns(w))
}

// RepeatCommand returns the command line that the user typed, without the word ouro and without the
// flags in omitted. value returns the value to print for each of the other flags.
func RepeatCommand(cmd *cobra.Command, value func(flag, value string) string, omitted ...string) string {
	args := strings.Fields(strings.TrimPrefix(cmd.CommandPath(), "ouro "))
	for _, arg := range cmd.Flags().Args() {
		args = append(args, shell.Word(arg))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains(omitted, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			v = value(f.Name, v)
			switch f.NoOptDefVal {
			case "":
				args = append(args, "--"+f.Name, shell.Word(v))
			case v:
				args = append(args, "--"+f.Name)
			default:
				args = append(args, "--"+f.Name+"="+shell.Word(v))
			}
		}
	})
	return strings.Join(args, " ")
}

// NumberedName adds a number to the name of a file, unless it is standard output or a device.
func NumberedName(name string, n int) string {
	if outfile.IsStdout(name) || strings.HasPrefix(name, "/dev/") {
		return name
	}
	ext := filepath.Ext(name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext)
}
