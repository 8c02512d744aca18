package cli

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

	"ouro/internal/outfile"
	"ouro/internal/shell"
	"ouro/lab"
	"ouro/order"
)

// experimentOptions are the flags of every command that plays many games.
type experimentOptions struct {
	limit timeoutFlag

	formFlags
	noTimes           bool
	gamesCSV, records string
	store             storeOption
	fleet             fleetOption

	cmd *cobra.Command
}

// add adds the flags that the commands have in common, with a row of the CSV table for
// each of something.
func (o *experimentOptions) add(cmd *cobra.Command, row string) {
	o.cmd = cmd
	fs := cmd.Flags()
	o.formFlags.add(cmd, row)
	fs.BoolVar(&o.noTimes, "no-times", false, "leave out thinking times, which differ from run to run")
	fs.StringVar(&o.gamesCSV, "games-csv", "", "also write every single game to this CSV `FILE`")
	fs.StringVar(&o.records, "records", "", "write a record of every game to this `DIRECTORY`")
	o.store.add(cmd, keptMore)
	o.fleet.add(cmd, "")
	o.limit.add(cmd)
}

func (o *experimentOptions) check() error { return cmp.Or(o.fleet.check(), o.limit.check()) }

// experiment is a plan and what the command makes of it.
type experiment struct {
	order        order.Order // that plan was made from
	plan         lab.Plan
	guestTimeout time.Duration // for an answer of a remote snake
	resume       string        // an experiment whose games with remote snakes are taken up; "" is none
	kept         *keeping      // where its games are kept, once they are played; nil if they are not

	record  func(t *lab.Tally) string                   // name of a record without its directory and extension
	before  func() error                                // unless nil, work that is to be done before the games
	open    func(ctx context.Context) (lab.Plan, error) // unless nil, makes the plan that plays
	measure func(r *lab.Report) error                   // unless nil, adds to the report
	files   []reportFile                                // that are written besides

	// show, unless nil, shows the games while run plays them. left is whether the
	// user stopped them.
	show func(ctx context.Context, games *lab.Count, bar *progress, run playing) (left bool, err error)
	// said is printed after the report; "" prints nothing.
	said func(r *lab.Report, kept *keeping) string
	// partial is the command that plays what is missing, after the first groups that are
	// complete, where results are not kept.
	partial func(complete int) string
}

// playing plays the games that are missing.
type playing func(ctx context.Context, progress func(lab.Progress)) error

// reportFile is a part of a report in a file of its own.
type reportFile struct {
	name  string // "" if it is not wanted
	write func(r *lab.Report, w io.Writer) error
}

// play plays the experiment and prints its report.
func (o *experimentOptions) play(ctx context.Context, stdio IO, e *experiment) (*lab.Report, error) {
	e.files = append(e.files, reportFile{o.gamesCSV, (*lab.Report).WriteGamesCSV})
	var names []string
	for _, f := range e.files {
		names = append(names, f.name)
	}
	places, err := stdio.outputs(ctx, o.store.files(), names...)
	if err != nil {
		return nil, err
	}
	report, said, err := o.games(ctx, stdio, e)
	if report == nil || len(report.Games) == 0 && err != nil && ctx.Err() == nil {
		return nil, errors.Join(err, closeAll(places))
	}
	if e.measure != nil {
		err = errors.Join(err, e.measure(report))
	}
	if o.noTimes {
		report = report.WithoutTimes()
	}
	printed := o.write(stdio.Out, report)
	err = errors.Join(err, printed)
	for i, f := range e.files {
		if places[i] != nil {
			err = errors.Join(err, places[i].Write(func(w io.Writer) error { return f.write(report, w) }))
		}
	}
	if said != "" && printed == nil {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", said)
	}
	return report, err
}

// games plays the games that are missing, and makes the report. said is to be printed
// after the report, of which users see the end. A plan that cannot be played has no
// report.
func (o *experimentOptions) games(ctx context.Context, stdio IO, e *experiment) (r *lab.Report, said string, err error) {
	if e.before != nil {
		if err := e.before(); err != nil {
			return nil, "", err
		}
	}
	records := &recordFolder{sys: stdio.Files, dir: o.records}
	if err := records.open(); err != nil {
		return nil, "", err
	}
	kept, err := o.store.open(ctx, &e.order, &e.plan, e.guestTimeout, e.resume)
	if err != nil {
		return nil, "", err
	}
	e.kept = kept
	bar := newProgress(stdio.Err)
	far, err := o.fleet.open(ctx, bar)
	if err == nil {
		defer far.close()
		r, said, err = o.run(ctx, stdio, e, kept, records, far, bar)
	}
	lost := kept.close()
	if lost != nil && (err == nil || !strings.Contains(err.Error(), lost.Error())) {
		err = errors.Join(err, lost)
	}
	return r, said, errors.Join(err, records.close())
}

// run plays the games that are missing where they are to be played.
func (o *experimentOptions) run(ctx context.Context, stdio IO, e *experiment, kept *keeping, records *recordFolder, far *fleetLink, bar *progress) (*lab.Report, string, error) {
	plan := e.plan
	o.keep(&plan, e, kept, records)
	games, err := lab.Open(plan)
	if err != nil {
		return nil, "", usageError{err}
	}
	kept.say(stdio.Err, games)
	left := false
	if !games.Complete() {
		if err := o.ready(ctx, e, games, kept != nil || o.records != "", far); err != nil && ctx.Err() == nil {
			return nil, "", err
		} else if err != nil { // the user stopped it before the first game
			r := games.Report()
			return r, o.left(r, e, kept, far), err
		}
		if e.show != nil {
			left, err = e.show(ctx, games, bar, games.Play)
		} else {
			err = games.Play(ctx, bar.show)
		}
		bar.clear()
	}
	r := games.Report()
	if kept != nil && kept.resumed {
		r.Experiment.Remarks = append(r.Experiment.Remarks, resumedRemark)
	}
	switch {
	case r.Experiment.Partial && (left || err != nil):
		return r, o.left(r, e, kept, far), err
	case e.said != nil && err == nil:
		return r, e.said(r, kept), nil
	}
	return r, "", err
}

// resumedRemark is the note of a report with games of an earlier run.
const resumedRemark = "Games of an earlier run are in it (--resume): the remote snakes were the same by what their servers say of themselves and by their answers in a few fixed positions."

// ready makes the plan play here, or has it played by the fleet.
func (o *experimentOptions) ready(ctx context.Context, e *experiment, games *lab.Count, records bool, far *fleetLink) error {
	if far != nil {
		executor, err := far.executor(e, records)
		games.SetExecutor(executor)
		return err
	}
	if e.open == nil {
		return nil
	}
	plan, err := e.open(ctx)
	games.SetPlay(plan.Play)
	return err
}

// keep has finished games kept where the user wants them, and known ones counted.
func (o *experimentOptions) keep(plan *lab.Plan, e *experiment, kept *keeping, records *recordFolder) {
	write := func(f *lab.Finished) error {
		if o.records == "" {
			return nil
		}
		return records.write(e.record(&f.Tally)+".ouro", f.Record)
	}
	plan.Records = plan.Records || o.records != "" || kept != nil && !e.order.Reproducible()
	switch {
	case kept != nil:
		plan.Keep = func(f *lab.Finished) error { return cmp.Or(kept.shelves.Keep(f), write(f)) }
		plan.Known = func(t lab.Task) (*lab.Finished, bool) {
			f, known := kept.shelves.Known(t)
			if known && o.records != "" && (f.Record == nil || write(f) != nil) {
				return nil, false // it is played again
			}
			return f, known
		}
	case o.records != "":
		plan.Keep = write
	}
}

// left says what is there of an experiment that was stopped, and how it continues.
func (o *experimentOptions) left(r *lab.Report, e *experiment, kept *keeping, far *fleetLink) string {
	again := "ouro " + typedAgain(o.cmd, func(_, value string) string { return value }, "timeout")
	done := fmt.Sprintf("partial, %d of %d games", len(r.Games), r.Experiment.Games)
	switch {
	case kept != nil:
		if e.order.GuestTimeout == 0 && e.guestTimeout > 0 && e.resume == "" {
			of := kept.shelves[0].Experiment()
			again += " --resume " + of.Short()
		}
		return fmt.Sprintf("%s are kept in %s; continue with: %s", done, kept.store.File(), again)
	case far != nil:
		return fmt.Sprintf("%s; %s; continue with: %s", done, far.left(), again)
	case e.partial == nil:
		return done + " were played, and none is kept (--store)"
	}
	return fmt.Sprintf("partial, the first %d of %d games are complete; continue with: ouro %s", r.Complete(), r.Experiment.Groups, e.partial(r.Complete()))
}

// written is what an experiment has found, in every form.
type written interface {
	WriteTable(w io.Writer, width int) error
	WriteMarkdown(w io.Writer) error
	WriteCSV(w io.Writer) error
	WriteJSON(w io.Writer) error
}

// formFlags choose the form in which something is printed.
type formFlags struct{ json, csv, markdown bool }

// add adds the flags, with a row of the CSV table for each of something.
func (o *formFlags) add(cmd *cobra.Command, row string) {
	jsonFlag(cmd, &o.json, "")
	cmd.Flags().BoolVar(&o.csv, "csv", false, "print a CSV table; a row for each "+row)
	cmd.Flags().BoolVar(&o.markdown, "markdown", false, "print Markdown tables")
	exclusive(cmd, "json", "csv", "markdown")
}

func (o *formFlags) write(w io.Writer, r written) error {
	switch {
	case o.json:
		return r.WriteJSON(w)
	case o.csv:
		return r.WriteCSV(w)
	case o.markdown:
		return r.WriteMarkdown(w)
	}
	return r.WriteTable(w, columns(w))
}

// typedAgain is the command line, after the word ouro, that was typed, without some
// flags and with other values for others.
func typedAgain(cmd *cobra.Command, value func(flag, value string) string, without ...string) string {
	args := strings.Fields(strings.TrimPrefix(cmd.CommandPath(), "ouro "))
	for _, arg := range cmd.Flags().Args() {
		args = append(args, shell.Word(arg))
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains(without, f.Name) {
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

// numbered is the name of a file with a number, unless it is standard output or
// a device.
func numbered(name string, n int) string {
	if outfile.IsStdout(name) || strings.HasPrefix(name, "/dev/") {
		return name
	}
	ext := filepath.Ext(name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext)
}
