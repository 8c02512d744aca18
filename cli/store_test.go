package cli

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ouro/store"
)

// stored are the experiments of a file of results, as kind: solvers: games.
func stored(t *testing.T, file string) map[string]store.Experiment {
	t.Helper()
	s, err := store.OpenExisting(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	all, err := s.Find(t.Context(), store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	by := map[string]store.Experiment{}
	for _, e := range all {
		key := e.Kind + " " + strings.Join(e.Solvers, ",")
		if _, twice := by[key]; twice {
			t.Errorf("there are two experiments %s", key)
		}
		by[key] = e
	}
	return by
}

// keptRun runs a command that must go well, and wants what it says on standard error.
func keptRun(t *testing.T, says, command string) string {
	t.Helper()
	code, out, errs := run(t, strings.Fields(command)...)
	if code != exitDone || errs != says {
		t.Errorf("ouro %s: exit code %d, it says\n%swant\n%s", command, code, errs, says)
	}
	return out
}

// TestStore: what is kept is taken from the file of results and not played again,
// whatever else is asked for beside it, and the tables are those of one run.
func TestStore(t *testing.T) {
	for _, c := range []struct {
		command, before, between string // before it, a part of it is played
		parts, all               int
		stored                   map[string]int
	}{
		{"bench cell bfs --board 4x4 --no-times --games 30", "bench bfs --board 4x4 --games 20", "bench --board 4x4 --solver cell,bfs --first 25 --games 5", 30, 60, map[string]int{"bench cell": 30, "bench bfs": 30}},
		{"bench cell --board 4x4 --no-times --games 10 --seed 9 --json --nodes 50", "bench bfs cell --board 4x4 --games 7 --nodes 50 --seed 9", "", 7, 10, map[string]int{"bench cell": 10, "bench bfs": 7}},
		{"game greedy me=hungry --board 7x7 --no-times --games 12 --csv", "game greedy me=hungry --board 7x7 --games 4", "game greedy me=hungry --board 7x7 --first 8 --games 2", 6, 12, map[string]int{"game greedy,hungry": 12}},
		{"hunter bfs --bots 1 --start-level 7 --games 6", "hunter bfs --bots 1 --start-level 7 --games 2", "", 2, 6, map[string]int{"hunter bfs": 6}},
	} {
		file := filepath.Join(t.TempDir(), "results.db")
		known := func(n, of int) string { return fmt.Sprintf("ouro: %d of %d games are known from %s\n", n, of, file) }
		want := keptRun(t, "", c.command)
		for _, part := range []string{c.before, c.between} {
			if part != "" {
				if code, _, errs := run(t, strings.Fields(part+" --store "+file)...); code != exitDone {
					t.Fatalf("ouro %s: %s", part, errs)
				}
			}
		}
		if got := keptRun(t, known(c.parts, c.all), c.command+" --store "+file); got != want {
			t.Errorf("ouro %s: have\n%s\nwant\n%s", c.command, got, want)
		}
		again := keptRun(t, known(c.all, c.all), c.command+" --store "+file)
		if again != want {
			t.Errorf("ouro %s, once more: have\n%s\nwant\n%s", c.command, again, want)
		}
		timed := strings.ReplaceAll(c.command, " --no-times", "") + " --store " + file
		if first, second := keptRun(t, known(c.all, c.all), timed), keptRun(t, known(c.all, c.all), timed); first != second {
			t.Errorf("ouro %s: the times of games that were played before are\n%s\nand\n%s", timed, first, second)
		}
		all := stored(t, file)
		for key, games := range c.stored {
			if e := all[key]; e.Games != games || !e.Reproducible || e.Title == "" || e.Rules == "" || len(all) != len(c.stored) {
				t.Errorf("%s: %+v", key, e)
			}
		}
	}
}

// TestStoreAndRecords: the records of games that were known are written as well, and
// are those that were written when they were played.
func TestStoreAndRecords(t *testing.T) {
	dir := t.TempDir()
	file, first, second := filepath.Join(dir, "results.db"), filepath.Join(dir, "first"), filepath.Join(dir, "second")
	for _, records := range []string{first, second} {
		if code, _, errs := run(t, "bench", "cell", "bfs", "--board", "4x4", "--games", "5", "--store", file, "--records", records); code != exitDone {
			t.Fatal(errs)
		}
	}
	names, err := filepath.Glob(filepath.Join(first, "*"))
	if err != nil || len(names) != 11 {
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

// TestStoreVariable: the environment names the file where no flag does, and an empty
// flag keeps nothing.
func TestStoreVariable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.db")
	t.Setenv(storeVariable, file)
	keptRun(t, "", "bench cell --board 4x4 --games 3 --store=")
	if _, err := os.Stat(file); err == nil {
		t.Error("a file of results was made")
	}
	keptRun(t, "", "bench cell --board 4x4 --games 3")
	keptRun(t, "", "game greedy hungry --board 7x7 --plain") // a game by itself is no experiment
	if all := stored(t, file); len(all) != 1 || all["bench cell"].Games != 3 {
		t.Errorf("%+v", all)
	}
}

// TestStoreVerifies: games that are to be verified are played also where they are
// known.
func TestStoreVerifies(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.db")
	command := "hunter bfs --bots 1 --start-level 7 --games 3 --verify --store " + file
	if first, second := keptRun(t, "", command), keptRun(t, "", command); first != second {
		t.Errorf("have\n%s\nwant\n%s", second, first)
	}
	if e := stored(t, file)["hunter bfs"]; e.Games != 3 {
		t.Errorf("%+v", e)
	}
}

// TestStoreOfGuests: what snakes elsewhere did is kept, and so is that nobody can play
// it again.
func TestStoreOfGuests(t *testing.T) {
	moves := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/" {
			fmt.Fprint(w, `{"apiversion":"1"}`)
			return
		}
		moves++
		fmt.Fprint(w, `{"move":"up"}`)
	}))
	defer server.Close()
	file := filepath.Join(t.TempDir(), "results.db")
	command := "game greedy " + server.URL + " --board 7x7 --games 4 --no-times --store " + file
	first, asked := keptRun(t, "", command), moves
	second := keptRun(t, fmt.Sprintf("ouro: 4 of 4 games are known from %s\n", file), command)
	if first != second || moves != asked || asked == 0 {
		t.Errorf("%d, then %d requests; have\n%s\nwant\n%s", asked, moves, second, first)
	}
	for key, e := range stored(t, file) {
		if e.Games != 4 || e.Reproducible {
			t.Errorf("%s: %+v", key, e)
		}
	}
	keptRun(t, "", "bench cell --board 4x4 --games 2 --time 1s --store "+file)
	if e := stored(t, file)["bench cell"]; e.Games != 2 || e.Reproducible {
		t.Errorf("with a clock: %+v", e)
	}
}

// TestStoreIsPartial: who runs out of time is told that the same command goes on.
func TestStoreIsPartial(t *testing.T) {
	file := filepath.Join(t.TempDir(), "results.db")
	code, errs, kept := exitDone, "", 0
	for _, timeout := range []string{"300ms", "3s", "30s"} { // a busy machine may finish no game for a while
		if code, _, errs = run(t, "bench", "cell", "--board", "10x10", "--games", "100000", "--timeout", timeout, "--store", file); code != exitOutOfTime {
			break
		}
		if kept = stored(t, file)["bench cell"].Games; kept > 0 {
			break
		}
	}
	want := fmt.Sprintf("ouro: partial, %d of 100000 games are kept in %s; go on with: ouro bench cell --board 10x10 --games 100000 --store %s\n", kept, file, file)
	if code != exitOutOfTime || kept == 0 || !strings.HasPrefix(errs, want) {
		t.Errorf("exit code %d, %d games: it says\n%s\nwant\n%s", code, kept, errs, want)
	}
}

// TestStoreOfExact: what was computed is told again as it was, times and all; with
// --save it is computed again.
func TestStoreOfExact(t *testing.T) {
	dir := t.TempDir()
	file, table := filepath.Join(dir, "results.db"), filepath.Join(dir, "table")
	command := "exact --board 3x4 --json --store " + file
	first := keptRun(t, "", command)
	second := keptRun(t, "ouro: known from "+file+"\n", command)
	if first != second {
		t.Errorf("have\n%s\nwant\n%s", second, first)
	}
	var doc struct{ Probability, Moves float64 }
	if err := json.Unmarshal([]byte(second), &doc); err != nil || doc.Probability != 1 || doc.Moves < 20 {
		t.Errorf("%+v, %v", doc, err)
	}
	keptRun(t, "", command+" --save "+table)
	if _, err := os.Stat(table); err != nil {
		t.Error(err)
	}
}

// TestStoreOfArena: a tournament that is kept in a file of results has no folder, goes
// on there, and has the report of one with a folder.
func TestStoreOfArena(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	tournament := "arena run greedy hungry --board 7x7 --plain --no-times"
	if code, _, errs := run(t, strings.Fields(tournament+" --games 8 --dir folder")...); code != exitDone {
		t.Fatal(errs)
	}
	_, want, _ := run(t, strings.Fields(tournament+" --games 8 --dir folder")...)
	keptRun(t, "ouro: 4 games in results.db; the same command prints this again\n", tournament+" --games 4 --store results.db")
	got := keptRun(t, "ouro: 4 of 8 games are kept in results.db\nouro: 8 games in results.db; the same command prints this again\n", tournament+" --games 8 --store results.db")
	if got != want {
		t.Errorf("have\n%s\nwant\n%s", got, want)
	}
	keptRun(t, "ouro: nothing was left to play: 8 games in folder and other.db; --games above 8 plays more\n", tournament+" --games 8 --dir folder --store other.db")
	for _, file := range []string{"results.db", "other.db"} {
		if e := stored(t, file)["arena greedy,hungry"]; e.Games != 8 || e.Board != "7x7" || !e.Reproducible {
			t.Errorf("%s: %+v", file, e)
		}
	}
	if left, err := filepath.Glob("arena-*"); err != nil || len(left) > 0 {
		t.Errorf("%v, %v", left, err)
	}
}

// TestStoreMistakes: a file that is none, before anything is played.
func TestStoreMistakes(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("a text, and no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{
		"bench cell --board 4x4 --games 1000000", "game greedy hungry --games 100000", "hunter --bots 1 --games 100000",
		"exact --board 5x6", "arena run greedy hungry --games 100000",
	} {
		for file, want := range map[string]string{text: "it is no file of results", dir: "it is a directory", filepath.Join(dir, "no", "such"): "there is no directory"} {
			mistake(t, dir, append(strings.Fields(command), "--store", file), exitFailed, want)
		}
	}
	mistake(t, dir, strings.Fields("hunter --bots 1 --store x"), exitUsage, "are for --games")
	mistake(t, dir, strings.Fields("exact --position x --store y"), exitUsage, "--position and --store do not go together")
}

// TestStoreOfPrograms: a program of somebody else that was changed is another
// experiment, wherever it lies; files that it does not name are none of its.
func TestStoreOfPrograms(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
		return name
	}
	digest := func(solvers ...string) string {
		t.Helper()
		d, err := programsOf(solvers)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	snake, same, other := write("snake.py", "one"), write("same.py", "one"), write("other.py", "two")
	first := digest("exec:" + snake + " --flag")
	for solver, equal := range map[string]bool{
		"exec:" + same + " --flag": true, "exec:" + other + " --flag": false, "exec:sh " + snake: false, "exec:" + snake + " --flag,depth=3": true,
	} {
		if got := digest(solver); (got == first) != equal {
			t.Errorf("%s: %s, and %s of the first", solver, got, first)
		}
	}
	if got := digest("cell", "spot:hungry=60", "http://127.0.0.1:8000"); got != "" {
		t.Errorf("solvers of this program have %s", got)
	}
	write("snake.py", "three")
	if got := digest("exec:" + snake + " --flag"); got == first {
		t.Error("the program was changed, and its digest was not")
	}
	if _, err := programsOf([]string{"exec:'"}); err == nil {
		t.Error("half a command was read")
	}
}
