package store

import (
	"errors"
	"fmt"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// isReadOnly reports whether an error means that a file, or its directory, cannot be
// written.
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

// explain explains an error of SQLite and adds the file.
func (s *Store) explain(err error) error {
	var e *sqlite.Error
	if err == nil || !errors.As(err, &e) {
		return err
	}
	what := ""
	switch e.Code() & 0xff { // the rest is detail
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
