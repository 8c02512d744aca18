package store

import (
	"context"
	"time"
)

// OpenWaiting is Open with another busy timeout.
func OpenWaiting(file string, busy time.Duration) (*Store, error) {
	return open(context.Background(), file, access{busy: busy})
}

// Exec runs a query on the file.
func (s *Store) Exec(query string) error {
	_, err := s.db.ExecContext(context.Background(), query)
	return err
}

// ExecWriter runs a query on the connection of the writer.
func (s *Store) ExecWriter(query string) error {
	w, err := s.startWriter(context.Background())
	if err != nil {
		return err
	}
	_, err = w.conn.ExecContext(context.Background(), query)
	return err
}

// Query returns the number that a query selects.
func (s *Store) Query(query string) (n int, err error) {
	err = s.db.QueryRowContext(context.Background(), query).Scan(&n)
	return n, err
}

// Schema is the number of the last migration.
const Schema = schema

// WriteGames is the number of games in a full batch.
const WriteGames = writeGames

// ImportAtOnce is the number of lines in a transaction of an import.
const ImportAtOnce = importAtOnce
