package canvas

import (
	"strings"
	"testing"

	"ouro/internal/textwidth"
)

// TestTextStaysInLine: Text replaces a character that is not one column wide by question marks, one
// for each column that the character takes in a terminal.
func TestTextStaysInLine(t *testing.T) {
	for text, want := range map[string]string{
		"a b": "a b", "±3 ▸": "±3 ▸", "蛇 x": "?? x", "e\u0301 x": "? x", "👩‍🚀 x": "?? x", "a\tb\x1b": "a?b?", "蛇蛇": "????", "…": "…",
	} {
		c := New(8, 1)
		end := c.Text(0, 0, 8, text, Ink{})
		if got := strings.TrimRight(c.Plain(), " \n"); got != want || end != textwidth.Of(want) {
			t.Errorf("%q is %q to column %d, want %q", text, got, end, want)
		}
	}
	c := New(4, 1)
	if c.Text(0, 0, 3, "蛇蛇", Ink{}); strings.TrimSpace(c.Plain()) != "??…" {
		t.Errorf("cut it is %q", c.Plain())
	}
}
