// Package english has texts for users: counts, names, suggestions, and the fates of snakes.
package english

import (
	"strconv"
	"strings"
)

// Count returns a number with a noun: 1 game, 2 games.
func Count(n int, noun string) string { return CountOf(n, noun, noun+"s") }

// CountOf is Count for irregular plurals: 1 life, 2 lives.
func CountOf(n int, one, many string) string {
	if n != 1 {
		one = many
	}
	return strconv.Itoa(n) + " " + one
}

// Capital makes the first letter, which must be ASCII, upper case.
func Capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
