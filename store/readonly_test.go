//go:build linux

package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ouro/store"
)

// guestUser is a user without rights. Tests that run as root switch to it.
const guestUser = 65534

// unprivileged calls f as a user other than root.
func unprivileged(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() == 0 {
		if err := syscall.Setresuid(-1, guestUser, -1); err != nil {
			t.Skip(err)
		}
		defer func() {
			if err := syscall.Setresuid(-1, 0, -1); err != nil {
				panic(err) // otherwise all later tests would fail
			}
		}()
	}
	f()
}

// locked returns a results file in a directory with this mode. Only root may write the
// file.
func locked(t *testing.T, data []byte, mode os.FileMode) (file string) {
	t.Helper()
	dir, err := os.MkdirTemp("", "ouro-readonly")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(os.Chmod(dir, 0o700), os.RemoveAll(dir)); err != nil {
			t.Error(err)
		}
	})
	file = filepath.Join(dir, "results.db")
	err = errors.Join(os.WriteFile(file, data, 0o600), os.Chmod(file, 0o444), os.Chmod(dir, mode))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// TestReadOnly: a file that cannot be written can still be read, with any schema, whether
// or not its directory can be written. Writing to it gives an error with the reason.
func TestReadOnly(t *testing.T) {
	file := twoExperiments(t)
	for _, mode := range []os.FileMode{0o555, 0o777} {
		for name, c := range map[string]struct {
			file   string
			sealed bool
			flaws  int
		}{
			"sealed":               {file, true, 0},
			"changed":              {spoil(t, file, `UPDATE experiments SET title = 'x' WHERE id = 1`, `DELETE FROM games WHERE grp = 10`), true, 2},
			"of schema 1":          {spoil(t, file, unseal...), false, 0},
			"of schema 1, changed": {spoil(t, file, append([]string{`UPDATE games SET turns = 500 WHERE grp = 1`}, unseal...)...), false, 1},
			"of schema 1 to 3":     {spoil(t, file, `DELETE FROM goose_db_version WHERE version_id > 2`), false, 0},
		} {
			data, err := os.ReadFile(c.file)
			if err != nil {
				t.Fatal(err)
			}
			file := locked(t, data, mode)
			unprivileged(t, func() {
				s, err := store.OpenExisting(t.Context(), file)
				if err != nil {
					t.Errorf("%s, %o: %v", name, mode, err)
					return
				}
				found := flaws(t, s)
				runs, err := s.Runs(t.Context(), 2)
				if err != nil || len(found) != c.flaws || s.HasChecksums() != c.sealed || len(runs) != 2 || runs[0].Wrote != 3 {
					t.Errorf("%s, %o: %q, %v, %+v, sealed %v", name, mode, found, err, runs, s.HasChecksums())
				}
				if err := s.Forget(t.Context(), 2); err == nil || !strings.Contains(err.Error(), "cannot be written") {
					t.Errorf("%s, %o: %v", name, mode, err)
				}
				if _, err := s.StartRun(t.Context(), experiment("cell"), store.Run{}); err == nil {
					t.Errorf("%s, %o: a run was started", name, mode)
				}
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			})
			if after, err := os.ReadFile(file); err != nil || string(after) != string(data) {
				t.Errorf("%s, %o: the file was changed, %v", name, mode, err)
			}
		}
	}
}

// TestReadOnlyWithLog: a file can be read while another program writes to it. If a killed
// program left a log that cannot be read, the file cannot be opened.
func TestReadOnlyWithLog(t *testing.T) {
	data, err := os.ReadFile(twoExperiments(t))
	if err != nil {
		t.Fatal(err)
	}
	file := locked(t, data, 0o555)
	if os.Geteuid() != 0 {
		t.Skip("only root can write there meanwhile")
	}
	writer, err := store.Open(t.Context(), file)
	if err != nil {
		t.Fatal(err)
	}
	keep(t, startRun(t, writer, experiment("cell")), newFinished(60, 0))
	unprivileged(t, func() {
		s, err := store.OpenExisting(t.Context(), file)
		if err != nil {
			t.Error(err)
			return
		}
		if e, err := s.Experiment(t.Context(), "1"); err != nil || e.Games != 4 {
			t.Errorf("%+v, %v", e, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	log, err := os.ReadFile(file + "-wal")
	if err != nil || len(log) == 0 {
		t.Fatal(len(log), err)
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	torn := locked(t, data, 0o700)
	if err := errors.Join(os.WriteFile(torn+"-wal", log, 0o600), os.Chmod(torn+"-wal", 0o444), os.Chmod(filepath.Dir(torn), 0o555)); err != nil {
		t.Fatal(err)
	}
	unprivileged(t, func() {
		s, err := store.OpenExisting(t.Context(), torn)
		if err == nil {
			t.Errorf("the store was opened: %v", s.Close())
		} else if !strings.Contains(err.Error(), "copy both files to another directory") {
			t.Error(err)
		}
	})
}
