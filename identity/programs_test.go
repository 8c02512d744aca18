package identity

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

// TestPrograms: a changed script is another party, and an unchanged one is not; solvers
// of this program are no parties.
func TestPrograms(t *testing.T) {
	script := filepath.Join(t.TempDir(), "snake.py")
	write := func(text string) {
		if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	of := func() Parties {
		p, err := Of(context.Background(), []string{"cell", "exec:sh " + script}, 0)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	write("one")
	first := of()
	if len(first.Programs) != 1 || first.Guests() || first.Run != "" {
		t.Errorf("%+v", first)
	}
	if again := of(); again.Text() != first.Text() {
		t.Errorf("%s, then %s", first.Text(), again.Text())
	}
	write("two")
	again := of()
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
