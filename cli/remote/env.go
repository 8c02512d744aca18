package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"github.com/spf13/cobra"

	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/env"
	"ouro/internal/buildinfo"
)

type envOptions struct {
	game   flags.Game
	boards int
	socket string
	memory flags.Bytes
}

// NewEnv returns the command env.
func NewEnv(stdio command.IO) *cobra.Command {
	o := envOptions{memory: env.DefaultMemory}
	cmd := &cobra.Command{
		Use:   "env",
		Short: "Play many boards at once for programs that train policies",
		Long: `Env plays many games at once for a program that learns. The program sends an action for
each snake and receives observations as planes of numbers, rewards, legal moves and
which games are over. Game i of a seed is the game that ouro bench plays.

Env exchanges binary frames with the program that started it, over standard input and
output, or in shared memory if the program requests it. With --socket it listens on a
Unix socket that only you can open, for any number of programs, until Ctrl-C. The
protocol is in docs/environments.md; clients/python/ouro_env.py is a client with the
interfaces of Gymnasium and PettingZoo.

The flags are the defaults for games that a program requests.`,
		Example: `  ouro env                            started by a program
  ouro env --socket /tmp/ouro.sock    for several programs, also at once
  ouro env --socket /tmp/ouro.sock --rules maze --level lattice --boards 64
  ouro env --memory 8GB               for boards that need more than 1 GB`,
		Args: command.ExactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.game.Add(cmd, env.DefaultHello().Rules)
	fs := cmd.Flags()
	fs.IntVar(&o.boards, "boards", 1, fmt.Sprintf("play `N` boards at once, 1 to %d", env.MaxBoards))
	fs.StringVar(&o.socket, "socket", "", "listen on the Unix socket `FILE`, which is removed at the end")
	fs.Var(&o.memory, "memory", "refuse work that needs more than this `SIZE`, e.g. 500MB or 8GB; of all programs together")
	return cmd
}

func (o *envOptions) run(ctx context.Context, stdio command.IO) error {
	server, err := o.server()
	if err != nil {
		return err
	}
	if o.socket != "" {
		return o.listen(ctx, stdio.Err, server)
	}
	if command.IsTerminal(stdio.Out) {
		return command.Usagef("standard output is a terminal: want a program that starts ouro env, or --socket FILE (see docs/environments.md)")
	}
	out := command.Unguarded(stdio.Out) // frames are written whole, so a signal may wait for their reader
	done := make(chan error, 1)
	go func() { done <- server.Client(stdio.In, out) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done(): // even if the client still reads or writes
		return nil
	}
}

// server returns a server whose defaults are the flags.
func (o *envOptions) server() (*env.Server, error) {
	if o.boards < 1 || o.boards > env.MaxBoards {
		return nil, command.Usagef("--boards %d: must be 1 to %d", o.boards, env.MaxBoards)
	}
	game, err := o.game.Spec()
	if err != nil {
		return nil, err
	}
	hello := env.DefaultHello()
	hello.Rules, hello.Boards, hello.Seed = o.game.Rules, o.boards, uint64(o.game.Seed)
	if o.game.Given("board") {
		hello.Board = o.game.Board.String()
	}
	if o.game.Given("level") {
		hello.Level = game.Level.String()
	}
	if o.game.Given("start-length") {
		hello.StartLength = o.game.StartLength
	}
	return &env.Server{Host: "ouro " + buildinfo.Read().Version, Defaults: hello, Memory: int64(o.memory)}, nil
}

func (o *envOptions) listen(ctx context.Context, talk io.Writer, server *env.Server) error {
	l, err := env.Listen(ctx, o.socket)
	var system syscall.Errno
	if errors.As(err, &system) {
		return fmt.Errorf("--socket %s: %w", o.socket, system)
	}
	if err != nil {
		return command.Usagef("--socket %s", err)
	}
	fmt.Fprintf(talk, "listening on %s\n", o.socket)
	return server.Serve(ctx, l, func(wrong error) { fmt.Fprintf(talk, "a program was disconnected: %s\n", command.OneLine(wrong)) })
}
