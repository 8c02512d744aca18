package store

import (
	"context"
	"time"
)

// OpenWaiting is Open with another time to wait for other programs.
func OpenWaiting(file string, busy time.Duration) (*Store, error) {
	return open(context.Background(), file, access{busy: busy})
}

// Exec does something to the file.
func (s *Store) Exec(query string) error {
	_, err := s.db.ExecContext(context.Background(), query)
	return err
}

// ExecWriter does something to the connection that writes.
func (s *Store) ExecWriter(query string) error {
	w, err := s.writing(context.Background())
	if err != nil {
		return err
	}
	_, err = w.conn.ExecContext(context.Background(), query)
	return err
}

// Query asks for a number.
func (s *Store) Query(query string) (n int, err error) {
	err = s.db.QueryRowContext(context.Background(), query).Scan(&n)
	return n, err
}

// Schema is the number of the last migration.
const Schema = schema

// WriteGames is how many games are written at once.
const WriteGames = writeGames

// ImportAtOnce is how many lines are imported at once.
const ImportAtOnce = importAtOnce
