package shell_test

import (
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
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

// TestSplit: Split returns the same words as a shell. Lines that a shell cannot read give errors.
func TestSplit(t *testing.T) {
	for _, c := range []struct {
		line string
		want []string
		err  string
	}{
		{line: "", want: nil},
		{line: "  python3\tx.py ", want: []string{"python3", "x.py"}},
		{line: `'a b'c"d e"\ f`, want: []string{"a bcd e f"}},
		{line: `'' ""`, want: []string{"", ""}},
		{line: `"\$x \" \\ \n ' *"`, want: []string{`$x " \ \n ' *`}},
		{line: `$HOME * ~ a|b >c #d`, want: []string{"$HOME", "*", "~", "a|b", ">c", "#d"}},
		{line: "a\\\nb \"c\\\nd\"", want: []string{"ab", "cd"}},
		{line: `a 'b`, err: "a ' is not closed"},
		{line: `a "b\"`, err: `a " is not closed`},
		{line: `a\`, err: "no character follows the \\"},
	} {
		got, err := shell.Split(c.line)
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%s: %v, want %s", c.line, err, c.err)
			}
			continue
		}
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s is %q, %v, want %q", c.line, got, err, c.want)
		}
	}
}

// TestSplitIsTheShells: for random lines with quotes but without expansions, Split agrees
// with a shell.
func TestSplitIsTheShells(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 1))
	var script strings.Builder
	var want strings.Builder
	for range 300 {
		var line strings.Builder
		for range dice.IntN(20) {
			line.WriteString([]string{"a", "b", " ", " ", `'`, `"`, `\`, "é", "=", `\"`, `\\`}[dice.IntN(11)])
		}
		words, err := shell.Split(line.String())
		if err != nil {
			continue
		}
		script.WriteString("printf '<%s>' " + line.String() + "\nprintf '|'\n")
		for _, w := range words {
			want.WriteString("<" + w + ">")
		}
		if len(words) == 0 {
			want.WriteString("<>") // printf without words
		}
		want.WriteString("|")
	}
	out, err := exec.CommandContext(t.Context(), "sh", "-c", script.String()).Output()
	if err != nil || string(out) != want.String() {
		t.Errorf("the shell reads\n%s\nand not\n%s, %v", out, want.String(), err)
	}
}

// FuzzSplit: splitting a line of words returns these words.
func FuzzSplit(f *testing.F) {
	f.Add("a b", "it's", `"\$x`)
	f.Fuzz(func(t *testing.T, a, b, c string) {
		words := []string{a, b, c}
		line := shell.Line(words...)
		if strings.Contains(line, "$(printf") {
			return // only a shell can produce these bytes from the line
		}
		if got, err := shell.Split(line); err != nil || !slices.Equal(got, words) {
			t.Errorf("%q is read from %s as %q, %v", words, line, got, err)
		}
	})
}

// TestAgain: Again returns what Line made unchanged, and makes other lines safe to paste.
func TestAgain(t *testing.T) {
	for line, want := range map[string]string{
		"ouro bench cell 'exec:python3 a b.py' --store x.db": "ouro bench cell 'exec:python3 a b.py' --store x.db",
		"ouro bench 'it'\\''s' '$x' ''":                      "ouro bench 'it'\\''s' '$x' ''",
		"ouro bench; rm -rf ~ | sh":                          "ouro 'bench;' rm -rf '~' '|' sh",
		"ouro bench `id` $(id) \n id & >x":                   "ouro bench '`id`' '$(id)' id '&' '>x'",
		`ouro "$(id)"`:                                       "ouro '$(id)'",
		"ouro \x1b[2J":                                       `ouro "$(printf '\033[2J')"`,
		"rm -rf /":                                           "",
		"ouro 'bench":                                        "",
		"":                                                   "",
	} {
		if got := shell.Again("ouro", line); got != want {
			t.Errorf("%q is %s, want %s", line, got, want)
		}
	}
}
