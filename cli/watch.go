package cli

import (
	"cmp"
	"context"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/roster"
	"ouro/tui"
	"ouro/tui/frame"
)

// watchOptions are those of watch and of maze.
type watchOptions struct {
	game   gameFlags
	budget budgetFlags
	moves  int
	index  int
	speed  float64
	json   bool
	whole  bool // the board must fit the terminal
}

func newWatch(stdio IO) *cobra.Command {
	var o watchOptions
	cmd := &cobra.Command{
		Use:   "watch [SOLVER]...",
		Short: "Watch a solver play, or two to four side by side on the same food",
		Long: `Watch shows a game, or the same game of two to four solvers side by side.

Where there is no terminal, and with --json or --moves, the game of one solver is
played at once and its moves are printed as seen on the screen: U, R, D and L.
With --moves it goes on for so many moves even when it was over before, and only
stops early when the snake has no way out.`,
		Example: `  ouro watch                              the best solver
  ouro watch lookahead --board 18x8 --seed 7
  ouro watch cell shortcut hamilton       compare
  ouro watch predictive:homestretch=0.95 --speed 200
  ouro watch backtrack:discount=0.99 --rules maze:regrow=floor --level orchard
  ouro watch cell --json                  every move of the game`,
		RunE: func(cmd *cobra.Command, args []string) error {
			game, err := o.game.spec()
			if err != nil {
				return err
			}
			return o.run(cmd.Context(), stdio, game, args)
		},
	}
	o.game.add(cmd)
	o.add(cmd)
	return cmd
}

// add adds the flags that watch and maze share.
func (o *watchOptions) add(cmd *cobra.Command) {
	o.game.addStart(cmd)
	o.budget.add(cmd)
	indexFlag(cmd, &o.index)
	flags := cmd.Flags()
	flags.IntVar(&o.moves, "moves", 0, "play `N` moves; 0 is to the end of the game")
	flags.Float64Var(&o.speed, "speed", 20, "`MOVES` a second to begin with; 0 is as fast as it goes")
	flags.BoolVar(&o.json, "json", false, "print one JSON document, with the score of every direction for each move")
}

func (o *watchOptions) run(ctx context.Context, stdio IO, game ouro.GameSpec, solvers []string) error {
	if len(solvers) == 0 {
		best, err := roster.DefaultSolver(game)
		if err != nil {
			return usageError{err}
		}
		solvers = []string{best.String()}
	}
	if len(solvers) > tui.MaxCompared {
		return usagef("%d solvers: at most %d fit side by side", len(solvers), tui.MaxCompared)
	}
	if err := cmp.Or(notNegative("moves", o.moves), notNegative("game", o.index), notNegative("speed", o.speed)); err != nil {
		return err
	}
	var specs []ouro.Spec
	for _, text := range solvers {
		spec, err := parseSolver(text, game)
		if err != nil {
			return err
		}
		specs = append(specs, spec)
	}
	budget, err := o.budget.budget()
	if err != nil {
		return err
	}
	printed := o.json || o.moves > 0
	if printed && len(specs) > 1 {
		return usagef("--json and --moves are of one solver, not of %d; ouro bench compares", len(specs))
	}
	if printed || len(specs) == 1 && !onTerminal(stdio) {
		return o.print(ctx, stdio.Out, game, specs[0], budget)
	}
	if err := needTerminal(stdio, "ouro bench measures without one"); err != nil {
		return err
	}
	if o.whole {
		if err := needRoom(stdio, o.game.level, game.Level.Grid); err != nil {
			return err
		}
	}
	return tui.Watch(ctx, frame.Options{
		Game: game, Seed: uint64(o.game.seed), Index: o.index, Solvers: specs, Budget: budget, Speed: o.speed,
		In: stdio.In, Out: stdio.Out,
	})
}
