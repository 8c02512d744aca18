// Package flags has the flags that several commands share. A flag has the same name, meaning and
// kind of value in all of them. A function adds one flag; a struct such as [Game] or [Budget]
// adds several and reads them. [AtLeastOne] and similar functions check values.
package flags

import (
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ouro/battlesnake/wire"
	"ouro/cli/command"
)

// lessAnnotation marks flags that help texts print under the heading "Less common".
const lessAnnotation = "less"

// LessCommon moves these flags below all others in the help of a command.
func LessCommon(cmd *cobra.Command, names ...string) {
	for _, name := range names {
		if err := cmd.Flags().SetAnnotation(name, lessAnnotation, []string{""}); err != nil {
			panic(err) // the command has no such flag
		}
	}
}

// Exclude forbids combining the first flag with any of the others.
func Exclude(cmd *cobra.Command, flag string, others ...string) {
	for _, other := range others {
		Exclusive(cmd, flag, other)
	}
}

// Exclusive allows at most one of these flags.
func Exclusive(cmd *cobra.Command, flags ...string) {
	cmd.MarkFlagsMutuallyExclusive(flags...) // for completion
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		if before != nil {
			if err := before(cmd, args); err != nil {
				return err
			}
		}
		var given []string
		for _, name := range flags {
			if cmd.Flags().Changed(name) {
				given = append(given, "--"+name)
			}
		}
		if len(given) > 1 {
			return command.Usagef("%s cannot be combined: give one of them", strings.Join(given, " and "))
		}
		return nil
	}
}

// Board adds the flag --board. As in the following functions, which add the flags of their names,
// more is a clause at the end of the help. The help before its first semicolon is the same in all
// commands; docs/flags.md lists it.
func Board(cmd *cobra.Command, size *Size, more string) {
	cmd.Flags().Var(size, "board", "`SIZE` of the board in columns x rows; "+more)
}

// Level adds the flag for a level: a file, or the name of a built-in level.
func Level(cmd *cobra.Command, level *string) {
	cmd.Flags().StringVar(level, "level", "", "read the board from a text `FILE` (X wall, . edible wall, space floor, S start), or a level of Ouro by name: nook to labyrinth in the maze, ell to pillars in classic Snake")
}

func Rules(cmd *cobra.Command, rules *string, name, more string) {
	cmd.Flags().StringVar(rules, "rules", name, "`RULES` of the game with their options; "+more)
}

func StartLength(cmd *cobra.Command, length *int, more string) {
	cmd.Flags().IntVar(length, "start-length", 1, "start as a straight snake of this `LENGTH`"+more)
}

func Seed(cmd *cobra.Command, seed *SeedValue) {
	*seed = 1
	cmd.Flags().Var(seed, "seed", "`SEED` of all random choices; the same seed always gives the same game")
}

// Index adds the flag --game.
func Index(cmd *cobra.Command, index *int) {
	cmd.Flags().IntVar(index, "game", 0, "game `N` of the seed, from 0, as numbered by --games")
}

func Games(cmd *cobra.Command, games *int, n int, more string) {
	cmd.Flags().IntVar(games, "games", n, "play `N` games"+more)
}

func Workers(cmd *cobra.Command, workers *int, more string) {
	cmd.Flags().IntVar(workers, "workers", 0, "`N` workers at once; "+more)
}

func Nodes(cmd *cobra.Command, nodes *int64, n int64) {
	cmd.Flags().Int64Var(nodes, "nodes", n, "limit each move to `N` search nodes; reproducible, 0 is no limit")
}

// Dir adds the flag for the directory of a coordinator. usual is the default directory.
func Dir(cmd *cobra.Command, dir *string, usual string) {
	cmd.Flags().StringVar(dir, "dir", "", "store everything in this `DIRECTORY`, and continue from it (default "+usual+")")
}

// Speed adds the flag for the number of turns that are shown each second. A turn is a move of one
// snake, a joint move in Battlesnake, or a tick in Snake Hunter.
func Speed(cmd *cobra.Command, speed *float64, perSecond float64, more string) {
	cmd.Flags().Float64Var(speed, "speed", perSecond, "show `TURNS` a second"+more)
}

// AsFast is the help for a speed of 0.
const AsFast = "; 0 means as fast as possible"

func GuestTimeout(cmd *cobra.Command, answer *time.Duration) {
	cmd.Flags().DurationVar(answer, "guest-timeout", wire.DefaultTimeout, "`DURATION` that a remote snake has for an answer")
}

// StoreVariable is the environment variable that names the results file.
const StoreVariable = "OURO_STORE"

// Store adds the flag for the results file. If hasDefault is set, the help states that commands use
// the user's own results file by default.
func Store(cmd *cobra.Command, file *string, hasDefault bool, clause string) {
	usual := "that of the variable " + StoreVariable
	if hasDefault {
		usual += ", else your own file"
	}
	cmd.Flags().StringVar(file, "store", "", "results `FILE`"+clause+" (default "+usual+")")
}

func Record(cmd *cobra.Command, name *string, more string) {
	cmd.Flags().StringVar(name, "record", "", "write a record of the game to this `FILE`, for ouro replay"+more)
}

func JSON(cmd *cobra.Command, json *bool, more string) {
	cmd.Flags().BoolVar(json, "json", false, "print one JSON document"+more)
}

// The help of --solver and --snake. A command has one of these two flags; the name of the other
// flag, and arguments without a flag, are synonyms of it. A snake is a solver or a URL, and may
// have a name.
const (
	solverUsage = "`SOLVER` that chooses the moves, with its options, or several separated by commas"
	snakeUsage  = "`SNAKE` that takes part: a solver with its options, or NAME=SOLVER"
)

func Solver(cmd *cobra.Command, solvers *[]string, more string) {
	cmd.Flags().StringArrayVar(solvers, "solver", nil, solverUsage+"; "+more)
	AlsoNamed(cmd, "solver", "snake")
}

func Snake(cmd *cobra.Command, snakes *[]string, more string) {
	cmd.Flags().StringArrayVar(snakes, "snake", nil, snakeUsage+"; "+more)
	AlsoNamed(cmd, "snake", "solver")
}

func Overlay(cmd *cobra.Command, labels *[]string, more string) {
	cmd.Flags().StringSliceVar(labels, "overlay", nil, "show the overlays with these `LABELS`, e.g. plan,cycle; "+more)
}

// AlsoNamed gives a flag a second name.
func AlsoNamed(cmd *cobra.Command, flag, other string) {
	before := cmd.Flags().GetNormalizeFunc()
	cmd.Flags().SetNormalizeFunc(func(fs *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == other {
			name = flag
		}
		return before(fs, name)
	})
}

// MovedFlags holds hidden flags of earlier versions. They are now flags of another command.
type MovedFlags struct {
	cmd   *cobra.Command
	names []string
}

// Add adds hidden flags with a value.
func (m *MovedFlags) Add(cmd *cobra.Command, names ...string) {
	m.cmd = cmd
	for _, name := range names {
		cmd.Flags().String(name, "", "")
		cmd.Flags().Lookup(name).Hidden = true
	}
	m.names = append(m.names, names...)
}

// AddSwitches adds hidden flags without a value.
func (m *MovedFlags) AddSwitches(cmd *cobra.Command, names ...string) {
	m.cmd = cmd
	for _, name := range names {
		cmd.Flags().Bool(name, false, "")
		cmd.Flags().Lookup(name).Hidden = true
	}
	m.names = append(m.names, names...)
}

// Check returns an error if one of the flags is set. The error names the command to use, which line
// returns.
func (m *MovedFlags) Check(line func() string) error {
	for _, name := range m.names {
		if m.cmd.Flags().Changed(name) {
			return command.Usagef("--%s: %s plays one game; to play many: %s", name, m.cmd.CommandPath(), line())
		}
	}
	return nil
}

var addUsages = sync.OnceFunc(func() { cobra.AddTemplateFunc("flagUsages", flagUsages) })

// UsageTemplate returns cobra's template of help texts, changed to print flags with flagUsages.
func UsageTemplate(standard string) string {
	addUsages()
	return strings.NewReplacer(
		".LocalFlags.FlagUsages ", "flagUsages .LocalFlags ",
		`(or .IsAvailableCommand (eq .Name "help"))`, ".IsAvailableCommand",
	).Replace(standard)
}

// flagUsages returns the help of flags, the less common ones last.
func flagUsages(all *pflag.FlagSet) string {
	common, less := pflag.NewFlagSet("", pflag.ContinueOnError), pflag.NewFlagSet("", pflag.ContinueOnError)
	all.VisitAll(func(f *pflag.Flag) {
		if _, is := f.Annotations[lessAnnotation]; is {
			less.AddFlag(f)
		} else {
			common.AddFlag(f)
		}
	})
	text := common.FlagUsagesWrapped(command.HelpWidth)
	if more := less.FlagUsagesWrapped(command.HelpWidth); more != "" {
		text += "\nLess common:\n" + more
	}
	return text
}
