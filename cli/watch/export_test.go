package watch_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ouro/cli/clitest"
	"ouro/cli/command"
)

// TestExport: export draws every kind of game in every kind of file. The drawing of a record equals
// the drawing of the same game from flags.
func TestExport(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for _, args := range []string{
		"bench cell --board 6x6 --games 1 --seed 3 --records play",
		"game greedy hungry --record duel.ouro --output duel.jsonl",
		"hunter --bots 2 --start-level 7 --solver bfs --record hunt.ouro",
		"export play/cell-0.ouro --svg a.svg --gif a.gif --png a.png --cast a.cast --turns 3..9",
		"export --solver cell --board 6x6 --seed 3 --svg b.svg --gif b.gif --png b.png --cast b.cast --turns 3..9",
		"export duel.ouro --svg duel.svg --theme auto",
		"export duel.jsonl --gif duel.gif --turns ..9",
		"export hunt.ouro --svg hunt.svg --gif hunt.gif --turns 30..90",
		"game greedy hungry --seed 7 --record seven.ouro",
		"export --solver greedy,hungry --rules standard --seed 7 --svg seven-a.svg",
		"export seven.ouro --svg seven-b.svg --png duel.png",
		"export --rules maze --level nook --svg maze.svg",
		"export --rules standard --cast four.cast --turns ..5",
	} {
		code, out, errs := clitest.Run(t, strings.Fields(args)...)
		if code != command.ExitDone || strings.HasPrefix(args, "export") && out != "" {
			t.Errorf("ouro %s: code %d, %s%s", args, code, out, errs)
		}
		for _, file := range regexp.MustCompile(`--(?:svg|gif|png|cast) (\S+)`).FindAllStringSubmatch(args, -1) {
			if !regexp.MustCompile(`ouro: turns? .* written to ` + regexp.QuoteMeta(file[1]) + "\n").MatchString(errs) {
				t.Errorf("ouro %s: no message about %s: %s", args, file[1], errs)
			}
		}
	}
	if clitest.Read(t, "seven-a.svg") != clitest.Read(t, "seven-b.svg") {
		t.Error("export with several solvers draws another game than that of ouro game")
	}
	for _, kind := range []string{"svg", "gif", "png", "cast"} {
		a, b := clitest.Read(t, "a."+kind), clitest.Read(t, "b."+kind)
		if a != b || len(a) < 200 {
			t.Errorf("%s: %d bytes from the record, %d from the flags; want the same file", kind, len(a), len(b))
		}
	}
	for name, magic := range map[string]string{"hunt.svg": "<svg ", "duel.gif": "GIF89a", "duel.png": "\x89PNG", "four.cast": `{"version":2,`, "maze.svg": "<svg "} {
		if text := clitest.Read(t, name); !strings.HasPrefix(text, magic) {
			t.Errorf("%s begins with %.10q", name, text)
		}
	}
	if left, err := filepath.Glob(".ouro-*"); err != nil || len(left) > 0 {
		t.Errorf("temporary files remain: %v, %v", left, err)
	}
}

// TestExportOverlays: a picture with overlays differs from one without overlays, and is the same for
// a game and for its record. If an overlay cannot be drawn, the error explains why.
func TestExportOverlays(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{
		"bench cell --board 6x6 --games 1 --seed 3 --records play",
		"export play/cell-0.ouro --overlay plan,ring --svg a.svg --gif a.gif --png a.png --turns 3..9",
		"export --solver cell --board 6x6 --seed 3 --overlay plan,ring --svg b.svg --gif b.gif --png b.png --turns 3..9",
		"export --solver cell --board 6x6 --seed 3 --svg c.svg --gif c.gif --png c.png --turns 3..9",
	} {
		if code, out, errs := clitest.Run(t, strings.Fields(args)...); code != command.ExitDone {
			t.Fatalf("ouro %s: code %d, %s%s", args, code, out, errs)
		}
	}
	for _, kind := range []string{"svg", "gif", "png"} {
		a, b, c := clitest.Read(t, "a."+kind), clitest.Read(t, "b."+kind), clitest.Read(t, "c."+kind)
		if a != b || a == c {
			t.Errorf("%s: %d bytes of the record, %d of the game, %d without overlays", kind, len(a), len(b), len(c))
		}
	}
	for args, want := range map[string]string{
		"export play/cell-0.ouro --overlay pln --png a.png":    "--overlay pln: the solvers have ",
		"export play/cell-0.ouro --overlay scores --png a.png": "but not numbers",
	} {
		if code, out, errs := clitest.Run(t, strings.Fields(args)...); code != command.ExitUsage || !strings.Contains(errs, want) {
			t.Errorf("ouro %s: code %d, %s%s", args, code, out, errs)
		}
	}
}

// TestExportChanged: export does not draw a changed record, and ends with exit code 3.
func TestExportChanged(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, _, errs := clitest.Run(t, "game", "greedy", "hungry", "--record", "duel.ouro"); code != command.ExitDone {
		t.Fatal(errs)
	}
	text := strings.Replace(clitest.Read(t, "duel.ouro"), "\nseed ", "\nseed 1", 1)
	if err := os.WriteFile("changed.ouro", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := clitest.Run(t, "export", "changed.ouro", "--svg", "x.svg")
	if code != command.ExitNo || !strings.Contains(errs, "changed.ouro: replay: turn 0") {
		t.Errorf("code %d: %s", code, errs)
	}
	if _, err := os.Stat("x.svg"); err == nil {
		t.Error("export has written x.svg")
	}
}

// TestReplaysOfBothFormatsAgree: the replays of a game's record and of its official log
// have the same turns. The snakes die on the same turns, with the same health and length.
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
			if code, _, errs := clitest.Run(t, args...); code != 0 {
				t.Fatalf("%v: %d, %s", args, code, errs)
			}
			var docs [2]replayDoc
			for i, name := range []string{log, record} {
				code, out, errs := clitest.Run(t, "replay", name, "--json")
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
				t.Errorf("%s seed %d: the log has\n%s, the record\n%s", rules, seed, a, b)
			}
		}
	}
}
