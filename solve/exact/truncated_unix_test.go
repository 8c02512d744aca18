//go:build unix

package exact

import (
	"os"
	"strings"
	"testing"

	"ouro"
)

// TestTruncatedWhileMapped: a table file that becomes shorter while it is open causes an error, not
// a crash.
func TestTruncatedWhileMapped(t *testing.T) {
	name := saveTable(t, 4, 4) // a file of several pages
	for what, ask := range map[string]func(*Table) error{
		"a direction": func(table *Table) error {
			_, err := table.Best([]ouro.Cell{0}, 5)
			return err
		},
		"all of it": (*Table).Verify,
	} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		copied := t.TempDir() + "/copy.table"
		if err := os.WriteFile(copied, text, 0o600); err != nil {
			t.Fatal(err)
		}
		table, err := OpenTable(copied)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(copied, 0); err != nil {
			t.Fatal(err)
		}
		if err := ask(table); err == nil || !strings.Contains(err.Error(), "shorter since it was opened") {
			t.Errorf("%s: %v", what, err)
		}
		if err := table.Close(); err != nil {
			t.Error(err)
		}
	}
}
