package store

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"

	"ouro/internal/english"
)

// AppendStep adds step n of a tuning, a line of JSON; the first is step 0. It is in the
// file when AppendStep returns. A step that is there already must have the same line.
func (sh *Shelf) AppendStep(n int, line []byte) error {
	w, err := sh.store.writing(sh.ctx)
	if err != nil {
		return err
	}
	ctx := context.WithoutCancel(sh.ctx) // who gives up does not want less to be kept
	err = sh.store.transaction(ctx, func(tx *sql.Tx) error {
		e, err := sh.store.one(ctx, tx, `WHERE id = ?`, sh.experiment.ID)
		if err == nil {
			err = sh.store.addStep(ctx, tx, e, n, line)
		}
		if err == nil {
			err = sh.store.sealSteps(ctx, tx, e)
		}
		return err
	})
	if err == nil {
		err = w.inPlace()
	}
	return sh.store.words(err)
}

// Steps are the lines of the steps of an experiment, in their order. The error is a
// *ChangedError where one of them was changed or removed.
func (s *Store) Steps(ctx context.Context, experiment int64) (lines [][]byte, err error) {
	err = s.snapshot(ctx, func(from reader) error {
		e, err := s.one(ctx, from, `WHERE id = ?`, experiment)
		if err != nil || !s.Sealed() {
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
		err = &ChangedError{File: s.file, Experiment: e.Key, Row: english.Count(e.Steps, "step"), How: fmt.Sprintf("should be there, and %d are", len(lines))}
	}
	return lines, err
}

func stepSum(key string, n int, line []byte) []byte { return sumOf(key, int64(n), line) }

// addStep adds a step behind those of the experiment. Its row is to be sealed then.
func (s *Store) addStep(ctx context.Context, tx *sql.Tx, e *Experiment, n int, line []byte) error {
	switch {
	case len(line) == 0:
		return fmt.Errorf("%s: step %d of experiment %s is empty, want a line of JSON", s.file, n, e.Short())
	case n < 0 || n > e.Steps:
		return fmt.Errorf("%s: step %d of experiment %s: the next one is %d", s.file, n, e.Short(), e.Steps)
	case n < e.Steps:
		var there []byte
		err := tx.QueryRowContext(ctx, `SELECT line FROM steps WHERE experiment = ? AND step = ?`, e.ID, n).Scan(&there)
		if err == nil && !bytes.Equal(there, line) {
			err = fmt.Errorf("%s: step %d of experiment %s is there already, and is another; does another program tune the same?", s.file, n, e.Short())
		}
		return err
	}
	e.Steps++
	_, err := tx.ExecContext(ctx, `INSERT INTO steps (experiment, step, line, sum) VALUES (?, ?, ?, ?)`, e.ID, n, line, stepSum(e.Key, n, line))
	return err
}

// sealSteps notes with an experiment how many steps it has.
func (s *Store) sealSteps(ctx context.Context, tx *sql.Tx, e *Experiment) error {
	_, err := tx.ExecContext(ctx, `UPDATE experiments SET steps = ?, sum = ? WHERE id = ?`, e.Steps, e.sum(), e.ID)
	return err
}
