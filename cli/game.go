package cli

import (
	"cmp"
	"context"
	"io"
	"time"

	"github.com/spf13/cobra"

	"ouro/battlesnake/host"
	"ouro/internal/shell"
	"ouro/roster"
)

type gameOptions struct {
	snakes  []string
	rules   string
	options ruleOptions
	board   sizeValue
	seed    seedValue
	answer  time.Duration // that guests have for an answer
	budget  budgetFlags
	limit   timeoutFlag
	json    bool
	moved   movedFlags

	output string
	record string
	plain  bool
	web    bool
	speed  float64
	viewer viewerFlags

	given func(flag string) bool
}

func newGame(stdio IO) *cobra.Command {
	var o gameOptions
	cmd := &cobra.Command{
		Use:   "game [SNAKE]...",
		Short: "Play Battlesnake here, with snakes of Ouro and of your own",
		Long: `Game plays Battlesnake. A snake is a solver of ouro list, or the URL of your own
server, and may be given a name: --snake rival=spot --snake me=http://127.0.0.1:8001.
Where none is named, Ouro's best plays three sparring partners.
Rules, maps, food and hazards are those of the official engine, and with the same
seed they fall as its do. A guest that is late or answers nonsense repeats its
last move; a solver that is late makes its best move so far, or else the safest
step. The report says so.

In a terminal the game is shown as it is played; with --plain or --json only the
report is printed. With --viewer the official board can show it, live or later, as
often as you like. Many games, and who is better: ouro arena run.

Snakes of Ouro think as deep as --nodes, --time or --cpu allow, else as deep as
they like to; without guests, --time and --cpu, a seed is the same game for ever.
With --time all think at once. With --cpu they think one after the other, and what
each gets done does not depend on how busy the machine is.`,
		Example: `  ouro game                                                  a demonstration
  ouro game --snake spot --snake floodfill --seed 7
  ouro game --snake hydra --snake http://127.0.0.1:8001      against your own
  ouro game --snake spot --snake hungry --snake coward --snake greedy \
      --rules royale:map=royale,shrink=10 --board 19x19 --output game.jsonl
  ouro game --snake spot --snake greedy --viewer   on the official board
  ouro game --snake spot --snake greedy --web      in the browser
  ouro arena run spot greedy --games 200                     who is better?`,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.snakes = append(args, o.snakes...)
			return o.run(cmd.Context(), stdio)
		},
	}
	flags := cmd.Flags()
	snakeFlag(cmd, &o.snakes, "or the URL of a snake elsewhere; once for each snake")
	o.addRules(cmd)
	seedFlag(cmd, &o.seed)
	guestTimeoutFlag(cmd, &o.answer)
	o.budget.add(cmd, "; a guest's is not seen here: it has --guest-timeout")
	flags.StringVar(&o.output, "output", "", "write the game to this `FILE` as the official engine does (JSON lines), in FILE.partial until it ends")
	recordFlag(cmd, &o.record, "")
	jsonFlag(cmd, &o.json, "")
	flags.BoolVar(&o.plain, "plain", false, "do not show it, print how it ended")
	speedFlag(cmd, &o.speed, 8, asFast+", which is the default with guests")
	webFlag(cmd, &o.web)
	o.viewer.add(cmd)
	for _, other := range []string{"plain", "json", "viewer", "output", "record"} {
		exclusive(cmd, "web", other)
	}
	o.limit.add(cmd)
	o.moved.add(cmd, "games", "workers", "first", "games-csv", "records", "store", "fleet")
	o.moved.addSwitches(cmd, "csv", "markdown", "no-times")
	o.given = flags.Changed
	return cmd
}

func (o *gameOptions) run(ctx context.Context, stdio IO) error {
	if err := o.moved.check(o.tournament); err != nil {
		return err
	}
	cfg, err := o.config(stdio.Err)
	if err != nil {
		return err
	}
	ctx, cancel := o.limit.limit(ctx)
	defer cancel()
	if o.web {
		return o.showWeb(ctx, stdio, cfg)
	}
	return o.runOne(ctx, stdio, cfg)
}

// tournament is the command line that plays many games with these snakes.
func (o *gameOptions) tournament() string {
	snakes := o.snakes
	if len(snakes) < 2 {
		snakes = []string{"SNAKE", "SNAKE"}
	}
	line := shell.Line(append([]string{"ouro", "arena", "run"}, snakes...)...)
	if len(snakes) > 2 {
		line += " --format ffa"
	}
	if o.given("rules") {
		line += " --rules " + shell.Word(o.rules)
	}
	return line + " --games N"
}

// config reads the flags.
func (o *gameOptions) config(talk io.Writer) (host.Config, error) {
	cfg := host.Config{Seed: uint64(o.seed), Timeout: o.answer, Keep: true}
	var err error
	if cfg.Game, err = o.game(); err != nil {
		return cfg, err
	}
	if cfg.Budget, err = o.budget.budget(); err != nil {
		return cfg, err
	}
	if err := cmp.Or(checkGuestTimeout(o.answer), o.limit.check(), notNegative("speed", o.speed)); err != nil {
		return cfg, err
	}
	if len(o.snakes) == 0 {
		if err := o.demonstrate(talk, cfg.Game); err != nil {
			return cfg, err
		}
	}
	cfg.Game.Snakes = len(o.snakes)
	if _, err := roster.Deal(cfg.Game, 0); err != nil {
		return cfg, usageError{err}
	}
	roster.Trust(o.snakes...)
	if cfg.Entrants, err = host.ParseEntrants(o.snakes); err != nil {
		return cfg, usageError{err}
	}
	for _, e := range cfg.Entrants {
		if e.Guest == nil {
			if err := checkSolver(e.Spec, cfg.Game); err != nil {
				return cfg, err
			}
		}
	}
	return cfg, nil
}
