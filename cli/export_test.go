package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestChampion: the picture of the README is what the command makes that the guide
// names, and small enough for it.
func TestChampion(t *testing.T) {
	command := "export --solver ouroboros --board 12x12 --speed 30 --size 32 --theme auto --svg "
	if guide := readAll(t, "../docs/guide.md"); !strings.Contains(guide, "\n    ouro "+command+"champion.svg\n") {
		t.Errorf("the guide does not name ouro %s", command)
	}
	code, out, errs := run(t, strings.Fields(command+"-")...)
	if code != exitDone || len(out) < 20_000 || len(out) > 200_000 {
		t.Fatalf("code %d, %d bytes, %s", code, len(out), errs)
	}
	checkDoc(t, "../docs/champion.svg", out)
}

// TestExport: each kind of file is drawn from games of every kind, the same by a file
// and by the game itself.
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
		if code, out, errs := run(t, strings.Fields(args)...); code != exitDone || strings.HasPrefix(args, "export") && out+errs != "" {
			t.Errorf("ouro %s: code %d, %s%s", args, code, out, errs)
		}
	}
	if readAll(t, "seven-a.svg") != readAll(t, "seven-b.svg") {
		t.Error("a game of several is not that of ouro game")
	}
	for _, kind := range []string{"svg", "gif", "png", "cast"} {
		a, b := readAll(t, "a."+kind), readAll(t, "b."+kind)
		if a != b || len(a) < 200 {
			t.Errorf("%s: %d bytes of the file, %d of the game", kind, len(a), len(b))
		}
	}
	for name, magic := range map[string]string{"hunt.svg": "<svg ", "duel.gif": "GIF89a", "duel.png": "\x89PNG", "four.cast": `{"version":2,`, "maze.svg": "<svg "} {
		if text := readAll(t, name); !strings.HasPrefix(text, magic) {
			t.Errorf("%s begins with %.10q", name, text)
		}
	}
	if left, err := filepath.Glob(".ouro-*"); err != nil || len(left) > 0 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// TestExportChanged: a record that was changed is not drawn, and the code says that.
func TestExportChanged(t *testing.T) {
	t.Chdir(t.TempDir())
	if code, _, errs := run(t, "game", "greedy", "hungry", "--record", "duel.ouro"); code != exitDone {
		t.Fatal(errs)
	}
	text := strings.Replace(readAll(t, "duel.ouro"), "\nseed ", "\nseed 1", 1)
	if err := os.WriteFile("changed.ouro", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errs := run(t, "export", "changed.ouro", "--svg", "x.svg")
	if code != exitNo || !strings.Contains(errs, "changed.ouro: replay: turn 0") {
		t.Errorf("code %d: %s", code, errs)
	}
	if _, err := os.Stat("x.svg"); err == nil {
		t.Error("there is a picture")
	}
}
