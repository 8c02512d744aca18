package watch

import (
	"context"
	"fmt"
	"io"
	"net"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/battlesnake/feed"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/studio"
	"ouro/roster"
	"ouro/saved"
)

func (o *watchOptions) showWeb(ctx context.Context, stdio command.IO, game ouro.GameSpec, specs []ouro.Spec, budget ouro.Budget) error {
	c := roster.CommandLine{Command: "watch", Game: game, Level: o.game.Level, Start: o.game.Start, Seed: uint64(o.game.Seed), Index: o.index, Budget: budget}
	for _, spec := range specs {
		c.Snakes = append(c.Snakes, spec.String())
	}
	return studio.ShowCommand(ctx, stdio, c, o.speed)
}

func (o *gameOptions) showWeb(ctx context.Context, stdio command.IO, cfg host.Config) error {
	c := roster.CommandLine{Command: "game", Game: cfg.Game, Seed: cfg.Seed, Budget: cfg.Budget}
	for i, e := range cfg.Entrants {
		if e.Guest != nil {
			return command.Usagef("--web: %s is a remote snake, which the studio does not support; ouro game --viewer shows it on the official board", o.snakes[i])
		}
		c.Snakes = append(c.Snakes, o.snakes[i])
	}
	return studio.ShowCommand(ctx, stdio, c, o.speed)
}

// showWeb checks that a file contains a game, and shows the game in the studio.
func (o *replayOptions) showWeb(ctx context.Context, stdio command.IO, name string) error {
	if name == "-" {
		return command.Usagef("--web: want a FILE, not standard input")
	}
	err := command.OpenSaved(ctx, stdio.In, name, func(f *saved.File) error {
		switch f.Kind {
		case saved.Record, saved.Hunter, saved.Log:
			return nil
		default:
			return fmt.Errorf("the file holds %s, not a game", f.Kind)
		}
	})
	if err != nil {
		return err
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	return studio.ShowFile(ctx, stdio, path)
}

// viewerFlags are the flags for serving a game to the official board.
type viewerFlags struct {
	address string
	time    time.Duration
}

func (f *viewerFlags) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.address, "viewer", "", "serve the game to the official board at this `ADDRESS`, as --viewer=HOST:PORT; without one, at a free local port")
	fs.Lookup("viewer").NoOptDefVal = "127.0.0.1:0"
	fs.DurationVar(&f.time, "linger", 0, "continue to serve the game for this `DURATION` after its end; 0 means until Ctrl-C")
}

func (f *viewerFlags) isOn() bool { return f.address != "" }

func (f *viewerFlags) listen(ctx context.Context) (net.Listener, error) {
	if err := flags.NotNegative("linger", f.time); err != nil || !f.isOn() {
		return nil, err
	}
	if _, _, err := net.SplitHostPort(f.address); err != nil {
		return nil, command.Usagef("--viewer %q: want HOST:PORT, e.g. --viewer=127.0.0.1:0", command.Excerpt(f.address))
	}
	return command.Listen(ctx, f.address, "--viewer")
}

// open starts to serve a game and prints the link to the board.
func (f *viewerFlags) open(ctx context.Context, stderr io.Writer, l net.Listener, m *wire.Match, g *ouro.Grid) *feed.Live {
	live := feed.Open(ctx, l, m, g)
	fmt.Fprintf(stderr, "board: %s\n", live.Link())
	return live
}

// linger stops serving the game. If isWanted is set, it first waits until the time of --linger has
// passed or ctx ends.
func (f *viewerFlags) linger(ctx context.Context, stderr io.Writer, live *feed.Live, isWanted bool) error {
	if isWanted && live != nil && ctx.Err() == nil {
		if f.time == 0 {
			fmt.Fprintln(stderr, "the game is still served; Ctrl-C ends it")
		}
		return live.Linger(ctx, f.time)
	}
	return live.Close()
}
