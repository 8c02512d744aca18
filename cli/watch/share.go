package watch

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ouro/battlesnake/wire"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/internal/buildinfo"
	"ouro/internal/shell"
	"ouro/roster"
	"ouro/saved"
	"ouro/share"
	"ouro/studio/web"
	"ouro/verify"
)

type shareOptions struct {
	game     gameFlags
	overlays []string
	out      string
}

// noOverlays is the value of --overlay that keeps no overlay.
const noOverlays = "none"

func NewShare(stdio command.IO) *cobra.Command {
	o := shareOptions{}
	cmd := &cobra.Command{
		Use:   "share [FILE]",
		Short: "Write a game as one page that plays in any browser",
		Long: `Share writes one HTML file that plays a game in any browser, without a network and without
Ouro. Send it by mail, or put it on a web server. The file has the board, the timeline and
the keys of the studio, what the solvers thought, and the result of verifying the game
against the rules.

FILE is a record of any game, or a game log of the official Battlesnake engine. The name
"-" means standard input. For a record, share runs the solvers again on every position, to
show what they thought. Without a FILE, share plays the game that the flags define, like
ouro export.

Without --out the file gets the name of the game and replaces no other file.`,
		Example: `  ouro share --solver ouroboros --board 8x8
  ouro share duel.ouro --out duel.html
  ouro share duel.ouro --overlay plan,scores
  ouro share long.ouro --overlay none          no overlays: runs no solver`,
		Args: command.AtMost(1, "the FILE"),
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.game.add(cmd)
	fs := cmd.Flags()
	flags.Overlay(cmd, &o.overlays, "none keeps none (default all)")
	fs.StringVar(&o.out, "out", "", "write the page to this `FILE` (default the name of the game with .html)")
	return cmd
}

func (o *shareOptions) run(ctx context.Context, stdio command.IO, args []string) error {
	keep, err := o.options()
	if err != nil {
		return err
	}
	bar := progress.NewGame(stdio.Err)
	keep.See = bar.DrawState
	if len(args) == 0 {
		err = o.play(ctx, stdio, bar, keep)
	} else if err = o.game.refuseBeside(args[0]); err == nil {
		err = o.read(ctx, stdio, bar, keep, args[0])
	}
	bar.Clear()
	if err != nil {
		command.ReportStop(ctx, stdio.Err, "the game", "nothing was written")
	}
	if different := (share.DifferentError{}); errors.As(err, &different) {
		return command.Negative(err)
	}
	return err
}

func (o *shareOptions) options() (share.Options, error) {
	keep := share.Options{Labels: o.overlays}
	if slices.Contains(o.overlays, noOverlays) {
		if len(o.overlays) > 1 {
			return keep, command.Usagef("--overlay %s: want labels, or %s alone", command.Excerpt(strings.Join(o.overlays, ",")), noOverlays)
		}
		keep.None = true
	}
	return keep, nil
}

// play plays the game that the flags define and writes its page.
func (o *shareOptions) play(ctx context.Context, stdio command.IO, bar *progress.Game, keep share.Options) error {
	w, err := o.game.read()
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%dx%d-%d", w.solvers[0].Name, w.game.W, w.game.H, o.game.Seed)
	if o.game.index > 0 {
		name += fmt.Sprintf("-%d", o.game.index)
	}
	place, err := o.place(name + ".html")
	if err != nil {
		return err
	}
	keep.Budget = w.budget
	p, err := share.Play(ctx, w.game, w.seed, w.solvers, keep)
	if err != nil {
		return err
	}
	c := roster.CommandLine{Command: "watch", Game: w.game, Level: o.game.Level, Seed: uint64(o.game.Seed), Index: o.game.index, Budget: w.budget}
	if w.game.Snakes > 0 {
		c.Command = "game"
	}
	for _, s := range w.solvers {
		c.Snakes = append(c.Snakes, s.String())
	}
	p.Again = c.String()
	return o.write(ctx, stdio, bar, place, p)
}

// read writes the page of the game in a file.
func (o *shareOptions) read(ctx context.Context, stdio command.IO, bar *progress.Game, keep share.Options, name string) error {
	base := strings.TrimSuffix(filepath.Base(name), ".gz")
	if name == "-" {
		base = "game"
	}
	place, err := o.place(strings.TrimSuffix(base, filepath.Ext(base)) + ".html")
	if err != nil {
		return err
	}
	var p *share.Page
	err = command.OpenSaved(ctx, stdio.In, name, func(f *saved.File) error {
		switch f.Kind {
		case saved.Record:
			p, err = share.OfRecord(ctx, f.Record, keep)
		case saved.Log:
			var l *wire.Log
			if l, err = wire.ReadLog(f.Log); err == nil {
				p, err = share.OfLog(ctx, l, keep)
			}
		case saved.Hunter:
			p, err = share.OfHunter(ctx, f.Hunter)
		default:
			err = fmt.Errorf("the file holds %s, not a game", f.Kind)
		}
		return err
	})
	if err != nil {
		return err
	}
	if p.Verdict == nil { // to verify a log, the file is read a second time
		if err := verifyLog(ctx, stdio, name, p); err != nil {
			return err
		}
	} else if name != "-" {
		p.Again = "ouro replay " + shell.Word(filepath.Base(name))
	}
	return o.write(ctx, stdio, bar, place, p)
}

// verifyLog verifies the log in a file. It skips standard input, which cannot be read twice.
func verifyLog(ctx context.Context, stdio command.IO, name string, p *share.Page) error {
	if name == "-" {
		return nil
	}
	return command.OpenSaved(ctx, stdio.In, name, func(f *saved.File) error {
		v, err := verify.Check(ctx, f)
		if err == nil {
			p.SetVerdict(v)
		}
		return err
	})
}

// place returns the name of the page's file: that of --out, or usual, which must not exist yet.
func (o *shareOptions) place(usual string) (string, error) {
	if o.out != "" {
		return o.out, nil
	}
	if _, err := os.Lstat(usual); err == nil {
		return "", command.Usagef("%s exists already: --out %s replaces it, or give another --out", usual, shell.Word(usual))
	}
	return usual, nil
}

// checkLabels returns an error if the user requested an overlay that no solver has.
func (o *shareOptions) checkLabels(p *share.Page) error {
	var labels []string
	if p.Tape != nil {
		labels = p.Tape.Labels()
	}
	for _, label := range o.overlays {
		if label != noOverlays && !slices.Contains(labels, label) {
			return unknownOverlay(label, labels)
		}
	}
	return nil
}

// write writes a page and reports its size.
func (o *shareOptions) write(ctx context.Context, stdio command.IO, bar *progress.Game, name string, p *share.Page) error {
	if err := o.checkLabels(p); err != nil {
		return err
	}
	p.Made = "ouro " + buildinfo.Read().Version
	player := web.Share
	if p.Hunt != nil {
		player = web.ShareHunt
	}
	parts, err := player()
	if err != nil {
		return err
	}
	places, err := stdio.Outputs(ctx, nil, name)
	if err != nil {
		return err
	}
	size := &counter{}
	var omitted []string
	err = places[0].Write(func(w io.Writer) error {
		size.w, size.n = w, 0
		if _, err = io.WriteString(size, parts[0]); err == nil {
			omitted, err = p.WriteGame(size)
		}
		if err == nil {
			_, err = io.WriteString(size, parts[1])
		}
		return err
	})
	if err != nil {
		return err
	}
	bar.Clear()
	if len(omitted) > 0 {
		fmt.Fprintf(stdio.Err, "ouro: omitted the overlays %s, which are too large for a page; --overlay chooses others\n", strings.Join(omitted, ", "))
	}
	if name == "-" {
		name = "standard output"
	}
	_, err = fmt.Fprintf(stdio.Err, "ouro: page written to %s (%d KB)\n", command.Excerpt(name), (size.n+999)/1000)
	return err
}

// counter is a writer that counts the bytes that it writes to w.
type counter struct {
	w io.Writer
	n int64
}

func (c *counter) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	c.n += int64(n)
	return n, err
}
