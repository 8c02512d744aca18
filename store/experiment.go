package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"ouro/internal/buildinfo"
)

// Experiment describes what is to be played and by which build. Kind, Order, Programs and
// the key of Build identify it; the other fields follow from them and are for searches.
// Its JSON is part of the format of [Store.Export].
type Experiment struct {
	ID  int64  `json:"-"`   // in this file
	Key string `json:"key"` // in all files

	Kind  string             `json:"kind"`  // of its Order, or "exact"
	Order string             `json:"order"` // the text of package order that was to be played
	Build buildinfo.Identity `json:"build"`
	// Programs is a digest of the external programs that take part; "" without any.
	Programs string `json:"programs,omitempty"`

	Title       string   `json:"title"`
	Rules       string   `json:"rules,omitempty"`
	Board       string   `json:"board,omitempty"`
	StartLength int      `json:"start_length,omitempty"`
	Seed        uint64   `json:"seed"`
	Budget      string   `json:"budget"`
	Solvers     []string `json:"solvers"` // the entrants
	// Reproducible reports whether Order and Build determine the games: neither clocks
	// nor remote snakes affect them.
	Reproducible bool `json:"reproducible"`

	Created time.Time `json:"-"`
	// Counts and groups of the games in the file:
	Games int `json:"-"`
	First int `json:"-"` // group
	Last  int `json:"-"` // group

	Steps int `json:"-"` // steps of a tuning in the file
}

// MinKey is the length of the shortest prefix of a key that names an experiment.
const MinKey = 4

// shortKey is the length of a key that is shown to people.
const shortKey = 10

// Short returns the prefix of the key that is shown to people.
func (e *Experiment) Short() string { return e.Key[:min(shortKey, len(e.Key))] }

// key returns the key that follows from the other fields.
func (e *Experiment) key() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%s", e.Kind, e.Build.Key(), e.Programs, e.Order))
	return hex.EncodeToString(sum[:16])
}

// experimentColumns are the columns of an experiment in the order of values, and its sum.
const experimentColumns = `id, key, kind, title, definition, rules, board, start_length, seed, budget, reproducible,
	build, build_commit, build_sum, build_version, build_time, programs, created, steps, sum`

// oldExperimentColumns are the same columns in a file of schema 1.
const oldExperimentColumns = `id, key, kind, title, definition, rules, board, start_length, seed, budget, reproducible,
	build, build_commit, build_sum, build_version, build_time, programs, created, 0, x''`

func (e *Experiment) values() []any {
	reproducible := int64(0)
	if e.Reproducible {
		reproducible = 1
	}
	return []any{
		e.ID, e.Key, e.Kind, e.Title, e.Order, e.Rules, e.Board, int64(e.StartLength), strconv.FormatUint(e.Seed, 10), e.Budget, reproducible,
		e.Build.Key(), e.Build.Commit, e.Build.Sum, e.Build.Version, e.Build.Time, e.Programs, e.Created.UnixMilli(), int64(e.Steps),
	}
}

// scan reads what values wrote.
func (e *Experiment) scan(scan scanner) error {
	var seed, build string
	var created int64
	var sum []byte
	err := scan(&e.ID, &e.Key, &e.Kind, &e.Title, &e.Order, &e.Rules, &e.Board, &e.StartLength, &seed, &e.Budget, &e.Reproducible,
		&build, &e.Build.Commit, &e.Build.Sum, &e.Build.Version, &e.Build.Time, &e.Programs, &created, &e.Steps, &sum)
	if err != nil {
		return err
	}
	e.Created = time.UnixMilli(created)
	if e.Seed, err = strconv.ParseUint(seed, 10, 64); err == nil && build != e.Build.Key() {
		err = fmt.Errorf("build %q is not %q", build, e.Build.Key())
	}
	return err
}

// sum returns the sum of the row and of the entrants.
func (e *Experiment) sum() []byte {
	values := e.values()
	for place, solver := range e.Solvers {
		values = append(values, int64(place), solver)
	}
	return sumOf(values...)
}

// Forget removes experiments with their games.
func (s *Store) Forget(ctx context.Context, ids ...int64) error {
	return s.explain(s.transaction(ctx, func(tx *sql.Tx) error {
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, `DELETE FROM experiments WHERE id = ?`, id); err != nil {
				return err
			}
		}
		return nil
	}))
}

// put inserts the experiment unless it is in the file, and returns its number there.
func (s *Store) put(ctx context.Context, tx *sql.Tx, e *Experiment) (id int64, err error) {
	there, err := s.one(ctx, tx, `WHERE key = ?`, e.Key)
	if err == nil {
		return there.ID, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	made := *e
	made.Steps = 0
	if made.ID, err = nextID(ctx, tx, "experiments"); err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO experiments (`+experimentColumns+`)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, append(made.values(), made.sum())...)
	for place, solver := range made.Solvers {
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO entrants (experiment, place, solver) VALUES (?, ?, ?)`, made.ID, place, solver)
		}
	}
	return made.ID, err
}
