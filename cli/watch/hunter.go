package watch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/hunter"
	"ouro/internal/english"
	"ouro/internal/outfile"
	"ouro/internal/shell"
	"ouro/roster"
	"ouro/tui/frame"
	"ouro/tui/hunt"
)

type hunterOptions struct {
	hunters int
	bots    int
	snakes  int
	level   int
	levels  string
	solvers []string
	nodes   int64
	seed    flags.SeedValue
	index   int
	speed   float64
	record  string
	moved   flags.MovedFlags

	botsOnly bool // --bots without --hunters
}

func NewHunter(stdio command.IO) *cobra.Command {
	var o hunterOptions
	cmd := &cobra.Command{
		Use:   "hunter [SOLVER]...",
		Short: "Hunt snakes with bombs, alone, with a partner or with bots",
		Long: `Snake Hunter is the game mode of the magazine article. Snakes eat their way through a
maze of edible walls; one or two hunters bomb them. A hit halves a snake, and kills it if
it has four cells or fewer. A trapped snake is stunned. Flames, the head of a snake and
the end of the time each cost a hunter a life.

One player walks with the arrows or WASD and bombs with space. Two players share the
keyboard: one uses the arrows and enter, the other WASD and space. A hunter keeps walking
until something blocks the way. On terminals that report the release of keys, a hunter
walks while the key is down.

The same seed and the same keys give the same game, so every game can be recorded and
replayed. Without a terminal, bots play a game at full speed, and a line reports the
result. To compare solvers, use ouro bench --rules hunter.`,
		Example: `  ouro hunter
  ouro hunter --hunters 2 --start-level 3
  ouro hunter --hunters 1 --bots 1              with a bot as partner
  ouro hunter --bots 2 --speed 60               watch bots, twice as fast
  ouro hunter --record game.ouro                record, and replay:
  ouro replay game.ouro --watch
  ouro bench backtrack lookahead --rules hunter:bots=2,snakes=4 --games 1000
  ouro hunter --solver backtrack,lookahead      a solver for each snake in turn`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.solvers = append(args, o.solvers...)
			o.botsOnly = o.bots > 0 && !cmd.Flags().Changed("hunters")
			return o.run(cmd.Context(), stdio)
		},
	}
	fs := cmd.Flags()
	fs.IntVar(&o.hunters, "hunters", 1, "`N` players, 1 or 2; with --bots also 0, which is then the default")
	fs.IntVar(&o.bots, "bots", 0, "`N` bots hunt as well, 1 or 2; players and bots together at most 2")
	fs.IntVar(&o.snakes, "snakes", 0, "`N` snakes in every level, 1 to 4 (default the number of the level)")
	fs.IntVar(&o.level, "start-level", 1, "begin with level `N`")
	fs.StringVar(&o.levels, "levels", "", "read the levels from a text `FILE`")
	flags.Solver(cmd, &o.solvers, fmt.Sprintf("several drive the snakes in turn (default %s)", roster.HunterSolver))
	flags.Nodes(cmd, &o.nodes, hunter.DefaultNodes)
	flags.Seed(cmd, &o.seed)
	flags.Index(cmd, &o.index)
	flags.Speed(cmd, &o.speed, hunter.TicksPerSecond, "; a tick is a turn")
	flags.Record(cmd, &o.record, "; written when the game ends or is left; the files of later games get numbers")
	o.moved.Add(cmd, "games", "workers", "first", "games-csv", "records", "store", "fleet", "timeout")
	o.moved.AddSwitches(cmd, "verify", "json", "csv", "markdown")
	return cmd
}

func (o *hunterOptions) run(ctx context.Context, stdio command.IO) error {
	if err := o.moved.Check(o.experiment); err != nil {
		return err
	}
	if err := o.validate(); err != nil {
		return err
	}
	cfg, err := o.config(ctx, stdio)
	if err != nil {
		return err
	}
	if !command.OnTerminal(stdio) && o.hunters == 0 {
		return o.runOne(ctx, stdio, cfg)
	}
	if err := command.NeedTerminal(stdio, "without one, --bots 1 plays a game, ouro bench --rules hunter plays many, ouro replay FILE checks a record"); err != nil {
		return err
	}
	records := recordFiles{ctx: ctx, sys: stdio.Files, name: o.record}
	if err := records.check(); err != nil {
		return err
	}
	game := hunt.Options{
		Game: cfg, People: o.hunters, First: o.level, Seed: uint64(o.seed), Index: o.index, Speed: o.speed / hunter.TicksPerSecond,
	}
	if o.record != "" {
		game.Keep = records.keep
	}
	err = hunt.Show(ctx, command.OnScreen(stdio, frame.Options{}), game)
	for _, name := range records.written {
		fmt.Fprintf(stdio.Err, "ouro: recorded: ouro replay %s --watch\n", shell.Word(name))
	}
	return errors.Join(err, records.err)
}

// validate checks the flags that need no file.
func (o *hunterOptions) validate() error {
	if o.botsOnly {
		o.hunters = 0
	}
	switch n := o.hunters + o.bots; {
	case o.hunters < 0 || o.bots < 0 || n > hunter.MaxHunters:
		return command.Usagef("--hunters %d and --bots %d: want 1 to %d hunters and bots in all", o.hunters, o.bots, hunter.MaxHunters)
	case n == 0:
		return command.Usagef("--hunters 0: a game needs a hunter; --bots 1 adds a bot")
	case o.snakes < 0 || o.snakes > hunter.MaxSnakes:
		return command.Usagef("--snakes %d: want 1 to %d, or 0 for the number of each level", o.snakes, hunter.MaxSnakes)
	}
	return cmp.Or(
		flags.NotNegative("nodes", o.nodes), flags.NotNegative("game", o.index), flags.Positive("speed", o.speed),
	)
}

// experiment returns the command with which bots play many games with these settings.
func (o *hunterOptions) experiment() string {
	solvers := o.solvers
	if solvers == nil {
		solvers = []string{roster.HunterSolver.String()}
	}
	options := fmt.Sprintf("hunter:bots=%d", max(1, o.bots))
	if o.snakes > 0 {
		options += fmt.Sprintf(",snakes=%d", o.snakes)
	}
	if o.level > 1 {
		options += fmt.Sprintf(",level=%d", o.level)
	}
	return shell.Line(append([]string{"ouro", "bench"}, append(solvers, "--rules", options, "--games", "N")...)...)
}

// config returns the configuration of the game, except its seed.
func (o *hunterOptions) config(ctx context.Context, stdio command.IO) (hunter.Config, error) {
	cfg := hunter.Config{Hunters: o.hunters + o.bots, Snakes: o.snakes, Levels: hunter.Levels(), Nodes: o.nodes}
	if o.levels != "" {
		text, err := command.ReadFile(ctx, stdio.In, o.levels, command.MaxLevelSize)
		if err != nil {
			return cfg, err
		}
		if cfg.Levels, err = hunter.ParseLevels(string(text)); err != nil {
			return cfg, fmt.Errorf("%s: %w", o.levels, err)
		}
	}
	if o.level < 1 || o.level > len(cfg.Levels) {
		return cfg, command.Usagef("--start-level %d: want 1 to %d", o.level, len(cfg.Levels))
	}
	cfg.Levels = cfg.Levels[o.level-1:]
	specs, err := flags.ParseSolvers(o.solvers)
	if err != nil {
		return cfg, err
	}
	if len(specs) == 0 {
		specs = []ouro.Spec{roster.HunterSolver}
	}
	makers, err := roster.Makers(specs)
	if err != nil {
		return cfg, command.Usage(err)
	}
	for i, spec := range specs {
		cfg.Drivers = append(cfg.Drivers, hunter.Driver{Spec: spec, Make: makers[i]})
	}
	w, err := hunter.New(cfg) // reports errors before the screen opens
	if err != nil {
		return cfg, command.Usage(err)
	}
	return cfg, w.Close()
}

// recordFiles writes the records of several games to separate files. From the second game on, the
// names of the files have numbers.
type recordFiles struct {
	ctx     context.Context // the context of the command
	sys     outfile.System
	name    string
	written []string
	err     error
}

// check returns an error if the record of the first game cannot be written. Call it before that game.
func (b *recordFiles) check() error {
	if b.name == "" {
		return nil
	}
	if outfile.IsStdout(b.name) {
		return command.Usagef("--record %s: standard output is the screen; name a file", b.name)
	}
	place, err := command.FindOutput(b.ctx, b.sys, b.name, nil, nil)
	if err != nil {
		return err
	}
	return place.Close()
}

// keep writes the record of a game.
func (b *recordFiles) keep(r *hunter.Record) error {
	name := b.name
	if n := len(b.written); n > 0 {
		name = experiment.NumberedName(name, n+1)
	}
	place, err := command.FindOutput(context.WithoutCancel(b.ctx), b.sys, name, nil, nil)
	if err == nil {
		err = place.Write(command.RecordText(r))
	}
	if err == nil {
		b.written = append(b.written, name)
	}
	b.err = errors.Join(b.err, err)
	return err
}

// runOne plays one game of bots without a screen.
func (o *hunterOptions) runOne(ctx context.Context, stdio command.IO, cfg hunter.Config) error {
	cfg.Seed = ouro.GameSeed(uint64(o.seed), o.index)
	cfg.Keep = o.record != ""
	places, err := stdio.Outputs(ctx, nil, o.record)
	if err != nil {
		return err
	}
	r, record, err := hunter.Run(ctx, cfg, hunter.Bots(cfg.Seed, cfg.Hunters))
	command.ReportStoppedGame(ctx, stdio.Err, english.Count(r.Ticks, "tick"), o.record)
	if record != nil { // an interrupted game is recorded too
		err = errors.Join(err, places[0].Write(command.RecordText(record)))
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(stdio.Out, "Snake Hunter, %s against %s, seed %d, game %d: %s in level %d after %s with %s, %s killed, %s lost\n",
		english.Count(cfg.Hunters, "bot"), driverNames(cfg), uint64(o.seed), o.index, r.Phase, o.level-1+r.Level, english.Count(r.Ticks, "tick"), english.Count(r.Score, "point"),
		english.Count(r.Kills, "snake"), english.CountOf(r.Deaths, "life", "lives"))
	return err
}

func driverNames(cfg hunter.Config) string {
	var names []string
	for _, d := range cfg.Drivers {
		names = append(names, d.Spec.String())
	}
	return strings.Join(names, ",")
}

// runHunter shows a recorded game of Snake Hunter, or derives it and prints its result. Both
// compare the game with the digests of the record.
func (o *replayOptions) runHunter(ctx context.Context, stdio command.IO, r *hunter.Record) error {
	switch {
	case o.turn >= 0 || o.json:
		return command.Usagef("--turn and --json: not supported for records of Snake Hunter; --watch shows the whole record")
	case o.given("speed") && o.speed == 0:
		return command.Usagef("--speed 0: must be positive for a record of Snake Hunter")
	case o.viewer.isOn():
		return command.Usagef("--viewer: supports only games of Battlesnake, not of Snake Hunter")
	}
	makers, err := roster.ReplayMakers(r.Drivers)
	if err != nil {
		return err
	}
	if o.watch {
		cfg, err := r.Config(makers)
		if err != nil {
			return err
		}
		return hunt.Show(ctx, command.OnScreen(stdio, frame.Options{}), hunt.Options{Game: cfg, Record: r, Speed: o.pace(hunter.TicksPerSecond) / hunter.TicksPerSecond})
	}
	var last hunter.Result
	hasStarted := false
	if err := hunter.Replay(ctx, r, makers, func(w *hunter.World) { hasStarted, last = true, w.Result() }); err != nil {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case !hasStarted: // the game cannot start
			return err
		}
		return command.Negative(err)
	}
	_, err = fmt.Fprintf(stdio.Out, "Snake Hunter, %s: all of %s derived again; %s in level %d with %s, %s killed, %s lost\n",
		english.Count(r.Hunters, "hunter"), english.Count(r.Ticks(), "tick"), last.Phase, last.Level, english.Count(last.Score, "point"), english.Count(last.Kills, "snake"), english.CountOf(last.Deaths, "life", "lives"))
	return err
}
