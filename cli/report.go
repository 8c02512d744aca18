package cli

import (
	"context"
	"errors"
	"io"
	"regexp"

	"github.com/spf13/cobra"

	"ouro/report"
	"ouro/store"
)

// experimentName is how experiments are named.
var experimentName = regexp.MustCompile(`^([0-9]+|[0-9a-f]{4,}|` + lastWord + `)$`)

type reportOptions struct {
	from     storeReader
	out      string
	markdown bool
	question string
	looked   int
}

func newReport(stdio IO) *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report EXPERIMENT...",
		Short: "Write what experiments have found as a page, or as Markdown",
		Long: `Report writes one HTML file from experiments that were kept with --store: the
question and the answer, the figures with their intervals, how moves, lengths and
thinking times are distributed, solvers against each other game by game, moves per
meal against the fill of the board, the slowest decisions, games that are worth a
look with a player for them, and the commands that make every figure again.

The file stands alone: it needs no network and no program but a browser, and it
forbids itself to ask for anything. Solvers that played the same games are told of
together; other experiments follow each other.`,
		Example: `  ouro bench cell lookahead --games 500 --store results.db
  ouro results list --store results.db                       ids
  ouro report 1 2 --store results.db --out report.html       or numbers
  ouro report 1 2 --question "Is a cycle worth it?" --out report.html
  ouro report de842ef30d --markdown >report.md               with OURO_STORE`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("%s: missing EXPERIMENT, an id, a number or last; ouro results list has them", cmd.CommandPath())
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.from.add(cmd)
	fs := cmd.Flags()
	fs.StringVar(&o.out, "out", "", "write the page to this `FILE`")
	fs.BoolVar(&o.markdown, "markdown", false, "print Markdown tables; and all else that the page has in words")
	fs.StringVar(&o.question, "question", "", "`TEXT` above it all: what was to be found out")
	fs.IntVar(&o.looked, "looked", report.DefaultGames, "put `N` games to look at on it, long ones and those lost early")
	return cmd
}

func (o *reportOptions) run(ctx context.Context, stdio IO, names []string) error {
	switch {
	case o.out == "" && !o.markdown:
		return usagef("nothing to write: want --out FILE for a page, or --markdown")
	case o.looked < 0 || o.looked > report.MaxGames:
		return usagef("--looked %d: want 0 to %d", o.looked, report.MaxGames)
	}
	for _, name := range names {
		if !experimentName.MatchString(name) {
			return usagef("%q is no experiment: want a number, the first letters of an id, or last; ouro results list has them", name)
		}
	}
	places, err := stdio.outputs(ctx, o.from.from.files(), o.out)
	if err != nil {
		return err
	}
	var r *report.Report
	err = o.from.with(ctx, func(s *store.Store) error {
		r, err = o.read(ctx, stdio, s, names)
		return err
	})
	if err == nil && o.markdown {
		err = r.WriteMarkdown(stdio.Out)
	}
	if err != nil || places[0] == nil {
		return errors.Join(err, closeAll(places))
	}
	return places[0].Write(func(w io.Writer) error { return r.WriteHTML(w) })
}

// read reads the experiments.
func (o *reportOptions) read(ctx context.Context, stdio IO, s *store.Store, names []string) (*report.Report, error) {
	found, err := named(ctx, s, names)
	if err != nil {
		return nil, err
	}
	var all []*report.Experiment
	for _, e := range found {
		x, err := report.Stored(ctx, s, e)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	bar := newProgress(stdio.Err)
	defer bar.clear()
	return report.Make(ctx, all, report.Options{Question: o.question, Program: readBuild(), Progress: bar.show, Games: o.looked})
}
