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

// browseTime is how long to wait for the program that opens a browser. If it runs longer,
// it is the browser.
const browseTime = 2 * time.Second

// browse opens an address in the browser of the system.
func browse(ctx context.Context, address string) error {
	command := []string{"xdg-open"}
	switch runtime.GOOS {
	case "darwin":
		command = []string{"open"}
	case "windows":
		command = []string{"rundll32", "url.dll,FileProtocolHandler"} // a shell would interpret &
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return errors.New("there is no display")
		}
	}
	c := exec.CommandContext(context.WithoutCancel(ctx), command[0], append(command[1:], address)...) // the browser outlives ouro
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

// webFlag adds the flag that shows a game in the studio.
func webFlag(cmd *cobra.Command, web *bool) {
	cmd.Flags().BoolVar(web, "web", false, "show the game in the browser (see ouro studio)")
}

// showWeb runs the studio on a free local port.
func showWeb(ctx context.Context, stdio IO, fragment string, files server.Files) error {
	o := studioOptions{host: "127.0.0.1", open: true, exact: studio.ExactMemory}
	return o.serve(ctx, stdio.Err, fragment, files)
}

// showCommand shows the game of a command line in the studio.
func showCommand(ctx context.Context, stdio IO, c roster.CommandLine, speed float64) error {
	game, err := link.OfCommand(c)
	if err != nil {
		return usagef("--web: %w", err)
	}
	game.Speed = speed
	return showWeb(ctx, stdio, fragment(game.Link(game.Page())), nil)
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
			return usagef("--web: %s is a remote snake, which the studio does not support; ouro game --viewer shows it on the official board", o.snakes[i])
		}
		c.Snakes = append(c.Snakes, o.snakes[i])
	}
	return showCommand(ctx, stdio, c, o.speed)
}

// showWeb shows a file in the studio, after checking that it is a game.
func (o *replayOptions) showWeb(ctx context.Context, stdio IO, name string) error {
	if name == "-" {
		return usagef("--web: want a FILE, not standard input")
	}
	err := openSaved(ctx, stdio.In, name, func(f *saved.File) error {
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
	whole, err := filepath.Abs(name)
	if err != nil {
		return err
	}
	fields := url.Values{"file": {filepath.Base(whole)}}
	return showWeb(ctx, stdio, "#/replay?"+fields.Encode(), server.Only(whole))
}
