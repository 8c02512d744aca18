package cli

import (
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ouro"
	"ouro/battlesnake/wire"
	"ouro/roster"
)

// Flags that several commands share. A name has one meaning and one kind of value in all
// commands, see docs/flags.md: the text before the first semicolon is the same everywhere,
// the rest belongs to one command.

func boardFlag(cmd *cobra.Command, size *sizeValue, more string) {
	cmd.Flags().Var(size, "board", "`SIZE` of the board in columns x rows; "+more)
}

// levelFlag adds the flag for a level: a file, or one that comes with the program.
func levelFlag(cmd *cobra.Command, level *string) {
	cmd.Flags().StringVar(level, "level", "", "read the board from a text `FILE` (X wall, . edible wall, space floor, S start), or a level of Ouro by name: nook to labyrinth")
}

func rulesFlag(cmd *cobra.Command, rules *string, name, more string) {
	cmd.Flags().StringVar(rules, "rules", name, "`RULES` of the game with their options; "+more)
}

func startLengthFlag(cmd *cobra.Command, length *int, more string) {
	cmd.Flags().IntVar(length, "start-length", 1, "start as a straight snake of this `LENGTH`"+more)
}

func seedFlag(cmd *cobra.Command, seed *seedValue) {
	*seed = 1
	cmd.Flags().Var(seed, "seed", "`SEED` of all random choices; the same seed always gives the same game")
}

func indexFlag(cmd *cobra.Command, index *int) {
	cmd.Flags().IntVar(index, "game", 0, "game `N` of the seed, from 0, as numbered by --games")
}

func gamesFlag(cmd *cobra.Command, games *int, n int, more string) {
	cmd.Flags().IntVar(games, "games", n, "play `N` games"+more)
}

func workersFlag(cmd *cobra.Command, workers *int, more string) {
	cmd.Flags().IntVar(workers, "workers", 0, "`N` workers at once; "+more)
}

func nodesFlag(cmd *cobra.Command, nodes *int64, n int64) {
	cmd.Flags().Int64Var(nodes, "nodes", n, "limit each move to `N` search nodes; reproducible, 0 is no limit")
}

// dirFlag adds the directory of a fleet.
func dirFlag(cmd *cobra.Command, dir *string, usual string) {
	cmd.Flags().StringVar(dir, "dir", "", "store everything in this `DIRECTORY`, and continue from it (default "+usual+")")
}

// speedFlag adds the speed at which a game is shown, in turns: a move of one snake, a joint
// move in Battlesnake, a tick in Snake Hunter.
func speedFlag(cmd *cobra.Command, speed *float64, perSecond float64, more string) {
	cmd.Flags().Float64Var(speed, "speed", perSecond, "show `TURNS` a second"+more)
}

// asFast is the help for a speed of 0.
const asFast = "; 0 means as fast as possible"

func guestTimeoutFlag(cmd *cobra.Command, answer *time.Duration) {
	cmd.Flags().DurationVar(answer, "guest-timeout", wire.DefaultTimeout, "`DURATION` that a remote snake has for an answer")
}

// storeVariable is the environment variable for the results file.
const storeVariable = "OURO_STORE"

// storeFlag adds the results file. own is whether the default is the user's own file.
func storeFlag(cmd *cobra.Command, file *string, own bool, more string) {
	usual := "that of the variable " + storeVariable
	if own {
		usual += ", else your own file"
	}
	cmd.Flags().StringVar(file, "store", "", "results `FILE`"+more+" (default "+usual+")")
}

func recordFlag(cmd *cobra.Command, name *string, more string) {
	cmd.Flags().StringVar(name, "record", "", "write a record of the game to this `FILE`, for ouro replay"+more)
}

func jsonFlag(cmd *cobra.Command, json *bool, more string) {
	cmd.Flags().BoolVar(json, "json", false, "print one JSON document"+more)
}

// The texts of --solver and --snake. A solver chooses moves; a snake of Battlesnake is a
// solver or a URL and may have a name. A command has one of the flags and accepts it by the
// other name, or as arguments.
const (
	solverUsage = "`SOLVER` that chooses the moves, with its options, or several separated by commas"
	snakeUsage  = "`SNAKE` that takes part: a solver with its options, or NAME=SOLVER"
)

func solverFlag(cmd *cobra.Command, solvers *[]string, more string) {
	cmd.Flags().StringArrayVar(solvers, "solver", nil, solverUsage+"; "+more)
	alsoNamed(cmd, "solver", "snake")
}

func snakeFlag(cmd *cobra.Command, snakes *[]string, more string) {
	cmd.Flags().StringArrayVar(snakes, "snake", nil, snakeUsage+"; "+more)
	alsoNamed(cmd, "snake", "solver")
}

// alsoNamed gives a flag a second name.
func alsoNamed(cmd *cobra.Command, flag, other string) {
	before := cmd.Flags().GetNormalizeFunc()
	cmd.Flags().SetNormalizeFunc(func(fs *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == other {
			name = flag
		}
		return before(fs, name)
	})
}

// parseSolvers parses lists of solvers of a command line, which may start programs.
func parseSolvers(lists []string) ([]ouro.Spec, error) {
	var all []ouro.Spec
	for _, list := range lists {
		specs, err := ouro.ParseSpecs(list)
		if err != nil {
			return nil, usagef("solver %w", err)
		}
		for _, spec := range specs {
			roster.Trust(spec.String())
		}
		all = append(all, specs...)
	}
	return all, nil
}
