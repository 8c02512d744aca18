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

// add adds the flags. The CSV table has a row for each of row.
func (o *experimentOptions) add(cmd *cobra.Command, row string) {
	o.cmd = cmd
	fs := cmd.Flags()
	o.formFlags.add(cmd, row)
	fs.BoolVar(&o.noTimes, "no-times", false, "omit thinking times, which differ from run to run")
	fs.StringVar(&o.gamesCSV, "games-csv", "", "also write a row for each game to this CSV `FILE`")
	fs.StringVar(&o.records, "records", "", "write a record of every game to this `DIRECTORY`")
	o.store.add(cmd, storeUsage)
	o.fleet.add(cmd, "")
	o.limit.add(cmd)
}

func (o *experimentOptions) check() error { return cmp.Or(o.fleet.check(), o.limit.check()) }

// experiment is a plan with the hooks of its command. Hooks may be nil.
type experiment struct {
	order        order.Order // the source of plan
	plan         lab.Plan
	guestTimeout time.Duration // timeout of a remote snake
	resume       string        // an experiment whose games with remote snakes are counted; or ""
	kept         *storage      // storage of the games, set before they are played; nil without
	folder       *recordFolder // directory of records, set before they are played
	files        []reportFile

	record  func(t *lab.Tally) string                   // returns the name of a record without directory and extension; never nil with --records
	before  func() error                                // runs before the games
	open    func(ctx context.Context) (lab.Plan, error) // returns the plan that plays
	measure func(r *lab.Report) error                   // adds to the report

	// show plays the games and shows them, and reports whether the user stopped them. It is never nil.
	show func(ctx context.Context, g *running) (left bool, err error)
	// summary returns the line after the report, or "".
	summary func(r *lab.Report, kept *storage) string
	// partial returns the command that plays the games after the first complete groups, for
	// an interrupted run that is not stored.
	partial func(complete int) string
}

// running is an experiment whose missing games are played.
type running struct {
	games *lab.Count
	bar   *progress
}

// reportFile is a part of a report that is written to a separate file.
type reportFile struct {
	name  string // "" if not requested
	write func(r *lab.Report, w io.Writer) error
}

// play plays the experiment and prints its report.
func (o *experimentOptions) play(ctx context.Context, stdio IO, e *experiment) (*lab.Report, error) {
	files := append(e.files, reportFile{o.gamesCSV, (*lab.Report).WriteGamesCSV})
	var names []string
	for _, f := range files {
		names = append(names, f.name)
	}
	places, err := stdio.outputs(ctx, o.store.files(), names...)
	if err != nil {
		return nil, err
	}
	report, summary, err := o.games(ctx, stdio, e)
	if report == nil || len(report.Games) == 0 && err != nil && ctx.Err() == nil {
		return nil, errors.Join(err, closeAll(places))
	}
	errs := []error{err}
	if e.measure != nil {
		errs = append(errs, e.measure(report))
	}
	if o.noTimes {
		report = report.WithoutTimes()
	}
	printed := o.write(stdio.Out, report)
	errs = append(errs, printed)
	for i, place := range places {
		if place != nil {
			errs = append(errs, place.Write(func(w io.Writer) error { return files[i].write(report, w) }))
		}
	}
	if summary != "" && printed == nil {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", summary)
	}
	return report, errors.Join(errs...)
}

// games plays the missing games and returns the report and the line to print after it. A
// plan that cannot be played has no report.
func (o *experimentOptions) games(ctx context.Context, stdio IO, e *experiment) (r *lab.Report, summary string, err error) {
	if e.before != nil {
		if err := e.before(); err != nil {
			return nil, "", err
		}
	}
	e.folder = &recordFolder{sys: stdio.Files, dir: o.records}
	if err := e.folder.open(); err != nil {
		return nil, "", err
	}
	if e.kept, err = o.store.open(ctx, &e.order, &e.plan, e.guestTimeout, e.resume); err != nil {
		return nil, "", err
	}
	bar := newProgress(stdio.Err)
	link, err := o.fleet.open(ctx, bar)
	if err == nil {
		defer link.close()
		r, summary, err = o.run(ctx, stdio, e, link, bar)
	}
	lost := e.kept.close()
	if lost != nil && (err == nil || !strings.Contains(err.Error(), lost.Error())) {
		err = errors.Join(err, lost)
	}
	return r, summary, errors.Join(err, e.folder.close())
}

// run plays the missing games, locally or by a fleet.
func (o *experimentOptions) run(ctx context.Context, stdio IO, e *experiment, link *fleetLink, bar *progress) (*lab.Report, string, error) {
	plan, kept := e.plan, e.kept
	o.keep(&plan, e)
	games, err := lab.Open(plan)
	if err != nil {
		return nil, "", wrongUsage(err)
	}
	kept.say(stdio.Err, games)
	left := false
	if !games.Complete() {
		if err := o.ready(ctx, e, games, link); err != nil {
			if ctx.Err() == nil {
				return nil, "", err
			}
			r := games.Report() // interrupted before the first game
			return r, o.partialText(r, e, link), err
		}
		left, err = e.show(ctx, &running{games, bar})
		bar.clear()
	}
	r := games.Report()
	if kept != nil && kept.resumed {
		r.Experiment.Remarks = append(r.Experiment.Remarks, resumedRemark)
	}
	switch {
	case r.Experiment.Partial && (left || err != nil):
		return r, o.partialText(r, e, link), err
	case e.summary != nil && err == nil:
		return r, e.summary(r, kept), nil
	}
	return r, "", err
}

// resumedRemark is the remark in a report with games of an earlier run.
const resumedRemark = "Contains games of an earlier run (--resume): the remote snakes gave the same descriptions and the same answers in a few fixed positions."

// ready prepares the games to be played locally or by the fleet.
func (o *experimentOptions) ready(ctx context.Context, e *experiment, games *lab.Count, link *fleetLink) error {
	if link != nil {
		executor, err := link.executor(e.order, &e.plan, e.kept != nil || o.records != "")
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

// keep makes the plan store and write finished games, and count the stored ones.
func (o *experimentOptions) keep(plan *lab.Plan, e *experiment) {
	kept := e.kept
	write := func(f *lab.Finished) error {
		if o.records == "" {
			return nil
		}
		return e.folder.write(e.record(&f.Tally)+".ouro", f.Record)
	}
	plan.Records = plan.Records || o.records != "" || kept != nil && !e.order.Reproducible()
	switch {
	case kept != nil:
		plan.Keep = func(f *lab.Finished) error { return cmp.Or(kept.shelves.Keep(f), write(f)) }
		plan.Known = func(t lab.Task) (*lab.Finished, bool) {
			f, known := kept.shelves.Known(t)
			if known && o.records != "" && (f.Record == nil || write(f) != nil) {
				return nil, false // play it again for its record
			}
			return f, known
		}
	case o.records != "":
		plan.Keep = write
	}
}

// partialText returns how much of an interrupted experiment is done, and how to continue.
func (o *experimentOptions) partialText(r *lab.Report, e *experiment, link *fleetLink) string {
	kept, again := e.kept, "ouro "+commandAgain(o.cmd, func(_, value string) string { return value }, "timeout")
	done := fmt.Sprintf("partial, %d of %d games", len(r.Games), r.Experiment.Games)
	switch {
	case kept != nil:
		if e.order.GuestTimeout == 0 && e.guestTimeout > 0 && e.resume == "" {
			of := kept.shelves[0].Experiment()
			again += " --resume " + of.Short()
		}
		return fmt.Sprintf("%s are stored in %s; continue with: %s", done, kept.store.File(), again)
	case link != nil:
		return fmt.Sprintf("%s; %s; continue with: %s", done, link.left(), again)
	case e.partial == nil:
		return done + " were played, none is stored (--store)"
	}
	return fmt.Sprintf("partial, the first %d of %d games are complete; continue with: ouro %s", r.Complete(), r.Experiment.Groups, e.partial(r.Complete()))
}

// written is the result of an experiment that can be written in every form.
type written interface {
	WriteTable(w io.Writer, width int) error
	WriteMarkdown(w io.Writer) error
	WriteCSV(w io.Writer) error
	WriteJSON(w io.Writer) error
}

// formFlags choose the form of the output.
type formFlags struct{ json, csv, markdown bool }

// add adds the flags. The CSV table has a row for each of row.
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

// commandAgain returns the command line that was typed, without the word ouro and some
// flags. value may replace the values of the others.
func commandAgain(cmd *cobra.Command, value func(flag, value string) string, without ...string) string {
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

// numberedName adds a number to the name of a file, unless it is standard output or a device.
func numberedName(name string, n int) string {
	if outfile.IsStdout(name) || strings.HasPrefix(name, "/dev/") {
		return name
	}
	ext := filepath.Ext(name)
	return fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n, ext)
}
