// Package shell writes command lines that a POSIX shell reads as they were meant.
package shell

import "strings"

// Word is s as one word of a command line.
func Word(s string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("%+,-./:=@_", r)
	}
	if s != "" && strings.TrimLeftFunc(s, plain) == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// Line is a command line of these words.
func Line(words ...string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = Word(w)
	}
	return strings.Join(quoted, " ")
}
