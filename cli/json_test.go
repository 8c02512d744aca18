package cli

import (
	"bytes"
	"encoding/json"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestJSONStyle walks through all that --json prints: one indented document whose
// first field is the schema, keys in words of small letters joined by _, lists and
// objects that are never null, and times that name their unit.
func TestJSONStyle(t *testing.T) {
	dir := t.TempDir()
	record, log, hunted := filepath.Join(dir, "game.ouro"), filepath.Join(dir, "game.jsonl"), filepath.Join(dir, "hunter.ouro")
	for _, line := range []string{"game greedy hungry --record " + record + " --output " + log, "hunter --bots 2 --start-level 7 --solver bfs --record " + hunted} {
		if code, _, errs := run(t, strings.Fields(line)...); code != exitDone {
			t.Fatal(errs)
		}
	}
	seen := map[string]bool{}
	for _, line := range []string{
		"version", "list", "list cell maze", "watch cell --board 4x4", "watch bfs --moves 3", "maze --moves 4", "bench cell hamilton --board 4x4 --games 3",
		"bench cell --board 4x4 --games 1 --vs-optimum", "bench cell --board 4x4 --games 3 --vs-distance", "bench ouroboros bfs --board 4x4 --games 3 --regret", "game greedy hungry", "arena run greedy hungry --games 4 --plain",
		"bench bfs wander --rules hunter:bots=2,level=7 --games 2", "exact --board 3x3", "perft --depth 3", "perft --depth 3 --divide", "boggle --grid doq/npo/wer",
		"doctor " + healthy(t) + " --ask 3 --guest-timeout 1m",
		"replay " + record, "replay " + log, "verify " + record + " " + log + " " + hunted,
	} {
		code, out, errs := run(t, append(strings.Fields(line), "--json")...)
		if code != exitDone || !strings.HasPrefix(out, "{\n  \"schema\": 1,\n") {
			t.Errorf("ouro %s --json: code %d, %s%.60s", line, code, errs, out)
			continue
		}
		var compact, indented bytes.Buffer
		if err := json.Compact(&compact, []byte(out)); err != nil {
			t.Fatal(err)
		}
		if err := json.Indent(&indented, compact.Bytes(), "", "  "); err != nil || indented.String() != strings.TrimSuffix(out, "\n") {
			t.Errorf("ouro %s --json is not one document, indented by two spaces: %v", line, err)
		}
		var doc any
		if err := json.Unmarshal([]byte(out), &doc); err != nil {
			t.Fatal(err)
		}
		walkJSON(t, line, "", doc, seen)
	}
	if len(seen) < 120 {
		t.Errorf("only %d keys: %v", len(seen), slices.Sorted(maps.Keys(seen)))
	}
}

var (
	jsonKey = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	aTime   = regexp.MustCompile(`(^|_)(think|took|elapsed|latency|timeout|duration|time)(_|$)`)
	aUnit   = regexp.MustCompile(`(_ns|_ms|_s|seconds)(_|$)|^commit_time$`)
)

// ofData are objects whose keys are not words of ours: directions, causes.
var ofData = []string{"scores", "deaths", "divide"}

func walkJSON(t *testing.T, line, path string, v any, seen map[string]bool) {
	t.Helper()
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			here := path + "." + key
			seen[here] = true
			data := slices.ContainsFunc(ofData, func(name string) bool { return strings.HasSuffix(path, "."+name) })
			if !data && !jsonKey.MatchString(key) {
				t.Errorf("ouro %s --json: key %s", line, here)
			}
			if _, number := value.(float64); number && aTime.MatchString(key) && !aUnit.MatchString(key) {
				t.Errorf("ouro %s --json: %s does not say its unit", line, here)
			}
			walkJSON(t, line, here, value, seen)
		}
	case []any:
		for _, value := range v {
			walkJSON(t, line, path, value, seen)
		}
	}
}
