package printable_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ouro/internal/printable"
)

func TestLine(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"Sssnake 9000 é 蛇 🐍", "Sssnake 9000 é 蛇 🐍"},
		{`a\nb`, `a\nb`},
		{"a\nall equal", `a\nall equal`},
		{"\x1b[2J\a", `\x1b[2J\a`},
		{"\u009b2J", `\u009b2J`},
		{"a\u202eb\u2028c\u200bd", `a\u202eb\u2028c\u200bd`},
		{"a\xffb", `a\xffb`},
		{"no\u00a0break", `no\u00a0break`},
		{"\ufffd", "\ufffd"},
	} {
		if got := printable.Line(c.text); got != c.want {
			t.Errorf("Line(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}

func TestShort(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"abcd", 4, "abcd"},
		{"abcde", 4, "abcd… (1 byte more)"},
		{"a\nbcde", 4, `a\nbc… (2 bytes more)`},
		{"abé", 3, "ab… (2 bytes more)"},
		{strings.Repeat("x", 1<<20), 2, "xx… (1048574 bytes more)"},
		{"abc", 0, "… (3 bytes more)"},
	} {
		if got := printable.Short(c.text, c.limit); got != c.want {
			t.Errorf("Short(%.8q, %d) = %q, want %q", c.text, c.limit, got, c.want)
		}
	}
}

func FuzzLine(f *testing.F) {
	f.Add("a\x1b]0;title\a", 3)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		if limit < 0 {
			limit = 0
		}
		for _, got := range []string{printable.Line(s), printable.Short(s, limit)} {
			if !utf8.ValidString(got) || strings.ContainsAny(got, "\n\r\x1b\x00\x7f") {
				t.Errorf("%q from %q", got, s)
			}
		}
	})
}
