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

// schema is the version of the tables that this program writes.
const schema = 3

// checksumSchema is the first schema with checksums of experiments and runs, and the number of the
// migration that adds them.
const checksumSchema = 3

// HasChecksums reports whether experiments and runs have checksums. A file of an older schema that
// was opened for reading has none, so its content cannot be checked.
func (s *Store) HasChecksums() bool { return s.schema >= checksumSchema }

// applicationID is "Ouro" in the header of the file. It distinguishes results files from
// databases of other programs.
const applicationID = 0x4f75726f

// migrationTimeout is how long a failing migration is repeated, because another program may be
// migrating the file.
const migrationTimeout = 3 * time.Second

// openSchema checks that the file is a store, and migrates it to the schema of this version.
func (s *Store) openSchema(ctx context.Context) error {
	began := time.Now()
	for {
		version, err := s.version(ctx)
		switch {
		case err != nil:
			return err
		case version > schema:
			return fmt.Errorf("%s: written by a newer version of Ouro (schema %d, this one reads up to %d); update Ouro", s.file, version, schema)
		case version == schema || s.readOnly && version > 0:
			s.schema = version
			return nil
		case s.readOnly:
			return fmt.Errorf("%s: %w", s.file, ErrEmpty)
		}
		err = s.migrate(ctx)
		if err != nil && (isReadOnly(err) || ctx.Err() != nil || time.Since(began) > migrationTimeout) {
			return err
		}
		if err != nil { // two programs may create the file at once, for example
			time.Sleep(10 * time.Millisecond)
		}
	}
}

// version returns the schema of the file, or 0 for a new file.
func (s *Store) version(ctx context.Context) (version int, err error) {
	// Another program may be creating the file. It writes the id before the tables, so the tables are
	// counted first.
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

func (s *Store) migrate(ctx context.Context) error {
	if err := s.initialise(ctx); err != nil {
		return err
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	p, err := goose.NewProvider(goose.DialectSQLite3, s.db, files, goose.WithLogger(goose.NopLogger()), goose.WithDisableGlobalRegistry(true),
		goose.WithGoMigrations(goose.NewGoMigration(checksumSchema, &goose.GoFunc{RunTx: s.addChecksums}, nil)))
	if err != nil {
		return err
	}
	_, err = p.Up(ctx)
	return err
}

// addChecksums adds checksums to the experiments and runs of a file of schema 2. An experiment that
// does not match its key gets no checksum, so that it is still reported as changed.
func (s *Store) addChecksums(ctx context.Context, tx *sql.Tx) error {
	all, err := s.load(ctx, tx, "")
	for i := range all.valid {
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE experiments SET sum = ? WHERE id = ?`, all.valid[i].sum(), all.valid[i].ID)
		}
	}
	if err != nil {
		return err
	}
	runs, err := s.readRuns(ctx, tx, "")
	if err != nil {
		return err
	}
	games := writtenBy{}
	err = query(ctx, tx, func(scan scanner) error {
		var g Game
		var sum []byte
		err := scan(&g.Run, &sum)
		games.add(&g, sum)
		return err
	}, `SELECT run, sum FROM games`)
	for i := range runs {
		r := &runs[i]
		if wrote := games[r.ID]; wrote != nil {
			r.Wrote, r.digest = wrote.games, wrote.digest
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE runs SET games = ?, digest = ?, sum = ? WHERE id = ?`, r.Wrote, r.digest[:], sumOf(r.values()...), r.ID)
		}
	}
	return err
}

// initialise sets the application ID of an empty file. It turns on the write-ahead log, with which
// several programs can read while one writes.
func (s *Store) initialise(ctx context.Context) error {
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
		return fmt.Errorf("%s: SQLite cannot use a write-ahead log (mode %s); use a file on a local drive", s.file, mode)
	}
	return nil
}

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
