package flags

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"ouro"
	"ouro/cli/command"
	"ouro/roster"
	"ouro/rule/maze"
)

// Game holds the flags that define a game, for every command that plays games.
type Game struct {
	Rules       string
	Board       Size
	Options     RuleOptions
	Level       string
	Start       string
	hasStart    bool // whether the command has the flag --start
	StartLength int
	Seed        SeedValue

	Given func(flag string) bool // reports whether the user has set a flag
	cmd   *cobra.Command
}

// Add adds the flags. rules is the default of --rules.
func (f *Game) Add(cmd *cobra.Command, rules string) {
	f.Given, f.cmd = cmd.Flags().Changed, cmd
	classic := roster.Rules()[0]
	Rules(cmd, &f.Rules, rules, "e.g. maze:regrow=floor or solo; ouro list prints all")
	Board(cmd, &f.Board, fmt.Sprintf("each %d to %d (default that of the rules, %s in %s)", ouro.MinSide, ouro.MaxSide, classic.Board, classic.Name))
	StartLength(cmd, &f.StartLength, "; in Battlesnake always 3")
	Level(cmd, &f.Level)
	Seed(cmd, &f.Seed)
	Exclusive(cmd, "board", "level")
}

// AddStart adds the flag --start.
func (f *Game) AddStart(cmd *cobra.Command) {
	f.hasStart = true
	cmd.Flags().StringVar(&f.Start, "start", "", "start at this `COLUMN,ROW`, counted from 0 at the top left, instead of at the start of the level")
}

// Spec returns the game that the flags define. It reads the level and checks that the game can
// start.
func (f *Game) Spec() (ouro.GameSpec, error) {
	rules, err := f.Options.Parse(f.Rules)
	if err != nil {
		return ouro.GameSpec{}, err
	}
	var readErr error
	choice := roster.Choice{Rules: rules, W: f.Board.W, H: f.Board.H, Level: f.Level, Start: f.Start}
	choice.Open = func(name string) (level *ouro.Level, err error) {
		level, readErr = ReadLevel(f.cmd, name)
		return level, readErr
	}
	if f.Given("start-length") {
		if err := AtLeastOne("start-length", f.StartLength); err != nil {
			return ouro.GameSpec{}, err
		}
		choice.StartLength = f.StartLength
	}
	game, err := choice.Game()
	f.Level = choice.Level
	var choiceErr *roster.ChoiceError
	switch {
	case readErr != nil:
		return game, readErr
	case errors.As(err, &choiceErr) && choiceErr.Field == "board":
		return game, command.Usagef("--%w; --level takes a FILE or a name", choiceErr)
	case choiceErr != nil:
		return game, command.Usagef("--%w", choiceErr)
	case f.hasStart && errors.Is(err, maze.ErrNoStart):
		return game, command.Usagef("%s: %w, or give --start COLUMN,ROW", f.Level, err)
	case err != nil:
		return game, command.Usage(err)
	}
	return game, nil
}

// CommandLine returns the command that shows the first game of these flags.
func (f *Game) CommandLine(command string, game ouro.GameSpec, solver ouro.Spec) roster.CommandLine {
	return roster.CommandLine{
		Command: command, Snakes: []string{solver.String()}, Game: game, Level: f.Level, Start: f.Start, Seed: uint64(f.Seed),
	}
}

// RuleOptions holds flags that set options of --rules, such as --map.
type RuleOptions struct {
	Values ouro.Options
	given  func(flag string) bool // reports whether the user has set a flag
}

// Add adds a flag for each option of rules.
func (o *RuleOptions) Add(cmd *cobra.Command, rules *roster.RulesEntry) {
	o.given = cmd.Flags().Changed
	o.Values = make(ouro.Options, len(rules.Options))
	for i, option := range rules.Options {
		o.Values[i].Key = option.Key
		usage := fmt.Sprintf("short for `OPTION` %s of --rules: %s (default %s)", option.Key, option.Doc, option.Default)
		cmd.Flags().StringVar(&o.Values[i].Value, option.Key, "", usage)
	}
}

// Parse parses the value of --rules, and adds the options that the flags of o set.
func (o *RuleOptions) Parse(text string) (ouro.Spec, error) {
	spec, err := roster.ParseRules(text)
	if err != nil {
		return spec, command.Usage(err)
	}
	for _, option := range o.Values {
		if !o.given(option.Key) {
			continue
		}
		if value, set := spec.Options.Get(option.Key); set {
			return spec, command.Usagef("--%s %s: --rules sets %s=%s; set it once", option.Key, option.Value, option.Key, value)
		}
		spec.Options = append(spec.Options, option)
	}
	return spec, nil
}

// MustRules returns the rules of this name. It panics if the roster has no such rules.
func MustRules(name string) *roster.RulesEntry {
	rules, err := roster.FindRules(name)
	if err != nil {
		panic(err)
	}
	return &rules
}

// ReadLevel returns the built-in level of this name, or reads a file.
func ReadLevel(cmd *cobra.Command, name string) (*ouro.Level, error) {
	level, unknown := roster.Level(name)
	if unknown == nil {
		return level, nil
	}
	text, err := command.ReadFile(cmd.Context(), cmd.InOrStdin(), name, command.MaxLevelSize)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, command.Usagef("%w; no file has this name either", unknown)
	}
	if err != nil {
		return nil, err
	}
	if level, err = ouro.ParseLevel(string(text)); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return level, nil
}
