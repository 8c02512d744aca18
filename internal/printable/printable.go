// Package printable makes text from a file or the network safe to print. Such text may contain
// escapes that move a terminal's cursor, a newline that forges a line of a report, or marks that
// change the direction of writing. The package makes them visible, without effect.
package printable

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"ouro/internal/english"
)

// Line returns s on one line. Visible runes, including backslashes, and the plain space are
// unchanged. All others are written as in a Go string: \n, \x1b or \u202e. The result is for
// reading, not for parsing.
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

// hidden reports whether a terminal would interpret or omit a rune.
func hidden(r rune) bool { return !strconv.IsPrint(r) }

// Short returns [Line] of at most the first limit bytes of s, without splitting a rune. Then it
// states the number of omitted bytes: "aaaa… (1048572 bytes more)".
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
