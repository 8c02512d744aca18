package roster

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ouro"
	"ouro/internal/shell"
)

// Choice is a game as a user requests it, by flags or in a link. A zero field means the
// default of the rules.
type Choice struct {
	Rules       ouro.Spec
	W, H        int         // size of the board; 0 means the default
	Level       string      // name for Open; "" means the default
	Start       string      // COLUMN,ROW, counted from 0 at the top left; overrides the start of the level; "" means the default
	StartLength int         // length at the start; 0 means the default
	Snakes      int         // 0 means one
	Position    *ouro.State // start of the game; nil means the start of the rules

	Open func(level string) (*ouro.Level, error)
}

// ChoiceError is an error in one field of a [Choice]; Field is the name of its flag.
type ChoiceError struct {
	Field, Value string
	Err          error
}

func (e *ChoiceError) Error() string { return fmt.Sprintf("%s %s: %v", e.Field, e.Value, e.Err) }

func (e *ChoiceError) Unwrap() error { return e.Err }

// Game opens the level and checks that a game can be dealt. It stores the name of a default
// level in c.Level.
func (c *Choice) Game() (ouro.GameSpec, error) {
	game := ouro.GameSpec{Rules: c.Rules, StartLength: max(1, c.StartLength), Snakes: c.Snakes}
	entry, err := FindRules(c.Rules.Name)
	if err != nil {
		return game, err
	}
	if entry.StartLength > 0 && c.StartLength == 0 {
		game.StartLength = entry.StartLength
	}
	if c.Position != nil {
		err = c.place(&game)
	} else {
		err = c.board(&game, &entry)
	}
	if err != nil {
		return game, err
	}
	_, err = Deal(game, 0)
	return game, err
}

// place makes the game start from c.Position. Other fields that define the start must not be set.
func (c *Choice) place(game *ouro.GameSpec) error {
	grid := c.Position.Grid
	for _, set := range []struct {
		field, value string
		given        bool
	}{
		{"board", fmt.Sprintf("%dx%d", c.W, c.H), c.W != 0},
		{"level", strconv.Quote(c.Level), c.Level != ""},
		{"start", strconv.Quote(c.Start), c.Start != ""},
		{"start-length", strconv.Itoa(c.StartLength), c.StartLength != 0},
	} {
		if set.given {
			return &ChoiceError{set.field, set.value, errors.New("the position already defines the start; give only one of them")}
		}
	}
	game.Position, game.W, game.H = c.Position, grid.W, grid.H
	return nil
}

func (c *Choice) board(game *ouro.GameSpec, entry *RulesEntry) (err error) {
	if entry.Level != "" && c.W != 0 {
		return &ChoiceError{"board", fmt.Sprintf("%dx%d", c.W, c.H), fmt.Errorf("rules %s are played in a level, which has its own size", entry.Name)}
	}
	game.W, game.H = c.W, c.H
	if game.W == 0 && c.Level == "" {
		if c.Level = entry.Level; c.Level == "" {
			if game.W, game.H, err = ouro.ParseSize(entry.Board); err != nil {
				return err
			}
		}
	}
	if c.Level != "" {
		if err = entry.checkLevel(c.Level); err != nil {
			return err
		}
		if game.Level, err = c.Open(c.Level); err != nil {
			return err
		}
		game.W, game.H = game.Level.Grid.W, game.Level.Grid.H
	}
	if c.Start == "" {
		return nil
	}
	if game.Level == nil {
		return &ChoiceError{"start", c.Start, errors.New("needs a level")}
	}
	game.Level.Start, err = startCell(game.Level, c.Start)
	return err
}

// startCell parses COLUMN,ROW, counted from the top left, as in the magazine article.
func startCell(level *ouro.Level, text string) (ouro.Cell, error) {
	first, second, ok := strings.Cut(text, ",")
	column, err1 := strconv.Atoi(first)
	row, err2 := strconv.Atoi(second)
	if !ok || err1 != nil || err2 != nil {
		return ouro.NoCell, &ChoiceError{"start", strconv.Quote(text), errors.New("want COLUMN,ROW, e.g. 1,1")}
	}
	g := level.Grid
	c := g.At(column, g.H-1-row)
	switch {
	case c == ouro.NoCell:
		return c, &ChoiceError{"start", text, fmt.Errorf("the level has columns 0 to %d and rows 0 to %d", g.W-1, g.H-1)}
	case level.Terrain[c] == ouro.Wall:
		return c, &ChoiceError{"start", text, errors.New("this cell is a wall")}
	}
	return c, nil
}

// CutName splits NAME=SNAKE, such as rival=spot. It does not split options and addresses, which
// may also contain =.
func CutName(text string) (name, snake string) {
	if i := strings.IndexByte(text, '='); i >= 0 && !strings.ContainsAny(text[:i], ":/") {
		return text[:i], text[i+1:]
	}
	return "", text
}

// CommandLine is the command that shows a game again. All screens and reports print it.
type CommandLine struct {
	Command string   // a subcommand, such as watch, play, game or bench
	Snakes  []string // arguments: solvers; in Battlesnake NAME=SOLVER or addresses
	Game    ouro.GameSpec
	Level   string // file of the level; "" if the level is built in
	Start   string // value of the flag --start, for a level from a file
	Seed    uint64
	Index   int // number of the game, from 0
	Budget  ouro.Budget
	More    []string // further flags
}

// String returns the command line for a shell, without most flags that have their default value.
func (c CommandLine) String() string {
	return shell.Line(append([]string{"ouro"}, c.Args()...)...)
}

// Args returns the words after "ouro".
func (c CommandLine) Args() []string {
	args := append([]string{c.Command}, c.Snakes...)
	add := func(flag, value string) { args = append(args, "--"+flag, value) }
	rules, err := FindRules(c.Game.Rules.Name)
	if spec := rules.WithoutDefaults(c.Game.Rules); err != nil || spec.String() != c.defaultRules() {
		add("rules", spec.String())
	}
	switch name, ok := LevelName(c.Game.Level); {
	case c.Game.Level == nil:
		add("board", fmt.Sprintf("%dx%d", c.Game.W, c.Game.H))
	case ok:
		add("level", name)
	default:
		add("level", c.Level)
		if c.Start != "" {
			add("start", c.Start)
		}
	}
	if n := c.Game.StartLength; n > 1 && rules.StartLength == 0 {
		add("start-length", strconv.Itoa(n))
	}
	add("seed", strconv.FormatUint(c.Seed, 10))
	if c.Index != 0 {
		add("game", strconv.Itoa(c.Index))
	}
	if c.Budget.Nodes > 0 {
		add("nodes", strconv.FormatInt(c.Budget.Nodes, 10))
	}
	if c.Budget.Time > 0 {
		add("time", c.Budget.Time.String())
	}
	if c.Budget.CPU > 0 {
		add("cpu", c.Budget.CPU.String())
	}
	return append(args, c.More...)
}

func (c CommandLine) defaultRules() string {
	if c.Command == "game" {
		return battleRules()[0].Name
	}
	return rules[0].Name
}

// WithoutDefaults returns spec without the options whose values are the defaults.
func (e *RulesEntry) WithoutDefaults(spec ouro.Spec) ouro.Spec {
	chosen := ouro.Spec{Name: spec.Name}
	for _, option := range spec.Options {
		isDefault := false
		for _, known := range e.Options {
			isDefault = isDefault || known.Key == option.Key && known.Default == option.Value
		}
		if !isDefault {
			chosen.Options = append(chosen.Options, option)
		}
	}
	return chosen
}
