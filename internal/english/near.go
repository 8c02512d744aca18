package english

import (
	"fmt"
	"strings"
)

// Known returns the end of a message about an unknown word: the nearest known word, if one
// is near, and all known words.
func Known(word string, known []string) string {
	hint := ""
	if near := Nearest(word, known); near != "" {
		hint = fmt.Sprintf("; did you mean %s?", near)
	}
	return fmt.Sprintf("%s (known: %s)", hint, strings.Join(known, ", "))
}

// Nearest returns the known word that was probably meant, or "": the one with the fewest
// changed letters, or the only one with the same beginning.
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

// distance returns the number of letters that must be inserted, deleted or replaced to
// change a into b.
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

// swapped reports whether a and b differ only by two adjacent letters that are swapped.
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
