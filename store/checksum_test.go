package store_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ouro/store"
)

// flaws returns all errors that a store finds in its rows.
func flaws(t *testing.T, s *store.Store) (all []string) {
	t.Helper()
	changed, err := s.Changed(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range changed {
		all = append(all, c.Error())
	}
	sound, err := s.Find(t.Context(), store.Query{})
	if err != nil {
		t.Fatal(err)
	}
	note := func(err error) {
		var changed *store.ChangedError
		if errors.As(err, &changed) {
			all = append(all, err.Error())
		} else if err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range sound {
		for _, err := range s.Games(t.Context(), e.ID) {
			note(err)
		}
		_, err := s.Steps(t.Context(), e.ID)
		note(err)
	}
	return all
}

// twoExperiments returns a file with two experiments. Each has a run with games, a run
// without games, and two steps.
func twoExperiments(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "results.db")
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	for i, solver := range []string{"cell", "bfs"} {
		run := startRun(t, s, experiment(solver))
		for n := range 2 {
			if err := run.AppendStep(n, fmt.Appendf(nil, `{"step":%d}`, n)); err != nil {
				t.Fatal(err)
			}
		}
		keep(t, run, newFinished(10*i, 0), newFinished(10*i+1, 0), newFinished(10*i+2, 1))
		keep(t, startRun(t, s, experiment(solver)))
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return file
}

// spoil returns a copy of a file that these queries have changed.
func spoil(t *testing.T, file string, queries ...string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "spoiled.db")
	if err := os.WriteFile(name, data, 0o600); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range queries {
		if _, err := db.ExecContext(t.Context(), query); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestFlaws: the store reports every row that was changed, removed or moved, and no other row.
func TestFlaws(t *testing.T) {
	file := twoExperiments(t)
	for _, c := range []struct {
		query string
		want  []string // one text for each flaw
	}{
		{`SELECT 1`, nil},
		{`UPDATE experiments SET definition = '{}' WHERE id = 1`, []string{"row 1 of experiment ", "its key does not match"}},
		{`UPDATE experiments SET title = 'x' WHERE id = 2`, []string{"row 2 of experiment "}},
		{`UPDATE experiments SET id = 9 WHERE id = 2`, []string{"row 9 of experiment ", "1 entrant without", "2 runs without", "3 games without"}},
		{`UPDATE entrants SET solver = 'x' WHERE experiment = 1`, []string{"row 1 of experiment "}},
		{`UPDATE entrants SET experiment = 9 WHERE experiment = 1`, []string{"row 1 of experiment ", "1 entrant without an experiment"}},
		{`DELETE FROM entrants WHERE experiment = 1`, []string{"row 1 of experiment "}},
		{`DELETE FROM experiments WHERE id = 1`, []string{"1 entrant without", "2 runs without", "3 games without"}},
		{`UPDATE runs SET machine = 'x' WHERE id = 2`, []string{"run 2 of experiment "}},
		{`UPDATE runs SET experiment = 2 WHERE id = 1`, []string{"run 1 of experiment ", "run 1 of experiment "}},
		{`DELETE FROM runs WHERE id = 1`, []string{"is missing, but the file has 3 games of it"}},
		{`DELETE FROM games WHERE grp = 1`, []string{"run 1 of experiment", "wrote 3 games, of which 2 are in the file"}},
		{`DELETE FROM games WHERE experiment = 1`, []string{"wrote 3 games, of which 0 are in the file"}},
		{`UPDATE games SET run = 2 WHERE grp = 1`, []string{"wrote 3 games, of which 2 are in the file", "run 2 of experiment"}},
		{`UPDATE games SET run = 1 - run + 2 * (run = 0) WHERE experiment = 1`, []string{"wrote 3 games, of which 0 are in the file", "run 0 of experiment"}},
		{`UPDATE games SET turns = 500 WHERE grp = 1`, []string{"game 1, seating 0 of experiment"}},
		{`UPDATE games SET sum = x'00' WHERE grp = 1`, []string{"game 1, seating 0 of experiment"}},
		{`UPDATE steps SET line = x'00' WHERE experiment = 1 AND step = 1`, []string{"step 1 of experiment"}},
		{`DELETE FROM steps WHERE experiment = 1 AND step = 0`, []string{"step 0 of experiment"}},
		{`DELETE FROM steps WHERE experiment = 1 AND step = 1`, []string{"2 steps of experiment"}},
	} {
		s := open(t, spoil(t, file, c.query))
		got := flaws(t, s)
		for _, want := range c.want {
			i := slices.IndexFunc(got, func(flaw string) bool { return strings.Contains(flaw, want) })
			if i < 0 {
				t.Errorf("%s: %q is not among %q", c.query, want, got)
			}
		}
		if len(c.want) == 0 && len(got) > 0 || len(got) > max(len(c.want), 1) {
			t.Errorf("%s: %q", c.query, got)
		}
	}
}

// TestChangedExperiment: a changed experiment can be neither played nor found, but it can
// be removed. The other experiment can still be used.
func TestChangedExperiment(t *testing.T) {
	s := open(t, spoil(t, twoExperiments(t), `UPDATE experiments SET title = 'x' WHERE id = 1`))
	var changed *store.ChangedError
	e, err := s.Experiment(t.Context(), "1")
	if !errors.As(err, &changed) || e.ID != 1 {
		t.Errorf("%+v, %v", e, err)
	}
	if _, err := s.StartRun(t.Context(), experiment("cell"), store.Run{}); !errors.As(err, &changed) {
		t.Errorf("a changed run can be continued: %v", err)
	}
	keep(t, startRun(t, s, experiment("bfs")), newFinished(50, 0))
	if found, err := s.Find(t.Context(), store.Query{}); err != nil || len(found) != 1 || found[0].Games != 4 {
		t.Errorf("%+v, %v", found, err)
	}
	if err := s.Forget(t.Context(), e.ID); err != nil {
		t.Fatal(err)
	}
	keep(t, startRun(t, s, experiment("cell")), newFinished(1, 0))
	if got := flaws(t, s); len(got) > 0 {
		t.Error(got)
	}
}

// TestChangedRun: a run that is changed while it plays stays marked as changed, and Close
// reports it.
func TestChangedRun(t *testing.T) {
	s, err := store.Open(t.Context(), newFile(t))
	if err != nil {
		t.Fatal(err)
	}
	run := startRun(t, s, experiment("cell"))
	keep(t, run, newFinished(0, 0))
	if err := s.Exec(`UPDATE runs SET command = 'x'`); err != nil {
		t.Fatal(err)
	}
	err = errors.Join(run.Keep(newFinished(1, 0)), s.Close())
	var changed *store.ChangedError
	if !errors.As(err, &changed) || !strings.Contains(err.Error(), "run 1 of experiment ") {
		t.Error(err)
	}
}

// TestSteps: steps are stored once and in order, and survive export and import.
func TestSteps(t *testing.T) {
	s := open(t, newFile(t))
	run := startRun(t, s, experiment("cell"))
	lines := [][]byte{[]byte(`{"a":1}`), []byte("not even JSON"), []byte("2")}
	for n, line := range lines {
		for range 2 {
			if err := run.AppendStep(n, line); err != nil {
				t.Fatal(err)
			}
		}
	}
	for n, want := range map[int]string{-1: "the next step is 3", 4: "the next step is 3", 1: "is in the file with another line"} {
		if err := run.AppendStep(n, []byte("x")); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("step %d: %v, want %q", n, err, want)
		}
	}
	if err := run.AppendStep(3, nil); err == nil || !strings.Contains(err.Error(), "step 3 of experiment ") {
		t.Error(err)
	}
	keep(t, run, newFinished(0, 0))
	var text bytes.Buffer
	if err := s.Export(t.Context(), &text, run.Experiment().ID); err != nil {
		t.Fatal(err)
	}
	other := open(t, newFile(t))
	for range 2 {
		done, err := other.Import(t.Context(), bytes.NewReader(text.Bytes()), nil)
		if err != nil || done.Steps != len(lines) || done.Games != 1 {
			t.Fatalf("%+v, %v", done, err)
		}
	}
	for _, s := range []*store.Store{s, other} {
		got, err := s.Steps(t.Context(), run.Experiment().ID)
		if err != nil || !slices.EqualFunc(got, lines, bytes.Equal) {
			t.Errorf("%q, %v", got, err)
		}
		if flaws := flaws(t, s); len(flaws) > 0 {
			t.Error(flaws)
		}
	}
	wrong := bytes.Replace(text.Bytes(), []byte(`"step":1,`), []byte(`"step":2,`), 1)
	if _, err := open(t, newFile(t)).Import(t.Context(), bytes.NewReader(wrong), nil); err == nil || !strings.Contains(err.Error(), "line 4: step 2 was changed") {
		t.Error(err)
	}
}

// unseal changes a file to schema 1.
var unseal = []string{
	`DROP TABLE steps`,
	`ALTER TABLE runs DROP COLUMN sum`, `ALTER TABLE runs DROP COLUMN digest`, `ALTER TABLE runs DROP COLUMN games`,
	`ALTER TABLE experiments DROP COLUMN sum`, `ALTER TABLE experiments DROP COLUMN steps`,
	`DELETE FROM goose_db_version WHERE version_id > 1`,
}

// TestMigrateOld: opening a file of schema 1 gives its rows sums, so that later changes are
// found. Experiments that were changed before are found, too.
func TestMigrateOld(t *testing.T) {
	file := spoil(t, twoExperiments(t), unseal...)
	for query, want := range map[string]string{
		`SELECT 1`: "",
		`UPDATE experiments SET definition = '{}' WHERE id = 1`: "row 1 of experiment",
	} {
		s := open(t, spoil(t, file, query))
		if got := flaws(t, s); (want == "") != (len(got) == 0) || want != "" && !strings.Contains(got[0], want) {
			t.Errorf("%s: %q, want %q", query, got, want)
		}
		if want != "" {
			continue
		}
		keep(t, startRun(t, s, experiment("cell")), newFinished(50, 0)) // now it is in the file
		e, err := s.Experiment(context.Background(), "1")
		if runs, failed := s.Runs(t.Context(), 1); err != nil || failed != nil || e.Games != 4 || len(runs) != 3 || runs[0].Wrote != 3 || runs[2].Wrote != 1 {
			t.Errorf("%+v, %v; %+v, %v", e, err, runs, failed)
		}
		if err := s.Exec(`UPDATE runs SET ended = ended + 1 WHERE id = 1`); err != nil {
			t.Fatal(err)
		}
		if got := flaws(t, s); len(got) != 1 || !strings.Contains(got[0], "run 1 of experiment") {
			t.Errorf("%q", got)
		}
	}
}
