package cli

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestArenaVerify: a report says whether the games are what their records make of
// them, and names each line of the index that is not.
func TestArenaVerify(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cup")
	code, tables, errs := run(t, "arena", "run", "greedy", "coward", "--board", "7x7", "--games", "4", "--no-times", "--dir", dir)
	if code != exitDone {
		t.Fatal(code, errs)
	}
	code, out, errs := run(t, "arena", "report", dir, "--no-times", "--verify")
	if code != exitDone || out != tables || errs != "ouro: verified: 4 games derived again from their records, all as they were counted\n" {
		t.Errorf("code %d, %s%s", code, out, errs)
	}
	index := filepath.Join(dir, "games.jsonl")
	lines := strings.SplitAfter(readAll(t, index), "\n")
	lines[2] = strings.Replace(lines[2], `"length":`, `"length":1`, 1)
	write(t, index, strings.Join(lines, ""))
	code, out, errs = run(t, "arena", "report", dir, "--no-times", "--verify")
	if code != exitNo || out == "" || strings.Count(errs, "\n") != 1 || !strings.HasPrefix(errs, "ouro: "+index+" line 3: seat 0: length 1") {
		t.Errorf("code %d, %s", code, errs)
	}
	write(t, index, strings.Join(lines[:2], "")+"hello\n")
	for _, args := range [][]string{{"arena", "report", dir}, {"arena", "report", dir, "--verify"}} {
		if code, _, errs := run(t, args...); code != exitFailed || !strings.Contains(errs, index+" line 3: not JSON") {
			t.Errorf("%v: code %d, %s", args, code, errs)
		}
	}
}
