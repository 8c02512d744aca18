package textwidth_test

import (
	"strings"
	"testing"

	"ouro/internal/textwidth"
)

// TestAlign: all cells of a column begin in the same column of the terminal.
func TestAlign(t *testing.T) {
	var b strings.Builder
	textwidth.Align(&b, [][]string{{"snake", "length", "end"}, {"蛇", "12", "a wall"}, {"e\u0301te\u0301 x", "3"}, {""}})
	const want = "snake  length  end\n蛇     12      a wall\ne\u0301te\u0301 x  3\n\n"
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
