package cli

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"ouro/store"
)

// column is a column of a table of a results file, in the order of which rows are
// chosen.
type column struct{ table, name, kind, order string }

// columnsOf are all columns of a results file. The table of migrations holds no
// results.
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

// change is the statement that changes the column in the first or the last row.
func (c *column) change(last bool) string {
	value := map[string]string{"INTEGER": "%s + 1000", "TEXT": "%s || 'x'", "BLOB": "CAST(coalesce(%s, x'') || x'00' AS BLOB)"}[c.kind]
	order := c.order
	if last {
		order = strings.ReplaceAll(order, ",", " DESC,") + " DESC"
	}
	return fmt.Sprintf(`UPDATE %[1]s SET %[2]s = `+fmt.Sprintf(value, c.name)+` WHERE (%[3]s) = (SELECT %[3]s FROM %[1]s ORDER BY %[4]s LIMIT 1)`, c.table, c.name, c.order, order)
}

// TestEveryColumnIsCovered: whichever column of a results file is changed, ouro results
// verify names the row, and the other experiments can be shown.
func TestEveryColumnIsCovered(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, command := range []string{"bench cell bfs --board 4x4 --games 2", "arena run greedy hungry --games 2", "exact --board 3x2", "arena run greedy hungry --games 2 --board 7x7"} {
		if code, _, errs := run(t, append(strings.Fields(command), "--store", "sound.db")...); code != exitDone {
			t.Fatalf("%s: %s", command, errs)
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
		shelf, err := s.StartRun(t.Context(), e, store.Run{Command: "ouro arena tune"})
		for n := range 2 {
			err = errors.Join(err, shelf.AppendStep(n, []byte(`{"any":"step"}`)))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if code, out, errs := run(t, "results", "verify", "--store", "sound.db"); code != exitDone {
		t.Fatalf("%s%s", out, errs)
	}
	names := map[string]*regexp.Regexp{ // of a row, by its table
		"experiments": regexp.MustCompile(`row \d+ of experiment \w+ was changed since it was written`),
		"entrants":    regexp.MustCompile(`row \d+ of experiment \w+ was changed since it was written, or an entrant was`),
		"runs":        regexp.MustCompile(`\w{7} run \d+ was changed since it was written|\w{7} run \d+ is (missing|not there)|run without an experiment`),
		"games":       regexp.MustCompile(`\w{7} game \d+(, seating \d+)?: changed outside of ouro|\w{7} run \d+ wrote \d games?, of which \d are in the file`),
		"steps":       regexp.MustCompile(`\w{7} step \d was changed since it was written|\w{7} step \d is missing|\w{7} 2 steps are expected, \d are in the file`),
	}
	data := readAll(t, "sound.db")
	columns := columnsOf(t, "sound.db")
	if len(columns) < 45 {
		t.Fatalf("only %d columns: %v", len(columns), columns)
	}
	for _, c := range columns {
		for _, last := range []bool{false, true} {
			write(t, "changed.db", data)
			tamper(t, "changed.db", c.change(last))
			code, out, errs := run(t, "results", "verify", "--sample", "0", "--store", "changed.db")
			if code != exitNo || names[c.table] == nil || !names[c.table].MatchString(out) {
				t.Errorf("%s: exit code %d\n%s%s", c.change(last), code, out, errs)
			}
			code, out, errs = run(t, "results", "list", "--store", "changed.db")
			if alone := c.table == "experiments" || c.table == "entrants"; code != exitDone || strings.Contains(errs, "it is omitted") != alone || strings.Count(out, "\n") < 5 {
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

// TestChangedExperiment: an experiment whose title was changed is named by whatever reads
// it, and can be forgotten; one whose games were removed shows it.
func TestChangedExperiment(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv(storeVariable, "kept.db")
	if code, _, errs := run(t, strings.Fields("bench cell bfs --board 4x4 --games 5")...); code != exitDone {
		t.Fatal(errs)
	}
	tamper(t, "kept.db", `DELETE FROM games WHERE experiment = 2 AND grp = 3`)
	has(t, ran(t, exitDone, "show 2"), "4 of 5 games are left", "4 rows, NOT all that the runs have written", "wrote 5 games, of which 4 are in the file; the other games are counted")
	has(t, ran(t, exitNo, "verify 2"), "run 2 wrote 5 games, of which 4 are in the file", "1 difference")
	tamper(t, "kept.db", `UPDATE experiments SET title = 'best of all' WHERE id = 1`)
	has(t, ran(t, exitDone, "list"), "row 1 of experiment ", "it is omitted", "bfs")
	has(t, ran(t, exitFailed, "show 1"), "row 1 of experiment ")
	has(t, ran(t, exitNo, "verify 1 2"), "row 1 of experiment ", "run 2 wrote 5 games")
	has(t, ran(t, exitNo, "verify --json"), `"changed": [`, "row 1 of experiment ")
	has(t, ran(t, exitDone, "forget 1 --yes"), "removed: 1 experiment")
	has(t, ran(t, exitDone, "list"), "bfs")
}
