//go:build unix

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"ouro/internal/needs"
)

// TestStoppedExperiments stops each kind of experiment, which has far too many games to finish,
// and runs the printed command to continue, with slightly more games than are stored. Together,
// both runs have the games, rows and records of a run without a stop.
func TestStoppedExperiments(t *testing.T) {
	for _, c := range []struct {
		line   string
		more   int // games
		signal syscall.Signal
	}{
		{"bench --solver bfs,cell --board 6x6", 20, syscall.SIGINT},
		{"arena run greedy random --store results.db", 20, syscall.SIGHUP},
		{"bench backtrack:depth=6 --rules hunter:level=8", 2, syscall.SIGTERM},
		{"bench greedy random --rules solo --store results.db", 10, syscall.SIGINT},
	}[:needs.Many(2, 4)] {
		const endless = 100_000
		args := append(strings.Fields(c.line), strings.Fields("--workers 2 --json --games-csv rows.csv --records games --games")...)
		args = append(args, strconv.Itoa(endless))
		dir, rest := stopEarly(t, args, c.signal)
		records, err := filepath.Glob(filepath.Join(dir, "games", "*.ouro"))
		if err != nil {
			t.Fatal(err)
		}
		ahead := restGames.FindStringSubmatch(rest)
		if ahead == nil {
			t.Fatalf("the printed command to continue is %s", rest)
		}
		left, _ := strconv.Atoi(ahead[1])
		games := (len(records) + c.more + 3) / 4 * 4 // a multiple of the group size of tournaments
		rest = restGames.ReplaceAllString(rest, " --games "+strconv.Itoa(games-(endless-left)))
		args[len(args)-1] = strconv.Itoa(games)
		want := t.TempDir()
		mustOuro(t, want, args...)
		exe, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		sh := exec.CommandContext(t.Context(), "sh", "-c", `"$OURO" `+strings.TrimPrefix(rest, "ouro "))
		sh.Dir, sh.Env = dir, append(os.Environ(), asOuro+"=1", "OURO="+exe)
		if text, err := sh.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", rest, err, text)
		}
		sameContents(t, filepath.Join(dir, "games"), filepath.Join(want, "games"))
		if got, want := rows(t, dir), rows(t, want); !slices.Equal(got, want) {
			t.Errorf("ouro %s: %d rows; a run that was never stopped has %d", c.line, len(got), len(want))
		}
	}
}

var restGames = regexp.MustCompile(` --games (\d+)`)

// TestStoppedGames stops single games. Their records contain the turns that were played, are marked as
// unfinished, and can be replayed.
func TestStoppedGames(t *testing.T) {
	t.Run("game", func(t *testing.T) { // a waiting engine keeps the game from ending
		t.Parallel()
		dir := t.TempDir()
		line := "game --snake spot:depth=2 --plain --output log.jsonl --record game.ouro --snake"
		c := newChild(t, dir, append(strings.Fields(line), stuckEngine(t, dir, 9))...)
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		c.untilStuck(t)
		_ = c.Process.Signal(syscall.SIGINT)
		c.stoppedGame(t, c.end(t), syscall.SIGINT, "game.ouro", "log.jsonl")
	})
	t.Run("hunter", func(t *testing.T) { // if the command is stopped before the game begins, it writes no file
		t.Parallel()
		for wait := 100 * time.Millisecond; ; wait *= 2 { // until the game has begun
			c := newChild(t, t.TempDir(), strings.Fields("hunter --bots 2 --snakes 4 --solver backtrack:depth=24 --record game.ouro")...)
			c.startListening(t, thatListens)
			time.Sleep(wait)
			_ = c.Process.Signal(syscall.SIGHUP)
			if code := c.end(t); code != 129 || len(contents(t, c.Dir)) > 0 {
				c.stoppedGame(t, code, syscall.SIGHUP, "game.ouro")
				return
			}
		}
	})
}

// stoppedGame checks the messages and files of a game that a signal has stopped.
func (c *child) stoppedGame(t *testing.T, code int, signal syscall.Signal, names ...string) {
	t.Helper()
	if code != 128+int(signal) || !strings.Contains(c.errs.String(), "the unfinished game is in game.ouro") {
		t.Errorf("exit code %d: %s", code, c.errs.String())
	}
	files := contents(t, c.Dir)
	if !regexp.MustCompile(`\nend (unfinished|playing) `).Match(files["game.ouro"]) {
		t.Errorf("the record holds %.80q", files["game.ouro"])
	}
	for _, name := range names {
		if out := mustOuro(t, c.Dir, "replay", name); !strings.Contains(out, "unfinished") && !strings.Contains(out, "playing") {
			t.Errorf("ouro replay %s: %s", name, out)
		}
	}
}

// stopEarly runs an endless experiment and stops it once it has written a record. It
// returns the folder, and the printed command to continue.
func stopEarly(t *testing.T, args []string, signal syscall.Signal) (dir, rest string) {
	t.Helper()
	dir = t.TempDir()
	c := newChild(t, dir, args...)
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for { // wait until it has kept a record; otherwise the deadline of the test ends the loop
		if records, _ := filepath.Glob(filepath.Join(dir, "games", "*.ouro")); len(records) > 0 {
			break
		}
		time.Sleep(time.Millisecond)
	}
	_ = c.Process.Signal(signal)
	if code := c.end(t); code != 128+int(signal) {
		t.Fatalf("exit code %d: %s", code, c.errs.String())
	}
	if !json.Valid(c.out.Bytes()) || !strings.Contains(c.out.String(), `"partial": true`) {
		t.Errorf("the document is not marked as partial: %.300s", c.out.String())
	}
	text := regexp.MustCompile(`(?m)^ouro: partial, .*; continue with: (ouro .*)$`).FindStringSubmatch(c.errs.String())
	if text == nil {
		t.Fatalf("the messages lack the command to continue: %s", c.errs.String())
	}
	return dir, text[1]
}

// rows returns the rows of all games, each once. Games do not finish in the order of their numbers.
// The first run can therefore write games after the first missing one, where the second run resumes.
// Such a game is in the files of both runs, with equal rows.
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
