package cli

import (
	"github.com/spf13/cobra"
)

// newMaze returns watch with the defaults of the maze.
func newMaze(stdio IO) *cobra.Command {
	o := watchOptions{whole: true}
	rules := mustRules("maze")
	cmd := &cobra.Command{
		Use:   "maze [SOLVER]...",
		Short: "Watch a snake eat its way through a maze of edible walls",
		Long: `Maze plays the game of the magazine article: the food is the edible walls of a level, and
the snake searches some moves ahead by recursive backtracking. It is short for ouro watch
--rules maze.

In a terminal it shows the game. Otherwise, and with --json or --moves, it plays at once
and prints the moves as seen on the screen: U, R, D and L. With --moves the game continues
for that many moves even when nothing is left to eat, and stops early only if the snake is
trapped. Moves are printed as they are made, followed by the result.`,
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
