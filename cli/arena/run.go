package arena

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"ouro/arena"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/definition"
	"ouro/internal/english"
	"ouro/internal/shell"
	"ouro/lab"
	"ouro/report"
	"ouro/tui/frame"

	screen "ouro/tui/arena"
)

type runOptions struct {
	tournamentFlags
	experiment.Flags
	dir         string // a flag of earlier versions
	resume      string
	pairsCSV    string
	html        string
	printConfig bool
	plain       bool
}

func newRun(stdio command.IO) *cobra.Command {
	var o runOptions
	cmd := &cobra.Command{
		Use:   "run [SNAKE]...",
		Short: "Play a tournament, or continue one",
		Long: `Run plays a tournament and prints which snake is better and how certain that is. A snake
is a solver of ouro list with its options, or the URL of your server. You can name it:
new=spot:hungry=60 me=http://127.0.0.1:8001.

--format sprt tests whether the first snake is better than the second. It tests after
every group of games and ends as soon as the answer is certain. The exit code is 0 if
the first snake is better (H1), and 3 if it is not (H0) or if --games were too few to
decide. With more than two snakes, the first two do not meet: each plays the others,
from the same seats of the same starts.

On a terminal the table is updated as games end, and enter opens a running game. With
--plain, --json, --csv or --markdown only the report is printed.

Every finished game is stored at once, with its record and log, in the file of --store.
The same command continues after Ctrl-C or a crash. With a larger --games it plays more
games. Stored games count only for the same build and the same programs. Games with a
remote snake count only in their own run, unless --resume names the earlier run.
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
	o.tournamentFlags.add(cmd)
	fs := cmd.Flags()
	fs.StringVar(&o.dir, "dir", "", "a `DIRECTORY` of tournaments that an earlier version wrote; it is no longer read")
	_ = fs.MarkHidden("dir")
	fs.StringVar(&o.resume, "resume", "", "with remote snakes: also count the games of this earlier `EXPERIMENT`")
	fs.StringVar(&o.pairsCSV, "pairs-csv", "", "also write the results of each pair of snakes to this CSV `FILE`")
	fs.StringVar(&o.html, "html", "", "also write a page with charts and playable games to this `FILE`")
	fs.BoolVar(&o.printConfig, "print-config", false, "print the tournament as a file for --config and play nothing")
	fs.BoolVar(&o.plain, "plain", false, "do not show the running games, only print the report")
	o.Store.Always = true
	o.Flags.Add(cmd, "snake")
	flags.LessCommon(cmd, "alpha", "beta", "csv", "damage", "detach", "fleet", "food", "games-csv", "minfood", "no-times", "openings", "pairs-csv", "records", "resume",
		"retries", "seats", "shrink", "start-length", "title")
	return cmd
}

func (o *runOptions) run(ctx context.Context, stdio command.IO) error {
	if given := o.Flags.Command.Flags().Changed; given("dir") {
		return command.Usagef("--dir: tournaments are now in the results file, --store FILE; ouro results import %s reads the directory of an earlier version", shell.Word(o.dir))
	}
	s, err := o.setting(ctx)
	if err != nil {
		return err
	}
	if err := o.Flags.Check(); err != nil {
		return err
	}
	if o.html != "" && o.Store.Name() == "" {
		return command.Usagef("--html: the page needs stored games; want --store FILE, not %s", experiment.NoStore)
	}
	if o.printConfig {
		_, err := io.WriteString(stdio.Out, s.Tournament.Text())
		return err
	}
	ctx, cancel := o.Timeout.Limit(ctx)
	defer cancel()
	e, err := o.experiment(stdio, s)
	if err != nil {
		return err
	}
	e.Files = append(e.Files, experiment.File{Name: o.html, Write: func(_ *lab.Report, w io.Writer) error { return o.page(ctx, stdio, e, w) }})
	r, err := o.Play(ctx, stdio, e)
	if err != nil {
		return err
	}
	return verdictError(r)
}

func (o *runOptions) experiment(stdio command.IO, s *arena.Setting) (*experiment.Experiment, error) {
	d, err := definition.OfArena(s)
	if err != nil {
		return nil, err
	}
	live := new(arena.Live)
	plan := s.Plan()
	return &experiment.Experiment{
		Definition: d, Plan: plan, GuestTimeout: s.Tournament.GuestTimeout, Resume: o.resume,
		Record: func(t *lab.Tally) string { return fmt.Sprintf("%06d-%d", t.Group, t.Seating) },
		Before: func() error {
			o.warn(stdio.Err, s)
			return nil
		},
		Open: func(ctx context.Context) (lab.Plan, error) { return s.Play(ctx, live) },
		Show: func(ctx context.Context, g *experiment.Running) (bool, error) { return o.show(ctx, stdio, s, live, g) },
		Summary: func(r *lab.Report, kept *experiment.Storage) []string {
			return append([]string{storageText(r, kept)}, verdictText(r)...)
		},
		Files: []experiment.File{{Name: o.pairsCSV, Write: arena.WritePairsCSV}},
	}, nil
}

// page writes the page of a tournament, which may be unfinished.
func (o *runOptions) page(ctx context.Context, stdio command.IO, e *experiment.Experiment, w io.Writer) error {
	played := e.Kept.Runs[0].Experiment()
	from := experiment.Reader{Flag: o.Store}
	r, err := from.Report(context.WithoutCancel(ctx), stdio.Err, []string{played.Key}, report.Options{Games: report.DefaultGames, NoTimes: o.NoTimes})
	if err != nil {
		return err
	}
	return r.WriteHTML(w)
}

// warn prints the setting's warnings and, if the number of games was rounded up, the new number.
func (o *runOptions) warn(stderr io.Writer, s *arena.Setting) {
	for _, w := range s.Warnings() {
		fmt.Fprintf(stderr, "ouro: warning: %s\n", w)
	}
	if typed := s.Tournament.Games; s.Games() > typed {
		fmt.Fprintf(stderr, "ouro: playing %d games instead of %d: games come in groups of %d, in which every snake takes every seat\n", s.Games(), typed, len(s.Seatings))
	}
}

func storageText(r *lab.Report, kept *experiment.Storage) string {
	if kept == nil {
		return english.Count(len(r.Games), "game") + ", not stored (--store none)"
	}
	text := kept.Text(r)
	if test := arena.FiguresOf(r).Test; test != nil && test.Verdict != "" {
		return text + "; use another --seed for a new test"
	}
	return text + "; a larger --games plays more"
}

// verdictText returns a line with the verdict of the sequential test, or nil without a verdict. The
// report begins with the same answer, but its tables and notes may have scrolled it off the
// terminal.
func verdictText(r *lab.Report) []string {
	test := arena.FiguresOf(r).Test
	if test == nil || test.Verdict == "" {
		return nil
	}
	verb := "is"
	if test.Verdict == "H0" {
		verb = "is not"
	}
	return []string{fmt.Sprintf("%s %s better than %s (%s): %s", command.Detail(r.Results[0].Name), verb, command.Detail(r.Results[1].Name), test.Verdict, test.EloText())}
}

// verdictError returns nil if there was no sequential test or the first snake is better. Otherwise
// it returns the error for exit code 3.
func verdictError(r *lab.Report) error {
	switch test := arena.FiguresOf(r).Test; {
	case test == nil || test.Verdict == "H1":
		return nil
	case test.Verdict == "H0", r.Experiment.Partial: // an interrupted run has already printed how to continue
		return command.ErrNo
	}
	return command.Negativef("not decided after %s; a larger --games plays more", english.Count(len(r.Games), "game"))
}

// show plays the missing games of a tournament. On a terminal it shows them on a screen, otherwise
// it prints the progress. It reports whether the user left the screen.
func (o *runOptions) show(ctx context.Context, stdio command.IO, s *arena.Setting, live *arena.Live, g *experiment.Running) (left bool, err error) {
	latest := lab.Latest{Count: g.Games}
	if o.Fleet.URL != "" || o.plain || o.JSON || o.CSV || o.Markdown || !command.OnTerminal(stdio) {
		return false, g.Games.Play(ctx, func(at lab.Progress) { g.Bar.Draw(at, g.Bar.With(progressFigures(latest.Report(), at))...) })
	}
	t := s.Tournament
	names := make([]string, len(t.Snakes))
	for i := range names {
		names[i] = t.Snakes[i].Name
	}
	title := t.Title
	if title == "" {
		title = fmt.Sprintf("%s, %s, seed %d", t.Rules, t.Format, t.Seed)
	}
	unseen := ""
	if s.Hunt != nil {
		unseen = "Games of Snake Hunter cannot be watched while they run: ouro replay FILE --watch plays a stored one."
	}
	err = screen.Show(ctx, command.OnScreen(stdio, frame.Options{}), screen.Options{
		Title: title, Names: names, Alone: s.Alone, Unseen: unseen,
		Run:     g.Games.Play,
		Running: live.Games,
		Figures: func(at lab.Progress) []string { return progressFigures(latest.Report(), at) },
		Table:   func(width int) (int, []string) { return arena.FiguresOf(latest.Report()).Brief(width) },
	})
	if errors.Is(err, context.Canceled) && ctx.Err() == nil {
		return true, nil
	}
	return false, err
}

func progressFigures(r *lab.Report, at lab.Progress) []string {
	figures := progress.OfGames(at)
	if test := arena.FiguresOf(r).Test; test != nil {
		figures = slices.Insert(figures, 1, fmt.Sprintf("LLR %.2f (%.2f, %.2f)", test.LLR, test.Lower, test.Upper))
	}
	return figures
}
