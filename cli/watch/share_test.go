package watch_test

import (
	"os"
	"strings"
	"testing"

	"ouro/cli/clitest"
	"ouro/cli/command"
)

// TestShare: share writes a page for the game of flags, for a record and for a log. Its message names
// the file and its size.
func TestShare(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct{ args, file string }{
		{"share --solver cell --board 6x6 --seed 3", "cell-6x6-3.html"},
		{"share --solver cell --board 6x6 --seed 3 --game 2 --overlay none", "cell-6x6-3-2.html"},
		{"share --rules maze --level nook --out maze.html", "maze.html"},
		{"game me=greedy hungry --record duel.ouro --output duel.jsonl", ""},
		{"share duel.ouro", "duel.html"},
		{"share duel.ouro --out duel.html --overlay plan", "duel.html"}, // --out replaces a file
		{"share duel.jsonl --out log.html", "log.html"},
	} {
		code, out, errs := clitest.Run(t, strings.Fields(c.args)...)
		if code != command.ExitDone {
			t.Fatalf("ouro %s: code %d, %s%s", c.args, code, out, errs)
		}
		if c.file == "" {
			continue
		}
		if want := "ouro: page written to " + c.file + " ("; out != "" || !strings.Contains(errs, want) || !strings.HasSuffix(errs, " KB)\n") {
			t.Errorf("ouro %s: %q on standard output, %q on standard error, want %q", c.args, out, errs, want)
		}
		text := clitest.Read(t, c.file)
		if !strings.HasPrefix(text, "<!doctype html>") || !strings.HasSuffix(text, "</html>\n") || !strings.Contains(text, "the game is correct") && !strings.Contains(text, "from the rules:") {
			t.Errorf("%s: %.60q of %d bytes", c.file, text, len(text))
		}
		if has := strings.Contains(text, `octet-stream" data-overlay`); has == (strings.Contains(c.args, "none") || strings.Contains(c.args, "jsonl")) {
			t.Errorf("ouro %s: overlays %v", c.args, has)
		}
	}
	if code, page, errs := clitest.Run(t, "share", "duel.ouro", "--overlay", "none", "--out", "-"); code != command.ExitDone || !strings.HasPrefix(page, "<!doctype html>") || !strings.HasPrefix(errs, "ouro: page written to standard output (") {
		t.Errorf("to standard output: code %d, %.60q, %s", code, page, errs)
	}
}

// TestShareRefuses: share replaces an existing file only if --out names it. For a file without a valid
// game it prints the reason.
func TestShareRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, args := range []string{"hunter --bots 1 --start-level 7 --solver bfs --record hunt.ouro", "game greedy hungry --record duel.ouro"} {
		if code, out, errs := clitest.Run(t, strings.Fields(args)...); code != command.ExitDone {
			t.Fatalf("ouro %s: code %d, %s%s", args, code, out, errs)
		}
	}
	for name, text := range map[string]string{"duel.html": "mine", "bad.ouro": strings.Replace(clitest.Read(t, "duel.ouro"), "turn 1 ", "turn 1 U", 1)} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, want string }{
		{"share duel.ouro", "duel.html exists already: --out duel.html replaces it"},
		{"share duel.ouro --seed 3", "--seed: cannot be combined with the file"},
		{"share duel.ouro --overlay plan,none", "none alone"},
		{"share --solver cell --board 4x4 --overlay pln", "--overlay pln: the solvers have "},
		{"share duel.ouro --out duel.ouro", "the command reads this file"},
		{"share hunt.ouro --overlay plan", "--overlay plan: the game has no overlays"},
		{"share bad.ouro", "bad.ouro: "},
		{"share nosuch.ouro", "nosuch.ouro"},
	} {
		code, out, errs := clitest.Run(t, strings.Fields(c.args)...)
		if code == command.ExitDone || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("ouro %s: code %d, %q, want %q", c.args, code, errs, c.want)
		}
	}
	if code, out, errs := clitest.Run(t, "share", "hunt.ouro"); code != command.ExitDone || out != "" || !strings.HasPrefix(errs, "ouro: page written to hunt.html (") || !strings.Contains(clitest.Read(t, "hunt.html"), "Snake Hunter, 1 hunter") {
		t.Errorf("a game of Snake Hunter: code %d, %s", code, errs)
	}
	if clitest.Read(t, "duel.html") != "mine" {
		t.Error("an existing file was replaced")
	}
}
