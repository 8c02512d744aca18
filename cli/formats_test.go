package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestFormatsNameEveryColumn: docs/formats.md names each column of each table
// in CSV, and no other.
func TestFormatsNameEveryColumn(t *testing.T) {
	text, err := os.ReadFile("../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "\n## CSV\n")
	section, _, _ := strings.Cut(rest, "\n## ")
	documented := map[string]bool{} // and whether there is one
	for line := range strings.Lines(section) {
		names, _, isRow := strings.Cut(strings.TrimPrefix(line, "| "), " |")
		if !strings.HasPrefix(line, "| `") || !isRow {
			continue
		}
		for _, match := range regexp.MustCompile("`([a-z0-9_]+)`").FindAllStringSubmatch(names, -1) {
			documented[match[1]] = false
		}
	}
	dir := t.TempDir()
	for _, command := range []string{
		"bench --solver cell --board 4x4 --games 2 --vs-optimum --vs-distance --meals MEALS",
		"bench --solver ouroboros --board 4x4 --games 2 --regret --regret-csv MEALS",
		"bench bfs --rules hunter:snakes=1,level=8 --games 1",
		"bench greedy --rules solo --nodes 10 --board 7x7 --games 2",
		"arena run greedy hungry --board 7x7 --games 2 --pairs-csv PAIRS",
		"arena run bfs wander --rules hunter:level=8,snakes=1 --games 2 --pairs-csv PAIRS",
	} {
		one, more := filepath.Join(dir, "one"), filepath.Join(dir, "more")
		fill := strings.NewReplacer("MEALS", more, "PAIRS", more)
		args := append(strings.Fields(fill.Replace(command)), "--csv", "--games-csv", one)
		var out, errs bytes.Buffer
		if code := Main(t.Context(), args, IO{In: strings.NewReader(""), Out: &out, Err: &errs}); code != exitDone {
			t.Fatalf("%s: code %d: %s", command, code, &errs)
		}
		tables := []string{out.String(), readAll(t, one)}
		if strings.Contains(command, "MEALS") || strings.Contains(command, "PAIRS") {
			tables = append(tables, readAll(t, more))
		}
		for _, table := range tables {
			head, _, _ := strings.Cut(table, "\n")
			for _, name := range strings.Split(head, ",") {
				if _, ok := documented[name]; !ok {
					t.Errorf("%s: docs/formats.md does not tell of the column %q", command, name)
				}
				documented[name] = true
			}
		}
	}
	for name, is := range documented {
		if !is {
			t.Errorf("docs/formats.md tells of a column %q, which no table has", name)
		}
	}
}

func readAll(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
