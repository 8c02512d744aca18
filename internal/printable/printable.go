// Package printable makes text that came from a file or the network safe to
// print. A name may hold escapes that move a terminal's cursor, a newline that
// forges a line of a report, or marks that turn the direction of writing round:
// they are shown, and not obeyed.
package printable

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"ouro/internal/english"
)

// Line is s on one line: whatever is no visible rune or plain space is written as
// in a Go string, \n or \x1b or \u202e. A text without such runes is itself, and
// so is a backslash; Line is for reading, not for parsing.
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

// hidden tells what a terminal would obey or leave out.
func hidden(r rune) bool { return !strconv.IsPrint(r) }

// Short is [Line] of the first limit bytes of s, or a few less so as not to cut a
// rune; what is left out is counted: "aaaa… (1048572 bytes more)".
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
