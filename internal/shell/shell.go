// Package shell quotes and splits command lines as a POSIX shell reads them. Quoted lines
// are safe to print on a terminal.
package shell

import (
	"fmt"
	"strings"

	"ouro/internal/printable"
)

// Word returns s as one word of a command line.
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

// printed returns a word whose bytes the shell makes with printf, because a terminal would
// interpret some of them. Newlines at the end are lost, because the shell removes them.
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

// Line returns a command line of these words.
func Line(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Word(w)
	}
	return strings.Join(quoted, " ")
}
