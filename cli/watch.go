package cli

import (
	"context"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/roster"
	"ouro/tui"
)

type watchOptions struct {
	game   gameFlags
	budget budgetFlags
	index  int
	speed  float64
}

func newWatch(stdio IO) *cobra.Command {
	var o watchOptions
	cmd := &cobra.Command{
		Use:   "watch [SOLVER]...",
		Short: "Watch a solver play, or two to four side by side on the same food",
		Example: `  ouro watch                              the best solver
  ouro watch lookahead --board 18x8 --seed 7
  ouro watch cell shortcut hamilton       compare
  ouro watch predictive:homestretch=0.95 --speed 200
  ouro watch backtrack:discount=0.99 --rules maze:regrow=floor --level orchard`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.game.add(cmd)
	o.budget.add(cmd)
	cmd.Flags().IntVar(&o.index, "game", 0, "watch game `N` of the seed, from 0, as bench counts them")
	cmd.Flags().Float64Var(&o.speed, "speed", 20, "`MOVES` a second to begin with; 0 is as fast as it goes")
	return cmd
}

func (o *watchOptions) run(ctx context.Context, stdio IO, solvers []string) error {
	game, err := o.game.spec()
	if err != nil {
		return err
	}
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
	if o.index < 0 {
		return usagef("--game %d: must not be negative", o.index)
	}
	if !(o.speed >= 0) { // not even NaN
		return usagef("--speed %g: must not be negative", o.speed)
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
	if err := needTerminal(stdio, "ouro bench measures without one"); err != nil {
		return err
	}
	return tui.Watch(ctx, tui.Options{
		Game: game, Seed: uint64(o.game.seed), Index: o.index, Solvers: specs, Budget: budget, Speed: o.speed,
		In: stdio.In, Out: stdio.Out,
	})
}
