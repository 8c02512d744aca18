// Package store keeps the results of experiments in a file: a SQLite database that several programs
// may use at the same time. An [Experiment] states which games are to be played, and by which
// build. Group and seating identify a game in its experiment, so writing a game again changes
// nothing. An [ActiveRun] adds games while an experiment is played. A finished game is in the file
// after at most 200 ms and the time of one write, even if the program is killed then. A power
// failure may lose the last writes, but leaves no partial ones. Every row has a checksum that
// detects changes when the row is read. Every run has a digest of the games that it wrote, which
// detects missing games. A [ChangedError] names the changed row; everything else can still be read.
package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"modernc.org/sqlite"
	_ "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"ouro/internal/infile"
)

// Store is an open results file. It may be used by several goroutines at once.
type Store struct {
	db       *sql.DB
	file     string // name of the file, as the caller gave it
	path     string // absolute path of the file
	schema   int    // version of the tables in the file
	readOnly bool   // whether the file is read-only

	mu     sync.Mutex // guards the fields below
	writer *writer    // nil before the first write
	closed bool
}

// busyTimeout is how long a program waits for another program that writes.
const busyTimeout = 15 * time.Second

// Open opens a results file, or creates it. A file of another kind, or one that a newer version
// wrote, is an error.
func Open(ctx context.Context, file string) (*Store, error) {
	return open(ctx, file, access{})
}

// ErrEmpty means that a file has no content: nothing was written, or another program is creating
// it.
var ErrEmpty = errors.New("the file is empty")

// OpenExisting opens a results file that has content. A missing or empty file is an error. A file
// that cannot be written is opened read-only and not migrated; see [Store.HasChecksums].
func OpenExisting(ctx context.Context, file string) (*Store, error) {
	if err := checkFile(file); err != nil {
		return nil, err
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	log, err := os.Stat(file + "-wal") // if a program was killed early, all content is in the log
	if info.Size() == 0 && (err != nil || log.Size() == 0) {
		return nil, fmt.Errorf("%s: %w", file, ErrEmpty)
	}
	s, err := Open(ctx, file)
	if !isReadOnly(err) {
		return s, err
	}
	if s, err = open(ctx, file, access{readOnly: true}); !isReadOnly(err) {
		return s, err
	}
	// SQLite cannot create its shared files beside the database. Without a log, no other program
	// writes, and SQLite needs no shared files.
	if logged, failed := os.Stat(file + "-wal"); failed == nil && logged.Size() > 0 {
		return nil, fmt.Errorf("%s: a part of the results is in %s-wal, which cannot be read in a read-only directory; copy both files to another directory", file, file)
	}
	return open(ctx, file, access{readOnly: true, alone: true})
}

// access states how to open a file.
type access struct {
	busy     time.Duration // time to wait for other programs; 0 means busyTimeout
	readOnly bool          // whether to open the file read-only
	alone    bool          // whether no other program uses the file
}

func open(ctx context.Context, file string, how access) (*Store, error) {
	if err := checkFile(file); err != nil {
		return nil, err
	}
	path, err := filepath.Abs(file)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", how.sourceName(path))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	s := &Store{db: db, file: file, path: path, readOnly: how.readOnly}
	if err := s.openSchema(ctx); err != nil {
		return nil, errors.Join(s.explain(err), db.Close())
	}
	return s, nil
}

// sourceName returns the data source name of the file for SQLite.
func (a access) sourceName(path string) string {
	path = filepath.ToSlash(path)
	if path[0] != '/' { // for example C:/results.db
		path = "/" + path
	}
	query := url.Values{
		"_txlock": {"immediate"}, // a writing transaction waits at its start
		"_pragma": {
			fmt.Sprintf("busy_timeout(%d)", cmp.Or(a.busy, busyTimeout).Milliseconds()),
			"synchronous(normal)", // safe with a log; a power failure loses only the last writes
			"foreign_keys(1)",
		},
	}
	if a.readOnly {
		query.Set("mode", "ro")
	}
	if a.alone {
		query.Set("immutable", "1")
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}
	return u.String()
}

// Files returns the names of a results file and of the files that belong to it, or nil for "".
func Files(file string) []string {
	if file == "" {
		return nil
	}
	return []string{file, file + "-wal", file + "-shm"}
}

// magic is the start of every SQLite database.
const magic = "SQLite format 3\x00"

func checkFile(file string) (err error) {
	if file == "" || strings.ContainsRune(file, 0) {
		return fmt.Errorf("bad results file %q: want a name", file)
	}
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if dir, err := os.Stat(filepath.Dir(file)); err != nil || !dir.IsDir() {
			return fmt.Errorf("%s: unknown directory %s; make it first", file, filepath.Dir(file))
		}
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s: is a symbolic link, which SQLite does not support; name the file itself", file)
	case info.IsDir():
		return fmt.Errorf("%s: is a directory; want a file", file)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: is not a regular file; want one", file)
	case info.Size() == 0:
		return nil
	}
	f, err := infile.Open(file)
	if err != nil {
		return err
	}
	head := make([]byte, len(magic))
	_, err = f.Read(head)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if string(head) != magic {
		return notAStore(file)
	}
	return nil
}

func notAStore(file string) error {
	return fmt.Errorf("%s: not a results file; choose another name", file)
}

// File returns the name of the file that was given to Open.
func (s *Store) File() string { return s.file }

// Compact shrinks the file to its content and erases removed rows. It waits some time for other
// programs that use the file.
func (s *Store) Compact(ctx context.Context) error {
	_, err := s.db.ExecContext(ctx, `VACUUM`)
	if err == nil {
		_, err = s.db.ExecContext(ctx, `PRAGMA wal_checkpoint(TRUNCATE)`)
	}
	return s.explain(cmp.Or(err, ctx.Err()))
}

// Close writes all pending games and closes the file.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	s.closed = true
	var err error
	if s.writer != nil {
		err = s.writer.close()
	}
	return errors.Join(err, s.explain(s.db.Close()))
}

// isReadOnly reports whether err means that a file or its directory cannot be written.
func isReadOnly(err error) bool {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH:
		return true
	}
	return false
}

// explain replaces an error of SQLite by an explanation with the name of the file.
func (s *Store) explain(err error) error {
	var e *sqlite.Error
	if err == nil || !errors.As(err, &e) {
		return err
	}
	what := ""
	switch e.Code() & 0xff { // the other bits are details
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		what = "another program has kept it locked for too long"
	case sqlite3.SQLITE_FULL:
		what = "no room is left on its disk"
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_AUTH:
		what = "it, or its directory, cannot be written"
	case sqlite3.SQLITE_NOTADB:
		return notAStore(s.file)
	case sqlite3.SQLITE_CORRUPT:
		what = "it is damaged"
	case sqlite3.SQLITE_IOERR:
		what = "reading or writing it failed"
	default:
		return fmt.Errorf("%s: %w", s.file, err)
	}
	return fmt.Errorf("%s: %s (%w)", s.file, what, err)
}
