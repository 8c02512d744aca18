package english

import (
	"fmt"
	"strings"
)

// Known ends a sentence about a word that is unknown with the nearest that is
// known, if one is near, and all others.
func Known(word string, known []string) string {
	hint := ""
	if near := Nearest(word, known); near != "" {
		hint = fmt.Sprintf("; did you mean %s?", near)
	}
	return fmt.Sprintf("%s (known: %s)", hint, strings.Join(known, ", "))
}

// Nearest is the known word that was probably meant, or "": one with few letters
// changed, or the only one that begins like that.
func Nearest(word string, known []string) string {
	word = strings.ToLower(word)
	best, least := "", min(2, len(word)/3)+1
	for _, k := range known {
		d := distance(word, k)
		if d == 2 && swapped(word, k) {
			d = 1
		}
		if d < least {
			best, least = k, d
		}
	}
	if best != "" || len(word) < 2 {
		return best
	}
	for _, k := range known {
		if strings.HasPrefix(k, word) || strings.HasPrefix(word, k) {
			if best != "" {
				return ""
			}
			best = k
		}
	}
	return best
}

// distance counts the letters that must be put in, left out or replaced to make b
// of a.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// swapped tells whether a is b but for two letters that changed places.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	i := 0
	for a[i] == b[i] {
		i++
	}
	return i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
