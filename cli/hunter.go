package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/hunter"
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
	solver  string
	nodes   int64
	seed    seedValue
	index   int
	speed   float64
	record  string

	replay string
	check  bool

	experimentOptions
	verify bool

	botsOnly bool // --bots without --hunters
}

func newHunter(stdio IO) *cobra.Command {
	o := hunterOptions{seed: 1}
	cmd := &cobra.Command{
		Use:   "hunter",
		Short: "Snake Hunter: hunt the snakes with bombs, alone or in twos, or let bots do it",
		Long: `Snake Hunter is the game mode of the magazine article. Snakes eat their way through
a maze of edible walls; one or two hunters bomb them. A hit halves a snake, and
kills it at four cells or fewer; a snake that is trapped is stunned. A hunter
loses a life in flames, to a snake's head, and when the time is over.

One person walks with the arrows or WASD and bombs with space; two share the
keyboard, one with the arrows and enter, the other with WASD and space. A hunter
walks on by himself until something is in his way; in terminals that tell when a
key comes up, he walks while it is down.

Same seed and same keys are the same game, so every game can be recorded and
watched again. Where there is no terminal, bots play at once and a line tells
what became of it; --games plays many and sums them up.`,
		Example: `  ouro hunter
  ouro hunter --hunters 2 --level 3
  ouro hunter --hunters 1 --bots 1              a bot helps
  ouro hunter --bots 2 --speed 2                watch bots
  ouro hunter --record game.ouro                and later:
  ouro hunter --replay game.ouro
  ouro hunter --bots 2 --snakes 4 --games 1000 --verify --json
  ouro hunter --solver backtrack,lookahead      a solver for each snake in turn`,
		Args: exactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			o.botsOnly = o.bots > 0 && !cmd.Flags().Changed("hunters")
			return o.run(cmd.Context(), stdio)
		},
	}
	fs := cmd.Flags()
	fs.IntVar(&o.hunters, "hunters", 1, "`N` people play, 1 or 2; with --bots also 0, which is the default then")
	fs.IntVar(&o.bots, "bots", 0, "`N` bots hunt as well: 1 or 2, together with the people at most 2")
	fs.IntVar(&o.snakes, "snakes", 0, "`N` snakes in every level, 1 to 4 (default as many as the level says)")
	fs.IntVar(&o.level, "level", 1, "begin with level `N`")
	fs.StringVar(&o.levels, "levels", "", "read the levels from a text `FILE`")
	fs.StringVar(&o.solver, "solver", roster.HunterSolver.String(), "`SOLVERS` of the snakes, separated by commas; snakes take them in turn")
	fs.Int64Var(&o.nodes, "nodes", hunter.DefaultNodes, "limit each decision of a snake to `N` search nodes (0 = as far as the solver goes)")
	fs.Var(&o.seed, "seed", "`SEED` of all chance")
	fs.IntVar(&o.index, "game", 0, "game `N` of the seed, from 0, as --games counts them")
	fs.Float64Var(&o.speed, "speed", 1, "`TIMES` the usual speed to begin with")
	fs.StringVar(&o.record, "record", "", "write each game to this `FILE` when it ends or is left; games after the first get a number")
	fs.StringVar(&o.replay, "replay", "", "watch the recorded game in this `FILE`; without a terminal, check it")
	fs.BoolVar(&o.check, "check", false, "with --replay: derive the game again and compare, without a screen")
	fs.IntVar(&o.games, "games", 0, "play `N` games of bots without a screen and print what became of them")
	fs.IntVar(&o.workers, "workers", 0, "with --games: play `N` games at once (default one for each processor)")
	fs.BoolVar(&o.verify, "verify", false, "with --games: derive every game again from its record and compare")
	fs.BoolVar(&o.json, "json", false, "with --games: print one JSON document")
	o.experimentOptions.add(cmd, whenGames, "experiment")
	o.limit.add(cmd)
	for _, flag := range []string{"hunters", "bots", "snakes", "level", "levels", "solver", "nodes", "seed", "game", "record", "games"} {
		cmd.MarkFlagsMutuallyExclusive("replay", flag)
	}
	for _, flag := range []string{"game", "record", "speed"} {
		cmd.MarkFlagsMutuallyExclusive("games", flag)
	}
	return cmd
}

func (o *hunterOptions) run(ctx context.Context, stdio IO) error {
	if err := o.validate(); err != nil {
		return err
	}
	if o.replay != "" {
		return o.runReplay(ctx, stdio)
	}
	cfg, err := o.config()
	if err != nil {
		return err
	}
	if o.games > 0 {
		return o.runGames(ctx, stdio, cfg)
	}
	if !onTerminal(stdio) && o.hunters == 0 {
		return o.runOne(ctx, stdio, cfg)
	}
	if err := needTerminal(stdio, "--bots 1 plays a game without one, --bots 1 --games N many, --replay FILE checks a record"); err != nil {
		return err
	}
	book := recordFiles{name: o.record}
	game := hunt.Options{
		Game: cfg, People: o.hunters, First: o.level, Seed: uint64(o.seed), Index: o.index, Speed: o.speed,
	}
	if o.record != "" {
		game.Keep = book.keep
	}
	err = hunt.Show(ctx, frame.Options{In: stdio.In, Out: stdio.Out}, game)
	for _, name := range book.written {
		fmt.Fprintf(stdio.Err, "ouro: recorded: ouro hunter --replay %s\n", name)
	}
	return errors.Join(err, book.err)
}

// validate checks the flags by themselves.
func (o *hunterOptions) validate() error {
	if o.botsOnly {
		o.hunters = 0
	}
	switch n := o.hunters + o.bots; {
	case o.hunters < 0 || o.bots < 0 || n > hunter.MaxHunters:
		return usagef("--hunters %d with --bots %d: want 1 or %d together", o.hunters, o.bots, hunter.MaxHunters)
	case n == 0:
		return usagef("--hunters 0: nobody hunts; --bots 1 lets a bot")
	case o.snakes < 0 || o.snakes > hunter.MaxSnakes:
		return usagef("--snakes %d: want 1 to %d, or 0 for as many as each level says", o.snakes, hunter.MaxSnakes)
	case o.games > 0 && o.hunters > 0:
		return usagef("--games: nobody plays without a screen but bots; leave --hunters out and say --bots 1 or 2")
	case o.games == 0 && (o.json || o.verify || o.workers > 0):
		return usagef("--json, --verify and --workers are for --games")
	case o.games == 0 && (o.asked() || o.limit > 0):
		return usagef("--first, --csv, --markdown, --games-csv, --records and --timeout are for --games")
	case o.check && o.replay == "":
		return usagef("--check is for --replay")
	}
	return cmp.Or(
		notNegative("nodes", o.nodes), notNegative("game", o.index), positive("speed", o.speed),
		notNegative("games", o.games), notNegative("workers", o.workers), notNegative("first", o.first), o.limit.check(),
	)
}

// config is the game without its seed.
func (o *hunterOptions) config() (hunter.Config, error) {
	cfg := hunter.Config{Hunters: o.hunters + o.bots, Snakes: o.snakes, Levels: hunter.Levels(), Nodes: o.nodes}
	if o.levels != "" {
		text, err := readFile(o.levels, maxLevelSize)
		if err != nil {
			return cfg, err
		}
		if cfg.Levels, err = hunter.ParseLevels(string(text)); err != nil {
			return cfg, fmt.Errorf("%s: %w", o.levels, err)
		}
	}
	if o.level < 1 || o.level > len(cfg.Levels) {
		return cfg, usagef("--level %d: there are levels 1 to %d", o.level, len(cfg.Levels))
	}
	cfg.Levels = cfg.Levels[o.level-1:]
	specs, err := ouro.ParseSpecs(o.solver)
	if err != nil {
		return cfg, usageError{err}
	}
	makers, err := roster.Makers(specs)
	if err != nil {
		return cfg, usageError{err}
	}
	for i, spec := range specs {
		cfg.Drivers = append(cfg.Drivers, hunter.Driver{Spec: spec, Make: makers[i]})
	}
	w, err := hunter.New(cfg) // so that what is wrong is said before the screen opens
	if err != nil {
		return cfg, usageError{err}
	}
	return cfg, w.Close()
}

// recordFiles writes records under a name, games after the first with a number.
type recordFiles struct {
	name    string
	written []string
	err     error
}

func (b *recordFiles) keep(r *hunter.Record) error {
	name := b.name
	if n := len(b.written); n > 0 {
		ext := filepath.Ext(name)
		name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(name, ext), n+1, ext)
	}
	err := writeRecord(name, r)
	if err == nil {
		b.written = append(b.written, name)
	}
	b.err = errors.Join(b.err, err)
	return err
}
