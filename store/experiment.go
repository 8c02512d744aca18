package store

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"time"

	"ouro/internal/buildinfo"
	"ouro/internal/english"
)

// Experiment describes what is played and by which build. Kind, Definition, Programs and the key of
// Build identify it; the other fields follow from them and help searches. Its JSON is part of the
// format of [Store.Export].
type Experiment struct {
	ID  int64  `json:"-"`   // number in this file
	Key string `json:"key"` // text that is the same in all files

	Kind       string             `json:"kind"`  // the kind of the Definition, such as "bench"
	Definition string             `json:"order"` // defines the games to play, in the format of package definition
	Build      buildinfo.Identity `json:"build"`
	// Programs identifies the external programs and servers that take part: the text of
	// identity.Participants. It is "" without any.
	Programs string `json:"programs,omitempty"`

	Title       string   `json:"title"`
	Rules       string   `json:"rules,omitempty"`
	Board       string   `json:"board,omitempty"`
	StartLength int      `json:"start_length,omitempty"`
	Seed        uint64   `json:"seed"`
	Budget      string   `json:"budget"`
	Solvers     []string `json:"solvers"` // the entrants
	// Reproducible means that Definition and Build determine the games, which depend on no clock and
	// no remote snake.
	Reproducible bool `json:"reproducible"`

	Created time.Time `json:"-"`
	// The games in the file.
	Games int `json:"-"`
	First int `json:"-"` // number of the first group
	Last  int `json:"-"` // number of the last group

	Steps int `json:"-"` // steps of a tuning in the file
}

// MinKey is the minimum number of characters of a prefix of a key, if the prefix is to identify an
// experiment.
const MinKey = 4

// shortKey is the number of characters of a key that users see.
const shortKey = 10

// Short returns the prefix of the key that users see.
func (e *Experiment) Short() string { return e.Key[:min(shortKey, len(e.Key))] }

// key computes the key from the fields that identify the experiment.
func (e *Experiment) key() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%s", e.Kind, e.Build.Key(), e.Programs, e.Definition))
	return hex.EncodeToString(sum[:16])
}

// experimentColumns are the columns of an experiment: those of the method values, in the same order,
// then the checksum of the row.
const experimentColumns = `id, key, kind, title, definition, rules, board, start_length, seed, budget, reproducible,
	build, build_commit, build_sum, build_version, build_time, programs, created, steps, sum`

// oldExperimentColumns are the same columns for a file without checksums.
const oldExperimentColumns = `id, key, kind, title, definition, rules, board, start_length, seed, budget, reproducible,
	build, build_commit, build_sum, build_version, build_time, programs, created, 0, x''`

func (e *Experiment) values() []any {
	reproducible := int64(0)
	if e.Reproducible {
		reproducible = 1
	}
	return []any{
		e.ID, e.Key, e.Kind, e.Title, e.Definition, e.Rules, e.Board, int64(e.StartLength), strconv.FormatUint(e.Seed, 10), e.Budget, reproducible,
		e.Build.Key(), e.Build.Commit, e.Build.Sum, e.Build.Version, e.Build.Time, e.Programs, e.Created.UnixMilli(), int64(e.Steps),
	}
}

// scan reads experimentColumns.
func (e *Experiment) scan(scan scanner) error {
	var seed, build string
	var created int64
	var sum []byte
	err := scan(&e.ID, &e.Key, &e.Kind, &e.Title, &e.Definition, &e.Rules, &e.Board, &e.StartLength, &seed, &e.Budget, &e.Reproducible,
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

// put inserts an experiment unless the file has it. It returns the number of the experiment in the
// file.
func (s *Store) put(ctx context.Context, tx *sql.Tx, e *Experiment) (id int64, err error) {
	stored, err := s.findOne(ctx, tx, `WHERE key = ?`, e.Key)
	if err == nil {
		return stored.ID, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	inserted := *e
	inserted.Steps = 0
	if inserted.ID, err = nextID(ctx, tx, "experiments"); err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO experiments (`+experimentColumns+`)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, append(inserted.values(), inserted.sum())...)
	for place, solver := range inserted.Solvers {
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO entrants (experiment, place, solver) VALUES (?, ?, ?)`, inserted.ID, place, solver)
		}
	}
	return inserted.ID, err
}

// AppendStep writes step n of a tuning, counted from 0, to the file as a line of JSON. If the file has
// the step, the lines must be equal.
func (r *ActiveRun) AppendStep(n int, line []byte) error {
	w, err := r.store.startWriter(r.ctx)
	if err != nil {
		return err
	}
	ctx := context.WithoutCancel(r.ctx) // a cancelled run keeps its results
	err = r.store.transaction(ctx, func(tx *sql.Tx) error {
		e, err := r.store.findOne(ctx, tx, `WHERE id = ?`, r.experiment.ID)
		if err == nil {
			err = r.store.addStep(ctx, tx, e, n, line)
		}
		if err == nil {
			err = r.store.updateSteps(ctx, tx, e)
		}
		return err
	})
	if err == nil {
		err = w.checkInPlace()
	}
	return r.store.explain(err)
}

// Steps returns the lines of the steps of an experiment, in order. The error is a *ChangedError if a
// step was changed or removed.
func (s *Store) Steps(ctx context.Context, experiment int64) (lines [][]byte, err error) {
	err = s.snapshot(ctx, func(from reader) error {
		e, err := s.findOne(ctx, from, `WHERE id = ?`, experiment)
		if err != nil || !s.HasChecksums() {
			return err
		}
		lines, err = s.steps(ctx, from, e)
		return err
	})
	return lines, err
}

// steps reads and checks the lines of the steps of an experiment.
func (s *Store) steps(ctx context.Context, from reader, e *Experiment) (lines [][]byte, err error) {
	err = query(ctx, from, func(scan scanner) error {
		var n int64
		var line, sum []byte
		if err := scan(&n, &line, &sum); err != nil {
			return err
		}
		if n != int64(len(lines)) {
			return &ChangedError{File: s.file, Experiment: e.Key, Row: fmt.Sprintf("step %d", len(lines)), How: "is missing"}
		}
		if !bytes.Equal(sum, stepSum(e.Key, int(n), line)) {
			return &ChangedError{File: s.file, Experiment: e.Key, Row: fmt.Sprintf("step %d", n)}
		}
		lines = append(lines, line)
		return nil
	}, `SELECT step, line, sum FROM steps WHERE experiment = ? ORDER BY step`, e.ID)
	if err == nil && len(lines) != e.Steps {
		err = &ChangedError{File: s.file, Experiment: e.Key, Row: english.Count(e.Steps, "step"), How: fmt.Sprintf("are expected, %d are in the file", len(lines))}
	}
	return lines, err
}

func stepSum(key string, n int, line []byte) []byte { return sumOf(key, int64(n), line) }

// addStep inserts the next step of an experiment. The caller then calls updateSteps.
func (s *Store) addStep(ctx context.Context, tx *sql.Tx, e *Experiment, n int, line []byte) error {
	switch {
	case len(line) == 0:
		return fmt.Errorf("%s: step %d of experiment %s is empty, want a line of JSON", s.file, n, e.Short())
	case n < 0 || n > e.Steps:
		return fmt.Errorf("%s: step %d of experiment %s: the next step is %d", s.file, n, e.Short(), e.Steps)
	case n < e.Steps:
		var stored []byte
		err := tx.QueryRowContext(ctx, `SELECT line FROM steps WHERE experiment = ? AND step = ?`, e.ID, n).Scan(&stored)
		if err == nil && !bytes.Equal(stored, line) {
			err = fmt.Errorf("%s: step %d of experiment %s is in the file with another line; another program may be running the same tuning", s.file, n, e.Short())
		}
		return err
	}
	e.Steps++
	_, err := tx.ExecContext(ctx, `INSERT INTO steps (experiment, step, line, sum) VALUES (?, ?, ?, ?)`, e.ID, n, line, stepSum(e.Key, n, line))
	return err
}

// updateSteps writes the number of steps of an experiment, and its new checksum.
func (s *Store) updateSteps(ctx context.Context, tx *sql.Tx, e *Experiment) error {
	_, err := tx.ExecContext(ctx, `UPDATE experiments SET steps = ?, sum = ? WHERE id = ?`, e.Steps, e.sum(), e.ID)
	return err
}
