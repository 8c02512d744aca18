package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"ouro/battlesnake/host"
	"ouro/fleet"
	"ouro/roster"
)

type workerOptions struct {
	fleetRequest
	name    string
	workers int
	allow   []string
}

func newWorker(stdio IO) *cobra.Command {
	var o workerOptions
	cmd := &cobra.Command{
		Use:   "worker",
		Short: "Play games for a fleet",
		Long: `Worker plays games for a fleet until it is stopped. It may join and leave at any time.
Ctrl-C sends the finished games and returns the others; a second Ctrl-C ends it at once,
and other workers play its games.

It plays only for experiments of the same build, because only then does a seed give the
same game. Submitted experiments start no program, call no server and read no file here,
except those that --allow names, word for word.`,
		Example: `  ouro worker
  ouro worker --fleet tls://fleet.example.com:4222 --token @token --workers 8
  ouro worker --allow 'exec:python3 snake.py' --allow http://10.0.0.7:8000`,
		Args: exactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.add(cmd)
	fs := cmd.Flags()
	workersFlag(cmd, &o.workers, "each plays a game (default one for each processor)")
	fs.StringVar(&o.name, "name", "", "`NAME` of this worker in lists (default the name of the machine)")
	fs.StringArrayVar(&o.allow, "allow", nil, "let experiments use this `SNAKE`: a program, a solver that reads a file, or the URL of a remote snake; once for each")
	return cmd
}

func (o *workerOptions) run(ctx context.Context, stdio IO) error {
	if err := notNegative("workers", o.workers); err != nil {
		return err
	}
	if quoted(o.name) != o.name {
		return usagef("--name: want at most %d printable bytes", maxQuoted)
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
