package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ouro/battlesnake/host"
	"ouro/fleet"
	"ouro/internal/printable"
	"ouro/roster"
)

type workerOptions struct {
	fleetAsk
	name    string
	workers int
	allow   []string
}

func newWorker(stdio IO) *cobra.Command {
	var o workerOptions
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Play games for a fleet",
		Long: `Worker plays games for a fleet until it is told to stop. It may come and go at any
time: Ctrl-C hands in what was played and gives back the rest, a second one ends it at
once, and what it was playing is played by others.

It plays for experiments of the same build alone, as the same seed must be the same
game. What others submit starts no program, asks no server and reads no file here,
but those that --allow names, word for word.`,
		Example: `  ouro worker
  ouro worker --fleet tls://fleet.example.com:4222 --token @token --workers 8
  ouro worker --allow 'exec:python3 snake.py' --allow http://10.0.0.7:8000`,
		Args: exactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.add(cmd)
	flags := cmd.Flags()
	workersFlag(cmd, &o.workers, "each plays a game (default one for each processor)")
	flags.StringVar(&o.name, "name", "", "`NAME` of this worker for people (default that of the machine)")
	flags.StringArrayVar(&o.allow, "allow", nil, "let experiments name this `SNAKE`: a program, a solver that reads a file, or the URL of a snake elsewhere; once for each")
	return cmd
}

func (o *workerOptions) run(ctx context.Context, stdio IO) error {
	if err := notNegative("workers", o.workers); err != nil {
		return err
	}
	if printable.Short(o.name, maxQuoted) != o.name {
		return usagef("--name: want at most %d bytes that can be printed", maxQuoted)
	}
	for _, snake := range o.allow {
		if _, err := host.ParseEntrant(snake); err != nil {
			return usagef("--allow %w", err)
		}
	}
	a, err := access(ctx, o.cmd, o.url, o.token)
	if err != nil {
		return err
	}
	roster.Trust(o.allow...)
	say := func(format string, v ...any) { fmt.Fprintf(stdio.Err, "ouro: "+format+"\n", v...) }
	return fleet.Work(ctx, fleet.Working{Access: a, Name: o.name, Slots: o.workers, Allow: o.allow, Say: say})
}
