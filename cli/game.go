package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/arena"
	"ouro/battlesnake"
	"ouro/roster"
	"ouro/webhook"
)

type gameOptions struct {
	snakes  []string
	ruleset string
	mapName string
	board   string
	seed    seedValue
	timeout time.Duration
	budget  budgetFlags

	foodChance, minFood, damage, shrink int

	games   int
	workers int
	output  string
	record  string
	json    bool
}

func newGame(stdio IO) *cobra.Command {
	o := gameOptions{seed: 1}
	cmd := &cobra.Command{
		Use:   "game",
		Short: "Play Battlesnake on this machine, with snakes of Ouro and of your own",
		Long: `Game plays Battlesnake. A snake is a solver of ouro list, or the URL of your own
server, and may be given a name: --snake rival=spot --snake me=http://127.0.0.1:8001.
Rules, maps, food and hazards are those of the official engine, and with the same
seed they fall as its do. A guest that is late or answers nonsense repeats its
last move, and the report says so.

Snakes of Ouro think as deep as --nodes or --time allow, else as deep as they like
to; without guests and --time, a seed is the same game for ever.`,
		Example: `  ouro game --snake spot --snake floodfill --seed 7
  ouro game --snake spot --snake http://127.0.0.1:8001       against your own
  ouro game --snake spot --snake hungry --snake coward --snake greedy \
      --ruleset royale --map royale --output game.jsonl
  ouro game --snake spot --snake greedy --games 200          who is better?`,
		Args: exactArgs(0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.snakes, "snake", nil, "`SNAKE`: a solver, a URL, or NAME=one of them; once for each snake")
	flags.StringVar(&o.ruleset, "ruleset", "standard", "`NAME` of the ruleset: standard, solo, royale, constrictor, wrapped or wrapped_constrictor")
	flags.StringVar(&o.mapName, "map", "standard", "`NAME` of the map, see ouro list")
	flags.StringVar(&o.board, "board", "11x11", "`SIZE` in columns x rows, each 2 to 25")
	def := battlesnake.DefaultSettings()
	flags.IntVar(&o.foodChance, "food", def.FoodSpawnChance, "`PERCENT` of turns that bring a new food")
	flags.IntVar(&o.minFood, "minfood", def.MinimumFood, "replace food at once below this `NUMBER`")
	flags.IntVar(&o.damage, "damage", def.HazardDamagePerTurn, "`HEALTH` that a layer of hazard costs; negative heals")
	flags.IntVar(&o.shrink, "shrink", def.Royale.ShrinkEveryNTurns, "`TURNS` between two changes of the hazards")
	flags.Var(&o.seed, "seed", "`SEED` of all chance")
	flags.DurationVar(&o.timeout, "timeout", battlesnake.DefaultTimeout, "`TIME` that a guest has for an answer")
	o.budget.add(cmd)
	flags.IntVar(&o.games, "games", 1, "play `N` games, whose seeds follow from --seed, with the seats changed from game to game")
	flags.IntVar(&o.workers, "workers", 0, "play `N` games at once (default one for each processor; one with guests or --time)")
	flags.StringVar(&o.output, "output", "", "write the game to this `FILE` as the official engine does (JSON lines)")
	flags.StringVar(&o.record, "record", "", "write our own record of the game to this `FILE`, for ouro replay")
	flags.BoolVar(&o.json, "json", false, "print one JSON document")
	return cmd
}

func (o *gameOptions) run(ctx context.Context, stdio IO) error {
	cfg, err := o.config()
	if err != nil {
		return err
	}
	if o.games > 1 {
		return o.runMany(ctx, stdio, cfg)
	}
	return o.runOne(ctx, stdio, cfg)
}

// config reads the flags.
func (o *gameOptions) config() (arena.Config, error) {
	cfg := arena.Config{Seed: uint64(o.seed), Timeout: o.timeout, Keep: o.record != ""}
	option := func(key string, v int) ouro.Option { return ouro.Option{Key: key, Value: fmt.Sprint(v)} }
	cfg.Game = ouro.GameSpec{StartLength: 3, Rules: ouro.Spec{Name: o.ruleset, Options: ouro.Options{
		{Key: "map", Value: o.mapName}, option("food", o.foodChance), option("minfood", o.minFood),
		option("damage", o.damage), option("shrink", o.shrink),
	}}}
	var err error
	if cfg.Game.W, cfg.Game.H, err = ouro.ParseSize(o.board); err != nil {
		return cfg, usageError{err}
	}
	if cfg.Budget, err = o.budget.budget(); err != nil {
		return cfg, err
	}
	switch {
	case len(o.snakes) == 0:
		return cfg, usagef("no snake: name at least one, e.g. --snake greedy --snake http://127.0.0.1:8000")
	case o.games < 1:
		return cfg, usagef("--games %d: must be at least 1", o.games)
	case o.games > 1 && (o.output != "" || o.record != ""):
		return cfg, usagef("--output and --record are of one game, not of %d", o.games)
	case o.workers < 0:
		return cfg, usagef("--workers %d: must not be negative", o.workers)
	case o.timeout < time.Millisecond:
		return cfg, usagef("--timeout %v: must be at least 1ms", o.timeout)
	}
	rules, err := roster.FindRules(o.ruleset)
	if err != nil || !rules.Several {
		return cfg, usagef("--ruleset %s: unknown (known: %s)", o.ruleset, strings.Join(battlesnake.Rulesets(), ", "))
	}
	cfg.Game.Snakes = len(o.snakes)
	deal, err := roster.Deal(cfg.Game, 0)
	if err != nil {
		return cfg, usageError{err}
	}
	for _, text := range o.snakes {
		e, err := entrant(text)
		if err != nil {
			return cfg, err
		}
		if e.Guest == nil {
			s, err := roster.Make(e.Spec, ouro.Setup{Rules: deal.Rules, Start: deal.Start})
			if err != nil {
				return cfg, usageError{err}
			}
			if c, ok := s.(io.Closer); ok {
				if err := c.Close(); err != nil {
					return cfg, err
				}
			}
		}
		cfg.Entrants = append(cfg.Entrants, e)
	}
	distinct(cfg.Entrants)
	return cfg, nil
}

// entrant reads a snake: SPEC, URL, NAME=SPEC or NAME=URL.
func entrant(text string) (arena.Entrant, error) {
	var e arena.Entrant
	address := text
	if i := strings.IndexByte(text, '='); i >= 0 && !strings.ContainsAny(text[:i], ":/") {
		e.Name, address = text[:i], text[i+1:]
	}
	if strings.Contains(address, "://") {
		guest, err := webhook.Dial(address)
		if err != nil {
			return e, usageError{err}
		}
		e.Guest = guest
		if e.Name == "" {
			e.Name = strings.TrimSuffix(address[strings.Index(address, "://")+3:], "/")
		}
		return e, nil
	}
	var err error
	if e.Spec, err = ouro.ParseSpec(address); err != nil {
		return e, usagef("snake %w", err)
	}
	if e.Name == "" {
		e.Name = e.Spec.String()
	}
	return e, nil
}

// distinct gives snakes of the same name a number.
func distinct(entrants []arena.Entrant) {
	count := map[string]int{}
	for _, e := range entrants {
		count[e.Name]++
	}
	number := map[string]int{}
	for i := range entrants {
		if name := entrants[i].Name; count[name] > 1 {
			number[name]++
			entrants[i].Name = fmt.Sprintf("%s#%d", name, number[name])
		}
	}
}

// runOne plays one game and reports it.
func (o *gameOptions) runOne(ctx context.Context, stdio IO, cfg arena.Config) (err error) {
	g, err := arena.New(ctx, cfg)
	if err != nil {
		return err
	}
	ended := false
	end := func() error {
		ended = true
		return g.End(context.WithoutCancel(ctx))
	}
	defer func() {
		if !ended {
			err = errors.Join(err, end())
		}
	}()
	log, err := o.openLog(g)
	if err != nil {
		return err
	}
	played := log.follow(ctx, g)
	if err := end(); err != nil {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", oneLine(err))
	}
	if err := errors.Join(played, log.close(g)); err != nil {
		return err
	}
	if o.record != "" {
		if err := o.writeRecord(g.Record()); err != nil {
			return err
		}
	}
	for _, w := range g.Warnings() {
		fmt.Fprintf(stdio.Err, "ouro: %s\n", oneLine(w))
	}
	if o.json {
		return o.printJSON(stdio.Out, cfg, g)
	}
	return o.print(stdio.Out, cfg, g)
}

func (o *gameOptions) writeRecord(r *ouro.Record) error {
	text, err := r.MarshalText()
	if err != nil {
		return err
	}
	return writeFile(o.record, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// gameLog is the official log of a game, or nothing without a file. What is
// written of a game that was cut short stays.
type gameLog struct {
	file *os.File
	buf  *bufio.Writer
	log  *battlesnake.LogWriter
}

func (o *gameOptions) openLog(g *arena.Game) (*gameLog, error) {
	if o.output == "" {
		return &gameLog{}, nil
	}
	f, err := os.Create(o.output)
	if err != nil {
		return nil, err
	}
	buf := bufio.NewWriter(f)
	return &gameLog{f, buf, battlesnake.NewLogWriter(buf, &g.Match().Game)}, nil
}

// follow plays the game to its end and logs it.
func (l *gameLog) follow(ctx context.Context, g *arena.Game) error {
	for {
		if l.log != nil {
			if err := l.log.Frame(g.Match().Request(g.State(), 0)); err != nil {
				return err
			}
		}
		if _, over := g.Over(); over {
			return nil
		}
		if err := g.Move(ctx); err != nil {
			return err
		}
	}
}

// close writes the result, if there is one, and the rest of the log.
func (l *gameLog) close(g *arena.Game) error {
	if l.log == nil {
		return nil
	}
	var err error
	if outcome, over := g.Over(); over {
		err = l.log.End(g.Result(outcome))
	}
	return errors.Join(err, l.buf.Flush(), l.file.Close())
}
