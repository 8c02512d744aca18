package cli

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/roster"
	"ouro/rule/maze"
)

// gameFlags say which game is played: every command that plays takes them.
type gameFlags struct {
	rules       string
	board       string
	level       string
	startLength int
	seed        seedValue

	given func(flag string) bool
}

func (f *gameFlags) add(cmd *cobra.Command) {
	f.seed = 1
	flags := cmd.Flags()
	f.given = flags.Changed
	flags.StringVar(&f.rules, "rules", "classic", "`RULES` of the game with their options, e.g. maze:regrow=floor or solo; ouro list has all")
	flags.StringVar(&f.board, "board", "10x10", "`SIZE` in columns x rows, each 2 to 64")
	flags.StringVar(&f.level, "level", "", levelUsage)
	flags.IntVar(&f.startLength, "start-length", 1, "start as a straight snake of this `LENGTH`; in Battlesnake always 3")
	flags.Var(&f.seed, "seed", "`SEED` of all chance: the same seed is the same game for ever")
	cmd.MarkFlagsMutuallyExclusive("board", "level")
}

// spec reads the level and checks that a game can be dealt.
func (f *gameFlags) spec() (ouro.GameSpec, error) {
	spec := ouro.GameSpec{StartLength: f.startLength}
	var err error
	if spec.Rules, err = ouro.ParseSpec(f.rules); err != nil {
		return spec, usagef("rules %w", err)
	}
	rules, err := roster.FindRules(spec.Rules.Name)
	if err != nil {
		return spec, usageError{err}
	}
	if rules.StartLength > 0 && !f.given("start-length") {
		spec.StartLength = rules.StartLength
	}
	if f.level != "" {
		if spec.Level, err = readLevel(f.level); err != nil {
			return spec, err
		}
		spec.W, spec.H = spec.Level.Grid.W, spec.Level.Grid.H
	} else if spec.W, spec.H, err = ouro.ParseSize(f.board); err != nil {
		return spec, usageError{err}
	}
	if _, err := roster.Deal(spec, 0); err != nil {
		return spec, usageError{err}
	}
	return spec, nil
}

const levelUsage = "read the board from a text `FILE` (X wall, . edible wall, space floor, S start), or take a level by name: nook to labyrinth"

// readLevel takes an embedded level by its name, else reads a file.
func readLevel(name string) (*ouro.Level, error) {
	level, unknown := maze.Level(name)
	if unknown == nil {
		return level, nil
	}
	text, err := readFile(name, maxLevelSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, usagef("%w; %w", err, unknown)
	}
	if err != nil {
		return nil, err
	}
	if level, err = ouro.ParseLevel(string(text)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return level, nil
}

// parseSolver reads one solver spec and checks that the roster knows it and
// that it can play this game, whatever its seed.
func parseSolver(text string, game ouro.GameSpec) (ouro.Spec, error) {
	spec, err := ouro.ParseSpec(text)
	if err != nil {
		return spec, usagef("solver %w", err)
	}
	return spec, checkSolver(spec, game)
}

func checkSolver(spec ouro.Spec, game ouro.GameSpec) error {
	if err := roster.CanPlay(spec, game); err != nil {
		return usageError{err}
	}
	return nil
}
