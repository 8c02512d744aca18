package arena

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/BurntSushi/toml"

	"ouro/internal/english"
	"ouro/internal/printable"
)

// key is a key of the text of a tournament.
type key struct {
	name, doc string
	example   string                  // example of a value; "" if the text always has a value
	field     func(t *Tournament) any // returns a pointer to the field
	variable  bool                    // whether the value can differ between games of the same tournament
}

// keys lists all keys of the text except the snakes, in order. The texts of doc and of Formats must
// not change: they are part of an experiment's definition, and so of its identity.
var keys = []key{
	{"title", "what people call this tournament", `"is v2 better?"`, func(t *Tournament) any { return &t.Title }, true},
	{"format", formatDoc(), "", func(t *Tournament) any { return (*string)(&t.Format) }, false},
	{"games", "games to play, rounded up to whole groups; of format sprt the most", "", func(t *Tournament) any { return &t.Games }, true},
	{"seed", "seed of all chance", "", func(t *Tournament) any { return &t.Seed }, false},

	{"rules", "rules of the game with their options; ouro list has all", "", func(t *Tournament) any { return &t.Rules }, false},
	{"board", "size of the board in columns x rows", `"11x11"`, func(t *Tournament) any { return &t.Board }, false},
	{"level", "a level by name, a file, or the drawing itself, of rules that are played in one", `"lattice"`, func(t *Tournament) any { return &t.Level }, false},
	{"start_length", "length of the snake at the start, where the rules leave it open", "3", func(t *Tournament) any { return &t.StartLength }, false},
	{"seats", "snakes in one game of format ffa; else all", "4", func(t *Tournament) any { return &t.Seats }, false},
	{"openings", "where games start, instead of as the rules say: balanced, or a file or directory of positions or of games, of which @20..40 are these turns", `"balanced"`, func(t *Tournament) any { return &t.Openings }, false},
	{"openings_sum", "which positions those are; others are another tournament", `"0123456789abcdef"`, func(t *Tournament) any { return &t.OpeningsSum }, false},

	{"nodes", "search nodes for a move: the same games on every machine", "10000", func(t *Tournament) any { return &t.Nodes }, false},
	{"time", "time for a move", `"50ms"`, func(t *Tournament) any { return &t.Time }, false},
	{"cpu", "processor time for a move, the same for all on a busy machine too", `"50ms"`, func(t *Tournament) any { return &t.CPU }, false},
	{"guest_timeout", "time for the answer of a snake elsewhere", `"500ms"`, func(t *Tournament) any { return &t.GuestTimeout }, false},
	{"retries", "how often a game is played again in which a snake had no answer of its own", "1", func(t *Tournament) any { return &t.Retries }, false},
	{"workers", "games at once", "2", func(t *Tournament) any { return &t.Workers }, true},

	{"elo0", "format sprt: it is not better (H0) if its Elo is at most so much higher", "0.0", func(t *Tournament) any { return &t.Elo0 }, false},
	{"elo1", "format sprt: it is better (H1) if its Elo is at least so much higher", "20.0", func(t *Tournament) any { return &t.Elo1 }, false},
	{"alpha", "format sprt: chance of the answer H1 where H0 is true", "0.05", func(t *Tournament) any { return &t.Alpha }, false},
	{"beta", "format sprt: chance of the answer H0 where H1 is true", "0.05", func(t *Tournament) any { return &t.Beta }, false},
}

func formatDoc() string {
	var all []string
	for _, f := range Formats() {
		all = append(all, f.Name+" ("+f.Idea+")")
	}
	return strings.Join(all, ", ")
}

// sprtKeys are the keys of format sprt, in the order of keys.
var sprtKeys = []string{"elo0", "elo1", "alpha", "beta"}

// Default returns a tournament with default values and without snakes.
func Default() *Tournament {
	return &Tournament{Seed: 1, Elo0: 0, Elo1: 20, Alpha: 0.05, Beta: 0.05}
}

// Parse parses a tournament in TOML. It rejects unknown keys and values of a wrong type; Setting
// checks the values.
func Parse(text string) (*Tournament, error) {
	var values map[string]any
	if _, err := toml.Decode(text, &values); err != nil {
		return nil, tomlError(err)
	}
	t := Default()
	var known []string
	for _, k := range keys {
		known = append(known, k.name)
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		value := values[name]
		if name == "snake" {
			if err := t.setSnakes(value); err != nil {
				return nil, err
			}
			continue
		}
		i := slices.Index(known, name)
		if i < 0 {
			return nil, fmt.Errorf("unknown key %q%s", printable.Short(name, maxQuoted), english.Suggestion(name, append(known, "snake")))
		}
		if err := set(keys[i].field(t), value); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	for _, name := range sprtKeys {
		if _, given := values[name]; given && t.Format != SPRT {
			return nil, fmt.Errorf("%s: only tournaments of format sprt have this key, and the format is %q", name, t.Format)
		}
	}
	if games, given := values["games"]; given && t.Games < 1 {
		return nil, fmt.Errorf("games %v: want 1 or more", games)
	}
	return t, nil
}

// maxQuoted is the maximum number of bytes of a value in an error.
const maxQuoted = 80

func tomlError(err error) error {
	var parseErr toml.ParseError
	if !errors.As(err, &parseErr) {
		return err
	}
	message := parseErr.Message
	if message == "" {
		message = strings.TrimPrefix(parseErr.Error(), "toml: ")
		return fmt.Errorf("not TOML: %s", printable.Short(message, 2*maxQuoted))
	}
	return fmt.Errorf("not TOML: line %d: %s", parseErr.Position.Line, printable.Short(message, 2*maxQuoted))
}

func (t *Tournament) setSnakes(value any) error {
	list, ok := value.([]map[string]any)
	if !ok {
		return errors.New(`snake: want one table [[snake]] for each snake, with snake = "spot" and optionally name = "me"`)
	}
	for i, table := range list {
		var s Snake
		for _, name := range slices.Sorted(maps.Keys(table)) {
			field := map[string]*string{"name": &s.Name, "snake": &s.Snake}[name]
			if field == nil {
				return fmt.Errorf("snake %d: unknown key %q%s", i+1, printable.Short(name, maxQuoted), english.Suggestion(name, []string{"name", "snake"}))
			}
			if err := set(field, table[name]); err != nil {
				return fmt.Errorf("snake %d: %s: %w", i+1, name, err)
			}
		}
		t.Snakes = append(t.Snakes, s)
	}
	return nil
}

// set sets the field that a pointer points to. value comes from the TOML parser.
func set(field, value any) error {
	n, isInt := value.(int64)
	text, isText := value.(string)
	var want string
	var ok bool
	switch f := field.(type) {
	case *string:
		*f, ok, want = text, isText, "a text in quotes"
	case *int:
		*f, ok, want = int(n), isInt && int64(int(n)) == n, "a whole number"
	case *int64:
		*f, ok, want = n, isInt, "a whole number"
	case *uint64: // TOML numbers end at the largest int64, so larger ones are texts
		want = fmt.Sprintf("a whole number from 0 to %d, in quotes if it is above %d", uint64(math.MaxUint64), math.MaxInt64)
		if isInt {
			*f, ok = uint64(n), n >= 0
		} else {
			seed, err := strconv.ParseUint(text, 10, 64)
			*f, ok = seed, err == nil
		}
	case *float64:
		x, isFloat := value.(float64)
		if isInt {
			x = float64(n)
		}
		*f, ok, want = x, (isInt || isFloat) && !math.IsNaN(x) && !math.IsInf(x, 0), "a number"
	case *time.Duration:
		d, err := time.ParseDuration(text)
		*f, ok, want = d, err == nil, `a time in quotes, such as "20ms"`
	}
	if ok {
		return nil
	}
	return fmt.Errorf("want %s, not %s", want, printable.Short(fmt.Sprintf("%#v", value), maxQuoted))
}

// Text returns the text that Parse parses, with comments that explain the keys.
func (t *Tournament) Text() string {
	var b strings.Builder
	b.WriteString("# A tournament of Ouro: ouro arena run --config FILE plays it.\n")
	for _, k := range keys {
		value := k.text(t)
		b.WriteString("\n" + comment(k.doc))
		if value == "" {
			fmt.Fprintf(&b, "# %s = %s\n", k.name, k.example)
		} else {
			fmt.Fprintf(&b, "%s = %s\n", k.name, value)
		}
	}
	b.WriteString("\n# Who takes part, a table for each: a solver of ouro list with its options, or the\n# address of a snake elsewhere.\n")
	for _, s := range t.Snakes {
		fmt.Fprintf(&b, "[[snake]]\nname = %s\nsnake = %s\n\n", tomlText(s.Name), tomlText(s.Snake))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

const commentWidth = 88

func comment(text string) string {
	var b strings.Builder
	width := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i == 0 || width+1+len(word) > commentWidth:
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString("# " + word)
			width = 2 + len(word)
		default:
			b.WriteString(" " + word)
			width += 1 + len(word)
		}
	}
	return b.String() + "\n"
}

// text returns the value of a key as TOML. If the key is not set, it returns "".
func (k *key) text(t *Tournament) string {
	switch f := k.field(t).(type) {
	case *string:
		if *f != "" {
			return tomlText(*f)
		}
	case *int:
		if *f != 0 {
			return strconv.Itoa(*f)
		}
	case *int64:
		if *f != 0 {
			return strconv.FormatInt(*f, 10)
		}
	case *uint64:
		if *f > math.MaxInt64 {
			return tomlText(strconv.FormatUint(*f, 10))
		}
		return strconv.FormatUint(*f, 10)
	case *float64:
		if t.Format == SPRT {
			text := strconv.FormatFloat(*f, 'f', -1, 64)
			if !strings.Contains(text, ".") {
				text += ".0"
			}
			return text
		}
	case *time.Duration:
		if *f != 0 {
			return tomlText(f.String())
		}
	}
	return ""
}

// tomlText returns a string of TOML. A drawing takes several lines, any other text one line.
func tomlText(text string) string {
	isDrawing := strings.Contains(text, "\n")
	var b strings.Builder
	for _, r := range text {
		isDrawing = isDrawing && (r == '\n' || ' ' <= r && r <= '~' && r != '\'')
		switch {
		case r == '"' || r == '\\':
			b.WriteString(`\` + string(r))
		case strconv.IsPrint(r):
			b.WriteRune(r)
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08X`, r)
		default:
			fmt.Fprintf(&b, `\u%04X`, r)
		}
	}
	if isDrawing {
		return "'''\n" + text + "'''"
	}
	return `"` + b.String() + `"`
}
