package watch

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/battlesnake/host"
	"ouro/battlesnake/wire"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/studio"
	"ouro/internal/shell"
	"ouro/roster"
	"ouro/rule/battlesnake"
)

func (o *gameOptions) addRules(cmd *cobra.Command) {
	rules, err := roster.FindRules(battlesnake.Rulesets()[0].Name)
	if err != nil {
		panic(err) // the roster has all rulesets
	}
	flags.Rules(cmd, &o.rules, rules.Name, "e.g. royale:map=royale,shrink=10; ouro list prints those of Battlesnake")
	o.options.Add(cmd, &rules)
	if err := o.board.Set(rules.Board); err != nil {
		panic(err) // the roster has only possible sizes
	}
	o.board.Most = battlesnake.MaxSide
	flags.Board(cmd, &o.board, fmt.Sprintf("each %d to %d", ouro.MinSide, battlesnake.MaxSide))
}

func (o *gameOptions) game() (ouro.GameSpec, error) {
	game := ouro.GameSpec{StartLength: battlesnake.StartLength, W: o.board.W, H: o.board.H}
	spec, err := o.options.Parse(o.rules)
	if err != nil {
		return game, err
	}
	full, err := wire.NewGame("", spec, o.answer)
	if err != nil {
		return game, command.Usage(err)
	}
	game.Rules = full.Spec()
	return game, nil
}

type gameOptions struct {
	snakes  []string
	rules   string
	options flags.RuleOptions
	board   flags.Size
	seed    flags.SeedValue
	answer  time.Duration // time limit for the answers of remote snakes
	budget  flags.Budget
	limit   flags.Timeout
	json    bool
	moved   flags.MovedFlags

	output string
	record string
	plain  bool
	web    bool
	speed  float64
	viewer viewerFlags

	given func(flag string) bool
}

func NewGame(stdio command.IO) *cobra.Command {
	var o gameOptions
	cmd := &cobra.Command{
		Use:   "game [SNAKE]...",
		Short: "Play Battlesnake locally, with solvers and your own servers",
		Long: `Game plays Battlesnake. A snake is a solver of ouro list, or the URL of your server. You
can name it: --snake rival=spot --snake me=http://127.0.0.1:8001. Without snakes, Ouro's
best snake plays three sparring partners. Rules, maps, food and hazards are those of the
official engine, and the same seed gives the same food and hazards. A remote snake that
is late or sends an invalid answer repeats its last move. A solver that is late plays its
best move so far or, if it has none, the safest move. The report lists these faults.

On a terminal the running game is shown; with --plain or --json only the report is
printed. With --viewer the official board can show the game, during and after it. For
many games use ouro arena run.

--nodes, --time or --cpu limit each move of Ouro's snakes. Without remote snakes, --time
and --cpu, a seed always gives the same game. With --time all snakes think at once. With
--cpu they think in turn, and the load of the machine does not change their moves.`,
		Example: `  ouro game                                                  a demonstration
  ouro game --snake spot --snake floodfill --seed 7
  ouro game --snake hydra --snake http://127.0.0.1:8001      against your server
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
	fs := cmd.Flags()
	flags.Snake(cmd, &o.snakes, "or the URL of a remote snake; once for each snake")
	o.addRules(cmd)
	flags.Seed(cmd, &o.seed)
	flags.GuestTimeout(cmd, &o.answer)
	o.budget.Add(cmd, "; remote snakes have --guest-timeout")
	fs.StringVar(&o.output, "output", "", "write the game to this `FILE` in the format of the official engine (JSON lines); FILE.partial until it ends")
	flags.Record(cmd, &o.record, "")
	flags.JSON(cmd, &o.json, "")
	fs.BoolVar(&o.plain, "plain", false, "do not show the running games, only print the report")
	flags.Speed(cmd, &o.speed, 8, flags.AsFast)
	studio.Flag(cmd, &o.web)
	o.viewer.add(cmd)
	flags.Exclude(cmd, "web", "plain", "json", "viewer", "output", "record")
	o.limit.Add(cmd)
	o.moved.Add(cmd, "games", "workers", "first", "games-csv", "records", "store", "fleet")
	o.moved.AddSwitches(cmd, "csv", "markdown", "no-times")
	o.given = fs.Changed
	return cmd
}

func (o *gameOptions) run(ctx context.Context, stdio command.IO) error {
	if err := o.moved.Check(o.tournament); err != nil {
		return err
	}
	cfg, err := o.config(stdio.Err)
	if err != nil {
		return err
	}
	ctx, cancel := o.limit.Limit(ctx)
	defer cancel()
	if o.web {
		return o.showWeb(ctx, stdio, cfg)
	}
	return o.runOne(ctx, stdio, cfg)
}

// tournament returns the command that plays many games with these snakes.
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

func (o *gameOptions) config(stderr io.Writer) (host.Config, error) {
	cfg := host.Config{Seed: uint64(o.seed), Timeout: o.answer, Keep: true}
	var err error
	if cfg.Game, err = o.game(); err != nil {
		return cfg, err
	}
	if cfg.Budget, err = o.budget.Budget(); err != nil {
		return cfg, err
	}
	if err := cmp.Or(flags.CheckGuestTimeout(o.answer), o.limit.Check(), flags.NotNegative("speed", o.speed)); err != nil {
		return cfg, err
	}
	if len(o.snakes) == 0 {
		if err := o.demonstrate(stderr, cfg.Game); err != nil {
			return cfg, err
		}
	}
	cfg.Game.Snakes = len(o.snakes)
	if _, err := roster.Deal(cfg.Game, 0); err != nil {
		return cfg, command.Usage(err)
	}
	roster.Trust(o.snakes...)
	if cfg.Entrants, err = host.ParseEntrants(o.snakes); err != nil {
		return cfg, command.Usage(err)
	}
	for _, e := range cfg.Entrants {
		if e.Guest == nil {
			if err := flags.CheckSolver(e.Spec, cfg.Game); err != nil {
				return cfg, err
			}
		}
	}
	return cfg, nil
}

// demonstrate chooses the snakes of a demonstration, and prints them. The user has named no snake.
func (o *gameOptions) demonstrate(stderr io.Writer, game ouro.GameSpec) error {
	specs, err := roster.DefaultSnakes(game)
	if err != nil {
		return command.Usage(err)
	}
	for _, spec := range specs {
		o.snakes = append(o.snakes, spec.String())
	}
	clause := o.snakes[0] + " plays alone"
	if others := o.snakes[1:]; len(others) > 0 {
		clause = o.snakes[0] + " plays " + strings.Join(others, ", ")
	}
	_, err = fmt.Fprintf(stderr, "no snake is named, so %s; to choose:\n  ouro game --snake hydra --snake me=http://127.0.0.1:8000\n", clause)
	return err
}
