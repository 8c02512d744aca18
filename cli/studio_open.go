package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/roster"
	"ouro/saved"
	"ouro/studio"
	"ouro/studio/link"
	"ouro/studio/server"
)

// browseTime is how long a program that opens a browser is waited for. Those that
// take longer are the browser itself.
const browseTime = 2 * time.Second

// browse opens an address in the browser of the system.
func browse(ctx context.Context, address string) error {
	command := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open"}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"} // start is of a shell, which reads &
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return errors.New("there is no display")
		}
	}
	c := exec.CommandContext(context.WithoutCancel(ctx), command[0], append(command[1:], address)...) // the browser stays
	if err := c.Start(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	timer := time.NewTimer(browseTime)
	defer timer.Stop()
	select {
	case err := <-done:
		if err != nil {
			return fmt.Errorf("%s: %w", command[0], err)
		}
	case <-timer.C:
	case <-ctx.Done():
	}
	return nil
}

// webFlag lets a command show in the studio what it would show itself.
func webFlag(cmd *cobra.Command, web *bool) {
	cmd.Flags().BoolVar(web, "web", false, "show it in the browser, see ouro studio")
}

// showWeb runs the studio for one thing, at a free port of this machine.
func showWeb(ctx context.Context, stdio IO, fragment string, files server.Files) error {
	o := studioOptions{host: "127.0.0.1", open: true, exact: studio.ExactMemory}
	return o.serve(ctx, stdio.Err, fragment, files)
}

// showCommand shows what a command line asks for.
func showCommand(ctx context.Context, stdio IO, c roster.CommandLine, speed float64) error {
	asked, err := link.OfCommand(c)
	if err != nil {
		return usagef("--web: %w", err)
	}
	asked.Speed = speed
	return showWeb(ctx, stdio, fragment(asked.Link(asked.Page())), nil)
}

func (o *watchOptions) showWeb(ctx context.Context, stdio IO, game ouro.GameSpec, specs []ouro.Spec, budget ouro.Budget) error {
	c := roster.CommandLine{Command: "watch", Game: game, Level: o.game.level, Start: o.game.start, Seed: uint64(o.game.seed), Index: o.index, Budget: budget}
	for _, spec := range specs {
		c.Snakes = append(c.Snakes, spec.String())
	}
	return showCommand(ctx, stdio, c, o.speed)
}

func (o *gameOptions) showWeb(ctx context.Context, stdio IO, cfg host.Config) error {
	c := roster.CommandLine{Command: "game", Game: cfg.Game, Seed: cfg.Seed, Budget: cfg.Budget}
	for i, e := range cfg.Entrants {
		if e.Guest != nil {
			return usagef("--web: %s is a snake elsewhere, which the studio does not ask; ouro game --viewer shows it on the official board", o.snakes[i])
		}
		c.Snakes = append(c.Snakes, o.snakes[i])
	}
	return showCommand(ctx, stdio, c, o.speed)
}

// showWeb offers a file to the studio, once it is known to be of a game.
func (o *replayOptions) showWeb(ctx context.Context, stdio IO, name string) error {
	if name == "-" {
		return usagef("--web: want a FILE, not standard input")
	}
	err := openSaved(ctx, stdio.In, name, func(f *saved.File) error {
		switch f.Kind {
		case saved.Record, saved.Hunter, saved.Log:
			return nil
		default:
			return fmt.Errorf("it holds %s, which are no game to show", f.Kind)
		}
	})
	if err != nil {
		return err
	}
	whole, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	fields := url.Values{"file": {filepath.Base(whole)}}
	return showWeb(ctx, stdio, "#/replay?"+fields.Encode(), server.Only(whole))
}
