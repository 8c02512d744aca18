package main

import (
	"maps"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ouro/internal/needs"
)

// TestKillArena kills a tournament at forty random moments, and each time resumes it with
// the same command. No stored game is lost, and each is stored once with its record. The
// final tables equal those of a run without kills.
func TestKillArena(t *testing.T) {
	needs.Trial(t)
	const games, kills = 1500, 40
	dir := t.TempDir()
	file := filepath.Join(dir, "results.db")
	command := strings.Fields("arena run greedy coward hungry --board 7x7 --games 1500 --no-times --workers 1 --plain")
	want := mustOuro(t, dir, append(command, "--store", "none")...)
	command = append(command, "--store", file)
	dice := rand.New(rand.NewPCG(killSeed, 4))
	have, unfinished := 0, 0
	for kill := range kills {
		ended := false
		if kill%4 > 0 || have == games {
			ended = killed(t, dice, 300*time.Millisecond, dir, command...)
		} else { // kill it after it has stored further games
			ended = killedWhen(t, dice, func() bool { return kept(t, file) > have }, dir, command...)
		}
		now := kept(t, file)
		if now < have || ended && now != games {
			t.Fatalf("kill %d: %d games are stored, and %d were stored before", kill, now, have)
		}
		if now > have && now < games {
			unfinished++
		}
		have = now
	}
	if unfinished == 0 {
		t.Error("the tournament was never killed between its first and its last game")
	}
	for range 2 { // the first run plays the missing games; then all games are stored
		if got := mustOuro(t, dir, command...); got != want {
			t.Errorf("after the kills the tables are\n%s\nwant\n%s", got, want)
		}
	}
	if got := intact(t, file, true); !maps.Equal(got, map[string]int{"greedy coward hungry": games}) {
		t.Errorf("the stored games are %v", got)
	}
	if out := mustOuro(t, dir, "results", "verify", "last", "--sample", "100", "--store", file); !strings.Contains(out, "1500 rows, 100 games played again; all equal") {
		t.Error(out)
	}
}
