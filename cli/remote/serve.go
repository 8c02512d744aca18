// Package remote has the commands that connect solvers and boards with other programs: serve,
// doctor, engine and env.
package remote

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/battlesnake/server"
	"ouro/battlesnake/wire"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/studio"
	"ouro/internal/buildinfo"
	"ouro/internal/palette"
	"ouro/roster"
	"ouro/studio/live"
	"ouro/studio/session"

	page "ouro/studio/server"
)

type serveOptions struct {
	snakes     []string
	host       string
	port       uint16
	margin     time.Duration
	games      int
	idle       time.Duration
	memory     flags.Bytes
	cores      int
	perAddress int
	admin      string
	studio     string
	drain      time.Duration
	author     string
	color      string
	head       string
	tail       string
	logLevel   string
	logJSON    bool
	seed       flags.SeedValue
}

func NewServe(stdio command.IO) *cobra.Command {
	o := serveOptions{memory: server.DefaultMemory}
	cmd := &cobra.Command{
		Use:   "serve [SNAKE]...",
		Short: "Serve snakes to a Battlesnake engine, all on one port",
		Long: `Serve answers the requests of a Battlesnake engine: the official engine or ouro game.
The first snake is at /, and every snake at /s/NAME/.

The server answers every move within the timeout of its game, less a margin that grows
when the engine reports a longer transport. Games played at the same time share the
processors. If a solver fails, the server logs that, and answers with the solver's best
move so far or, if there is none, with the safest move.

/healthz reports whether the server is up; /metrics has its figures in the format of
Prometheus; --admin gives both a separate address. --studio serves a page, at a
separate address, that shows every game while it is played. After Ctrl-C the server
finishes the moves in progress. The log goes to standard error. The server drops and
counts log lines that are not read in time, so that they delay no move.`,
		Example: `  ouro serve --snake hydra
  ouro serve --snake hydra --snake careful=lookahead     at / and /s/careful/
  ouro serve --snake hydra --studio                      and watch its games
  ouro serve --snake hydra --host 0.0.0.0 --color '#ff8000' --head bendr`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.snakes = append(args, o.snakes...)
			return o.run(cmd.Context(), stdio)
		},
	}
	fs := cmd.Flags()
	flags.Snake(cmd, &o.snakes, "once for each snake")
	fs.StringVar(&o.host, "host", "127.0.0.1", "`HOST` to listen on; 0.0.0.0 is every interface")
	fs.Uint16Var(&o.port, "port", 8000, "`PORT` to listen on; 0 takes a free one")
	fs.DurationVar(&o.margin, "margin", server.DefaultMargin, "least `DURATION` between an answer and the timeout of the game")
	fs.IntVar(&o.games, "max-games", server.DefaultMaxGames, "keep at most `N` games at once")
	fs.Var(&o.memory, "max-memory", "above this `SIZE` of memory in use, drop the games that were unused for longest, e.g. 500MB")
	fs.DurationVar(&o.idle, "idle", server.DefaultIdle, "drop a game after this `DURATION` without a request")
	fs.IntVar(&o.cores, "cores", 0, "compute at most `N` moves at the same time (0 = one for each processor)")
	fs.IntVar(&o.perAddress, "per-address", defaultPerAddress, "accept at most `N` connections from one address (0 = any number, as behind a proxy)")
	fs.StringVar(&o.admin, "admin", "", "serve /healthz and /metrics only at this `ADDRESS:PORT`")
	fs.StringVar(&o.studio, "studio", "", "show the games in the browser at this `ADDRESS` (--studio=HOST:PORT; without a value a free local port)")
	fs.Lookup("studio").NoOptDefVal = "127.0.0.1:0"
	fs.DurationVar(&o.drain, "drain", 0, "after a signal to stop, continue for this `DURATION` while /healthz answers 503")
	fs.StringVar(&o.author, "author", "", "`NAME` of your account at play.battlesnake.com")
	fs.StringVar(&o.color, "color", "", "`#RRGGBB` of the snakes (default: another for each)")
	fs.StringVar(&o.head, "head", "", "`NAME` of a head, e.g. bendr")
	fs.StringVar(&o.tail, "tail", "", "`NAME` of a tail, e.g. curled")
	fs.StringVar(&o.logLevel, "log", "info", "log messages of at least this `LEVEL`: debug (every move), info, warn or error")
	fs.BoolVar(&o.logJSON, "log-json", false, "log in JSON")
	flags.Seed(cmd, &o.seed)
	return cmd
}

func (o *serveOptions) run(ctx context.Context, stdio command.IO) (err error) {
	// If the program that reads the log closes the pipe, a write must return an error and not end
	// this program.
	broken := make(chan os.Signal, 1)
	signal.Notify(broken, syscall.SIGPIPE)
	defer signal.Stop(broken)
	log := server.NewLogWriter(stdio.Err)
	defer func() { _ = log.Close() }()
	cfg, err := o.config(log)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	closeStudio, err := o.openStudio(ctx, log, &cfg)
	if err != nil {
		return err
	}
	defer func() {
		cancel()
		err = errors.Join(err, closeStudio())
	}()
	if os.Getenv("GOGC") == "" {
		cfg.SetGrowth = debug.SetGCPercent
		defer debug.SetGCPercent(debug.SetGCPercent(100))
	}
	server, err := server.New(cfg)
	if err != nil {
		return command.Usage(err)
	}
	// The solvers use as many threads as there are cores. The goroutines that send answers need
	// further threads: the operating system runs a thread that becomes ready at once, while Go's
	// scheduler can delay a goroutine by 10 ms. On two cores with 32 games, the additional threads
	// make the slowest answers some tens of ms faster.
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(threadsPerCore * cfg.Cores))
	l, err := command.Listen(ctx, net.JoinHostPort(o.host, strconv.Itoa(int(o.port))), fmt.Sprintf("--port %d", o.port))
	if err != nil {
		return err
	}
	address := command.ExternalAddress(l.Addr())
	fmt.Fprintf(log, "%s is at http://%s/\n", cfg.Snakes[0].Name, address)
	for _, snake := range cfg.Snakes[1:] {
		fmt.Fprintf(log, "%s is at http://%s/s/%s/\n", snake.Name, address, snake.Name)
	}
	if o.admin != "" {
		admin, err := command.Listen(ctx, o.admin, "--admin")
		if err != nil {
			return errors.Join(err, l.Close())
		}
		server.Admin(admin)
		fmt.Fprintf(log, "/healthz and /metrics are at http://%s/\n", command.ExternalAddress(admin.Addr()))
	}
	fmt.Fprintln(log, command.HowToEnd)
	return server.Serve(ctx, l)
}

// defaultPerAddress is a quarter of the server's connections, and more than one engine uses.
const defaultPerAddress = 256

const threadsPerCore = 4

func (o *serveOptions) config(log *server.LogWriter) (server.Config, error) {
	cfg := server.Config{
		Margin: o.margin, MaxGames: o.games, Idle: o.idle, Memory: int64(o.memory), Cores: o.cores, Seed: uint64(o.seed),
		PerAddress: o.perAddress, Drain: o.drain, LogDropped: log.Dropped,
	}
	if len(o.snakes) == 0 {
		return cfg, command.Usagef("no snake: give --snake SOLVER (see ouro list)")
	}
	if err := cmp.Or(
		flags.Positive("margin", o.margin), flags.AtLeastOne("max-games", o.games), flags.Positive("idle", o.idle), flags.NotNegative("cores", o.cores),
		flags.NotNegative("per-address", o.perAddress), flags.NotNegative("drain", o.drain),
		flags.CheckAddress("admin", o.admin, "ADDRESS:PORT, e.g. 127.0.0.1:9100"), flags.CheckAddress("studio", o.studio, "HOST:PORT, e.g. --studio=127.0.0.1:8080"),
	); err != nil {
		return cfg, err
	}
	if o.color != "" {
		if err := wire.CheckColor(o.color); err != nil {
			return cfg, command.Usagef("--%w", err)
		}
	}
	roster.Trust(o.snakes...) // the page of --studio also uses these snakes
	for i, text := range o.snakes {
		snake, err := o.snake(i, text)
		if err != nil {
			return cfg, err
		}
		cfg.Snakes = append(cfg.Snakes, snake)
	}
	cfg.Cores = cmp.Or(cfg.Cores, runtime.GOMAXPROCS(0))
	var level slog.Level
	if level.UnmarshalText([]byte(o.logLevel)) != nil {
		return cfg, command.Usagef("--log %s: want debug, info, warn or error", o.logLevel)
	}
	options := &slog.HandlerOptions{Level: level}
	cfg.Log = slog.New(slog.NewTextHandler(log, options))
	if o.logJSON {
		cfg.Log = slog.New(slog.NewJSONHandler(log, options))
	}
	return cfg, nil
}

var duel = ouro.GameSpec{Rules: ouro.Spec{Name: "standard"}, W: 11, H: 11, StartLength: 3, Snakes: 2}

// snake parses snake i of the server, as "solver" or "name=solver". i determines its color.
func (o *serveOptions) snake(i int, text string) (server.Snake, error) {
	name, solver, named := strings.Cut(text, "=")
	if !named || strings.Contains(name, ":") {
		solver = text
		name, _, _ = strings.Cut(text, ":")
	}
	spec, err := flags.ParseSolver(solver, duel)
	if err != nil {
		return server.Snake{}, err
	}
	return server.Snake{
		Name: name,
		Info: wire.Info{APIVersion: wire.APIVersion, Author: o.author, Color: cmp.Or(o.color, palette.Snake(i).String()), Head: o.head, Tail: o.tail, Version: buildinfo.Read().Version + " " + spec.String()},
		Make: func(setup ouro.Setup) (ouro.Solver, error) { return roster.Make(spec, setup) },
	}, nil
}

// pageSessions is the largest number of pages that can watch games at the same time.
const pageSessions = 256

// openStudio starts the studio if --studio is set. Call waitClosed after ctx has ended: it waits until
// the studio has ended.
func (o *serveOptions) openStudio(ctx context.Context, stderr io.Writer, cfg *server.Config) (waitClosed func() error, err error) {
	if o.studio == "" {
		return func() error { return nil }, nil
	}
	l, err := command.Listen(ctx, o.studio, "--studio")
	if err != nil {
		return nil, err
	}
	games := live.NewGames()
	cfg.Watch = func(s server.Event) { games.Update(moveOf(&s)) }
	pageConfig := page.Config{Session: session.Config{Build: buildinfo.Read().String(), Kinds: games.Kinds()}, Sessions: pageSessions}
	address := studio.Address(&pageConfig, l.Addr()) + "#/server"
	fmt.Fprintf(stderr, "watch the games at %s\n", address)
	done := make(chan error, 1)
	go func() { done <- page.New(pageConfig).Serve(ctx, l) }()
	return func() error { return <-done }, nil
}

// moveOf converts an event of the server for the studio.
func moveOf(s *server.Event) live.Move {
	m := live.Move{
		Game: s.Game, Rules: s.Ruleset, Title: s.Ruleset, State: s.State, IDs: s.IDs, Names: s.Names,
		Snake: s.Snake, You: s.You, Took: s.Took, Depth: s.Decision.Depth, Failed: s.Failed, Over: s.Over,
	}
	if s.State != nil {
		m.Title = fmt.Sprintf("%s %s", s.Ruleset, s.State.Grid)
	}
	return m
}
