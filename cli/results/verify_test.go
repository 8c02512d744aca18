package results_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"ouro"
	"ouro/arena"
	"ouro/cli/clitest"
	"ouro/cli/command"
	"ouro/cli/experiment"
	"ouro/cli/flags"
	"ouro/definition"
	"ouro/internal/buildinfo"
	"ouro/lab"
	"ouro/store"
)

// keepTournament stores six games of a tournament in a file, as if another build had played
// them.
func keepTournament(t *testing.T, file, build, rules string, alter func(*lab.Finished)) {
	t.Helper()
	tour := &arena.Tournament{Rules: rules, Seed: 4, Nodes: 50, Games: 6, Snakes: []arena.Snake{{Snake: "bfs"}, {Name: "me", Snake: "backtrack:depth=2"}}}
	if rules == "standard" {
		tour.Board = "7x7"
	}
	setting, err := tour.Setting()
	if err != nil {
		t.Fatal(err)
	}
	d, err := definition.OfArena(setting)
	if err != nil {
		t.Fatal(err)
	}
	plan, err := d.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	e := experiment.StoredExperiments(&d, &plan)[0]
	e.Build, e.Created = buildinfo.Identity{Commit: strings.Repeat(build, 40)[:40], Sum: build}, time.Now()
	run, err := s.StartRun(t.Context(), e, store.Run{})
	if err != nil {
		t.Fatal(err)
	}
	plan.Groups = 3
	plan.Keep = func(f *lab.Finished) error {
		alter(f)
		return run.Keep(f)
	}
	if _, err := lab.Run(t.Context(), plan, nil); err != nil {
		t.Fatal(err)
	}
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestVerifyTournament: verify derives the tournament games of another build, including games of
// Snake Hunter, from their records, and names each difference.
func TestVerifyTournament(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(flags.StoreVariable, "kept.db")
	for i, rules := range []string{"standard", "hunter:level=8", "maze"} {
		keepTournament(t, "kept.db", "abc"[i:i+1], rules, func(*lab.Finished) {})
		clitest.WantParts(t, clitest.Results(t, command.ExitDone, "verify last --all"), "6 rows, 6 games derived from the records (another build played them); all equal")
		keepTournament(t, "kept.db", "def"[i:i+1], rules, func(f *lab.Finished) {
			switch {
			case f.Tally.Group == 1 && f.Tally.Seating == 1:
				f.Tally.Turns++
			case f.Tally.Group == 2 && f.Tally.Seating == 0:
				f.Moves[0]++
			}
		})
		out := clitest.Results(t, command.ExitNo, "verify last --all")
		clitest.WantParts(t, out, "game 1, seating 1: turns ", "game 2: its moves differ", "6 games derived", "2 differences")
	}
	keepTournament(t, "kept.db", "9", "standard", func(f *lab.Finished) { f.Record = nil })
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "verify last --all"), "6 games without a record, which cannot be derived (another build played them)")
}

// TestVerifyUnknownSolver: verify does not derive games of an unknown solver, and does not count them
// as differences.
func TestVerifyUnknownSolver(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(flags.StoreVariable, "kept.db")
	s, err := store.Open(t.Context(), "kept.db")
	if err != nil {
		t.Fatal(err)
	}
	d := clitest.BenchDefinition(t, "cell", "4x4", 3)
	d.Solvers = []string{"gone"}
	run, err := s.StartRun(t.Context(), store.Experiment{Kind: string(d.Kind), Definition: d.Text(), Build: buildinfo.Identity{Sum: "a"}, Title: "classic 4x4", Solvers: d.Solvers, Created: time.Now()}, store.Run{})
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Keep(&lab.Finished{Tally: lab.Tally{Seats: make([]lab.Seat, 1)}, Record: lab.Text("any")}); err != nil {
		t.Fatal(err)
	}
	if err := run.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "verify"), `1 row, 1 game that cannot be derived (unknown solver "gone"`, "all equal")
	var doc struct {
		Experiments []struct {
			Why string `json:"not_derived_because"`
		} `json:"experiments"`
	}
	if err := json.Unmarshal([]byte(clitest.Results(t, command.ExitDone, "verify --json")), &doc); err != nil || !strings.Contains(doc.Experiments[0].Why, "unknown solver") {
		t.Errorf("%+v, %v", doc, err)
	}
}

// column is a column of a table in a results file. order is the sort order of the table's
// rows.
type column struct{ table, name, kind, order string }

// columnsOf returns all columns of a results file, except those of the table of migrations, which
// contains no results.
func columnsOf(t *testing.T, file string) (all []column) {
	t.Helper()
	db, err := sql.Open("sqlite", file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := db.QueryContext(t.Context(), `SELECT s.name, c.name, c.type, (SELECT group_concat(name) FROM pragma_table_info(s.name) WHERE pk > 0 OR s.name = 'games' AND name IN ('experiment', 'grp', 'seating'))
		FROM sqlite_schema s, pragma_table_info(s.name) c WHERE s.type = 'table' AND s.name NOT LIKE 'sqlite_%' AND s.name <> 'goose_db_version'`)
	if err != nil {
		t.Fatal(err)
	}
	for rows.Next() {
		var c column
		if err := rows.Scan(&c.table, &c.name, &c.kind, &c.order); err != nil {
			t.Fatal(err)
		}
		all = append(all, c)
	}
	if err := errors.Join(rows.Err(), rows.Close(), db.Close()); err != nil {
		t.Fatal(err)
	}
	return all
}

// change returns the SQL statement that changes the column in the first or the last row.
func (c *column) change(last bool) string {
	value := map[string]string{"INTEGER": "%s + 1000", "TEXT": "%s || 'x'", "BLOB": "CAST(coalesce(%s, x'') || x'00' AS BLOB)"}[c.kind]
	order := c.order
	if last {
		order = strings.ReplaceAll(order, ",", " DESC,") + " DESC"
	}
	return fmt.Sprintf(`UPDATE %[1]s SET %[2]s = `+fmt.Sprintf(value, c.name)+` WHERE (%[3]s) = (SELECT %[3]s FROM %[1]s ORDER BY %[4]s LIMIT 1)`, c.table, c.name, c.order, order)
}

// TestEveryColumnIsCovered: if another program changes any column of a results file, ouro results
// verify names the row, and ouro results list still lists all other experiments.
func TestEveryColumnIsCovered(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, line := range []string{"bench cell bfs --board 4x4 --games 2", "arena run greedy hungry --games 2", "exact --board 3x2", "arena run greedy hungry --games 2 --board 7x7"} {
		if code, _, errs := clitest.Run(t, append(strings.Fields(line), "--store", "sound.db")...); code != command.ExitDone {
			t.Fatalf("%s: %s", line, errs)
		}
	}
	s, err := store.Open(t.Context(), "sound.db")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"1", "5"} {
		e, err := s.Experiment(t.Context(), name)
		if err != nil {
			t.Fatal(err)
		}
		run, err := s.StartRun(t.Context(), e, store.Run{Command: "ouro arena tune"})
		for n := range 2 {
			err = errors.Join(err, run.AppendStep(n, []byte(`{"any":"step"}`)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := clitest.Run(t, "results", "verify", "--store", "sound.db"); code != command.ExitDone {
		t.Fatalf("%s%s", out, errs)
	}
	names := map[string]*regexp.Regexp{ // patterns of the names of rows, by table
		"experiments": regexp.MustCompile(`row \d+ of experiment \w+ was changed since it was written`),
		"entrants":    regexp.MustCompile(`row \d+ of experiment \w+ was changed since it was written, or an entrant was`),
		"runs":        regexp.MustCompile(`\w{7} run \d+ was changed since it was written|\w{7} run \d+ is (missing|not there)|run without an experiment`),
		"games":       regexp.MustCompile(`\w{7} game \d+(, seating \d+)?: changed outside of ouro|\w{7} run \d+ wrote \d games?, of which \d are in the file`),
		"steps":       regexp.MustCompile(`\w{7} step \d was changed since it was written|\w{7} step \d is missing|\w{7} 2 steps are expected, \d are in the file`),
	}
	data := clitest.Read(t, "sound.db")
	columns := columnsOf(t, "sound.db")
	if len(columns) < 45 {
		t.Fatalf("only %d columns: %v", len(columns), columns)
	}
	for _, c := range columns {
		for _, last := range []bool{false, true} {
			clitest.Write(t, "changed.db", data)
			clitest.Tamper(t, "changed.db", c.change(last))
			code, out, errs := clitest.Run(t, "results", "verify", "--sample", "0", "--store", "changed.db")
			if code != command.ExitNo || names[c.table] == nil || !names[c.table].MatchString(out) {
				t.Errorf("%s: exit code %d\n%s%s", c.change(last), code, out, errs)
			}
			code, out, errs = clitest.Run(t, "results", "list", "--store", "changed.db")
			if alone := c.table == "experiments" || c.table == "entrants"; code != command.ExitDone || strings.Contains(errs, "it is omitted") != alone || strings.Count(out, "\n") < 5 {
				t.Errorf("%s: exit code %d\n%s%s", c.change(last), code, out, errs)
			}
			for _, file := range store.Files("changed.db") {
				if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
					t.Fatal(err)
				}
			}
		}
	}
}

// TestChangedExperiment: if the title of an experiment was changed, or games were removed, every
// command that reads the experiment reports that. The experiment can be forgotten.
func TestChangedExperiment(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(flags.StoreVariable, "kept.db")
	if code, _, errs := clitest.Run(t, strings.Fields("bench cell bfs --board 4x4 --games 5")...); code != command.ExitDone {
		t.Fatal(errs)
	}
	clitest.Tamper(t, "kept.db", `DELETE FROM games WHERE experiment = 2 AND grp = 3`)
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "show 2"), "4 of 5 games are left", "4 rows, NOT all that the runs have written", "wrote 5 games, of which 4 are in the file; the other games are counted")
	clitest.WantParts(t, clitest.Results(t, command.ExitNo, "verify 2"), "run 2 wrote 5 games, of which 4 are in the file", "1 difference")
	clitest.Tamper(t, "kept.db", `UPDATE experiments SET title = 'best of all' WHERE id = 1`)
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "list"), "row 1 of experiment ", "it is omitted", "bfs")
	clitest.WantParts(t, clitest.Results(t, command.ExitFailed, "show 1"), "row 1 of experiment ")
	clitest.WantParts(t, clitest.Results(t, command.ExitNo, "verify 1 2"), "row 1 of experiment ", "run 2 wrote 5 games")
	clitest.WantParts(t, clitest.Results(t, command.ExitNo, "verify --json"), `"changed": [`, "row 1 of experiment ")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "forget 1 --yes"), "removed: 1 experiment")
	clitest.WantParts(t, clitest.Results(t, command.ExitDone, "list"), "bfs")
}

// TestResultsStartNothing: no command that reads a results file starts a program that the file names.
// The file can come from another user, and state that this build has played its experiments.
func TestResultsStartNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is touch")
	}
	here := t.TempDir()
	t.Chdir(here)
	marker := filepath.Join(here, "started")
	evil := "exec:touch " + marker
	tournament := &arena.Tournament{Rules: "classic", Board: "4x4", Games: 2, Seed: 1, Snakes: []arena.Snake{{Snake: "cell"}, {Snake: "bfs"}}}
	setting, err := tournament.Setting()
	if err != nil {
		t.Fatal(err)
	}
	played, err := definition.OfArena(setting)
	if err != nil {
		t.Fatal(err)
	}
	played.Tournament = strings.ReplaceAll(played.Tournament, `snake = "bfs"`, `snake = "`+evil+`"`)
	played.Solvers[1] = evil
	bench := clitest.BenchDefinition(t, "cell", "4x4", 1)
	bench.Solvers = []string{evil}
	own, err := buildinfo.Current()
	if err != nil {
		t.Fatal(err)
	}
	for name, d := range map[string]definition.Definition{
		"bench":  bench,
		"game":   {Kind: definition.Contest, Rules: "standard", Board: "7x7", StartLength: 3, Solvers: []string{"spot", evil}},
		"hunter": {Kind: definition.Hunter, Solvers: []string{evil}, Bots: 1, FirstLevel: 8},
		"hunt":   {Kind: definition.Bench, Rules: "hunter:level=8", Solvers: []string{evil}},
		"arena":  played,
	} {
		for _, solvers := range [][]string{d.Solvers, {"cell"}} {
			file := name + "-" + strings.Fields(solvers[0])[0][:4] + ".db"
			s, err := store.Open(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			for _, build := range []buildinfo.Identity{own, {Commit: strings.Repeat("a", 40), Sum: "a"}} {
				run, err := s.StartRun(t.Context(), store.Experiment{
					Kind: string(d.Kind), Definition: d.Text(), Build: build, Title: name, Board: "4x4", Seed: d.Seed, Solvers: solvers, Reproducible: true, Created: time.Now(),
				}, store.Run{Command: "ouro bench"})
				if err != nil {
					t.Fatal(err)
				}
				seats := 1
				if d.Kind != definition.Bench {
					seats = len(d.Solvers)
				}
				game := &lab.Finished{Tally: lab.Tally{Ending: ouro.Died, Turns: 3, Seats: make([]lab.Seat, seats)}}
				if d.Kind == definition.Hunter || strings.HasPrefix(d.Rules, "hunter") {
					game.Tally.Measures = make([]int, 5)
				}
				if err := run.Keep(game); err != nil {
					t.Fatal(err)
				}
				if err := run.Close(); err != nil {
					t.Fatal(err)
				}
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			t.Setenv(flags.StoreVariable, file)
			for _, command := range []string{
				"results list", "results show 1 2", "results show last --json", "results diff", "results diff exec", "results diff cell", "results plot", "results plot exec",
				"results verify", "results verify --all", "results export --to out.jsonl", "results export --records out", "results import out.jsonl --store other.db",
				"results report 1 --out report.html", "report 1 2 --markdown --out report.md",
			} {
				_, out, errs := clitest.Run(t, strings.Fields(command)...)
				if _, err := os.Stat(marker); err == nil {
					t.Errorf("%s, stored with the solvers %s: ouro %s has started a program:\n%s%s", name, solvers, command, out, errs)
					_ = os.Remove(marker)
				}
			}
		}
	}
}

// TestReportOfMissingFile: a missing results file is reported before a missing flag.
func TestReportOfMissingFile(t *testing.T) {
	t.Chdir(t.TempDir())
	code, _, errs := clitest.Run(t, "results", "report", "1", "2", "--store", "missing.db")
	if code != command.ExitFailed || !strings.HasPrefix(errs, "ouro: missing.db: no such file") {
		t.Errorf("exit code %d: %s", code, errs)
	}
}
