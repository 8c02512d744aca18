package cli

import (
	"cmp"
	"context"
	"encoding"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ouro/lab"
)

// whenGames stands before flags that are of no use to a single game.
const whenGames = "with --games: "

// experimentOptions are the flags of every command that plays many games.
type experimentOptions struct {
	games, first, workers int
	limit                 timeoutFlag

	json, csv, markdown, noTimes bool
	gamesCSV, records            string

	cmd *cobra.Command
}

// add adds the flags that the commands have in common, for use when what stands
// there, with a row of the CSV table for each of something.
func (o *experimentOptions) add(cmd *cobra.Command, when, row string) {
	o.cmd = cmd
	fs := cmd.Flags()
	fs.IntVar(&o.first, "first", 0, when+"`NUMBER` of the first game, to extend an experiment")
	fs.BoolVar(&o.csv, "csv", false, when+"print a CSV table, a row for each "+row)
	fs.BoolVar(&o.markdown, "markdown", false, when+"print Markdown tables")
	fs.StringVar(&o.gamesCSV, "games-csv", "", when+"also write every single game to this CSV `FILE`")
	fs.StringVar(&o.records, "records", "", when+"also write a record of every game to this `DIRECTORY`")
	exclusive(cmd, "json", "csv", "markdown")
}

// addTimes adds the flag for games in which the time of thinking is taken.
func (o *experimentOptions) addTimes(cmd *cobra.Command, when string) {
	cmd.Flags().BoolVar(&o.noTimes, "no-times", false, when+"leave out thinking times, which differ from run to run")
}

// asked tells whether one of the common flags was given, which a single game
// has no use for.
func (o *experimentOptions) asked() bool {
	return slices.ContainsFunc([]string{"first", "csv", "markdown", "games-csv", "records", "no-times"}, o.cmd.Flags().Changed)
}

func (o *experimentOptions) check() error {
	return cmp.Or(atLeastOne("games", o.games), notNegative("workers", o.workers), notNegative("first", o.first), o.limit.check())
}

// experiment is a plan and what the command makes of it. The plan's groups and
// workers come from the flags.
type experiment struct {
	plan  lab.Plan
	group int // of the games that --games and --first count, how many a group has

	record  func(t *lab.Tally) string // name of a record without its directory and extension
	measure func(r *lab.Report)       // unless nil, adds to the report
	files   func(r *lab.Report) error // unless nil, writes more of it
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
	if o.records != "" {
		if err := os.MkdirAll(o.records, 0o755); err != nil {
			return err
		}
		p.Keep = func(t *lab.Tally, record encoding.TextMarshaler) error {
			return writeRecord(filepath.Join(o.records, e.record(t)+".ouro"), record)
		}
	}
	bar := newProgress(stdio.Err)
	report, err := lab.Run(ctx, *p, bar.show)
	bar.clear()
	switch {
	case report == nil:
		return usageError{err}
	case len(report.Games) == 0 && err != nil && ctx.Err() == nil:
		return err
	}
	if e.measure != nil {
		e.measure(report)
	}
	if o.noTimes {
		report = report.WithoutTimes()
	}
	if werr := o.write(stdio.Out, report); werr != nil {
		return errors.Join(werr, err)
	}
	if werr := o.writeFiles(report, e.files); werr != nil {
		return errors.Join(werr, err)
	}
	if report.Experiment.Partial {
		done := report.Complete() * e.group
		fmt.Fprintf(stdio.Err, "ouro: partial, the first %d of %d games are complete; go on with: ouro %s\n",
			done, o.games, o.resume(done))
	}
	return err
}

func (o *experimentOptions) write(w io.Writer, r *lab.Report) error {
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

// writeFiles writes what was asked for besides the report itself.
func (o *experimentOptions) writeFiles(r *lab.Report, more func(*lab.Report) error) error {
	if o.gamesCSV != "" {
		if err := writeFile(o.gamesCSV, r.WriteGamesCSV); err != nil {
			return err
		}
	}
	if more == nil {
		return nil
	}
	return more(r)
}

// resume is the command line that plays the games that are missing: the same
// with other numbers, without the files that would be overwritten.
func (o *experimentOptions) resume(done int) string {
	args := []string{o.cmd.Name()}
	for _, arg := range o.cmd.Flags().Args() {
		args = append(args, shellWord(arg))
	}
	o.cmd.Flags().Visit(func(f *pflag.Flag) {
		switch f.Name {
		case "first", "games", "games-csv", "meals", "plot", "timeout":
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			switch f.NoOptDefVal {
			case "":
				args = append(args, "--"+f.Name, shellWord(v))
			case v:
				args = append(args, "--"+f.Name)
			default:
				args = append(args, "--"+f.Name+"="+shellWord(v))
			}
		}
	})
	return strings.Join(append(args, "--first", fmt.Sprint(o.first+done), "--games", fmt.Sprint(o.games-done)), " ")
}

// shellWord is a word as a shell reads it.
func shellWord(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("%+,-./:=@_", r)
	}
	if s != "" && strings.TrimLeftFunc(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
