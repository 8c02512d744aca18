// Package store keeps the results of experiments in a file, a SQLite database that
// several programs may use at the same time.
//
// An [Experiment] is what was to be played and by which build; its games are keyed by
// their numbers, so that writing one again changes nothing. A [Shelf] is where the
// games of an experiment are put while it is played: a game is in the file at most
// 200 ms after it was given, and the time of one write, whatever happens to the program
// then. After a loss of power the last writes may be missing; what is there is whole.
//
// Every row has a sum, so that one that was changed is found when it is read, and a run has
// a digest of the games that it has written, so that a missing game is found too: a
// [ChangedError] names what it is, and all else can be read.
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

	_ "modernc.org/sqlite" // the driver

	"ouro/internal/infile"
)

// Store is an open file of results. It may be used by several goroutines at once.
type Store struct {
	db     *sql.DB
	file   string // as it was asked for
	path   string // from the root
	schema int
	read   bool // and not written

	mu     sync.Mutex // guards what follows
	writer *writer    // nil until something is to be written
	closed bool
}

// busyTimeout is how long one program waits for another that writes.
const busyTimeout = 15 * time.Second

// Open opens a file of results, and makes it if it is not there. One that is of a
// newer version, or is no such file, is an error that says so.
func Open(ctx context.Context, file string) (*Store, error) {
	return open(ctx, file, access{})
}

// ErrEmpty is that nothing is in a file, not even a store without experiments: nobody has
// kept anything there, or somebody is just making it.
var ErrEmpty = errors.New("the file is empty")

// OpenExisting is Open for those who read: a file that is not there is an error, and so
// is an empty one. A file that cannot be written is only read, and is not brought to the
// newest schema then, see Sealed.
func OpenExisting(ctx context.Context, file string) (*Store, error) {
	if err := checkFile(file); err != nil {
		return nil, err
	}
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	log, err := os.Stat(file + "-wal") // has all where a program was killed early
	if info.Size() == 0 && (err != nil || log.Size() == 0) {
		return nil, fmt.Errorf("%s: %w", file, ErrEmpty)
	}
	s, err := Open(ctx, file)
	if !isReadOnly(err) {
		return s, err
	}
	if s, err = open(ctx, file, access{read: true}); !isReadOnly(err) {
		return s, err
	}
	// SQLite cannot make the files beside it that programs share. Without a log, and so
	// without another program, it needs none.
	if logged, failed := os.Stat(file + "-wal"); failed == nil && logged.Size() > 0 {
		return nil, fmt.Errorf("%s: a part of it is in %s-wal, which cannot be read where no file can be made; copy both to another directory", file, file)
	}
	return open(ctx, file, access{read: true, alone: true})
}

// access is how a file is opened.
type access struct {
	busy  time.Duration // to wait for other programs; 0 is busyTimeout
	read  bool          // and not write
	alone bool          // no other program uses it
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
	s := &Store{db: db, file: file, path: path, read: how.read}
	if err := s.settle(ctx); err != nil {
		return nil, errors.Join(s.words(err), db.Close())
	}
	return s, nil
}

// sourceName is how SQLite is told which file and how to use it.
func (a access) sourceName(path string) string {
	path = filepath.ToSlash(path)
	if path[0] != '/' { // C:/results.db
		path = "/" + path
	}
	query := url.Values{
		"_txlock": {"immediate"}, // a transaction that will write waits at its beginning
		"_pragma": {
			fmt.Sprintf("busy_timeout(%d)", cmp.Or(a.busy, busyTimeout).Milliseconds()),
			"synchronous(normal)", // safe with a log; only a loss of power costs the last writes
			"foreign_keys(1)",
		},
	}
	if a.read {
		query.Set("mode", "ro")
	}
	if a.alone {
		query.Set("immutable", "1")
	}
	u := url.URL{Scheme: "file", Path: path, RawQuery: query.Encode()}
	return u.String()
}

// Files are the names of what belongs to a file of results; none of "".
func Files(file string) []string {
	if file == "" {
		return nil
	}
	return []string{file, file + "-wal", file + "-shm"}
}

// magic is how every SQLite database begins.
const magic = "SQLite format 3\x00"

// checkFile refuses what cannot be a store before SQLite is asked.
func checkFile(file string) (err error) {
	if file == "" || strings.ContainsRune(file, 0) {
		return fmt.Errorf("the file of results cannot be called %q: want a name", file)
	}
	info, err := os.Lstat(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if dir, err := os.Stat(filepath.Dir(file)); err != nil || !dir.IsDir() {
			return fmt.Errorf("%s: there is no directory %s", file, filepath.Dir(file))
		}
		return nil
	case err != nil:
		return err
	case info.Mode()&fs.ModeSymlink != 0:
		return fmt.Errorf("%s: it is a symbolic link, beside which the files of a database would be lost; name the file itself", file)
	case info.IsDir():
		return fmt.Errorf("%s: it is a directory, want a file", file)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: it is no regular file", file)
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
	return fmt.Errorf("%s: it is no file of results; choose another name", file)
}

// File is the name of the file, as it was asked for.
func (s *Store) File() string { return s.file }

// Close writes what is left to be written, and closes the file.
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
	return errors.Join(err, s.words(s.db.Close()))
}
