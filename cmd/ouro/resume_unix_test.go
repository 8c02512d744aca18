//go:build unix

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestStoppedExperiments stops each kind of experiment, runs the line that it
// prints to continue, and finds that both together have the games, rows and records
// of one that was never stopped.
func TestStoppedExperiments(t *testing.T) {
	for line, signal := range map[string]syscall.Signal{
		"bench --solver bfs,cell --board 8x8 --games 150":                syscall.SIGINT,
		"arena run greedy random --games 300 --store results.db":         syscall.SIGHUP,
		"bench backtrack:depth=6 --rules hunter:level=8 --games 12":      syscall.SIGTERM,
		"bench greedy random --rules solo --games 60 --store results.db": syscall.SIGINT,
	} {
		args := append(strings.Fields(line), strings.Fields("--workers 2 --json --games-csv rows.csv --records games")...)
		want := t.TempDir()
		mustOuro(t, want, args...)
		dir, goOn := stoppedOnItsWay(t, args, signal)
		exe, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		sh := exec.CommandContext(t.Context(), "sh", "-c", `"$OURO" `+strings.TrimPrefix(goOn, "ouro "))
		sh.Dir, sh.Env = dir, append(os.Environ(), asOuro+"=1", "OURO="+exe)
		if text, err := sh.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", goOn, err, text)
		}
		sameContents(t, filepath.Join(dir, "games"), filepath.Join(want, "games"))
		if got, want := rows(t, dir), rows(t, want); !slices.Equal(got, want) {
			t.Errorf("ouro %s: %d rows, and %d of one that was never stopped", line, len(got), len(want))
		}
	}
}

// TestStoppedGames stops single games: what was played is kept, says that it is
// unfinished, and can be replayed.
func TestStoppedGames(t *testing.T) {
	for line, signal := range map[string]syscall.Signal{
		"game --snake spot --snake spot --time 40ms --plain --output log.jsonl --record game.ouro": syscall.SIGINT,
		"hunter --bots 2 --snakes 4 --solver backtrack:depth=24 --record game.ouro":                syscall.SIGHUP,
	} {
		for wait := 300 * time.Millisecond; ; wait *= 2 {
			c := newChild(t, t.TempDir(), strings.Fields(line)...)
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(wait)
			_ = c.Process.Signal(signal)
			code := c.end(t)
			kept := strings.Contains(c.errs.String(), "it is kept unfinished in game.ouro")
			if wait < 5*time.Second && (code == -1 || code == 128+int(signal) && !kept) { // it was not listening, or not playing yet
				continue
			} else if code != 128+int(signal) {
				t.Fatalf("ouro %s: exit code %d: %s", line, code, c.errs.String())
			}
			if !kept {
				t.Errorf("ouro %s: it says %s", line, c.errs.String())
			}
			files := contents(t, c.Dir)
			if !regexp.MustCompile(`\nend (unfinished|playing) `).Match(files["game.ouro"]) {
				t.Errorf("ouro %s: the record holds %.80q", line, files["game.ouro"])
			}
			for name := range files {
				if out := mustOuro(t, c.Dir, "replay", name); !strings.Contains(out, "unfinished") && !strings.Contains(out, "playing") {
					t.Errorf("ouro replay %s: %s", name, out)
				}
			}
			break
		}
	}
}

// stoppedOnItsWay runs an experiment that is stopped on its way, and checks what it says.
func stoppedOnItsWay(t *testing.T, args []string, signal syscall.Signal) (dir, goOn string) {
	t.Helper()
	for range 20 {
		dir = t.TempDir()
		c := newChild(t, dir, args...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for range 60_000 { // until the first games are kept, of many, or nothing comes
			if records, _ := filepath.Glob(filepath.Join(dir, "games", "*.ouro")); len(records) > 0 {
				break
			}
			time.Sleep(time.Millisecond)
		}
		_ = c.Process.Signal(signal)
		switch code := c.end(t); code {
		case 0: // it was done before
			continue
		case 128 + int(signal):
		default:
			t.Fatalf("exit code %d: %s", code, c.errs.String())
		}
		if !json.Valid(c.out.Bytes()) || !strings.Contains(c.out.String(), `"partial": true`) {
			t.Errorf("the document does not say that it is partial: %.300s", c.out.String())
		}
		said := regexp.MustCompile(`(?m)^ouro: partial, .*; continue with: (ouro .*)$`).FindStringSubmatch(c.errs.String())
		if said == nil {
			t.Fatalf("it does not say how it continues: %s", c.errs.String())
		}
		return dir, said[1]
	}
	t.Fatal("it could not be stopped on its way")
	return "", ""
}

// rows are those of all games. Games that
// were finished before others of smaller number are in both files, and equal.
func rows(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	for name, text := range contents(t, dir) {
		if strings.HasPrefix(name, "rows") {
			all = append(all, strings.Split(strings.TrimSpace(string(text)), "\n")...)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
