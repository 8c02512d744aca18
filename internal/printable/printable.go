// Package printable makes text from files and networks safe to print. Such text may contain escapes
// that move a terminal's cursor, newlines that forge a line of a report, or marks that change the
// direction of writing. The package shows them as visible escapes.
package printable

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"ouro/internal/english"
)

// Line returns s on one line. Visible runes, including backslashes, and the space are unchanged;
// others are written as in a Go string: \n, \x1b or \u202e. The result cannot be parsed.
func Line(s string) string {
	if strings.IndexFunc(s, hidden) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case hidden(r):
			quoted := strconv.QuoteRune(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteString(s[i : i+n])
		}
		i += n
	}
	return b.String()
}

// hidden reports whether a rune affects a terminal or is invisible.
func hidden(r rune) bool { return !strconv.IsPrint(r) }

// Short returns [Line] of the first limit bytes of s, whole runes only, and the number of omitted
// bytes: "aaaa… (1048572 bytes more)".
func Short(s string, limit int) string {
	if len(s) <= limit {
		return Line(s)
	}
	cut := limit
	for cut > limit-utf8.UTFMax && cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return fmt.Sprintf("%s… (%s more)", Line(s[:cut]), english.Count(len(s)-cut, "byte"))
}
