package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"ouro/arena"
	"ouro/internal/english"
	"ouro/internal/printable"
	"ouro/internal/shell"
	"ouro/lab"
	"ouro/order"
	"ouro/report"
)

type arenaRunOptions struct {
	arenaFlags
	experimentOptions
	dir         string // of earlier versions
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
		Short: "Play a tournament, or continue one that was stopped",
		Long: `Run plays a tournament and prints who is better and how sure that is. A snake is a
solver of ouro list with its options, or the URL of your own server, and may be given
a name: new=spot:hungry=60 me=http://127.0.0.1:8001.

With --format sprt the question is whether the first snake is better than the second.
It is asked after every group of games, and the tournament ends as soon as it is
answered: exit code 0 says that it is better (H1), 3 that it is not (H0) or that
--games were too few to tell. If there are more than two, the first and the second do
not meet: each plays the others, from the same seats of the same starts.

In a terminal the table is shown as it grows, and enter opens a game that is being
played; with --plain, --json, --csv or --markdown only the report is printed.

Every finished game is kept at once, with its record and its log, in the file of
--store. The same command continues where it was, after Ctrl-C and after a crash; with
a larger --games it plays more. Games count only for what was played with the same
build and the same programs; with a remote snake, only for the same run unless --resume
names an earlier one. --print-config writes all this down as a file for --config.

Snakes of Ouro think as deep as --nodes, --time or --cpu allow, else as deep as they
like to; without guests and with --nodes or no limit every machine plays the same
games. With --time, games at once are at most as many as half of the processors can
play in time.`,
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
	flags := cmd.Flags()
	flags.StringVar(&o.dir, "dir", "", "directory of earlier versions")
	_ = flags.MarkHidden("dir") // which is there
	flags.StringVar(&o.resume, "resume", "", "with remote snakes: also count the games of the earlier run of this `EXPERIMENT`")
	flags.StringVar(&o.pairsCSV, "pairs-csv", "", "also write how every two did against each other to this CSV `FILE`")
	flags.StringVar(&o.html, "html", "", "also write a page with drawings and games to look at to this `FILE`")
	flags.BoolVar(&o.printConfig, "print-config", false, "play nothing, and print the tournament as a file for --config")
	flags.BoolVar(&o.plain, "plain", false, "do not show it, print how it ended")
	o.store.always = true
	o.experimentOptions.add(cmd, "snake")
	lessCommon(cmd, "alpha", "beta", "csv", "damage", "detach", "fleet", "food", "games-csv", "minfood", "no-times", "openings", "pairs-csv", "records", "resume",
		"retries", "seats", "shrink", "start-length", "title")
	return cmd
}

func (o *arenaRunOptions) run(ctx context.Context, stdio IO) error {
	if given := o.experimentOptions.cmd.Flags().Changed; given("dir") {
		return usagef("--dir: tournaments are kept in one file with all other results: --store FILE; ouro results import %s reads the directory of an earlier version", shell.Word(o.dir))
	}
	s, err := o.setting(ctx)
	if err != nil {
		return err
	}
	if err := o.experimentOptions.check(); err != nil {
		return err
	}
	if o.html != "" && o.store.name() == "" {
		return usagef("--html: the page is made of kept games; want --store FILE, not %s", noStore)
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
		open: func(ctx context.Context) (lab.Plan, error) { return s.Play(ctx, live) },
		show: func(ctx context.Context, games *lab.Count, bar *progress, run playing) (bool, error) {
			return o.show(ctx, stdio, s, live, games, bar, run)
		},
		said:  func(r *lab.Report, kept *keeping) string { return inWords(r) + keptIn(r, kept) },
		files: []reportFile{{o.pairsCSV, arena.WritePairsCSV}},
	}, nil
}

// page writes the page of the tournament, also of one that was stopped.
func (o *arenaRunOptions) page(ctx context.Context, stdio IO, e *experiment, w io.Writer) error {
	played := e.kept.shelves[0].Experiment()
	page := reportOptions{from: storeReader{o.store}, looked: report.DefaultGames, noTimes: o.noTimes}
	r, err := page.read(context.WithoutCancel(ctx), stdio, []string{played.Key})
	if err != nil {
		return err
	}
	return r.WriteHTML(w)
}

// warn prints what makes the answer worth less than it seems.
func (o *arenaRunOptions) warn(talk io.Writer, s *arena.Setting) {
	for _, w := range s.Warnings() {
		fmt.Fprintf(talk, "ouro: warning: %s\n", w)
	}
	if typed := s.Tournament.Games; s.Games() > typed {
		fmt.Fprintf(talk, "ouro: %d games instead of %d: whole groups of %d, with every snake in every seat\n", s.Games(), typed, len(s.Seatings))
	}
}

// keptIn says where the games are, and how there would be more.
func keptIn(r *lab.Report, kept *keeping) string {
	games := english.Count(len(r.Games), "game")
	if kept == nil {
		return games + ", not kept (--store none)"
	}
	e := kept.shelves[0].Experiment()
	text := fmt.Sprintf("%s in experiment %s of %s", games, e.Short(), kept.store.File())
	if test := arena.FiguresOf(r).Test; test != nil && test.Verdict != "" {
		return text + "; another --seed asks anew"
	}
	return text + "; a larger --games plays more"
}

// inWords is the answer of a tournament that asked a question and knows it.
func inWords(r *lab.Report) string {
	test := arena.FiguresOf(r).Test
	if test == nil || test.Verdict == "" {
		return ""
	}
	is := "is"
	if test.Verdict == "H0" {
		is = "is not"
	}
	return fmt.Sprintf("%s %s better than %s (%s); ", printable.Short(r.Results[0].Name, maxDetail), is, printable.Short(r.Results[1].Name, maxDetail), test.Verdict)
}

// answer is no error where the first snake is better, and where that was not the
// question.
func answer(r *lab.Report) error {
	switch test := arena.FiguresOf(r).Test; {
	case test == nil || test.Verdict == "H1":
		return nil
	case test.Verdict == "H0", r.Experiment.Partial: // the user left, and knows how to continue
		return errNo
	}
	return noError{fmt.Errorf("not decided after %s; a larger --games plays more", english.Count(len(r.Games), "game"))}
}
