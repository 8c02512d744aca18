package identity

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestPrograms: a changed script is another participant, an unchanged script is the same.
// Solvers of this program are not participants.
func TestPrograms(t *testing.T) {
	script := filepath.Join(t.TempDir(), "snake.py")
	write := func(text string) {
		if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	participants := func() Participants {
		p, err := Of(context.Background(), []string{"cell", "exec:sh " + script}, 0)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	write("one")
	first := participants()
	if len(first.Programs) != 1 || first.Guests() || first.Run != "" {
		t.Errorf("%+v", first)
	}
	if again := participants(); again.Text() != first.Text() {
		t.Errorf("%s, then %s", first.Text(), again.Text())
	}
	write("two")
	again := participants()
	if changes := again.Changes(&first); len(changes) != 1 || changes[0] != "the program behind exec:sh "+script {
		t.Errorf("%q", changes)
	}
	none, err := Of(context.Background(), []string{"cell", "spot:depth=4"}, 0)
	if err != nil || none.Text() != "" {
		t.Errorf("%q, %v", none.Text(), err)
	}
	old, err := Parse("0123abcd")
	if err != nil || len(old.Programs) != 1 {
		t.Errorf("%+v, %v", old, err)
	}
}

// TestDigestOfPrograms: the digest of a program covers the number of words of its command and the
// bytes of the files that the words name, in any folder. It does not cover options.
func TestDigestOfPrograms(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return name
	}
	digest := func(solver string) string {
		t.Helper()
		d, err := digestOf(solver)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	snake, same, other := write("snake.py", "one"), write("same.py", "one"), write("other.py", "two")
	first := digest("exec:" + snake + " --flag")
	for solver, equal := range map[string]bool{
		"exec:" + same + " --flag": true, "exec:" + other + " --flag": false, "exec:sh " + snake: false, "exec:" + snake + " --flag,depth=3": true,
	} {
		if got := digest(solver); (got == first) != equal {
			t.Errorf("%s: digest %s, and %s for the first command", solver, got, first)
		}
	}
	table := write("a.table", "one")
	before := digest("tablebase:file=" + table)
	write("a.table", "two")
	if after := digest("tablebase:file=" + table); before == "" || after == before {
		t.Errorf("the file was changed, but its digest is still %s", after)
	}
	if _, err := digestOf("exec:'"); err == nil {
		t.Error("an unfinished quotation in a command was accepted")
	}
}
