package games

import (
	"strconv"
	"strings"

	"ouro/studio/session"
)

// fileError returns err with the line and the column that its text names.
func fileError(err error) *session.Error {
	text := err.Error()
	return &session.Error{Message: text, Line: number(text, "line"), Column: number(text, "column", "byte")}
}

// number returns the first number that follows one of the words, or 0.
func number(text string, words ...string) int {
	fields := strings.FieldsFunc(text, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') })
	for i, word := range fields[:max(0, len(fields)-1)] {
		for _, w := range words {
			if n, err := strconv.Atoi(fields[i+1]); err == nil && word == w {
				return n
			}
		}
	}
	return 0
}
