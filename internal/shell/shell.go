// Package shell quotes and splits command lines as a POSIX shell does. Quoted lines are safe to
// print on a terminal.
package shell

import (
	"errors"
	"fmt"
	"strings"

	"ouro/internal/printable"
)

// Word quotes s, so that a shell reads it as one word.
func Word(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("%+,-./:=@_", r)
	}
	switch {
	case s != "" && strings.TrimLeftFunc(s, plain) == "":
		return s
	case printable.Line(s) != s:
		return printfCall(s)
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// printfCall returns s as a call of printf in the shell, for text with bytes that a terminal would
// interpret. The shell removes newlines at the end.
func printfCall(s string) string {
	var b strings.Builder
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || strings.IndexByte(`\%'`, c) >= 0 {
			fmt.Fprintf(&b, `\%03o`, c)
		} else {
			b.WriteByte(c)
		}
	}
	return `"$(printf '` + b.String() + `')"`
}

// Line quotes words and joins them to a command line.
func Line(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Word(w)
	}
	return strings.Join(quoted, " ")
}

// Split splits a command line as a POSIX shell does. It interprets backslashes and quotes, but
// expands nothing: $HOME, *, ~, | and > are ordinary text.
func Split(line string) (words []string, err error) {
	var word strings.Builder
	begun := false // a word has begun; it may be empty
	end := func() {
		if begun {
			words = append(words, word.String())
			word.Reset()
			begun = false
		}
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ', '\t', '\n':
			end()
			continue
		case '\'':
			n := strings.IndexByte(line[i+1:], '\'')
			if n < 0 {
				return nil, errors.New("a ' is not closed")
			}
			word.WriteString(line[i+1 : i+1+n])
			i += 1 + n
		case '"':
			n, err := readDouble(&word, line[i+1:])
			if err != nil {
				return nil, err
			}
			i += n
		case '\\':
			if i++; i == len(line) {
				return nil, errors.New("no character follows the \\ at the end")
			}
			if line[i] == '\n' { // a backslash before a newline continues the line
				continue
			}
			word.WriteByte(line[i])
		default:
			word.WriteByte(c)
		}
		begun = true
	}
	end()
	return words, nil
}

// readDouble appends a text in double quotes to word. text begins after the opening quote. n is the
// length up to and including the closing quote.
func readDouble(word *strings.Builder, text string) (n int, err error) {
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			return i + 1, nil
		case text[i] == '\\' && i+1 < len(text) && strings.IndexByte("$`\"\\\n", text[i+1]) >= 0:
			if i++; text[i] != '\n' {
				word.WriteByte(text[i])
			}
		default:
			word.WriteByte(text[i])
		}
	}
	return 0, errors.New(`a " is not closed`)
}

// Again returns a stored command line in a form that is safe to paste into a shell, because another
// user may have written it. If it is not a command of the program, Again returns "".
func Again(program, line string) string {
	words, err := Split(line)
	if err != nil || len(words) == 0 || words[0] != program {
		return ""
	}
	return Line(words...)
}
