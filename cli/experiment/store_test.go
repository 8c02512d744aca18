package experiment_test

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
	"ouro/cli/flags"
)

func TestMain(m *testing.M) { clitest.Main(m) }

// TestStore: a command reads stored games from the results file and plays only the missing ones.
// Its tables equal those of a command that plays all games.
func TestStore(t *testing.T) {
	for _, c := range []struct {
		line, before, between string // before and between play parts of the games of line
		parts, all            int
		stored                map[string]int
	}{
		{"bench cell bfs --board 4x4 --no-times --games 30", "bench bfs --board 4x4 --games 20", "bench --board 4x4 --solver cell,bfs --first 25 --games 5", 30, 60, map[string]int{"bench cell": 30, "bench bfs": 30}},
		{"bench cell --board 4x4 --no-times --games 10 --seed 9 --json --nodes 50", "bench bfs cell --board 4x4 --games 7 --nodes 50 --seed 9", "", 7, 10, map[string]int{"bench cell": 10, "bench bfs": 7}},
		{"arena run greedy me=hungry --board 7x7 --no-times --games 12 --csv", "arena run greedy me=hungry --board 7x7 --games 4", "arena run greedy me=hungry --board 7x7 --games 6 --title other", 6, 12, map[string]int{"arena greedy,hungry": 12}},
		{"arena run spot greedy --format sprt --elo1 200 --board 7x7 --nodes 50 --no-times --games 400 --workers 1", "arena run spot greedy --format sprt --elo1 200 --board 7x7 --nodes 50 --games 6", "", 6, 16, map[string]int{"arena spot,greedy": 16}},
		{"arena run greedy coward hungry --format ffa --board 7x7 --no-times --games 9", "arena run greedy coward hungry --format ffa --board 7x7 --games 3", "", 3, 9, map[string]int{"arena greedy,coward,hungry": 9}},
		{"bench bfs dfs --rules hunter:level=7 --games 6", "bench bfs --rules hunter:level=7 --games 2", "bench me=dfs --rules hunter:level=7 --games 1", 3, 12, map[string]int{"bench bfs": 6, "bench dfs": 6}},
		{"bench me=greedy spot --rules solo --board 7x7 --nodes 20 --no-times --games 6", "bench greedy --rules solo --board 7x7 --nodes 20 --games 4", "", 4, 12, map[string]int{"bench greedy": 6, "bench spot": 6}},
	} {
		file := filepath.Join(t.TempDir(), "results.db")
		part, known := fmt.Sprintf("ouro: %d games are already stored in %s\n", c.parts, file), fmt.Sprintf("ouro: all %d games are already stored in %s\n", c.all, file)
		want := clitest.RunStored(t, "", c.line)
		for _, part := range []string{c.before, c.between} {
			if part != "" {
				if code, _, errs := clitest.Run(t, strings.Fields(part+" --store "+file)...); code != command.ExitDone && code != command.ExitNo {
					t.Fatalf("ouro %s: %s", part, errs)
				}
			}
		}
		if got := clitest.RunStored(t, part, c.line+" --store "+file); got != want {
			t.Errorf("ouro %s: have\n%s\nwant\n%s", c.line, got, want)
		}
		again := clitest.RunStored(t, known, c.line+" --store "+file)
		if again != want {
			t.Errorf("ouro %s, once more: have\n%s\nwant\n%s", c.line, again, want)
		}
		timed := strings.ReplaceAll(c.line, " --no-times", "") + " --store " + file
		if first, second := clitest.RunStored(t, known, timed), clitest.RunStored(t, known, timed); first != second {
			t.Errorf("ouro %s: the times of games that were played before are\n%s\nand\n%s", timed, first, second)
		}
		all := clitest.Stored(t, file)
		for key, games := range c.stored {
			if e := all[key]; e.Games != games || !e.Reproducible || e.Title == "" || e.Rules == "" || len(all) != len(c.stored) {
				t.Errorf("%s: %+v", key, e)
			}
		}
	}
}

// TestStoreAndRecords: records are also written for stored games. They equal the records
// that were written when the games were played.
func TestStoreAndRecords(t *testing.T) {
	dir := t.TempDir()
	file, first, second := filepath.Join(dir, "results.db"), filepath.Join(dir, "first"), filepath.Join(dir, "second")
	for _, records := range []string{first, second} {
		code, _, errs := clitest.Run(t, "bench", "cell", "bfs", "--board", "4x4", "--games", "5", "--store", file, "--records", records)
		if stored := regexp.MustCompile(`(?m)^ouro: 10 games in experiment \w+ of ` + regexp.QuoteMeta(file) + "$"); code != command.ExitDone || !stored.MatchString(errs) {
			t.Fatal(errs)
		}
	}
	names, err := filepath.Glob(filepath.Join(first, "*"))
	if err != nil || len(names) != 10 {
		t.Fatalf("%v, %v", names, err)
	}
	for _, name := range names {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if have, err := os.ReadFile(filepath.Join(second, filepath.Base(name))); err != nil || string(have) != string(want) {
			t.Errorf("%s: %v, have\n%s\nwant\n%s", name, err, have, want)
		}
	}
}

// TestStoreVariable: without the flag, an environment variable names the results file. With
// an empty flag or "none" nothing is stored.
func TestStoreVariable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.db")
	t.Setenv(flags.StoreVariable, file)
	clitest.RunStored(t, "", "bench cell --board 4x4 --games 3 --store=")
	clitest.RunStored(t, "", "bench cell --board 4x4 --games 3 --store none")
	clitest.RunStored(t, "", "arena run greedy hungry --games 2 --store none")
	if _, err := os.Stat(file); err == nil {
		t.Error("a command with --store none or an empty --store created the results file")
	}
	clitest.RunStored(t, "", "bench cell --board 4x4 --games 3")
	clitest.RunStored(t, "", "game greedy hungry --board 7x7 --plain") // a single game is not an experiment
	if all := clitest.Stored(t, file); len(all) != 1 || all["bench cell"].Games != 3 {
		t.Errorf("%+v", all)
	}
}

// TestOwnStore: a tournament creates the user's default results file and is stored in it; a
// bench is not. Commands that read results find the tournament there.
func TestOwnStore(t *testing.T) {
	file := clitest.WithOwnStore(t)
	clitest.RunStored(t, "", "bench cell --board 4x4 --games 2")
	if _, err := os.Stat(filepath.Dir(file)); err == nil {
		t.Error("a bench created the user's default results file")
	}
	tournament := "arena run greedy hungry --board 7x7 --games 4 --no-times"
	table := clitest.RunStored(t, "", tournament)
	clitest.RunStored(t, "ouro: all 4 games are already stored in "+file+"\n", tournament)
	if got := clitest.Results(t, command.ExitDone, "show last --no-times"); !strings.HasPrefix(got, table) {
		t.Errorf("show last prints\n%s\nwant\n%s", got, table)
	}
}

// TestStoreOfTimes: games that a clock limits are stored, but marked as not reproducible.
func TestStoreOfTimes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.db")
	clitest.RunStored(t, "", "bench cell --board 4x4 --games 2 --time 1s --store "+file)
	if e := clitest.Stored(t, file)["bench cell"]; e.Games != 2 || e.Reproducible {
		t.Errorf("with a clock: %+v", e)
	}
}

// TestStoreIsPartial: a command that runs out of time prints the command that continues.
func TestStoreIsPartial(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.db")
	code, errs, kept := command.ExitDone, "", 0
	for _, timeout := range []string{"300ms", "3s", "30s"} { // a busy machine may finish no game for a while
		if code, _, errs = clitest.Run(t, "bench", "cell", "--board", "10x10", "--games", "100000", "--timeout", timeout, "--store", file); code != command.ExitOutOfTime {
			break
		}
		if kept = clitest.Stored(t, file)["bench cell"].Games; kept > 0 {
			break
		}
	}
	want := fmt.Sprintf("ouro: partial, %d of 100000 games are stored in %s; continue with: ouro bench cell --board 10x10 --games 100000 --store %s\n", kept, file, file)
	if code != command.ExitOutOfTime || kept == 0 || !strings.HasPrefix(errs, want) {
		t.Errorf("exit code %d, %d games: the messages are\n%s\nwant\n%s", code, kept, errs, want)
	}
}

// TestStoreOfExact: ouro exact prints a stored result unchanged, with its times. With --save it
// computes the result again.
func TestStoreOfExact(t *testing.T) {
	dir := t.TempDir()
	file, table := filepath.Join(dir, "results.db"), filepath.Join(dir, "table")
	command := "exact --board 3x4 --json --store " + file
	first := clitest.RunStored(t, "", command)
	second := clitest.RunStored(t, "ouro: stored in "+file+"\n", command)
	if first != second {
		t.Errorf("have\n%s\nwant\n%s", second, first)
	}
	var doc struct{ Probability, Moves float64 }
	if err := json.Unmarshal([]byte(second), &doc); err != nil || doc.Probability != 1 || doc.Moves < 20 {
		t.Errorf("%+v, %v", doc, err)
	}
	clitest.RunStored(t, "", command+" --save "+table)
	if _, err := os.Stat(table); err != nil {
		t.Error(err)
	}
}

// TestStoreOfArena: a tournament with a larger --games keeps its old games. Its report equals that
// of a tournament that was played in one run.
func TestStoreOfArena(t *testing.T) {
	t.Chdir(t.TempDir())
	tournament := "arena run greedy hungry --board 7x7 --plain --no-times"
	want := clitest.RunStored(t, "", tournament+" --games 8 --store at-once.db")
	says := func(games int, known, line string) string {
		t.Helper()
		code, out, errs := clitest.Run(t, strings.Fields(line)...)
		id := clitest.Stored(t, "results.db")["arena greedy,hungry"].Key[:10]
		if want := fmt.Sprintf("%souro: %d games in experiment %s of results.db; a larger --games plays more\n", known, games, id); code != command.ExitDone || errs != want {
			t.Errorf("ouro %s: code %d, the messages are\n%swant\n%s", line, code, errs, want)
		}
		return out
	}
	says(4, "", tournament+" --games 4 --store results.db")
	if got := says(8, "ouro: 4 games are already stored in results.db\n", tournament+" --games 8 --store results.db"); got != want {
		t.Errorf("have\n%s\nwant\n%s", got, want)
	}
	says(8, "ouro: all 8 games are already stored in results.db\n", tournament+" --games 8 --store results.db --workers 1")
	if e := clitest.Stored(t, "results.db")["arena greedy,hungry"]; e.Games != 8 || e.Board != "7x7" || !e.Reproducible {
		t.Errorf("%+v", e)
	}
	if left, err := filepath.Glob("*"); err != nil || len(left) != 2 {
		t.Errorf("%v, %v", left, err)
	}
}
