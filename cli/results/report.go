package results

import (
	"context"
	"errors"
	"io"
	"regexp"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/report"
)

// experimentName is the syntax for naming an experiment.
var experimentName = regexp.MustCompile(`^([0-9]+|[0-9a-f]{4,}|` + experiment.LastWord + `)$`)

type reportOptions struct {
	from     experiment.Reader
	out      string
	markdown bool
	question string
	looked   int
	noTimes  bool
}

// NewReport returns the command report.
func NewReport(stdio command.IO) *cobra.Command {
	var o reportOptions
	cmd := &cobra.Command{
		Use:   "report EXPERIMENT...",
		Short: "Write a page or Markdown about experiments",
		Long: `Report writes one HTML file about stored experiments: the question and the answer, the
figures with their intervals, charts, the slowest decisions, games with a player, and the
commands that reproduce every figure. Charts show the distributions of moves, lengths,
scores and thinking times, and solvers against each other game by game. For a tournament
they show the ratings, the results of each pair, and how scores and the verdict of
--format sprt developed.

The file needs only a browser; it loads nothing and forbids itself all requests. Solvers
that played the same games are in one section; other experiments follow.`,
		Example: `  ouro bench cell lookahead --games 500 --store results.db
  ouro results list --store results.db                         print the ids
  ouro results report 1 2 --store results.db --out page.html   or numbers
  ouro results report 1 2 --question "Is a cycle worth it?" --out page.html
  ouro results report last --markdown >report.md               with OURO_STORE`,
		Args: command.SomeArgs("EXPERIMENT: an id, a number or last; ouro results list prints them"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.from.Add(cmd)
	fs := cmd.Flags()
	fs.StringVar(&o.out, "out", "", "write the page to this `FILE`")
	fs.BoolVar(&o.markdown, "markdown", false, "print Markdown tables; and the texts of the page")
	fs.StringVar(&o.question, "question", "", "the question of the experiments, as `TEXT` at the top")
	fs.IntVar(&o.looked, "looked", report.DefaultGames, "include `N` games with a player: long ones, and those lost early")
	fs.BoolVar(&o.noTimes, "no-times", false, "omit thinking times, which differ from run to run")
	return cmd
}

func (o *reportOptions) run(ctx context.Context, stdio command.IO, names []string) error {
	switch {
	case o.out == "" && !o.markdown:
		return command.Usagef("nothing to write: want --out FILE for a page, or --markdown")
	case o.looked < 0 || o.looked > report.MaxGames:
		return command.Usagef("--looked %d: want 0 to %d", o.looked, report.MaxGames)
	}
	for _, name := range names {
		if !experimentName.MatchString(name) {
			return command.Usagef("%q is not an experiment: want a number, the start of an id, or last; ouro results list prints them", name)
		}
	}
	places, err := stdio.Outputs(ctx, o.from.Flag.Files(), o.out)
	if err != nil {
		return err
	}
	r, err := o.from.Report(ctx, stdio.Err, names, report.Options{Question: o.question, Games: o.looked, NoTimes: o.noTimes})
	if err == nil && o.markdown {
		err = r.WriteMarkdown(stdio.Out)
	}
	if err != nil || places[0] == nil {
		return errors.Join(err, command.CloseAll(places))
	}
	return places[0].Write(func(w io.Writer) error { return r.WriteHTML(w) })
}
