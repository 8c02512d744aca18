package store

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"

	"ouro/internal/english"
)

// experiments are the experiments of a file, oldest first.
type experiments struct {
	sound   []Experiment
	changed []changedExperiment
	orphans []*ChangedError // rows of no experiment
}

// changedExperiment is an experiment as far as it can be read.
type changedExperiment struct {
	of  Experiment
	err *ChangedError // nil if it was not changed
}

func (e *changedExperiment) error() error {
	if e.err == nil {
		return nil
	}
	return e.err
}

func (s *Store) experiments(ctx context.Context) (all experiments, err error) {
	err = s.snapshot(ctx, func(from reader) (err error) {
		if all, err = s.load(ctx, from, ""); err == nil {
			err = s.count(ctx, from, &all)
		}
		return err
	})
	return all, err
}

// one returns the experiment that a clause selects, or sql.ErrNoRows.
func (s *Store) one(ctx context.Context, from reader, clause string, args ...any) (*Experiment, error) {
	all, err := s.load(ctx, from, clause, args...)
	switch {
	case err != nil:
		return nil, err
	case len(all.changed) > 0:
		return nil, all.changed[0].err
	case len(all.sound) == 0:
		return nil, sql.ErrNoRows
	}
	return &all.sound[0], nil
}

// experimentRow is an experiment and its row in the file.
type experimentRow struct {
	Experiment
	values []any // of its columns, and its entrants
	sum    []byte
	err    error // of parsing it
}

// load reads the experiments that a clause selects, without their counts; "" selects all.
func (s *Store) load(ctx context.Context, from reader, clause string, args ...any) (all experiments, err error) {
	var rows []*experimentRow
	at := map[int64]*experimentRow{}
	columns, of := experimentColumns, ""
	if !s.HasChecksums() {
		columns = oldExperimentColumns
	}
	if clause != "" {
		of = ` WHERE experiment IN (SELECT id FROM experiments ` + clause + `)`
	}
	err = query(ctx, from, func(scan scanner) (err error) {
		r := new(experimentRow)
		if r.values, r.sum, err = rawColumns(scan, len(r.Experiment.values())); err != nil {
			return err
		}
		r.err = r.scan(scan)
		r.ID, _ = r.values[0].(int64)
		r.Key, _ = r.values[1].(string)
		rows = append(rows, r)
		at[r.ID] = r
		return nil
	}, `SELECT `+columns+` FROM experiments `+clause+` ORDER BY created, id`, args...)
	if err != nil {
		return all, err
	}
	entrants := 0 // of no experiment
	err = query(ctx, from, func(scan scanner) error {
		var id, place int64
		var solver string
		if err := scan(&id, &place, &solver); err != nil {
			return err
		}
		if r := at[id]; r != nil {
			r.values = append(r.values, place, solver)
			r.Solvers = append(r.Solvers, solver)
		} else {
			entrants++
		}
		return nil
	}, `SELECT experiment, place, solver FROM entrants`+of+` ORDER BY experiment, place`, args...)
	if err != nil {
		return all, err
	}
	for _, r := range rows {
		if changed := r.changed(s); changed != nil {
			all.changed = append(all.changed, changedExperiment{r.Experiment, changed})
		} else {
			all.sound = append(all.sound, r.Experiment)
		}
	}
	if clause == "" && entrants > 0 {
		all.orphans = append(all.orphans, s.lost(entrants, "entrant"))
	}
	return all, nil
}

// count sets the counts of all experiments.
func (s *Store) count(ctx context.Context, from reader, all *experiments) error {
	at := map[int64]*Experiment{}
	for i := range all.sound {
		at[all.sound[i].ID] = &all.sound[i]
	}
	for i := range all.changed {
		at[all.changed[i].of.ID] = &all.changed[i].of
	}
	games, runs := 0, 0 // of no experiment
	err := query(ctx, from, func(scan scanner) error {
		var id int64
		var n, first, last int
		if err := scan(&id, &n, &first, &last); err != nil {
			return err
		}
		if e := at[id]; e != nil {
			e.Games, e.First, e.Last = n, first, last
		} else {
			games += n
		}
		return nil
	}, `SELECT experiment, count(*), min(grp), max(grp) FROM games GROUP BY experiment`)
	if err != nil {
		return err
	}
	err = query(ctx, from, func(scan scanner) error { return scan(&runs) }, `SELECT count(*) FROM runs WHERE experiment NOT IN (SELECT id FROM experiments)`)
	if runs > 0 {
		all.orphans = append(all.orphans, s.lost(runs, "run"))
	}
	if games > 0 {
		all.orphans = append(all.orphans, s.lost(games, "game"))
	}
	return err
}

// lost returns the error about rows of no experiment.
func (s *Store) lost(n int, what string) *ChangedError {
	return &ChangedError{File: s.file, Row: english.Count(n, what), How: "without an experiment"}
}

// changed returns how the row differs from what was written, or nil.
func (r *experimentRow) changed(s *Store) *ChangedError {
	why := ""
	switch {
	case r.err == nil && r.Key != r.key():
		why = ": its key does not match its content"
	case s.HasChecksums() && !bytes.Equal(r.sum, sumOf(r.values...)):
		why = ", or an entrant was"
	case r.err != nil:
		why = ": " + r.err.Error()
	default:
		return nil
	}
	return &ChangedError{File: s.file, Experiment: r.Key, Row: fmt.Sprintf("row %d", r.ID), How: "was changed since it was written" + why}
}
