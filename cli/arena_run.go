package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"ouro/arena"
	"ouro/internal/english"
	"ouro/internal/outfile"
	"ouro/internal/printable"
	"ouro/lab"
)

type arenaRunOptions struct {
	arenaFlags
	arenaOutput
	dir         string
	printConfig bool
	plain       bool
	part        bool // of something larger, which says how to go on
	fleet       fleetOption
	limit       timeoutFlag
	store       storeOption
}

func newArenaRun(stdio IO) *cobra.Command {
	var o arenaRunOptions
	cmd := &cobra.Command{
		Use:   "run [SNAKE]...",
		Short: "Play a tournament, or go on with one that was stopped",
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

Every finished game is kept in --dir with its record and its log. The same command
again goes on where it was, after Ctrl-C and after a crash; with a larger --games it
plays more. --print-config writes all this down as a file for --config.

Snakes of Ouro think as deep as --nodes, --time or --cpu allow, else as deep as they
like to; without guests and with --nodes or no limit every machine plays the same
games. With --time, games at once are at most as many as half of the processors can
play in time.`,
		Example: `  ouro arena run new=spot:hungry=60 old=spot --format sprt --nodes 500
  ouro arena run spot greedy floodfill --games 120 --nodes 1000 --html page.html
  ouro arena run me=http://127.0.0.1:8001 spot --games 100 --format gauntlet
  ouro arena run spot greedy hungry coward --format ffa --seats 3 --rules royale
  ouro arena run spot greedy --print-config >duel.toml
  ouro arena run --config duel.toml --games 1000`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.snakes = append(args, o.snakes...)
			return o.run(cmd.Context(), stdio)
		},
	}
	o.arenaFlags.add(cmd)
	flags := cmd.Flags()
	dirFlag(cmd, &o.dir, "arena- and a number that stands for what is played")
	flags.BoolVar(&o.printConfig, "print-config", false, "play nothing, and print the tournament as a file for --config")
	o.arenaOutput.add(cmd)
	flags.BoolVar(&o.plain, "plain", false, "do not show it, print how it ended")
	o.fleet.add(cmd, "")
	o.limit.add(cmd)
	o.store.add(cmd, "; without --dir only there")
	return cmd
}

func (o *arenaRunOptions) run(ctx context.Context, stdio IO) error {
	s, err := o.setting(ctx)
	if err != nil {
		return err
	}
	if err := cmp.Or(o.limit.check(), o.fleet.check()); err != nil {
		return err
	}
	if o.printConfig {
		_, err := io.WriteString(stdio.Out, s.Tournament.Text())
		return err
	}
	ctx, cancel := o.limit.limit(ctx)
	defer cancel()
	places, err := stdio.outputs(ctx, o.kept(s), o.files()...)
	if err != nil {
		return err
	}
	course, end, err := o.play(ctx, stdio, s)
	if course == nil {
		return errors.Join(err, closeAll(places))
	}
	written := o.write(stdio.Out, places, course.Report())
	if end != "" {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", end)
	}
	if err := errors.Join(err, written); err != nil {
		return err
	}
	return answer(course)
}

// play plays the games that are missing, and says what is to be said before the
// report. end is to be said after it: of a long one people see the end.
func (o *arenaRunOptions) play(ctx context.Context, stdio IO, s *arena.Setting) (course *arena.Course, end string, err error) {
	say := func(format string, values ...any) { fmt.Fprintf(stdio.Err, "ouro: "+format+"\n", values...) }
	kept, err := o.openTournament(ctx, stdio, s)
	if err != nil {
		return nil, "", err
	}
	defer func() { err = errors.Join(err, kept.close()) }()
	for _, note := range kept.notes {
		say("%s", note)
	}
	if course, err = arena.NewCourse(s, kept.store); err != nil {
		return nil, "", fmt.Errorf("%s: %w", kept.place, err)
	}
	asked := s.Games()
	s = s.Holding(kept.store.Games())
	if course.Complete() {
		end = inWords(s, course) + nothingLeft(course, asked, kept.place)
		if !o.part {
			end += "; " + more(course)
		}
		return course, end, nil
	}
	for _, w := range s.Warnings() {
		say("warning: %s", w)
	}
	if n := len(course.Games()); n > 0 {
		say("%d of %s are kept in %s", n, english.Count(s.Games(), "game"), kept.place)
	}
	if typed := s.Tournament.Games; s.Games() > typed {
		say("%d games instead of %d: whole groups of %d, with everybody in every seat", s.Games(), typed, len(s.Seatings))
	} else if s.Games() > asked {
		say("%d games instead of %d: more were begun, and their groups are played to the end", s.Games(), asked)
	}
	play, err := o.howToPlay(ctx, stdio, s, course)
	if err != nil {
		return nil, "", err
	}
	left, err := o.runs(ctx, stdio, s, course, play)
	switch done := len(course.Games()); {
	case err == nil && !left:
		end = inWords(s, course) + fmt.Sprintf("%s in %s; %s prints this again", english.Count(done, "game"), kept.place, kept.again)
	case left || ctx.Err() != nil:
		end = fmt.Sprintf("partial, %d of %s are kept in %s; go on with: ouro %s", done, english.Count(s.Games(), "game"), kept.place,
			typedAgain(o.arenaFlags.cmd, func(_, value string) string { return value }, "timeout"))
	}
	return course, end, err
}

// howToPlay is how the games are played: here, or by a fleet.
func (o *arenaRunOptions) howToPlay(ctx context.Context, stdio IO, s *arena.Setting, course *arena.Course) (*arenaPlay, error) {
	bar := newProgress(stdio.Err)
	if o.fleet.url == "" {
		player, err := arena.NewPlayer(ctx, s)
		return &arenaPlay{bar: bar, run: func(ctx context.Context, progress func(lab.Progress)) error { return course.Run(ctx, player, progress) }}, err
	}
	far, err := o.fleet.open(ctx, bar)
	if err != nil {
		return nil, err
	}
	elsewhere, err := far.tournament(s)
	if err != nil {
		far.close()
		return nil, err
	}
	return &arenaPlay{bar: bar, far: true, run: func(ctx context.Context, progress func(lab.Progress)) error {
		defer far.close()
		return course.RunElsewhere(ctx, elsewhere, progress)
	}}, nil
}

// arenaPlay plays a tournament.
type arenaPlay struct {
	bar *progress
	far bool // there is nothing to look at
	run func(ctx context.Context, progress func(lab.Progress)) error
}

// inWords is the answer of a tournament that asked a question and knows it.
func inWords(s *arena.Setting, c *arena.Course) string {
	test := c.Test()
	if test == nil || test.Verdict == "" {
		return ""
	}
	is := "is"
	if test.Verdict == "H0" {
		is = "is not"
	}
	snakes := s.Tournament.Snakes
	return fmt.Sprintf("%s %s better than %s (%s); ", printable.Short(snakes[0].Name, maxDetail), is, printable.Short(snakes[1].Name, maxDetail), test.Verdict)
}

// answer is no error where the first snake is better, and where that was not the
// question.
func answer(c *arena.Course) error {
	switch test := c.Test(); {
	case test == nil || test.Verdict == "H1":
		return nil
	case test.Verdict == "H0", !c.Complete(): // the person left, and was told how to go on
		return errNo
	}
	return noError{fmt.Errorf("not decided after %s; a larger --games goes on", english.Count(len(c.Games()), "game"))}
}

// arenaFigures tell how far a tournament is.
func arenaFigures(c *arena.Course, at lab.Progress) []string {
	figures := gameFigures(at)
	if test := c.Test(); test != nil {
		if now, left := at.Done-at.Known, test.Left()*c.GroupSize(); left > 0 && now > 0 {
			figures[1] = timeLeft(at.Elapsed, now, min(at.Total-at.Known, now+left))
		} else if now > 0 {
			figures[1] = "at most " + figures[1]
		}
		figures = slices.Insert(figures, 1, fmt.Sprintf("LLR %.2f (%.2f, %.2f)", test.LLR, test.Lower, test.Upper))
	}
	return figures
}

// nothingLeft says why no game was played of a tournament of which so many were asked
// for.
func nothingLeft(c *arena.Course, asked int, place string) string {
	games := len(c.Games())
	if games > asked && !c.Answered() {
		return fmt.Sprintf("%d games are kept in %s, which is more than %d", games, place, asked)
	}
	return fmt.Sprintf("nothing was left to play: %s in %s", english.Count(games, "game"), place)
}

// more says how a tournament that is complete can go on.
func more(c *arena.Course) string {
	if c.Answered() {
		return "the question is answered; another --seed asks it anew"
	}
	return fmt.Sprintf("--games above %d plays more", len(c.Games()))
}

// arenaOutput is how a report is printed.
type arenaOutput struct {
	json, csv, markdown, noTimes bool
	html, pairsCSV               string
}

func (o *arenaOutput) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	jsonFlag(cmd, &o.json, "")
	flags.BoolVar(&o.csv, "csv", false, "print a CSV table; a row for each snake")
	flags.BoolVar(&o.markdown, "markdown", false, "print Markdown tables")
	flags.StringVar(&o.html, "html", "", "also write a page with tables and plots to this `FILE`")
	flags.StringVar(&o.pairsCSV, "pairs-csv", "", "also write how every two did against each other to this CSV `FILE`")
	flags.BoolVar(&o.noTimes, "no-times", false, "leave out thinking times, which differ from run to run")
	exclusive(cmd, "json", "csv", "markdown")
}

// files are those that are written beside what is printed.
func (o *arenaOutput) files() []string { return []string{o.html, o.pairsCSV} }

// write prints the report, and writes the files that have a place.
func (o *arenaOutput) write(w io.Writer, places []*outfile.Target, r *arena.Report) error {
	if o.noTimes {
		r = r.WithoutTimes()
	}
	var err error
	switch {
	case o.json:
		err = r.WriteJSON(w)
	case o.csv:
		err = r.WriteCSV(w)
	case o.markdown:
		err = r.WriteMarkdown(w)
	default:
		err = r.WriteTable(w, columns(w))
	}
	for i, write := range []func(io.Writer) error{r.WriteHTML, r.WritePairsCSV} {
		if places[i] != nil {
			err = errors.Join(err, places[i].Write(write))
		}
	}
	return err
}
