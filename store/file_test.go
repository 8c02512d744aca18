package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ouro/lab"
	"ouro/store"
)

// TestManyOpenANewFile: several programs open a missing file at the same time. All of them
// succeed, and games that they keep are stored once.
func TestManyOpenANewFile(t *testing.T) {
	for range 5 {
		file := newFile(t)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				s, err := store.Open(context.Background(), file)
				if err != nil {
					t.Error(err)
					return
				}
				run, err := s.StartRun(context.Background(), experiment("cell"), store.Run{})
				for i := range 20 {
					if err == nil {
						err = run.Keep(newFinished(i, 0))
					}
				}
				if err := errors.Join(err, s.Close()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		s := open(t, file)
		if found, err := s.Find(t.Context(), store.Query{}); err != nil || len(found) != 1 || found[0].Games != 20 {
			t.Fatalf("%+v, %v", found, err)
		}
		if runs, err := s.Runs(t.Context(), 1); err != nil || len(runs) != 8 {
			t.Errorf("%d runs, %v", len(runs), err)
		}
		if n, err := s.Query(`SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'`); err != nil || n != 1 {
			t.Errorf("SQLite finds errors in the file: %v", err)
		}
	}
}

// TestRefused: a file that is not a store is rejected with the reason, and does not change.
func TestRefused(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	write := func(name, text string) {
		if err := os.WriteFile(path(name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	database := func(name string, queries ...string) {
		db, err := sql.Open("sqlite", path(name))
		if err != nil {
			t.Fatal(err)
		}
		for _, query := range queries {
			if _, err := db.ExecContext(t.Context(), query); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	write("text", "a text, which is longer than the beginning of a database")
	write("short", "a")
	write("garbage", "SQLite format 3\x00and no database behind it"+strings.Repeat("x", 4096))
	database("other", `CREATE TABLE results (a)`)
	database("marked", `CREATE TABLE results (a)`, `PRAGMA application_id = 7`)
	open(t, path("newer"))
	database("newer", fmt.Sprintf(`INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, 1)`, store.Schema+1))
	if err := os.Symlink(path("newer"), path("link")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"":          "want a name",
		"no/such":   "unknown directory",
		".":         "is a directory; want a file",
		"text":      "not a results file",
		"short":     "not a results file",
		"garbage":   "not a results file",
		"other":     "not a results file",
		"marked":    "not a results file",
		"newer":     fmt.Sprintf("written by a newer version of Ouro (schema %d, this one reads up to %d)", store.Schema+1, store.Schema),
		"link":      "is a symbolic link",
		"text/file": "not a directory",
	} {
		file := path(name)
		if name == "" {
			file = ""
		}
		before, _ := os.ReadFile(file)
		s, err := store.Open(t.Context(), file)
		if err == nil {
			t.Errorf("%s is open: %v", name, s.Close())
			continue
		}
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
		if after, _ := os.ReadFile(file); string(after) != string(before) {
			t.Errorf("%s was changed", name)
		}
	}
	if _, err := store.OpenExisting(t.Context(), path("missing")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := os.Stat(path("missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the file was created: %v", err)
	}
	write("empty", "")
	open(t, path("empty"))
}

// TestChangedRows: every change of a game is found and named, and the other games can be
// read. An experiment with a changed game ends with that error; it does not replay the
// game.
func TestChangedRows(t *testing.T) {
	for _, change := range []string{
		"ending = 'drawn'", "ending = 'nonsense'", "winner = 5", "turns = turns + 1", "length = 0", "mishaps = 9", "took = 1", "at = at + 1",
		"detail = x'00'", "record = NULL", "log = x'00'", "sum = x'00'", "seating = 3", "experiment = 2",
		"detail = zeroblob(length(detail))", "record = zeroblob(length(record))", "log = zeroblob(length(log))",
	} {
		file := newFile(t)
		s := open(t, file)
		run := startRun(t, s, experiment("bfs"))
		keep(t, startRun(t, s, experiment("cell")))
		logged := newFinished(1, 0)
		logged.Log = lab.Text("log")
		keep(t, run, newFinished(0, 0), logged, newFinished(2, 0))
		if err := s.Exec(`UPDATE games SET ` + change + ` WHERE grp = 1`); err != nil {
			t.Fatal(err)
		}
		id := run.Experiment().ID
		if strings.HasPrefix(change, "experiment") {
			id = 2
		}
		good, bad := 0, 0
		for g, err := range s.Games(t.Context(), id) {
			var changed *store.ChangedError
			switch {
			case err == nil:
				good++
			case errors.As(err, &changed) && changed.IsGame() && changed.Group == 1 && g.Group == 1 && strings.Contains(err.Error(), "game 1, seating "):
				bad++
			case errors.As(err, &changed) && !changed.IsGame() && g == nil && id == 2 && strings.Contains(err.Error(), "run 1 of experiment "):
				// the game belongs to the other experiment
			default:
				t.Errorf("%s: %v", change, err)
			}
		}
		if want := 2; bad != 1 || good != want && id == 1 {
			t.Errorf("%s: %d games are good and %d changed", change, good, bad)
		}
		other := open(t, file)
		var err error
		if id == 1 {
			run = startRun(t, other, experiment("bfs"))
		} else {
			run = startRun(t, other, experiment("cell"))
		}
		if _, known := run.Known(0, 0); known {
			t.Errorf("%s: a game is known beside one that was changed", change)
		}
		if err = run.Keep(newFinished(9, 0)); err == nil || !strings.Contains(err.Error(), "was changed since it was written") {
			t.Errorf("%s: %v", change, err)
		}
		if err = run.Close(); err == nil {
			t.Errorf("%s: the run is closed as if nothing was wrong", change)
		}
	}
}

// newRunFile returns a new file with an experiment of one game. The caller closes the store.
func newRunFile(t *testing.T) (file string, s *store.Store, run *store.ActiveRun) {
	t.Helper()
	file = newFile(t)
	s, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	run = startRun(t, s, experiment("cell"))
	keep(t, run, newFinished(0, 0))
	return file, s, run
}

// TestCannotWrite: if games cannot be written, Keep and Close return the error. Games that
// were written earlier stay.
func TestCannotWrite(t *testing.T) {
	for name, c := range map[string]struct{ spoil, want string }{
		"full":      {`PRAGMA max_page_count = 1`, "no room is left on its disk"},
		"read-only": {`PRAGMA query_only = 1`, "cannot be written"},
		"gone":      {`DROP TABLE games`, "no such table"},
	} {
		file, s, run := newRunFile(t)
		err := s.ExecWriter(c.spoil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; err == nil; i++ { // repeat until the error is reported
			f := newFinished(i, 0)
			f.Record = nil
			f.Tally.Seats[0].FirstFault = strings.Repeat("long ", 10_000)
			err = run.Keep(f)
		}
		for _, err := range []error{err, run.Close(), s.Close()} {
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), file) {
				t.Errorf("%s: %v, want %q", name, err, c.want)
			}
		}
		if name == "gone" {
			continue
		}
		if e, err := open(t, file).Experiment(t.Context(), "1"); err != nil || e.Games != 1 {
			t.Errorf("%s: %+v, %v", name, e, err)
		}
	}
}

// TestFileIsGone: if the file was removed or replaced, Keep or Close returns an error, because
// later writes would be lost.
func TestFileIsGone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows removes no file that is open")
	}
	for name, away := range map[string]func(file string) error{
		"removed": os.Remove,
		"moved":   func(file string) error { return os.Rename(file, file+".old") },
		"replaced": func(file string) error {
			return errors.Join(os.WriteFile(file+".new", nil, 0o600), os.Rename(file+".new", file))
		},
		"folder": func(file string) error { return os.RemoveAll(filepath.Dir(file)) },
	} {
		file, s, run := newRunFile(t)
		if err := away(file); err != nil {
			t.Fatal(err)
		}
		err := errors.Join(run.Keep(newFinished(1, 0)), s.Close())
		if err == nil || !strings.Contains(err.Error(), "lost") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestLocked: a program waits while another one locks the file. If that takes too long, it
// returns an error.
func TestLocked(t *testing.T) {
	file := newFile(t)
	holder := open(t, file)
	if err := holder.ExecWriter(`BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
	s, err := store.OpenWaiting(file, time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.StartRun(t.Context(), experiment("cell"), store.Run{}); err == nil || !strings.Contains(err.Error(), "another program has kept it locked for too long") {
		t.Error(err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	s = open(t, file)
	done := make(chan error, 1)
	go func() {
		run, err := s.StartRun(context.Background(), experiment("cell"), store.Run{})
		if err == nil {
			err = errors.Join(run.Keep(newFinished(0, 0)), run.Close())
		}
		done <- err
	}()
	time.Sleep(20 * time.Millisecond)
	if err := holder.ExecWriter(`COMMIT`); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// TestWrittenSoon: without Close, games are in the file 200 ms after Keep, however many
// there are. A whole batch is written at once. The clock is fake.
func TestWrittenSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		file := newFile(t)
		s, reader := open(t, file), open(t, file)
		run := startRun(t, s, experiment("cell"))
		n := 0
		wantGames := func(when string, want int) {
			t.Helper()
			synctest.Wait() // for the write
			if e, err := reader.Experiment(t.Context(), "1"); err != nil || e.Games != want {
				t.Fatalf("%s %d of %d games are in the file, want %d; %v", when, e.Games, n, want, err)
			}
		}
		for _, more := range []int{1, store.WriteGames + 1, 5} {
			whole := n + more/store.WriteGames*store.WriteGames // games in whole batches, which are written without a wait
			for range more {
				if err := run.Keep(newFinished(n, 0)); err != nil {
					t.Fatal(err)
				}
				n++
			}
			wantGames("at once", whole)
			time.Sleep(200 * time.Millisecond)
			wantGames("after 200 ms", n)
		}
	})
}

// TestClosed: a closed store rejects games.
func TestClosed(t *testing.T) {
	s, err := store.Open(t.Context(), newFile(t))
	if err != nil {
		t.Fatal(err)
	}
	run := startRun(t, s, experiment("cell"))
	if err := errors.Join(run.Keep(newFinished(0, 0)), s.Close(), s.Close()); err != nil {
		t.Fatal(err)
	}
	if err := run.Keep(newFinished(1, 0)); err == nil {
		t.Error("a game was kept")
	}
	if err := run.Close(); err == nil {
		t.Error("a run was closed")
	}
}

// TestMigrations: the last migration in SQL comes just before the migration that adds
// checksums.
func TestMigrations(t *testing.T) {
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil || len(files) != store.Schema-1 || !strings.HasPrefix(filepath.Base(files[len(files)-1]), fmt.Sprintf("%05d_", store.Schema-1)) {
		t.Errorf("%v, %v", files, err)
	}
}
