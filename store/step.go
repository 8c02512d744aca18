package store

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"

	"ouro/internal/english"
)

// AppendStep writes step n of a tuning, a line of JSON, to the file; the first is step 0.
// A step that is in the file must have the same line.
func (sh *ActiveRun) AppendStep(n int, line []byte) error {
	w, err := sh.store.writing(sh.ctx)
	if err != nil {
		return err
	}
	ctx := context.WithoutCancel(sh.ctx) // a cancelled run keeps its results
	err = sh.store.transaction(ctx, func(tx *sql.Tx) error {
		e, err := sh.store.one(ctx, tx, `WHERE id = ?`, sh.experiment.ID)
		if err == nil {
			err = sh.store.addStep(ctx, tx, e, n, line)
		}
		if err == nil {
			err = sh.store.updateSteps(ctx, tx, e)
		}
		return err
	})
	if err == nil {
		err = w.inPlace()
	}
	return sh.store.explain(err)
}

// Steps returns the lines of the steps of an experiment, in order. The error is a
// *ChangedError if one of them was changed or removed.
func (s *Store) Steps(ctx context.Context, experiment int64) (lines [][]byte, err error) {
	err = s.snapshot(ctx, func(from reader) error {
		e, err := s.one(ctx, from, `WHERE id = ?`, experiment)
		if err != nil || !s.HasChecksums() {
			return err
		}
		lines, err = s.steps(ctx, from, e)
		return err
	})
	return lines, err
}

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

// addStep inserts the next step of the experiment; sealSteps must follow.
func (s *Store) addStep(ctx context.Context, tx *sql.Tx, e *Experiment, n int, line []byte) error {
	switch {
	case len(line) == 0:
		return fmt.Errorf("%s: step %d of experiment %s is empty, want a line of JSON", s.file, n, e.Short())
	case n < 0 || n > e.Steps:
		return fmt.Errorf("%s: step %d of experiment %s: the next step is %d", s.file, n, e.Short(), e.Steps)
	case n < e.Steps:
		var there []byte
		err := tx.QueryRowContext(ctx, `SELECT line FROM steps WHERE experiment = ? AND step = ?`, e.ID, n).Scan(&there)
		if err == nil && !bytes.Equal(there, line) {
			err = fmt.Errorf("%s: step %d of experiment %s is in the file with another line; another program may be running the same tuning", s.file, n, e.Short())
		}
		return err
	}
	e.Steps++
	_, err := tx.ExecContext(ctx, `INSERT INTO steps (experiment, step, line, sum) VALUES (?, ?, ?, ?)`, e.ID, n, line, stepSum(e.Key, n, line))
	return err
}

// updateSteps writes the number of steps of an experiment.
func (s *Store) updateSteps(ctx context.Context, tx *sql.Tx, e *Experiment) error {
	_, err := tx.ExecContext(ctx, `UPDATE experiments SET steps = ?, sum = ? WHERE id = ?`, e.Steps, e.sum(), e.ID)
	return err
}
