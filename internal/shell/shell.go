// Package shell writes command lines that a POSIX shell reads as they were meant,
// and that do nothing to a terminal on which they are printed.
package shell

import (
	"fmt"
	"strings"

	"ouro/internal/printable"
)

// Word is s as one word of a command line.
func Word(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("%+,-./:=@_", r)
	}
	switch {
	case s != "" && strings.TrimLeftFunc(s, plain) == "":
		return s
	case printable.Line(s) != s:
		return printed(s)
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// printed is a word whose bytes the shell makes itself, because a terminal would
// obey some of them. Newlines at its end are lost: the shell takes them away.
func printed(s string) string {
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

// Line is a command line of these words.
func Line(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Word(w)
	}
	return strings.Join(quoted, " ")
}
