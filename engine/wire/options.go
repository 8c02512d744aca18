package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ouro/internal/printable"
)

// The types of options.
const (
	Int    = "int"
	Float  = "float"
	Bool   = "bool"
	Text   = "text"
	Choice = "choice"
)

type Option struct {
	Name    string          `json:"name"`
	Type    string          `json:"type"` // Int, Float, Bool, Text or Choice
	Default json.RawMessage `json:"default,omitempty"`
	Min     *float64        `json:"min,omitempty"` // of Int and Float
	Max     *float64        `json:"max,omitempty"`
	Choices []string        `json:"choices,omitempty"` // of Choice
	About   string          `json:"about,omitempty"`
}

// Value converts the text of a spec to the JSON of this option.
func (o *Option) Value(text string) (json.RawMessage, error) {
	wrong := func() error { return fmt.Errorf("option %s=%s: want %s", o.Name, text, o.want()) }
	switch o.Type {
	case Int:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil || !o.within(float64(n)) {
			return nil, wrong()
		}
		return strconv.AppendInt(nil, n, 10), nil
	case Float:
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsNaN(f) || math.IsInf(f, 0) || !o.within(f) {
			return nil, wrong()
		}
		return appendFloat(nil, f), nil
	case Bool:
		if text != "true" && text != "false" {
			return nil, wrong()
		}
		return json.RawMessage(text), nil
	case Choice:
		if !slices.Contains(o.Choices, text) {
			return nil, wrong()
		}
	}
	return appendText(nil, text), nil
}

func (o *Option) within(f float64) bool {
	return (o.Min == nil || f >= *o.Min) && (o.Max == nil || f <= *o.Max)
}

func (o *Option) want() string {
	description := map[string]string{Int: "a whole number", Float: "a number", Bool: "true or false", Text: "a text"}[o.Type]
	switch {
	case o.Type == Choice:
		return printable.Short(strings.Join(o.Choices, " or "), 400)
	case o.Min != nil && o.Max != nil:
		return fmt.Sprintf("%s from %v to %v", description, *o.Min, *o.Max)
	case o.Min != nil:
		return fmt.Sprintf("%s of at least %v", description, *o.Min)
	case o.Max != nil:
		return fmt.Sprintf("%s of at most %v", description, *o.Max)
	}
	return description
}

// Plain converts the JSON of an option's value to the text of a spec. It removes the quotes
// of strings.
func Plain(value json.RawMessage) (string, error) {
	s := scanner{data: value}
	s.space()
	if s.pos == len(value) {
		return "", errEnds
	}
	switch value[s.pos] {
	case '{', '[', 'n':
		return "", errors.New("want a string, a number, true or false")
	}
	var text []byte
	if value[s.pos] == '"' {
		text = s.text()
	} else {
		text = s.raw()
	}
	s.end()
	return string(text), s.err
}

const (
	maxOptions = 100
	maxChoices = 100
	maxWord    = 200
	maxAbout   = 1000
)

func (in *Intro) check() error {
	switch {
	case in.Version != Version:
		return fmt.Errorf("version %d of the protocol, want %d", in.Version, Version)
	case in.Name == "" || len(in.Name) > maxWord:
		return fmt.Errorf("name: want 1 to %d bytes", maxWord)
	case len(in.Author) > maxWord:
		return fmt.Errorf("author: more than %d bytes", maxWord)
	case len(in.Games) > maxChoices:
		return fmt.Errorf("games: more than %d", maxChoices)
	case len(in.Options) > maxOptions:
		return fmt.Errorf("options: more than %d", maxOptions)
	}
	for i := range in.Options {
		o := &in.Options[i]
		if err := o.check(); err != nil {
			return fmt.Errorf("option %d, %s: %w", i+1, printable.Short(o.Name, 40), err)
		}
		if slices.ContainsFunc(in.Options[:i], func(p Option) bool { return p.Name == o.Name }) {
			return fmt.Errorf("option %s is announced twice", o.Name)
		}
	}
	return nil
}

func (o *Option) check() error {
	plain := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '_' }
	switch {
	case o.Name == "" || len(o.Name) > maxWord || strings.TrimLeftFunc(o.Name, plain) != "":
		return errors.New("a name has only a-z, 0-9, - and _")
	case !slices.Contains([]string{Int, Float, Bool, Text, Choice}, o.Type):
		return fmt.Errorf("unknown type %q (known: int, float, bool, text, choice)", printable.Short(o.Type, 40))
	case len(o.Choices) > maxChoices:
		return fmt.Errorf("the option has more than %d choices", maxChoices)
	case o.Type == Choice && len(o.Choices) == 0:
		return errors.New("the option has no choices")
	case len(o.About) > maxAbout:
		return fmt.Errorf("about: more than %d bytes", maxAbout)
	}
	for _, c := range o.Choices {
		if c == "" || len(c) > maxWord {
			return fmt.Errorf("a choice must have 1 to %d bytes", maxWord)
		}
	}
	if len(o.Default) == 0 || string(o.Default) == "null" {
		return nil
	}
	text, err := Plain(o.Default)
	if err == nil && (o.Type != Text || text != "") {
		_, err = o.Value(text)
	}
	if err != nil {
		return fmt.Errorf("default: %w", err)
	}
	return nil
}
