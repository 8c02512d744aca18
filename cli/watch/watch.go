// Package watch has the commands that show or play one game: watch, play, maze, game, hunter,
// replay, export, share, boggle and the menu.
package watch

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli/command"
	"ouro/cli/flags"
	"ouro/cli/progress"
	"ouro/cli/studio"
	"ouro/internal/english"
	"ouro/play"
	"ouro/roster"
	"ouro/tui"
	"ouro/tui/frame"
)

// maxMoves is the largest value of --moves. It is limited because the moves are kept in memory. A game
// without --moves may be longer.
const maxMoves = 1_000_000

type watchOptions struct {
	game    flags.Game
	budget  flags.Budget
	solvers []string
	moves   int
	index   int
	speed   float64
	json    bool
	web     bool
	whole   bool // whether the whole level must fit on the terminal
}

func NewWatch(stdio command.IO) *cobra.Command {
	var o watchOptions
	cmd := &cobra.Command{
		Use:   "watch [SOLVER]...",
		Short: "Watch a solver play, or two to four side by side",
		Long: `Watch shows a game, or the same game of two to four solvers side by side.

Without a terminal, and with --json or --moves, watch plays the game of one solver at full
speed and prints the moves as directions on the screen: U, R, D and L. With --moves it
makes that many moves, even after the end of the game, and stops early only if the snake
is trapped. It prints the moves as they are made, and then the result.`,
		Example: `  ouro watch                              the best solver
  ouro watch lookahead --board 18x8 --seed 7
  ouro watch cell shortcut hamilton       compare
  ouro watch predictive:homestretch=0.95 --speed 200
  ouro watch backtrack:discount=0.99 --rules maze:regrow=floor --level orchard
  ouro watch cell hamilton --web          in the browser
  ouro watch cell --json                  every move of the game`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.add(cmd, roster.Rules()[0].Name)
	return cmd
}

// add adds the flags that watch and maze share.
func (o *watchOptions) add(cmd *cobra.Command, rules string) {
	o.game.Add(cmd, rules)
	o.game.AddStart(cmd)
	flags.Solver(cmd, &o.solvers, "also accepted as arguments (default the best for the game)")
	o.budget.Add(cmd, "")
	flags.Index(cmd, &o.index)
	fs := cmd.Flags()
	fs.IntVar(&o.moves, "moves", 0, "play `N` moves; 0 means until the end of the game")
	flags.Speed(cmd, &o.speed, 20, flags.AsFast)
	flags.JSON(cmd, &o.json, "; with the score of each direction for every move")
	studio.Flag(cmd, &o.web)
	flags.Exclude(cmd, "web", "json", "moves")
}

func (o *watchOptions) run(ctx context.Context, stdio command.IO, args []string) error {
	game, err := o.game.Spec()
	if err != nil {
		return err
	}
	if err := cmp.Or(o.checkMoves(), flags.NotNegative("game", o.index), flags.NotNegative("speed", o.speed)); err != nil {
		return err
	}
	specs, err := o.specs(game, args)
	if err != nil {
		return err
	}
	budget, err := o.budget.Budget()
	if err != nil {
		return err
	}
	if o.web {
		return o.showWeb(ctx, stdio, game, specs, budget)
	}
	printed := o.json || o.moves > 0
	if printed && len(specs) > 1 {
		return command.Usagef("--json and --moves: want one solver, not %d; ouro bench compares several", len(specs))
	}
	if printed || len(specs) == 1 && !command.OnTerminal(stdio) {
		p := printedGame{watchOptions: o, spec: game, solver: specs[0], budget: budget}
		return p.print(ctx, stdio)
	}
	if err := command.NeedTerminal(stdio, "ouro bench measures without a terminal"); err != nil {
		return err
	}
	if o.whole && game.Level != nil {
		if err := command.NeedRoom(stdio, o.game.Level, game.Level.Grid); err != nil {
			return err
		}
	}
	return tui.Watch(ctx, command.OnScreen(stdio, frame.Options{
		Game: game, Seed: uint64(o.game.Seed), Index: o.index, Solvers: specs, Budget: budget, Speed: o.speed,
		Level: o.game.Level, Start: o.game.Start,
	}))
}

func (o *watchOptions) checkMoves() error {
	if o.moves > maxMoves {
		return command.Usagef("--moves %d: want at most %d, or 0 for a whole game", o.moves, maxMoves)
	}
	return flags.NotNegative("moves", o.moves)
}

// specs returns the requested solvers, or the best one for the game.
func (o *watchOptions) specs(game ouro.GameSpec, args []string) ([]ouro.Spec, error) {
	specs, err := flags.ParseSolvers(append(args, o.solvers...))
	if err != nil {
		return nil, err
	}
	if len(specs) == 0 {
		best, err := roster.DefaultSolver(game)
		if err != nil {
			return nil, command.Usage(err)
		}
		specs = append(specs, best)
	}
	if len(specs) > tui.MaxCompared {
		return nil, command.Usagef("%d solvers: want at most %d side by side", len(specs), tui.MaxCompared)
	}
	for _, spec := range specs {
		if err := flags.CheckSolver(spec, game); err != nil {
			return nil, err
		}
	}
	return specs, nil
}

// NewMaze returns the command maze: watch with the defaults of a maze.
func NewMaze(stdio command.IO) *cobra.Command {
	o := watchOptions{whole: true}
	rules := flags.MustRules("maze")
	cmd := &cobra.Command{
		Use:   "maze [SOLVER]...",
		Short: "Watch a snake eat its way through a maze of edible walls",
		Long: `Maze plays the game of the magazine article: the food is the edible walls of a level, and
the snake searches some moves ahead by recursive backtracking. It is short for ouro watch
--rules maze.

On a terminal maze shows the game. Otherwise, and with --json or --moves, it plays at full
speed and prints the moves as directions on the screen: U, R, D and L. With --moves it
makes that many moves, even if no food remains, and stops early only if the snake is
trapped. It prints the moves as they are made, and then the result.`,
		Example: `  ouro maze                                                 watch
  ouro maze --level orchard --regrow floor --solver backtrack:depth=30
  ouro maze --level my.txt --start 1,1 --moves 300 --json \
    backtrack:depth=20,deadend=100,ties=original,eaten=original,tail=exact
  ouro play --rules maze --level rooms                      play a maze yourself`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.add(cmd, rules.Name)
	o.game.Options.Add(cmd, rules)
	return cmd
}

type playOptions struct {
	game  flags.Game
	index int
	hint  string
	speed float64
}

func NewPlay(stdio command.IO) *cobra.Command {
	var o playOptions
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play yourself, with arrows, WASD or hjkl",
		Example: `  ouro play
  ouro play --board 20x12 --speed 6 --hint cell   with hints of a solver`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				if _, err := roster.FindSolver(flags.NameOf(args[0])); err == nil {
					return command.Usagef("ouro play: you play yourself, so %q takes no part; did you mean ouro watch %s, or --hint %s?", args[0], args[0], args[0])
				}
			}
			return command.ExactArgs(0, "")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), stdio) },
	}
	o.game.Add(cmd, roster.Rules()[0].Name)
	flags.Index(cmd, &o.index)
	cmd.Flags().StringVar(&o.hint, "hint", "", "show the move of this `SOLVER`")
	flags.Speed(cmd, &o.speed, 5, "")
	return cmd
}

func (o *playOptions) run(ctx context.Context, stdio command.IO) error {
	game, err := o.game.Spec()
	if err != nil {
		return err
	}
	if err := cmp.Or(flags.Positive("speed", o.speed), flags.NotNegative("game", o.index)); err != nil {
		return err
	}
	opts := command.OnScreen(stdio, frame.Options{Game: game, Level: o.game.Level, Seed: uint64(o.game.Seed), Index: o.index, Speed: o.speed})
	if o.hint != "" {
		hint, err := flags.ParseSolver(o.hint, game)
		if err != nil {
			return command.Usagef("--hint: %w", err)
		}
		opts.Hint = &hint
	}
	if err := command.NeedTerminal(stdio, "play needs a keyboard and a screen"); err != nil {
		return err
	}
	return tui.Play(ctx, opts)
}

// Menu holds the flags of ouro without a command.
type Menu struct {
	game     flags.Game
	noConfig bool
}

func (o *Menu) Add(cmd *cobra.Command) {
	o.game.Add(cmd, roster.Rules()[0].Name)
	cmd.Flags().BoolVar(&o.noConfig, "no-config", false, "do not read or write the file with the choices of the menu")
}

// Run opens the menu. If there is no terminal, it plays one game instead.
func (o *Menu) Run(ctx context.Context, stdio command.IO) error {
	game, err := o.game.Spec()
	if err != nil {
		return err
	}
	if command.OnTerminal(stdio) {
		given := tui.Given{Seed: o.game.Given("seed")}
		for _, flag := range []string{"rules", "board", "level", "start-length"} {
			given.Game = given.Game || o.game.Given(flag)
		}
		return tui.Menu(ctx, command.OnScreen(stdio, frame.Options{Game: game, Level: o.game.Level, Seed: uint64(o.game.Seed)}), o.settings(), given)
	}
	return o.oneGame(ctx, stdio, game)
}

// settings returns the name of the file with the choices of the menu, or "" if the menu stores none.
func (o *Menu) settings() string {
	folder, err := os.UserConfigDir()
	if o.noConfig || err != nil {
		return ""
	}
	return filepath.Join(folder, "ouro", "settings.json")
}

// oneGame plays a game by the best solver for this board and prints the result.
func (o *Menu) oneGame(ctx context.Context, stdio command.IO, game ouro.GameSpec) error {
	solver, err := roster.DefaultSolver(game)
	if err != nil {
		return err
	}
	g, err := roster.NewGame(game, ouro.GameSeed(uint64(o.game.Seed), 0), []ouro.Spec{solver}, play.Config{})
	if err != nil {
		return err
	}
	defer g.Close()
	bar := progress.NewGame(stdio.Err)
	_, err = g.RunWith(ctx, bar.DrawState)
	bar.Clear()
	if err != nil {
		command.ReportStop(ctx, stdio.Err, english.Count(g.State().Turn, "move"), "nothing is printed; ouro watch prints the moves so far")
		return err
	}
	_, err = fmt.Fprintf(stdio.Out, "%s\n%s", summary(solver, placeText(o.game.Level, game), game, uint64(o.game.Seed), g),
		againLine(o.game.CommandLine("watch", game, solver)))
	return err
}
