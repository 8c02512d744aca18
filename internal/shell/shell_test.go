package shell_test

import (
	"os/exec"
	"testing"

	"ouro/internal/shell"
)

// TestLine: a shell reads every word unchanged.
func TestLine(t *testing.T) {
	for line, words := range map[string][]string{
		"ouro watch cell --seed 7":                               {"ouro", "watch", "cell", "--seed", "7"},
		"spot:depth=3,hungry=4":                                  {"spot:depth=3,hungry=4"},
		`"$(printf 'a\033[2J\134n\047\045s \342\200\256\012b')"`: {"a\x1b[2J\\n'%s \u202e\nb"},
		"'' 'a b' 'it'\\''s' '$x' '*'":                           {"", "a b", "it's", "$x", "*"},
		"me=http://x:8000/s/a 'x?y=1&z'":                         {"me=http://x:8000/s/a", "x?y=1&z"},
	} {
		if got := shell.Line(words...); got != line {
			t.Errorf("%q is %s, want %s", words, got, line)
		}
		want := ""
		for _, w := range words {
			want += "<" + w + ">"
		}
		out, err := exec.CommandContext(t.Context(), "sh", "-c", `printf '<%s>' `+line).Output()
		if err != nil || string(out) != want {
			t.Errorf("a shell reads %s as %s, %v", line, out, err)
		}
	}
}
