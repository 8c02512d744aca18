package cli

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
)

// TestVocabulary: a flag means one thing and takes one kind of value in every
// command, and docs/flags.md has them all.
func TestVocabulary(t *testing.T) {
	type meaning struct{ value, text string }
	flags := map[string]meaning{}
	in := map[string][]string{}
	kind := map[string]string{}
	names := slices.Sorted(maps.Keys(commands()))
	for _, name := range names {
		title := "ouro"
		if name != "" {
			title = name
		}
		find(t, name).Flags().VisitAll(func(f *pflag.Flag) {
			if f.Name == "help" || f.Hidden {
				return
			}
			m := meaning{}
			m.value, m.text = pflag.UnquoteUsage(f)
			m.text, _, _ = strings.Cut(m.text, ";")
			m.text, _, _ = strings.Cut(m.text, " (default ")
			if known, ok := flags[f.Name]; ok && (known != m || kind[f.Name] != f.Value.Type()) {
				t.Errorf("--%s of %s is %q of %s, and %q of %s in %s", f.Name, title, m.text, f.Value.Type(), known.text, kind[f.Name], in[f.Name])
			}
			flags[f.Name], kind[f.Name] = m, f.Value.Type()
			in[f.Name] = append(in[f.Name], title)
		})
	}
	var b strings.Builder
	b.WriteString(`# Flags

A flag means the same and takes the same kind of value in every command that has
it; ` + "`ouro COMMAND --help`" + ` adds what is particular to one command. Decision 11 explains
why. ` + "`--solver` and `--snake`" + ` are names of each other, and what they take may be
given as arguments as well; ` + "`--concurrency`" + ` is a name of ` + "`--workers`" + ` in the arena.

| flag | value | meaning | commands |
|---|---|---|---|
`)
	for _, name := range slices.Sorted(maps.Keys(flags)) {
		m := flags[name]
		fmt.Fprintf(&b, "| `--%s` | %s | %s | %s |\n", name, m.value, strings.ReplaceAll(m.text, "|", `\|`), strings.Join(in[name], ", "))
	}
	checkDoc(t, "../docs/flags.md", b.String())
	if len(flags) < 60 {
		t.Errorf("only %d flags", len(flags))
	}
}

// TestSolversByAnyName: --solver, --snake and arguments are the same in every
// command that has one of them.
func TestSolversByAnyName(t *testing.T) {
	for _, c := range []struct{ command, rest string }{
		{"watch", "--board 4x4 --json"},
		{"maze", "--moves 5 --json"},
		{"bench", "--board 4x4 --games 2 --no-times --json"},
		{"game", "--rules solo --seed 3 --json"},
		{"hunter", "--bots 2 --start-level 7"},
		{"arena run greedy", "--print-config"},
	} {
		outputs := map[string][]string{}
		for _, how := range []string{"--solver bfs", "--snake bfs", "bfs", "--solver=bfs"} {
			code, out, errs := run(t, strings.Fields(c.command+" "+how+" "+c.rest)...)
			if code != exitDone {
				t.Errorf("ouro %s %s: %s", c.command, how, errs)
			}
			outputs[out] = append(outputs[out], how)
		}
		if len(outputs) != 1 {
			t.Errorf("ouro %s: not the same by %v", c.command, slices.Collect(maps.Values(outputs)))
		}
	}
}
