package cli

import (
	"github.com/spf13/cobra"
)

// newMaze is watch with what the maze wants where nobody says else.
func newMaze(stdio IO) *cobra.Command {
	o := watchOptions{whole: true}
	rules := mustRules("maze")
	cmd := &cobra.Command{
		Use:   "maze [SOLVER]...",
		Short: "Watch a snake eat its way through a maze of edible walls",
		Long: `Maze plays the game of the magazine article: the food is the edible walls of a
level, and the snake looks some moves ahead by recursive backtracking. It is watch
with --rules maze.

In a terminal the game is watched; elsewhere, and with --json or --moves, it is
played at once and its moves are printed as seen on the screen: U, R, D and L.
With --moves it goes on for so many moves even when nothing is left to eat, and
only stops early when the snake has no way out; they are printed as they are made,
and what became of the snake below them.`,
		Example: `  ouro maze                                                 watch
  ouro maze --level orchard --regrow floor --solver backtrack:depth=30
  ouro maze --level my.txt --start 1,1 --moves 300 --json \
    backtrack:depth=20,deadend=100,ties=original,eaten=original,tail=exact
  ouro play --rules maze --level rooms                      play a maze yourself`,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd.Context(), stdio, args) },
	}
	o.add(cmd, rules.Name)
	o.game.options.add(cmd, rules)
	return cmd
}
