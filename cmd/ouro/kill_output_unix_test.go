//go:build unix

package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ouro/internal/needs"
)

// TestKillOutput kills a game while it writes its log. The hidden file beside the log has
// only whole lines, and an earlier log is unchanged. An engine that never answers holds the
// game at a known turn, where it is killed. With OURO_TRIALS=1, further games are killed at
// random moments.
func TestKillOutput(t *testing.T) {
	times := regexp.MustCompile(`"latency":"[0-9]*"`) // measured times differ between runs
	log := func(text []byte) string { return times.ReplaceAllString(string(text), "") }
	start := func(stuckAt int) *child {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "game.jsonl"), []byte("before\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		args := append(strings.Fields("game --snake hungry --rules royale --seed 5 --plain --output game.jsonl --snake"), stuckEngine(t, dir, stuckAt))
		c := newChild(t, dir, args...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		return c
	}
	never := start(0)
	if code := never.end(t); code != 0 {
		t.Fatalf("exit code %d: %s", code, never.errs.String())
	}
	whole := log(contents(t, never.Dir)["game.jsonl"])
	check := func(dir string) (left int) {
		for name, text := range contents(t, dir) {
			switch {
			case name == "snake.sh" || name == "stuck":
			case name == "game.jsonl" && (string(text) == "before\n" || log(text) == whole):
			case name == "game.jsonl.partial" && strings.HasPrefix(whole, log(text)) && (len(text) == 0 || text[len(text)-1] == '\n'):
				if left = bytes.Count(text, []byte("\n")); left < 2 {
					break
				}
				if code, out, errs := ouro(t, dir, "replay", name); code != 0 {
					t.Errorf("the partial log cannot be replayed: %s%s", out, errs)
				}
			case strings.HasPrefix(name, ".ouro-") && len(text) == 0: // the file that tests whether the folder is writable
			default:
				t.Errorf("%s holds %d bytes: %.80q", name, len(text), text)
			}
		}
		return left
	}
	for _, turn := range []int{4, 21} {
		c := start(turn)
		c.untilStuck(t)
		_ = c.Process.Kill()
		c.end(t)
		if left := check(c.Dir); left < turn {
			t.Errorf("killed in turn %d: the partial log has %d lines", turn, left)
		}
	}
	dice := rand.New(rand.NewPCG(killSeed, 2))
	for range needs.Many(0, 20) {
		c := start(0)
		timer := time.AfterFunc(time.Duration(dice.Int64N(int64(600*time.Millisecond))), func() { _ = c.Process.Kill() })
		c.exited(t, c.end(t))
		timer.Stop()
		check(c.Dir)
	}
}
