package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouro"
)

// TestCPU: a limit of processor time stands in the report, which says what its
// thinking times are, and in the records; a snake that thinks as long as it may uses
// about so much, however busy the machine is.
func TestCPU(t *testing.T) {
	const limit = 3 * time.Millisecond
	args := []string{"arena", "run", "spot", "greedy", "--games", "2", "--cpu", "3ms", "--rules", "constrictor", "--board", "7x7"}
	dir := t.TempDir()
	code, out, errs := run(t, append(args, "--records", dir)...)
	if code != exitDone || !strings.Contains(out, ", budget cpu=3ms\n") || !strings.Contains(strings.ReplaceAll(out, "\n", " "), "The budget is a processor time, and so are the thinking times") {
		t.Errorf("exit code %d:\n%s%s", code, out, errs)
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.ouro"))
	if err != nil || len(names) != 2 {
		t.Fatalf("records %v, %v", names, err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var r ouro.Record
		if err := r.UnmarshalText(text); err != nil || r.Budget != (ouro.Budget{CPU: limit}) {
			t.Errorf("%s: budget %+v, %v", name, r.Budget, err)
		}
	}
	code, out, errs = run(t, append(args, "--json")...)
	var doc struct {
		Budget    string
		Standings []struct {
			Think struct{ P50 time.Duration } `json:"think_ns_per_move"`
		}
	}
	if err := json.Unmarshal([]byte(out), &doc); code != exitDone || err != nil || doc.Budget != "cpu=3ms" || len(doc.Standings) != 2 {
		t.Fatalf("exit code %d, %v: %s%s", code, err, out, errs)
	}
	if spot, greedy := doc.Standings[0].Think.P50, doc.Standings[1].Think.P50; spot < limit/2 || spot > 2*limit || greedy > limit/2 {
		t.Errorf("spot thinks for %v, greedy for %v", spot, greedy)
	}
}
