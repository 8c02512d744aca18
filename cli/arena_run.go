package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ouro/arena"
	"ouro/internal/english"
	"ouro/internal/shell"
	"ouro/lab"
	"ouro/order"
	"ouro/report"
)

type arenaRunOptions struct {
	arenaFlags
	experimentOptions
	dir         string // a flag of earlier versions
	resume      string
	pairsCSV    string
	html        string
	printConfig bool
	plain       bool
}

func newArenaRun(stdio IO) *cobra.Command {
	var o arenaRunOptions
	cmd := &cobra.Command{
		Use:   "run [SNAKE]...",
		Short: "Play a tournament, or continue one",
		Long: `Run plays a tournament and prints who is better and how certain that is. A snake is
a solver of ouro list with its options, or the URL of your server. It may be given a
name: new=spot:hungry=60 me=http://127.0.0.1:8001.

--format sprt asks whether the first snake is better than the second. It tests after
every group of games and ends as soon as the answer is certain. The exit code is 0 if
the first snake is better (H1), and 3 if it is not (H0) or if --games were too few to
decide. With more than two snakes, the first two do not meet: each plays the others,
from the same seats of the same starts.

In a terminal the table is updated as games end, and enter opens a running game. With
--plain, --json, --csv or --markdown only the report is printed.

Every finished game is stored at once, with its record and log, in the file of --store.
The same command continues after Ctrl-C or a crash; with a larger --games it plays
more. Stored games count only for the same build and the same programs. Games with a
remote snake count only in their own run, unless --resume names an earlier one.
--print-config prints the tournament as a file for --config.

--nodes, --time or --cpu limit each move of Ouro's snakes. Without remote snakes, and
with --nodes or no limit, every machine plays the same games. With --time, only as many
games run at once as half of the processors can play in time.`,
		Example: `  ouro arena run new=spot:hungry=60 old=spot --format sprt --nodes 500
  ouro arena run spot greedy floodfill --games 120 --nodes 1000
  ouro arena run me=http://127.0.0.1:8001 spot --games 100 --format gauntlet
  ouro arena run spot greedy hungry coward --format ffa --seats 3 --rules royale
  ouro arena run spot greedy --print-config >duel.toml
  ouro arena run --config duel.toml --games 1000
  ouro arena run --config duel.toml --html page.html    a page to send`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.snakes = append(args, o.snakes...)
			return o.run(cmd.Context(), stdio)
		},
	}
	o.arenaFlags.add(cmd)
	fs := cmd.Flags()
	fs.StringVar(&o.dir, "dir", "", "directory of earlier versions")
	_ = fs.MarkHidden("dir")
	fs.StringVar(&o.resume, "resume", "", "with remote snakes: also count the games of this earlier `EXPERIMENT`")
	fs.StringVar(&o.pairsCSV, "pairs-csv", "", "also write the results of each pair of snakes to this CSV `FILE`")
	fs.StringVar(&o.html, "html", "", "also write a page with charts and playable games to this `FILE`")
	fs.BoolVar(&o.printConfig, "print-config", false, "print the tournament as a file for --config and play nothing")
	fs.BoolVar(&o.plain, "plain", false, "do not show the running games, only print the report")
	o.store.always = true
	o.experimentOptions.add(cmd, "snake")
	lessCommon(cmd, "alpha", "beta", "csv", "damage", "detach", "fleet", "food", "games-csv", "minfood", "no-times", "openings", "pairs-csv", "records", "resume",
		"retries", "seats", "shrink", "start-length", "title")
	return cmd
}

func (o *arenaRunOptions) run(ctx context.Context, stdio IO) error {
	if given := o.experimentOptions.cmd.Flags().Changed; given("dir") {
		return usagef("--dir: tournaments are now in the results file, --store FILE; ouro results import %s reads the directory of an earlier version", shell.Word(o.dir))
	}
	s, err := o.setting(ctx)
	if err != nil {
		return err
	}
	if err := o.experimentOptions.check(); err != nil {
		return err
	}
	if o.html != "" && o.store.name() == "" {
		return usagef("--html: the page needs stored games; want --store FILE, not %s", noStore)
	}
	if o.printConfig {
		_, err := io.WriteString(stdio.Out, s.Tournament.Text())
		return err
	}
	ctx, cancel := o.limit.limit(ctx)
	defer cancel()
	e, err := o.experiment(stdio, s)
	if err != nil {
		return err
	}
	e.files = append(e.files, reportFile{o.html, func(_ *lab.Report, w io.Writer) error { return o.page(ctx, stdio, e, w) }})
	r, err := o.play(ctx, stdio, e)
	if err != nil {
		return err
	}
	return answer(r)
}

func (o *arenaRunOptions) experiment(stdio IO, s *arena.Setting) (*experiment, error) {
	what, err := order.OfArena(s)
	if err != nil {
		return nil, err
	}
	live := new(arena.Live)
	plan := s.Plan()
	return &experiment{
		order: what, plan: plan, guestTimeout: s.Tournament.GuestTimeout, resume: o.resume,
		record: func(t *lab.Tally) string { return fmt.Sprintf("%06d-%d", t.Group, t.Seating) },
		before: func() error {
			o.warn(stdio.Err, s)
			return nil
		},
		open:    func(ctx context.Context) (lab.Plan, error) { return s.Play(ctx, live) },
		show:    func(ctx context.Context, g *running) (bool, error) { return o.show(ctx, stdio, s, live, g) },
		summary: func(r *lab.Report, kept *storage) string { return verdictText(r) + storageText(r, kept) },
		files:   []reportFile{{o.pairsCSV, arena.WritePairsCSV}},
	}, nil
}

// page writes the page of a finished or interrupted tournament.
func (o *arenaRunOptions) page(ctx context.Context, stdio IO, e *experiment, w io.Writer) error {
	played := e.kept.shelves[0].Experiment()
	from := storeReader{o.store}
	r, err := from.report(context.WithoutCancel(ctx), stdio.Err, []string{played.Key}, report.Options{Games: report.DefaultGames, NoTimes: o.noTimes})
	if err != nil {
		return err
	}
	return r.WriteHTML(w)
}

// warn prints what may make the result less reliable.
func (o *arenaRunOptions) warn(talk io.Writer, s *arena.Setting) {
	for _, w := range s.Warnings() {
		fmt.Fprintf(talk, "ouro: warning: %s\n", w)
	}
	if typed := s.Tournament.Games; s.Games() > typed {
		fmt.Fprintf(talk, "ouro: %d games instead of %d: whole groups of %d, with every snake in every seat\n", s.Games(), typed, len(s.Seatings))
	}
}

// storageText returns where the games are and how to play more.
func storageText(r *lab.Report, kept *storage) string {
	games := english.Count(len(r.Games), "game")
	if kept == nil {
		return games + ", not stored (--store none)"
	}
	e := kept.shelves[0].Experiment()
	text := fmt.Sprintf("%s in experiment %s of %s", games, e.Short(), kept.store.File())
	if test := arena.FiguresOf(r).Test; test != nil && test.Verdict != "" {
		return text + "; use another --seed for a new test"
	}
	return text + "; a larger --games plays more"
}

// verdictText returns the verdict of a sequential test, or "".
func verdictText(r *lab.Report) string {
	test := arena.FiguresOf(r).Test
	if test == nil || test.Verdict == "" {
		return ""
	}
	is := "is"
	if test.Verdict == "H0" {
		is = "is not"
	}
	return fmt.Sprintf("%s %s better than %s (%s); ", detail(r.Results[0].Name), is, detail(r.Results[1].Name), test.Verdict)
}

// answer returns nil if there was no test or the first snake is better, and otherwise the
// error of exit code 3.
func answer(r *lab.Report) error {
	switch test := arena.FiguresOf(r).Test; {
	case test == nil || test.Verdict == "H1":
		return nil
	case test.Verdict == "H0", r.Experiment.Partial: // an interrupted run has printed how to continue
		return errNo
	}
	return negativef("not decided after %s; a larger --games plays more", english.Count(len(r.Games), "game"))
}
