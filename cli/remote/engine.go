package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/engine/serve"
	"ouro/engine/wire"
	"ouro/env"
	"ouro/internal/buildinfo"
	"ouro/internal/outfile"
	"ouro/internal/shell"
	"ouro/roster"
	"ouro/rule/maze"
)

type engineOptions struct {
	check      string
	seed       flags.SeedValue
	nodes      int64
	time       time.Duration
	json       bool
	transcript string
	limit      flags.Timeout
}

func NewEngine(stdio command.IO) *cobra.Command {
	var o engineOptions
	cmd := &cobra.Command{
		Use:   "engine [SOLVER]",
		Short: "Serve a solver to another program, or check an engine",
		Long: `Engine speaks the engine protocol (docs/protocol.md) on standard input and output,
so that another program can use a solver. It is the counterpart of the solver
exec:COMMAND, which uses a program that speaks this protocol.

With --check it examines a program that speaks the protocol: whether the program answers
hello, moves legally, repeats the same game with the same nodes, answers in time, stops
after stop, plays unusual games, and exits. It prints what to mend. The exit code is 3
if something must be mended.`,
		Example: `  ouro engine cell                              answer typed messages
  ouro engine spot:depth=20 --transcript log    also log all messages
  ouro bench --solver exec:"ouro engine cell"   same games as --solver cell
  ouro engine --check "python3 snake.py"        find its faults
  ouro engine --check ./snake --time 5ms --transcript log`,
		Args: command.AtMost(1, "the SOLVER"),
		RunE: func(cmd *cobra.Command, args []string) error {
			switch examines := cmd.Flags().Changed("check"); {
			case examines && len(args) > 0:
				return command.Usagef("--check cannot be combined with the solver %s; to examine it, give --check %s", args[0], shell.Word(shell.Line("ouro", "engine", args[0])))
			case examines:
				return o.examine(cmd.Context(), stdio)
			case cmd.Flags().Changed("json"):
				return command.Usagef("--json: needs --check COMMAND")
			case len(args) == 0:
				return cmd.Help()
			}
			return o.serve(cmd.Context(), stdio, args[0])
		},
	}
	cmd.Flags().StringVar(&o.check, "check", "", "examine the engine that this `COMMAND` starts, and print what to mend")
	flags.Seed(cmd, &o.seed)
	flags.Nodes(cmd, &o.nodes, 1000)
	cmd.Flags().DurationVar(&o.time, "time", 50*time.Millisecond, "limit each move to this `DURATION`, e.g. 20ms; only with --check, which tests that answers come in that time")
	flags.JSON(cmd, &o.json, "")
	cmd.Flags().StringVar(&o.transcript, "transcript", "", "write all messages to this `FILE`")
	o.limit.Add(cmd)
	return cmd
}

func (o *engineOptions) serve(ctx context.Context, stdio command.IO, solver string) error {
	e, err := engineOf(solver)
	if err != nil {
		return command.Usage(err)
	}
	if err := o.limit.Check(); err != nil {
		return err
	}
	ctx, cancel := o.limit.Limit(ctx)
	defer cancel()
	in, err := command.OpenFile(ctx, stdio.In, "-")
	if err != nil {
		return err
	}
	return o.withTranscript(ctx, stdio, func(t *wire.Transcript) error {
		e.Transcript = t
		return serve.Run(ctx, e, in, stdio.Out)
	})
}

// withTranscript calls exchange with the transcript of --transcript, or with nil.
func (o *engineOptions) withTranscript(ctx context.Context, stdio command.IO, exchange func(*wire.Transcript) error) error {
	if o.transcript == "" {
		return exchange(nil)
	}
	if outfile.IsStdout(o.transcript) {
		return command.Usagef("--transcript %s: want a file; standard output is for the messages themselves", o.transcript)
	}
	file, err := outfile.Find(ctx, stdio.Files, o.transcript, stdio.Out)
	if err != nil {
		return err
	}
	stream, err := file.Stream()
	if err != nil {
		return errors.Join(err, file.Close())
	}
	t := wire.NewTranscript(stream)
	err = exchange(t)
	return errors.Join(err, t.Err(), stream.Close())
}

// engineOf returns the solver as an engine. The options in text become the engine's defaults.
func engineOf(text string) (serve.Engine, error) {
	spec, err := roster.ParseSolver(text)
	if err != nil {
		return serve.Engine{}, err
	}
	if spec.Name == "exec" {
		return serve.Engine{}, fmt.Errorf("solver %s: this program is an engine already; --check COMMAND examines it", command.Excerpt(text))
	}
	row, err := roster.FindSolver(spec.Name)
	if err != nil {
		return serve.Engine{}, err
	}
	intro := wire.Intro{Version: wire.Version, Name: spec.String(), Author: "ouro"}
	if intro.Options, err = optionsOf(&row, spec); err != nil {
		return serve.Engine{}, err
	}
	if intro.Games, err = gamesOf(&row, spec); err != nil {
		return serve.Engine{}, err
	}
	return serve.Engine{Intro: intro, Make: func(n *wire.New) (ouro.Solver, error) { return makeFor(spec, n) }}, nil
}

// gamesOf returns the kinds of games that a solver can play: the kind for which it was made, and
// every kind on whose usual board it can play.
func gamesOf(row *roster.SolverEntry, spec ouro.Spec) (kinds []string, err error) {
	for _, rules := range roster.Rules() {
		usual := roster.Choice{Rules: ouro.Spec{Name: rules.Name}, Open: maze.Level}
		kind := wire.GameOf(usual.Rules)
		if slices.Contains(kinds, kind) {
			continue
		}
		game, err := usual.Game()
		if err != nil {
			return nil, err
		}
		if rules.Kind == row.Kind || roster.CanPlay(spec, game) == nil {
			kinds = append(kinds, kind)
		}
	}
	return kinds, nil
}

// optionsOf returns the options of a solver that another program may set. The values in set replace
// the defaults.
func optionsOf(row *roster.SolverEntry, set ouro.Spec) (options []wire.Option, err error) {
	values, err := row.Values()
	if err != nil {
		return nil, err
	}
	for i, o := range row.Options {
		if roster.CheckUntrusted(ouro.Spec{Name: row.Name, Options: ouro.Options{{Key: o.Key, Value: "x"}}}) != nil {
			continue
		}
		v := values[i]
		option := wire.Option{Name: o.Key, Type: string(v.Type), Choices: v.Words, About: o.Doc}
		if v.Type == ouro.OptionInt || v.Type == ouro.OptionFloat {
			option.Min, option.Max = &v.Least, &v.Most
		}
		text := o.Default
		if given, ok := set.Options.Get(o.Key); ok {
			text = given
		}
		if option.Default, err = option.Value(text); err != nil {
			return nil, fmt.Errorf("solver %s: %w", set, err)
		}
		options = append(options, option)
	}
	return options, nil
}

// makeFor returns the solver for a game that another program requests. Options in the request
// override those of spec.
func makeFor(spec ouro.Spec, n *wire.New) (ouro.Solver, error) {
	rules, err := roster.MakeRules(n.Rules)
	if err != nil {
		return nil, err
	}
	given := ouro.Spec{Name: spec.Name}
	for key, value := range n.Options {
		text, err := wire.Plain(value)
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", command.Excerpt(key), err)
		}
		given.Options = append(given.Options, ouro.Option{Key: key, Value: text})
	}
	if err := roster.CheckUntrusted(given); err != nil {
		return nil, err
	}
	for _, o := range spec.Options {
		if _, again := given.Options.Get(o.Key); !again {
			given.Options = append(given.Options, o)
		}
	}
	return roster.Make(given, ouro.Setup{Rules: rules, Start: n.State, Seat: n.Seat, Seed: n.Seed})
}

type envOptions struct {
	game   flags.Game
	boards int
	socket string
	memory flags.Bytes
}

func NewEnv(stdio command.IO) *cobra.Command {
	o := envOptions{memory: env.DefaultMemory}
	cmd := &cobra.Command{
		Use:   "env",
		Short: "Play many boards at once for programs that train policies",
		Long: `Env plays many games at once for a program that learns. The program sends an action for
each snake. It receives observations as planes of numbers, rewards, the legal moves, and
which games are over. Game i of a seed is the game that ouro bench plays. Solvers can move
other snakes as opponents, and the program can request pictures and records of games.

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
	fs.Var(&o.memory, "memory", "refuse work that needs more than this `SIZE`, e.g. 500MB or 8GB; the limit holds for all clients together")
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
	out := command.Unguarded(stdio.Out) // a write of a frame may block; after a signal the select does not wait for it
	done := make(chan error, 1)
	go func() { done <- server.Client(stdio.In, out) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done(): // even if the client still reads or writes
		return nil
	}
}

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

func (o *envOptions) listen(ctx context.Context, stderr io.Writer, server *env.Server) error {
	l, err := env.Listen(ctx, o.socket)
	var system syscall.Errno
	if errors.As(err, &system) {
		return fmt.Errorf("--socket %s: %w", o.socket, system)
	}
	if err != nil {
		return command.Usagef("--socket %s", err)
	}
	fmt.Fprintf(stderr, "listening on %s\n", o.socket)
	return server.Serve(ctx, l, func(wrong error) { fmt.Fprintf(stderr, "a program was disconnected: %s\n", command.OneLine(wrong)) })
}
