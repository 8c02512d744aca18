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

// watchOptions holds the flags of watch and maze.
type watchOptions struct {
	game    gameFlags
	budget  budgetFlags
	solvers []string
	moves   int
	index   int
	speed   float64
	json    bool
	web     bool
	whole   bool // the board must fit the terminal
}

func newWatch(stdio IO) *cobra.Command {
	var o watchOptions
	cmd := &cobra.Command{
		Use:   "watch [SOLVER]...",
		Short: "Watch a solver play, or two to four side by side",
		Long: `Watch shows a game, or the same game of two to four solvers side by side.

Without a terminal, and with --json or --moves, it plays the game of one solver at once
and prints the moves as seen on the screen: U, R, D and L. With --moves the game continues
for that many moves even after its end, and stops early only if the snake is trapped.
Moves are printed as they are made, followed by the result.`,
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
	o.game.add(cmd, rules)
	o.game.addStart(cmd)
	solverFlag(cmd, &o.solvers, "also accepted as arguments (default the best for the game)")
	o.budget.add(cmd, "")
	indexFlag(cmd, &o.index)
	fs := cmd.Flags()
	fs.IntVar(&o.moves, "moves", 0, "play `N` moves; 0 means until the end of the game")
	speedFlag(cmd, &o.speed, 20, asFast)
	jsonFlag(cmd, &o.json, "; with the score of each direction for every move")
	webFlag(cmd, &o.web)
	exclusive(cmd, "web", "json")
	exclusive(cmd, "web", "moves")
}

func (o *watchOptions) run(ctx context.Context, stdio IO, args []string) error {
	game, err := o.game.spec()
	if err != nil {
		return err
	}
	if err := cmp.Or(o.checkMoves(), notNegative("game", o.index), notNegative("speed", o.speed)); err != nil {
		return err
	}
	specs, err := o.specs(game, args)
	if err != nil {
		return err
	}
	budget, err := o.budget.budget()
	if err != nil {
		return err
	}
	if o.web {
		return o.showWeb(ctx, stdio, game, specs, budget)
	}
	printed := o.json || o.moves > 0
	if printed && len(specs) > 1 {
		return usagef("--json and --moves: want one solver, not %d; ouro bench compares several", len(specs))
	}
	if printed || len(specs) == 1 && !onTerminal(stdio) {
		p := printedGame{watchOptions: o, of: game, solver: specs[0], budget: budget}
		return p.print(ctx, stdio)
	}
	if err := needTerminal(stdio, "ouro bench measures without a terminal"); err != nil {
		return err
	}
	if o.whole && game.Level != nil {
		if err := needRoom(stdio, o.game.level, game.Level.Grid); err != nil {
			return err
		}
	}
	return tui.Watch(ctx, onScreen(stdio, frame.Options{
		Game: game, Seed: uint64(o.game.seed), Index: o.index, Solvers: specs, Budget: budget, Speed: o.speed,
		Level: o.game.level, Start: o.game.start,
	}))
}

// maxMoves is the largest value of --moves, whose moves are all kept in memory. A game to
// its end may be longer.
const maxMoves = 1_000_000

func (o *watchOptions) checkMoves() error {
	if o.moves > maxMoves {
		return usagef("--moves %d: want at most %d, or 0 for a whole game", o.moves, maxMoves)
	}
	return notNegative("moves", o.moves)
}

// specs returns the requested solvers, or the best one for the game.
func (o *watchOptions) specs(game ouro.GameSpec, args []string) ([]ouro.Spec, error) {
	specs, err := parseSolvers(append(args, o.solvers...))
	if err != nil {
		return nil, err
	}
	if len(specs) == 0 {
		best, err := roster.DefaultSolver(game)
		if err != nil {
			return nil, wrongUsage(err)
		}
		specs = append(specs, best)
	}
	if len(specs) > tui.MaxCompared {
		return nil, usagef("%d solvers: want at most %d side by side", len(specs), tui.MaxCompared)
	}
	for _, spec := range specs {
		if err := checkSolver(spec, game); err != nil {
			return nil, err
		}
	}
	return specs, nil
}
