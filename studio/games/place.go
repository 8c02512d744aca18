package games

import (
	"regexp"
	"strconv"

	"ouro/studio/session"
)

// Readers of files say in their errors where they were.
var (
	inLine   = regexp.MustCompile(`\bline (\d+)`)
	inColumn = regexp.MustCompile(`\b(?:column|byte) (\d+)`)
)

// inFile is an error about a file, with the place that it names.
func inFile(err error) *session.Error {
	text := err.Error()
	return &session.Error{Message: text, Line: number(inLine, text), Column: number(inColumn, text)}
}

// number is the first that stands there, or 0.
func number(where *regexp.Regexp, text string) int {
	found := where.FindStringSubmatch(text)
	if found == nil {
		return 0
	}
	n, err := strconv.Atoi(found[1])
	if err != nil {
		return 0
	}
	return n
}
