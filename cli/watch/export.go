package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/internal/english"
	"ouro/picture/film"
	"ouro/picture/paint"
	"ouro/play"
	"ouro/roster"
	"ouro/saved"
)

type exportOptions struct {
	game gameFlags

	png, gif, svg, cast string
	turns               turnRange
	speed               float64
	size                int
	theme               string
	overlays            []string
	coordinates         bool
}

func NewExport(stdio command.IO) *cobra.Command {
	o := exportOptions{turns: allTurns}
	cmd := &cobra.Command{
		Use:   "export [FILE]",
		Short: "Draw a game as a GIF, an animated SVG, a PNG or a cast",
		Long: `Export draws the game of a FILE: a record of any game, including Snake Hunter, or a game
log of the official Battlesnake engine. The name "-" means standard input. Without a FILE
it plays and draws the game that the flags define, like ouro watch and ouro game.

An SVG draws smooth bodies, needs no script or other file, and stays small even with
many turns. A GIF works everywhere. SVG and GIF repeat for ever. A PNG shows the board
after the last turn. A cast is the output of a terminal, for asciinema.`,
		Example: `  ouro export --solver ouroboros --board 8x8 --svg champion.svg
  ouro game --snake spot --snake floodfill --record duel.ouro
  ouro export duel.ouro --gif duel.gif --turns 20..60
  ouro export duel.ouro --png last.png --theme light
  ouro export --rules maze --level orchard --cast maze.cast --speed 30`,
		Args: exportArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.game.add(cmd)
	set := cmd.Flags()
	set.StringVar(&o.png, "png", "", "draw the board after the last turn to this PNG `FILE`")
	set.StringVar(&o.gif, "gif", "", "draw the turns to this GIF `FILE`")
	set.StringVar(&o.svg, "svg", "", "draw the turns to this SVG `FILE`")
	set.StringVar(&o.cast, "cast", "", "write the turns to this `FILE` as an asciicast")
	set.Var(&o.turns, "turns", "draw these `TURNS`: A..B, A.., ..B or one (default all)")
	flags.Speed(cmd, &o.speed, 0, " (default that of the game)")
	set.Lookup("speed").DefValue = "0" // hides pflag's own default in the help
	set.IntVar(&o.size, "size", 0, fmt.Sprintf("`PIXELS` of a cell, %d to %d (default one that fits)", paint.MinSize, paint.MaxSize))
	set.StringVar(&o.theme, "theme", paint.Dark.String(), "`THEME` of the colours: "+strings.Join(paint.Themes(), ", ")+"; auto follows the setting of an SVG's viewer")
	flags.Overlay(cmd, &o.overlays, "casts show none (default none)")
	set.BoolVar(&o.coordinates, "coordinates", false, "write the numbers of columns and rows beside the board, in all but casts")
	return cmd
}

// exportArgs accepts at most one FILE. If a name ends like the name of a drawing, such as out.svg, the
// error names the flag for that drawing.
func exportArgs(cmd *cobra.Command, args []string) error {
	for _, name := range args {
		if flag := strings.TrimPrefix(path.Ext(name), "."); slices.Contains([]string{"png", "gif", "svg", "cast"}, flag) {
			return command.Usagef("ouro export: unexpected argument %q; did you mean --%s %s?", name, flag, name)
		}
	}
	return command.AtMost(1, "the FILE")(cmd, args)
}

func (o *exportOptions) run(ctx context.Context, stdio command.IO, args []string) error {
	st, err := o.style()
	if err != nil {
		return err
	}
	if o.png == "" && o.gif == "" && o.svg == "" && o.cast == "" {
		return command.Usagef("ouro export: want --svg FILE, --gif FILE, --png FILE or --cast FILE")
	}
	if len(args) == 0 {
		return o.play(ctx, stdio, st)
	}
	if err := o.game.refuseBeside(args[0]); err != nil {
		return err
	}
	err = command.OpenSaved(ctx, stdio.In, args[0], func(file *saved.File) error {
		f, err := film.Open(ctx, file)
		if err != nil {
			return o.exitError(err)
		}
		if err := o.thinkAgain(ctx, file, f); err != nil {
			return errors.Join(err, f.Close())
		}
		return errors.Join(o.draw(ctx, stdio, f, st), f.Close())
	})
	var output outputError
	switch _, unknown := roster.FindSolver(flags.NameOf(args[0])); {
	case errors.As(err, &output):
		return output.error // without the name of the FILE
	case errors.Is(err, fs.ErrNotExist) && unknown == nil:
		return fmt.Errorf("%w; did you mean --solver %s?", err, args[0])
	}
	return err
}

// outputError is an error of writing an output file.
type outputError struct{ error }

func (e outputError) Unwrap() error { return e.error }

func (o *exportOptions) style() (st paint.Style, err error) {
	st = paint.Style{Size: o.size, Speed: o.speed, Coordinates: o.coordinates}
	if st.Theme, err = paint.ParseTheme(o.theme); err != nil {
		return st, command.Usagef("--theme %q: %w", command.Excerpt(o.theme), err)
	}
	if o.game.given("speed") {
		if err := flags.Positive("speed", o.speed); err != nil {
			return st, err
		}
	}
	if o.game.given("size") { // rejects --size 0 too; in a style, 0 means the default
		if err := paint.CheckSize(o.size); err != nil {
			return st, command.Usagef("--%w", err)
		}
	}
	if err := st.Check(); err != nil {
		return st, command.Usagef("--%w", err)
	}
	return st, nil
}

// play plays the game of the flags up to the last turn to draw, and draws it.
func (o *exportOptions) play(ctx context.Context, stdio command.IO, st paint.Style) error {
	w, err := o.game.read()
	if err != nil {
		return err
	}
	d, cfg := &drawnNotes{wanted: o.labels()}, play.Config{Budget: w.budget}
	moved := d.trace(&cfg, len(w.solvers))
	g, err := roster.NewGame(w.game, w.seed, w.solvers, cfg)
	if err != nil {
		return err
	}
	history, bar, last := play.NewHistory(g), progress.NewGame(stdio.Err), o.turns.to
	if len(d.wanted) > 0 && last < math.MaxInt {
		last++ // so that the solvers also think about the last position that is drawn
	}
	for _, over := g.Over(); !over && err == nil && history.Turns() < last; _, over = g.Over() {
		before := g.State().Turn
		err = history.Move(ctx)
		moved(before)
		bar.DrawState(g.State())
	}
	bar.Clear()
	if err != nil {
		command.ReportStop(ctx, stdio.Err, english.Count(history.Turns(), "move"), "nothing was drawn")
	} else {
		f := film.OfGame(w.game, english.NamesOf(w.solvers, nil), history)
		if len(d.wanted) > 0 {
			f.Film, err = paint.WithOverlays(f.Film, d.at), d.check()
		}
		if err == nil {
			err = o.draw(ctx, stdio, f, st)
		}
	}
	return errors.Join(err, g.Close())
}

func (o *exportOptions) draw(ctx context.Context, stdio command.IO, f *film.Film, st paint.Style) error {
	from, to, err := o.turns.within(f.Turns())
	if err != nil {
		return err
	}
	st.Speed, st.Title = cmp.Or(st.Speed, f.Speed), f.Title
	names := []string{o.png, o.gif, o.svg, o.cast}
	places, err := stdio.Outputs(ctx, nil, names...)
	if err != nil {
		return outputError{err}
	}
	bar := progress.NewGame(stdio.Err)
	observed := &progress.Film{Film: f.Film, Bar: bar, From: from, To: to}
	drawn := 0
	for i, draw := range []func(io.Writer) error{
		func(w io.Writer) error { return paint.PNG(ctx, w, f, to, st) },
		func(w io.Writer) error { return paint.GIF(ctx, w, paint.Clip{Film: observed, From: from, To: to}, st) },
		func(w io.Writer) error { return paint.SVG(ctx, w, paint.Clip{Film: observed, From: from, To: to}, st) },
		func(w io.Writer) error { return paint.Cast(ctx, w, paint.Clip{Film: observed, From: from, To: to}, st) },
	} {
		if places[i] == nil {
			continue
		}
		err := places[i].Write(draw)
		bar.Clear()
		if err != nil {
			command.ReportStop(ctx, stdio.Err, english.Count(drawn, "drawing"), "no other file was written")
			return errors.Join(o.exitError(err), command.CloseAll(places[i+1:]))
		}
		content := fmt.Sprintf("turns %d to %d", from, to)
		if i == 0 || from == to {
			content = fmt.Sprintf("turn %d", to)
		}
		command.ReportWritten(stdio.Err, names[i], content)
		drawn++
	}
	return nil
}

// exitError returns err with the exit code of its kind: a clip that is too long is a usage error, and
// a changed record means that the answer is no.
func (o *exportOptions) exitError(err error) error {
	if errors.Is(err, paint.ErrTooLong) {
		return command.Usage(err)
	}
	if different := (film.DifferentError{}); errors.As(err, &different) {
		return command.Negative(err)
	}
	return err
}

// turnRange is the value of a flag for a range of turns, both ends included.
type turnRange struct{ from, to int }

var allTurns = turnRange{0, math.MaxInt}

// Set parses "A..B", "A..", "..B" and "A".
func (r *turnRange) Set(text string) error {
	first, last, isRange := strings.Cut(text, "..")
	if !isRange {
		last = first
	}
	got := allTurns
	for _, end := range []struct {
		text string
		n    *int
	}{{first, &got.from}, {last, &got.to}} {
		if end.text == "" && isRange && text != ".." {
			continue
		}
		n, err := strconv.Atoi(end.text)
		if err != nil || n < 0 {
			return errors.New("want turns such as 20..60, 20.., ..60 or 20")
		}
		*end.n = n
	}
	if got.from > got.to {
		return fmt.Errorf("turn %d comes after %d", got.from, got.to)
	}
	*r = got
	return nil
}

// String returns the range in the syntax of Set, or "" for all turns.
func (r *turnRange) String() string {
	switch {
	case *r == allTurns || *r == turnRange{}:
		return ""
	case r.from == r.to:
		return strconv.Itoa(r.from)
	case r.to == math.MaxInt:
		return fmt.Sprintf("%d..", r.from)
	}
	return fmt.Sprintf("%d..%d", r.from, r.to)
}

func (r *turnRange) Type() string { return "turns" }

// within returns the turns of the range in a game with turns first to last. The ends that the user
// gave must be turns of the game.
func (r *turnRange) within(first, last int) (from, to int, err error) {
	if r.from > last || r.to < first || r.to != math.MaxInt && r.to > last || r.from != 0 && r.from < first {
		return 0, 0, command.Usagef("--turns %s: the game has only turns %d to %d", r, first, last)
	}
	return max(first, r.from), min(last, r.to), nil
}
