package ouro

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Spec names a solver or rules, with options: "name" or "name:key=value,key=value". An argument
// may precede the options, as in "exec:COMMAND,key=value". The text is the same on the command
// line, in JSON, in records and on pages.
type Spec struct {
	Name    string
	Options Options
}

// Options are the options of one Spec, in the order of the text.
type Options []Option

// Option is one key=value. The argument is an Option with an empty Key.
type Option struct{ Key, Value string }

// String returns the Option as in the text of a Spec.
func (o Option) String() string {
	if o.Key == "" {
		return o.Value
	}
	return o.Key + "=" + o.Value
}

// ParseSpec parses a Spec. Names and keys are words of a-z, 0-9, '-' and '_'. Values and
// arguments are valid text without ',' or control characters. An argument must not look like an
// option, as a=1 and A=1 do, or begin with //. ParseSpec does not check whether names and keys
// exist.
func ParseSpec(text string) (Spec, error) {
	name, rest, more := strings.Cut(text, ":")
	if !isWord(name) {
		return Spec{}, fmt.Errorf("%q: want name or name:key=value,key=value; a name has only a-z, 0-9, - and _", text)
	}
	spec := Spec{Name: name}
	if !more {
		return spec, nil
	}
	for part := range strings.SplitSeq(rest, ",") {
		if len(spec.Options) == 0 && isArgument(part) {
			spec.Options = Options{{Value: part}}
			continue
		}
		key, value, ok := strings.Cut(part, "=")
		if !ok || !isWord(key) || !isValue(value) {
			err := fmt.Errorf("%q: option %q is not key=value", text, part)
			if ok && len(spec.Options) == 0 && strings.Contains(value, " ") {
				err = fmt.Errorf("%w (no shell is started: to set variables, begin the command with env)", err)
			}
			return Spec{}, addCommaHint(err, spec)
		}
		if _, twice := spec.Options.Get(key); twice {
			return Spec{}, fmt.Errorf("%q: option %q occurs twice", text, key)
		}
		spec.Options = append(spec.Options, Option{key, value})
	}
	return spec, nil
}

// addCommaHint adds to err that a comma ends the argument of spec, if spec has an argument.
func addCommaHint(err error, spec Spec) error {
	if argument, ok := spec.Options.Argument(); ok {
		return fmt.Errorf("%w (a comma ends %q: put a command with commas into a script)", err, argument)
	}
	return err
}

// ParseSpecs parses a list of Specs with commas between them. A part of the form key=value,
// without a ':' before the '=', is an option of the Spec before it.
func ParseSpecs(text string) ([]Spec, error) {
	var specs []Spec
	var pending string
	flush := func() error {
		spec, err := ParseSpec(pending)
		if n := len(specs); err != nil && n > 0 {
			err = addCommaHint(err, specs[n-1])
		}
		specs = append(specs, spec)
		return err
	}
	for i, part := range strings.Split(text, ",") {
		eq, colon := strings.IndexByte(part, '='), strings.IndexByte(part, ':')
		if i > 0 && eq >= 0 && (colon < 0 || eq < colon) {
			pending += "," + part
			continue
		}
		if i > 0 {
			if err := flush(); err != nil {
				return nil, err
			}
		}
		pending = part
	}
	if err := flush(); err != nil {
		return nil, err
	}
	return specs, nil
}

// String returns the text that ParseSpec parses.
func (s Spec) String() string {
	var b strings.Builder
	b.WriteString(s.Name)
	for i, o := range s.Options {
		if i == 0 {
			b.WriteByte(':')
		} else {
			b.WriteByte(',')
		}
		b.WriteString(o.String())
	}
	return b.String()
}

// MarshalText returns the text that ParseSpec parses.
func (s Spec) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText parses the text of a Spec, see ParseSpec.
func (s *Spec) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSpec(string(text))
	return err
}

// Get returns the value of a key, and false if the options lack the key.
func (o Options) Get(key string) (string, bool) {
	i := slices.IndexFunc(o, func(o Option) bool { return o.Key == key })
	if i < 0 {
		return "", false
	}
	return o[i].Value, true
}

// Argument returns the argument of the Spec, and false if there is none.
func (o Options) Argument() (string, bool) { return o.Get("") }

// Read returns a reader of the options. The caller reads each option that exists, then calls Err.
func (o Options) Read() *OptionReader { return &OptionReader{options: o} }

// OptionReader reads options by type. It remembers which keys were read, so that the error for
// an unknown key can list them.
type OptionReader struct {
	options Options
	known   Options
	values  []OptionValues
	err     error
}

// OptionValues describes the values that an option may have.
type OptionValues struct {
	Type  OptionType
	Least float64 // only for OptionInt and OptionFloat
	Most  float64
	Words []string // only for OptionChoice
}

// OptionType is the name of a type of option values, as in JSON.
type OptionType string

// The types of option values. Times and files are OptionText.
const (
	OptionInt    OptionType = "int"
	OptionFloat  OptionType = "float"
	OptionBool   OptionType = "bool"
	OptionChoice OptionType = "choice"
	OptionText   OptionType = "text"
)

// UnknownOptionError reports an option or argument that does not exist.
type UnknownOptionError struct {
	Key      string         // "" for an argument
	Argument string         // set if Key is ""
	Known    Options        // all options with their defaults
	Values   []OptionValues // for each of Known
}

// Error returns a message that lists the known keys.
func (e *UnknownOptionError) Error() string {
	message := fmt.Sprintf("unknown option %q", e.Key)
	if e.Key == "" {
		message = fmt.Sprintf("option %q is not key=value", e.Argument)
	}
	if len(e.Known) == 0 {
		return message + " (there are no options)"
	}
	keys := make([]string, len(e.Known))
	for i, o := range e.Known {
		keys[i] = o.Key
	}
	return fmt.Sprintf("%s (known: %s)", message, strings.Join(keys, ", "))
}

// Err returns the error for the first invalid value, an [UnknownOptionError] for an unknown key,
// or nil. Call it after reading every option.
func (r *OptionReader) Err() error {
	if r.err != nil {
		return r.err
	}
	for _, o := range r.options {
		if _, known := r.known.Get(o.Key); !known {
			e := &UnknownOptionError{Key: o.Key, Known: r.known, Values: r.values}
			if o.Key == "" {
				e.Argument = o.Value
			}
			return e
		}
	}
	return nil
}

// find returns the text of an option, and whether it is set. It remembers the option's default
// and values.
func (r *OptionReader) find(key string, def any, values OptionValues) (string, bool) {
	r.known, r.values = append(r.known, Option{key, fmt.Sprint(def)}), append(r.values, values)
	return r.options.Get(key)
}

func (r *OptionReader) fail(key, value, want string) {
	if r.err == nil {
		r.err = fmt.Errorf("option %s=%s: want %s", key, value, want)
	}
}

// Int reads a whole number from lo to hi.
func (r *OptionReader) Int(key string, def, lo, hi int) int {
	text, given := r.find(key, def, OptionValues{Type: OptionInt, Least: float64(lo), Most: float64(hi)})
	if !given {
		return def
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < lo || n > hi {
		r.fail(key, text, fmt.Sprintf("a whole number from %d to %d", lo, hi))
		return def
	}
	return n
}

// IntOr reads a whole number from lo to hi, or the given word. If the value is the word, IntOr
// returns def and true.
func (r *OptionReader) IntOr(key string, def, lo, hi int, word string) (n int, isWord bool) {
	text, given := r.find(key, def, OptionValues{Type: OptionText})
	if !given || text == word {
		return def, given
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < lo || n > hi {
		r.fail(key, text, fmt.Sprintf("%s or a whole number from %d to %d", word, lo, hi))
		return def, false
	}
	return n, false
}

// Float reads a number from lo to hi.
func (r *OptionReader) Float(key string, def, lo, hi float64) float64 {
	text, given := r.find(key, def, OptionValues{Type: OptionFloat, Least: lo, Most: hi})
	if !given {
		return def
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || x < lo || x > hi {
		r.fail(key, text, fmt.Sprintf("a number from %g to %g", lo, hi))
		return def
	}
	return x
}

// Duration reads a time such as 20ms, from lo to hi.
func (r *OptionReader) Duration(key string, def, lo, hi time.Duration) time.Duration {
	text, given := r.find(key, def, OptionValues{Type: OptionText})
	if !given {
		return def
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < lo || d > hi {
		r.fail(key, text, fmt.Sprintf("a time such as 20ms, from %v to %v", lo, hi))
		return def
	}
	return d
}

// Bool reads true or false.
func (r *OptionReader) Bool(key string, def bool) bool {
	text, given := r.find(key, def, OptionValues{Type: OptionBool})
	switch {
	case !given:
		return def
	case text == "true":
		return true
	case text == "false":
		return false
	}
	r.fail(key, text, "true or false")
	return def
}

// Choice reads one of the given words.
func (r *OptionReader) Choice(key, def string, words ...string) string {
	text, given := r.find(key, def, OptionValues{Type: OptionChoice, Words: words})
	if !given {
		return def
	}
	if !slices.Contains(words, text) {
		r.fail(key, text, strings.Join(words, " or "))
		return def
	}
	return text
}

// Text reads any text.
func (r *OptionReader) Text(key, def string) string {
	text, given := r.find(key, def, OptionValues{Type: OptionText})
	if !given {
		return def
	}
	return text
}

func isWord(s string) bool {
	for _, c := range []byte(s) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return false
		}
	}
	return s != ""
}

// isArgument reports whether s is an argument. Options, misspelled options such as A=1, and the
// part of a URL after http: are not arguments.
func isArgument(s string) bool {
	key, _, ok := strings.Cut(s, "=")
	option := ok && (key == "" || isWord(strings.ToLower(key)))
	return isValue(s) && !option && !strings.HasPrefix(s, "//")
}

// isValue reports whether s may be the value of an option.
func isValue(s string) bool {
	for _, c := range s {
		if c == ',' || unicode.In(c, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) { // control characters could change the state of a terminal
			return false
		}
	}
	return s != "" && utf8.ValidString(s)
}
