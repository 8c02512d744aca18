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

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ouro/internal/outfile"
	"ouro/internal/shell"
	"ouro/lab"
	"ouro/order"
)

// whenGames stands before flags that are of no use to a single game.
const whenGames = "with --games: "

// experimentOptions are the flags of every command that plays many games.
type experimentOptions struct {
	games, first, workers int
	limit                 timeoutFlag

	json, csv, markdown, noTimes bool
	gamesCSV, records            string
	store                        storeOption
	fleet                        fleetOption

	cmd *cobra.Command
}

// add adds the flags that the commands have in common, for use when what stands
// there, with a row of the CSV table for each of something.
func (o *experimentOptions) add(cmd *cobra.Command, when, row string) {
	o.cmd = cmd
	fs := cmd.Flags()
	fs.IntVar(&o.first, "first", 0, when+"`NUMBER` of the first game, to extend an experiment")
	fs.BoolVar(&o.csv, "csv", false, when+"print a CSV table; a row for each "+row)
	fs.BoolVar(&o.markdown, "markdown", false, when+"print Markdown tables")
	fs.StringVar(&o.gamesCSV, "games-csv", "", when+"also write every single game to this CSV `FILE`")
	fs.StringVar(&o.records, "records", "", when+"also write a record of every game to this `DIRECTORY`")
	withGames := ""
	if when != "" {
		withGames = "; with --games"
	}
	o.store.add(cmd, withGames)
	o.fleet.add(cmd, withGames)
	exclusive(cmd, "json", "csv", "markdown")
}

// addTimes adds the flag for games in which the time of thinking is taken.
func (o *experimentOptions) addTimes(cmd *cobra.Command, when string) {
	cmd.Flags().BoolVar(&o.noTimes, "no-times", false, when+"leave out thinking times, which differ from run to run")
}

// asked tells whether one of the common flags was given, which a single game
// has no use for.
func (o *experimentOptions) asked() bool {
	return slices.ContainsFunc([]string{"first", "csv", "markdown", "games-csv", "records", "no-times", "store", "fleet"}, o.cmd.Flags().Changed)
}

func (o *experimentOptions) check() error {
	return cmp.Or(atLeastOne("games", o.games), notNegative("workers", o.workers), notNegative("first", o.first), o.fleet.check(), o.limit.check())
}

// experiment is a plan and what the command makes of it. The plan's groups and
// workers come from the flags.
type experiment struct {
	order order.Order // that plan was made from
	plan  lab.Plan
	group int // of the games that --games and --first count, how many a group has

	record  func(t *lab.Tally) string // name of a record without its directory and extension
	before  func() error              // unless nil, work that is to be done before the games
	measure func(r *lab.Report) error // unless nil, adds to the report
	files   []reportFile              // that are written besides
	anew    bool                      // games are played also where they are known
}

// reportFile is a part of a report in a file of its own.
type reportFile struct {
	name  string // "" if it is not asked for
	write func(r *lab.Report, w io.Writer) error
}

// play plays the experiment and prints its report.
func (o *experimentOptions) play(ctx context.Context, stdio IO, e experiment) error {
	p := &e.plan
	if most := lab.MaxGroups * e.group; e.group > 1 && (o.games > most || o.first > most) {
		return usagef("--games %d from --first %d: want at most %d of each", o.games, o.first, most)
	}
	p.First, p.Groups = o.first/e.group, (o.games+e.group-1)/e.group
	p.Short = p.Groups*e.group - o.games
	if p.Workers == 0 {
		p.Workers = o.workers
	}
	e.files = append(e.files, reportFile{o.gamesCSV, (*lab.Report).WriteGamesCSV})
	var names []string
	for _, f := range e.files {
		names = append(names, f.name)
	}
	places, err := stdio.outputs(ctx, o.store.files(), names...)
	if err != nil {
		return err
	}
	records := &recordFolder{sys: stdio.Files, dir: o.records}
	err = records.open(o.cmd.Name(), p)
	if err == nil && e.before != nil {
		err = e.before()
	}
	var kept *keeping
	if err == nil {
		kept, err = o.store.open(ctx, &e)
	}
	bar := newProgress(stdio.Err)
	var far *fleetLink
	if err == nil {
		far, err = o.fleet.open(ctx, bar)
	}
	if err == nil {
		err = far.takes(&e, kept != nil || o.records != "")
	}
	if err != nil {
		return errors.Join(err, closeAll(places))
	}
	defer far.close()
	o.keep(&e, records, kept)
	report, err := lab.Run(ctx, *p, kept.tell(stdio.Err, bar))
	bar.clear()
	err = errors.Join(err, records.close())
	lost := kept.close()
	if report != nil && lost != nil && (err == nil || !strings.Contains(err.Error(), lost.Error())) {
		err = errors.Join(err, lost)
	}
	switch {
	case report == nil:
		return errors.Join(usageError{err}, closeAll(places))
	case len(report.Games) == 0 && err != nil && ctx.Err() == nil:
		return errors.Join(err, closeAll(places))
	}
	if e.measure != nil {
		err = errors.Join(err, e.measure(report))
	}
	if o.noTimes {
		report = report.WithoutTimes()
	}
	err = errors.Join(err, o.write(stdio.Out, report))
	for i, f := range e.files {
		if places[i] != nil {
			err = errors.Join(err, places[i].Write(func(w io.Writer) error { return f.write(report, w) }))
		}
	}
	each := cmp.Or(len(p.Seatings), len(p.Entrants)) // games of a group
	if report.Experiment.Partial && kept != nil {
		are := "are"
		if lost != nil {
			are = "were played, and not all of them are"
		}
		fmt.Fprintf(stdio.Err, "ouro: partial, %d of %d games %s kept in %s; go on with: ouro %s\n",
			len(report.Games), each*p.Groups-p.Short, are, kept.store.File(), typedAgain(o.cmd, func(_, value string) string { return value }, "timeout"))
	} else if report.Experiment.Partial && far != nil {
		fmt.Fprintf(stdio.Err, "ouro: partial, %d of %d games; %s; go on with: ouro %s\n",
			len(report.Games), each*p.Groups-p.Short, far.left(), typedAgain(o.cmd, func(_, value string) string { return value }, "timeout"))
	} else if report.Experiment.Partial {
		done := report.Complete() * e.group
		fmt.Fprintf(stdio.Err, "ouro: partial, the first %d of %d games are complete; go on with: ouro %s\n",
			done, o.games, o.resume(done))
	}
	return err
}

// keep has finished games kept where they were asked to be, and known ones taken.
func (o *experimentOptions) keep(e *experiment, records *recordFolder, kept *keeping) {
	write := func(f *lab.Finished) error {
		if o.records == "" {
			return nil
		}
		record, err := e.named(f)
		if err != nil {
			return err
		}
		return records.write(e.record(&f.Tally)+".ouro", record)
	}
	switch {
	case kept == nil && o.records != "":
		e.plan.Keep = write
	case kept != nil:
		e.plan.Keep = func(f *lab.Finished) error { return cmp.Or(kept.shelves.Keep(f), write(f)) }
	}
	if kept != nil && !e.anew {
		e.plan.Known = func(t lab.Task) (*lab.Finished, bool) {
			f, known := kept.shelves.Known(t)
			return f, known && write(f) == nil // else it is played again, and the error is that of writing it then
		}
	}
}

func (o *experimentOptions) write(w io.Writer, r written) error {
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

// resume is the command line that plays the games that are missing: the same
// with other numbers, and with other names for the files that it would replace.
func (o *experimentOptions) resume(done int) string {
	again := typedAgain(o.cmd, func(flag, value string) string {
		if slices.Contains([]string{"games-csv", "meals", "plot", "regret-csv"}, flag) {
			return numbered(value, o.first+done)
		}
		return value
	}, "first", "games", "timeout")
	return fmt.Sprintf("%s --first %d --games %d", again, o.first+done, o.games-done)
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
