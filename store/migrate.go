package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"github.com/pressly/goose/v3"
)

//go:embed migrations/*.sql
var migrations embed.FS

// schema is the number of the last migration.
const schema = 1

// applicationID is "Ouro" in the header of the file, so that other programs' databases
// are not taken for ours.
const applicationID = 0x4f75726f

// migrationTries is how long migrating is tried: another program may be at it too.
const migrationTries = 3 * time.Second

// settle makes sure that the file is a store of this version.
func (s *Store) settle(ctx context.Context) error {
	began := time.Now()
	for {
		version, err := s.version(ctx)
		switch {
		case err != nil:
			return err
		case version > schema:
			return fmt.Errorf("%s: it was written by a newer version of Ouro (its schema is %d, this one knows %d)", s.file, version, schema)
		case version == schema:
			return nil
		}
		err = s.migrate(ctx)
		if err != nil && (ctx.Err() != nil || time.Since(began) > migrationTries) {
			return err
		}
		if err != nil { // as when two programs make the file at once
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// version is the schema that the file has; 0 is one to be made.
func (s *Store) version(ctx context.Context) (version int, err error) {
	// Another program may be making the file: it marks it before it makes tables, so
	// that here they are looked for first.
	id, tables := 0, 0
	if err := s.db.QueryRowContext(ctx, `SELECT count(*) FROM sqlite_schema`).Scan(&tables); err != nil {
		return 0, err
	}
	if err := s.db.QueryRowContext(ctx, `PRAGMA application_id`).Scan(&id); err != nil {
		return 0, err
	}
	if id != applicationID && tables > 0 {
		return 0, notAStore(s.file)
	}
	if id != applicationID || tables == 0 {
		return 0, nil
	}
	err = s.db.QueryRowContext(ctx, `SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied`).Scan(&version)
	return version, err
}

// migrate brings the file to the newest schema.
func (s *Store) migrate(ctx context.Context) error {
	if err := s.claim(ctx); err != nil {
		return err
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, s.db, files, goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// claim marks an empty file as ours, and has changes written to a log beside it, so
// that several programs can read while one writes.
func (s *Store) claim(ctx context.Context) error {
	err := s.transaction(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, fmt.Sprintf(`PRAGMA application_id = %d`, applicationID))
		return err
	})
	if err != nil {
		return err
	}
	mode := ""
	if err := s.db.QueryRowContext(ctx, `PRAGMA journal_mode = wal`).Scan(&mode); err != nil {
		return err
	}
	if mode != "wal" {
		return fmt.Errorf("%s: SQLite cannot keep a log beside it (mode %s); is it on a network drive?", s.file, mode)
	}
	return nil
}

// transaction does what changes the file, as a whole or not at all.
func (s *Store) transaction(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := do(tx); err != nil {
		if back := tx.Rollback(); back != nil && !errors.Is(back, sql.ErrTxDone) {
			err = errors.Join(err, back)
		}
		return err
	}
	return tx.Commit()
}
