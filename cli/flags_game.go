package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/roster"
	"ouro/rule/maze"
)

// gameFlags say which game is played: every command that plays takes them.
type gameFlags struct {
	rules       string
	board       sizeValue
	options     ruleOptions
	level       string
	start       string
	starts      bool // there is a flag for it
	startLength int
	seed        seedValue

	given func(flag string) bool
	cmd   *cobra.Command
}

func (f *gameFlags) add(cmd *cobra.Command, rules string) {
	f.given, f.cmd = cmd.Flags().Changed, cmd
	classic := roster.Rules()[0]
	rulesFlag(cmd, &f.rules, rules, "e.g. maze:regrow=floor or solo, ouro list has all")
	boardFlag(cmd, &f.board, fmt.Sprintf("each %d to %d (default that of the rules, %s in %s)", ouro.MinSide, ouro.MaxSide, classic.Board, classic.Name))
	startLengthFlag(cmd, &f.startLength, "; in Battlesnake always 3")
	levelFlag(cmd, &f.level)
	seedFlag(cmd, &f.seed)
	exclusive(cmd, "board", "level")
}

// addStart lets the person choose where the snake starts.
func (f *gameFlags) addStart(cmd *cobra.Command) {
	f.starts = true
	cmd.Flags().StringVar(&f.start, "start", "", "start at this `COLUMN,ROW`, counted from 0 at the top left, whatever the level says")
}

// spec reads the level and checks that a game can be dealt.
func (f *gameFlags) spec() (ouro.GameSpec, error) {
	rules, err := f.options.rules(f.rules)
	if err != nil {
		return ouro.GameSpec{}, err
	}
	spec := ouro.GameSpec{Rules: rules, StartLength: f.startLength}
	entry, err := roster.FindRules(rules.Name)
	if err != nil {
		return spec, usageError{err}
	}
	if entry.Level != "" && f.given("board") {
		return spec, usagef("--board %s: rules %s are played in a level, which has its own size; --level takes a FILE or a name", &f.board, entry.Name)
	}
	if entry.StartLength > 0 && !f.given("start-length") {
		spec.StartLength = entry.StartLength
	}
	spec.W, spec.H = f.board.w, f.board.h
	if spec.W == 0 && f.level == "" {
		f.level = entry.Level
		if f.level == "" {
			if spec.W, spec.H, err = ouro.ParseSize(entry.Board); err != nil {
				return spec, err
			}
		}
	}
	if f.level != "" {
		if spec.Level, err = readLevel(f.cmd, f.level); err != nil {
			return spec, err
		}
		spec.W, spec.H = spec.Level.Grid.W, spec.Level.Grid.H
	}
	if f.start != "" {
		if spec.Level == nil {
			return spec, usagef("--start %s: goes with --level", f.start)
		}
		if spec.Level.Start, err = startCell(spec.Level, f.start); err != nil {
			return spec, err
		}
	}
	_, err = roster.Deal(spec, 0)
	switch {
	case f.starts && errors.Is(err, maze.ErrNoStart):
		return spec, usagef("%s: %w, or give --start COLUMN,ROW", f.level, err)
	case err != nil:
		return spec, usageError{err}
	}
	return spec, nil
}

// commandLine is what shows the first game of these flags again.
func (f *gameFlags) commandLine(command string, game ouro.GameSpec, solver ouro.Spec) roster.CommandLine {
	return roster.CommandLine{
		Command: command, Snakes: []string{solver.String()}, Game: game, Level: f.level, Start: f.start, Seed: uint64(f.seed),
	}
}

// readLevel takes an embedded level by its name, else reads a file.
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

// startCell reads a place as the article counts them: from the top left.
func startCell(level *ouro.Level, text string) (ouro.Cell, error) {
	first, second, ok := strings.Cut(text, ",")
	column, err1 := strconv.Atoi(first)
	row, err2 := strconv.Atoi(second)
	if !ok || err1 != nil || err2 != nil {
		return ouro.NoCell, usagef("--start %q: want COLUMN,ROW, e.g. 1,1", text)
	}
	g := level.Grid
	c := g.At(column, g.H-1-row)
	switch {
	case c == ouro.NoCell:
		return c, usagef("--start %s: the level has columns 0 to %d and rows 0 to %d", text, g.W-1, g.H-1)
	case level.Terrain[c] == ouro.Wall:
		return c, usagef("--start %s: there is a wall", text)
	}
	return c, nil
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
