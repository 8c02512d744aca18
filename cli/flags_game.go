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

// gameFlags are the flags that define a game, for every command that plays.
type gameFlags struct {
	rules       string
	board       sizeValue
	options     ruleOptions
	level       string
	start       string
	starts      bool // whether --start exists
	startLength int
	seed        seedValue

	given func(flag string) bool
	cmd   *cobra.Command
}

func (f *gameFlags) add(cmd *cobra.Command, rules string) {
	f.given, f.cmd = cmd.Flags().Changed, cmd
	classic := roster.Rules()[0]
	rulesFlag(cmd, &f.rules, rules, "e.g. maze:regrow=floor or solo; ouro list prints all")
	boardFlag(cmd, &f.board, fmt.Sprintf("each %d to %d (default that of the rules, %s in %s)", ouro.MinSide, ouro.MaxSide, classic.Board, classic.Name))
	startLengthFlag(cmd, &f.startLength, "; in Battlesnake always 3")
	levelFlag(cmd, &f.level)
	seedFlag(cmd, &f.seed)
	exclusive(cmd, "board", "level")
}

// addStart adds the flag --start.
func (f *gameFlags) addStart(cmd *cobra.Command) {
	f.starts = true
	cmd.Flags().StringVar(&f.start, "start", "", "start at this `COLUMN,ROW`, counted from 0 at the top left, instead of at the start of the level")
}

// spec reads the level and checks that the game can start.
func (f *gameFlags) spec() (ouro.GameSpec, error) {
	rules, err := f.options.rules(f.rules)
	if err != nil {
		return ouro.GameSpec{}, err
	}
	var unread error
	choice := roster.Choice{Rules: rules, W: f.board.w, H: f.board.h, Level: f.level, Start: f.start}
	choice.Open = func(name string) (level *ouro.Level, err error) {
		level, unread = readLevel(f.cmd, name)
		return level, unread
	}
	if f.given("start-length") {
		if err := atLeastOne("start-length", f.startLength); err != nil {
			return ouro.GameSpec{}, err
		}
		choice.StartLength = f.startLength
	}
	game, err := choice.Game()
	f.level = choice.Level
	var choiceErr *roster.ChoiceError
	switch {
	case unread != nil:
		return game, unread
	case errors.As(err, &choiceErr) && choiceErr.Field == "board":
		return game, usagef("--%w; --level takes a FILE or a name", choiceErr)
	case choiceErr != nil:
		return game, usagef("--%w", choiceErr)
	case f.starts && errors.Is(err, maze.ErrNoStart):
		return game, usagef("%s: %w, or give --start COLUMN,ROW", f.level, err)
	case err != nil:
		return game, wrongUsage(err)
	}
	return game, nil
}

// commandLine returns the command that shows the first game of these flags.
func (f *gameFlags) commandLine(command string, game ouro.GameSpec, solver ouro.Spec) roster.CommandLine {
	return roster.CommandLine{
		Command: command, Snakes: []string{solver.String()}, Game: game, Level: f.level, Start: f.start, Seed: uint64(f.seed),
	}
}

// readLevel returns the embedded level of this name, or else reads a file.
func readLevel(cmd *cobra.Command, name string) (*ouro.Level, error) {
	level, unknown := maze.Level(name)
	if unknown == nil {
		return level, nil
	}
	text, err := readFile(cmd.Context(), cmd.InOrStdin(), name, maxLevelSize)
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

// parseSolver parses one solver spec and checks that it is known and can play this game
// with any seed.
func parseSolver(text string, game ouro.GameSpec) (ouro.Spec, error) {
	spec, err := ouro.ParseSpec(text)
	if err != nil {
		return spec, usagef("solver %w", err)
	}
	return spec, checkSolver(spec, game)
}

func checkSolver(spec ouro.Spec, game ouro.GameSpec) error {
	if err := roster.CanPlay(spec, game); err != nil {
		return wrongUsage(err)
	}
	return nil
}
