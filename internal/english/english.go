// Package english has words for people: counts, and what became of snakes.
package english

import (
	"strconv"
	"strings"
)

// Count is so many of a thing: 1 game, 2 games.
func Count(n int, noun string) string { return CountOf(n, noun, noun+"s") }

// CountOf is Count for nouns whose plural has no plain s: 1 life, 2 lives.
func CountOf(n int, one, many string) string {
	if n != 1 {
		one = many
	}
	return strconv.Itoa(n) + " " + one
}

// Capital begins a sentence with a text whose first letter is of ASCII.
func Capital(text string) string {
	if text == "" {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}
