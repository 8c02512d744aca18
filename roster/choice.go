package roster

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ouro"
)

// Choice is a game as a user requests it, by flags or in a link. Zero fields have the
// defaults of the rules.
type Choice struct {
	Rules       ouro.Spec
	W, H        int         // of the board; 0 is the default
	Level       string      // for Open; "" is the default
	Start       string      // COLUMN,ROW, counted from 0 at the top left, overrides that of the level; "" is the default
	StartLength int         // 0 is the default
	Snakes      int         // 0 is one
	Position    *ouro.State // start of the game; nil is as the rules define

	Open func(level string) (*ouro.Level, error)
}

// ChoiceError is an error in one field of a [Choice]; Field is the name of its flag.
type ChoiceError struct {
	Field, Value string
	Err          error
}

func (e *ChoiceError) Error() string { return fmt.Sprintf("%s %s: %v", e.Field, e.Value, e.Err) }

func (e *ChoiceError) Unwrap() error { return e.Err }

// Game opens the level, which it stores in c.Level if it is the default, and checks that
// a game can be dealt.
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

// place sets the start to the position. Other fields that define the start are errors.
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

// board sets the board: the given one, or the default of the rules.
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

// startCell parses a COLUMN,ROW from the top left, as in the magazine article.
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

// CutName splits NAME=SNAKE, as in rival=spot. Options and addresses, which contain an =
// too, are not split.
func CutName(text string) (name, snake string) {
	if i := strings.IndexByte(text, '='); i >= 0 && !strings.ContainsAny(text[:i], ":/") {
		return text[:i], text[i+1:]
	}
	return "", text
}
