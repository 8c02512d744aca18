package cli

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// TestReplaysOfBothFormatsAgree: a game has the same turns, and its snakes the
// same turn of death, health and length, in our record and in the official log.
func TestReplaysOfBothFormatsAgree(t *testing.T) {
	type replayDoc struct {
		Turns  int    `json:"turns"`
		Winner string `json:"winner"`
		Snakes []struct {
			Name   string `json:"name"`
			Turn   int    `json:"turn"`
			Health int    `json:"health"`
			Length int    `json:"length"`
			Cause  string `json:"cause"`
		} `json:"snakes"`
	}
	for _, rules := range []string{"standard", "solo", "royale:map=royale,shrink=3", "constrictor", "wrapped", "wrapped_constrictor", "standard:map=snail_mode", "standard:map=hz_rings,damage=40"} {
		for seed := range 3 {
			dir := t.TempDir()
			log, record := filepath.Join(dir, "game.jsonl"), filepath.Join(dir, "game.ouro")
			args := []string{
				"game", "--snake", "greedy", "--snake", "random", "--snake", "floodfill", "--rules", rules,
				"--seed", fmt.Sprint(seed), "--plain", "--output", log, "--record", record,
			}
			if code, _, errs := run(t, args...); code != 0 {
				t.Fatalf("%v: %d, %s", args, code, errs)
			}
			var docs [2]replayDoc
			for i, name := range []string{log, record} {
				code, out, errs := run(t, "replay", name, "--json")
				if code != 0 || json.Unmarshal([]byte(out), &docs[i]) != nil {
					t.Fatalf("%s: %d, %s%s", name, code, out, errs)
				}
			}
			for i := range docs[0].Snakes {
				sn := &docs[0].Snakes[i]
				if sn.Cause == "unknown" && strings.Contains(rules, "map=") {
					sn.Health = docs[1].Snakes[i].Health
				}
				if sn.Cause == "unknown" {
					sn.Cause = docs[1].Snakes[i].Cause
				}
			}
			if a, b := fmt.Sprint(docs[0]), fmt.Sprint(docs[1]); a != b || len(docs[0].Snakes) != 3 {
				t.Errorf("%s seed %d: the log says\n%s, the record\n%s", rules, seed, a, b)
			}
		}
	}
}
