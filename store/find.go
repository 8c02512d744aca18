package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouro/internal/english"
)

// Query is what experiments are looked for by. What is left open is not asked for.
type Query struct {
	Kind, Rules, Board string
	Solver             string // one of the entrants: its spec, or the name alone
	Build              string // the beginning of its key, commit, sum or version
	Since, Until       time.Time
}

// match tells whether the experiment is asked for.
func (q *Query) match(e *Experiment) bool {
	is := func(want, have string) bool { return want == "" || want == have }
	return is(q.Kind, e.Kind) && is(q.Rules, e.Rules) && is(q.Board, e.Board) &&
		(q.Solver == "" || slices.ContainsFunc(e.Solvers, func(s string) bool { return s == q.Solver || strings.HasPrefix(s, q.Solver+":") })) &&
		(q.Build == "" || slices.ContainsFunc([]string{e.Build.Key(), e.Build.Commit, e.Build.Sum, e.Build.Version}, func(b string) bool { return strings.HasPrefix(b, q.Build) })) &&
		(q.Since.IsZero() || !e.Created.Before(q.Since)) && (q.Until.IsZero() || !e.Created.After(q.Until))
}

// Find is the experiments that are asked for, the oldest first. Those that were changed
// since they were written are not among them: Changed has them.
func (s *Store) Find(ctx context.Context, q Query) ([]Experiment, error) {
	all, err := s.experiments(ctx)
	return slices.DeleteFunc(all.sound, func(e Experiment) bool { return !q.match(&e) }), err
}

// Changed are the experiments that were changed since they were written, and rows that
// belong to no experiment.
func (s *Store) Changed(ctx context.Context) ([]*ChangedError, error) {
	all, err := s.experiments(ctx)
	changed := all.lost
	for i := range all.changed {
		changed = append(changed, all.changed[i].err)
	}
	return changed, err
}

// SameOrder is the experiments of a kind and an order, by whichever build and programs,
// the newest first.
func (s *Store) SameOrder(ctx context.Context, kind, order string) ([]Experiment, error) {
	var all experiments
	err := s.snapshot(ctx, func(from reader) (err error) {
		all, err = s.load(ctx, from, `WHERE kind = ? AND definition = ?`, kind, order)
		return err
	})
	slices.Reverse(all.sound)
	return all.sound, err
}

// Experiment is the experiment with this number in the file, or whose key alone begins
// like this. The error is a *ChangedError where it was changed since it was written; its
// number and its key are returned then.
func (s *Store) Experiment(ctx context.Context, name string) (Experiment, error) {
	all, err := s.experiments(ctx)
	if err != nil {
		return Experiment{}, err
	}
	var found []changedExperiment
	every := all.changed
	for _, e := range all.sound {
		every = append(every, changedExperiment{of: e})
	}
	for _, e := range every {
		if strconv.FormatInt(e.of.ID, 10) == name || e.of.Key == name {
			return e.of, e.error()
		}
		if len(name) >= MinKey && strings.HasPrefix(e.of.Key, name) {
			found = append(found, e)
		}
	}
	switch {
	case len(found) == 1:
		return found[0].of, found[0].error()
	case len(found) > 1:
		return Experiment{}, fmt.Errorf("%s: %d experiments have keys that begin with %s; give more of it", s.file, len(found), name)
	case len(every) == 0:
		return Experiment{}, fmt.Errorf("%s: there is no experiment %q; it holds none", s.file, name)
	}
	first := every[0].of
	return Experiment{}, fmt.Errorf("%s: there is no experiment %q; want a number or the first %d or more letters of an id, such as %d or %s", s.file, name, MinKey, first.ID, first.Short())
}

// experiments are those of a file, in the order in which they were made.
type experiments struct {
	sound   []Experiment
	changed []changedExperiment
	lost    []*ChangedError // rows of no experiment
}

// changedExperiment is as much of an experiment as can be read.
type changedExperiment struct {
	of  Experiment
	err *ChangedError // nil is an experiment that was not changed
}

func (e *changedExperiment) error() error {
	if e.err == nil {
		return nil
	}
	return e.err
}

func (s *Store) experiments(ctx context.Context) (all experiments, err error) {
	err = s.snapshot(ctx, func(from reader) (err error) {
		all, err = s.load(ctx, from, "")
		return err
	})
	return all, err
}

// one is the experiment that a clause selects: sql.ErrNoRows where there is none.
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

// experimentRow is an experiment as it is in the file.
type experimentRow struct {
	Experiment
	values []any // of its columns, and its entrants
	sum    []byte
	err    error // of reading it as an experiment
}

// load reads the experiments that a clause selects; "" selects all.
func (s *Store) load(ctx context.Context, from reader, clause string, args ...any) (all experiments, err error) {
	var rows []*experimentRow
	at := map[int64]*experimentRow{}
	columns, of := experimentColumns, ""
	if !s.sealed() {
		columns = unsealedExperimentColumns
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
	entrants, games := 0, 0 // of no experiment
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
	err = query(ctx, from, func(scan scanner) error {
		var id int64
		var n, first, last int
		if err := scan(&id, &n, &first, &last); err != nil {
			return err
		}
		if r := at[id]; r != nil {
			r.Games, r.First, r.Last = n, first, last
		} else {
			games += n
		}
		return nil
	}, `SELECT experiment, count(*), min(grp), max(grp) FROM games`+of+` GROUP BY experiment`, args...)
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
	if clause != "" {
		return all, nil
	}
	runs := 0
	err = query(ctx, from, func(scan scanner) error { return scan(&runs) }, `SELECT count(*) FROM runs WHERE experiment NOT IN (SELECT id FROM experiments)`)
	for _, lost := range []string{countOrNone(entrants, "entrant"), countOrNone(runs, "run"), countOrNone(games, "game")} {
		if lost != "" {
			all.lost = append(all.lost, &ChangedError{File: s.file, Row: lost, How: "without an experiment"})
		}
	}
	return all, err
}

// countOrNone is a number of things; "" where there are none.
func countOrNone(n int, what string) string {
	if n == 0 {
		return ""
	}
	return english.Count(n, what)
}

// changed is how the row differs from what was written; nil if it does not.
func (r *experimentRow) changed(s *Store) *ChangedError {
	why := ""
	switch {
	case r.err == nil && r.Key != r.key():
		why = ": its key does not fit what was to be played"
	case s.sealed() && !bytes.Equal(r.sum, sumOf(r.values...)):
		why = ", or an entrant was"
	case r.err != nil:
		why = ": " + r.err.Error()
	default:
		return nil
	}
	return &ChangedError{File: s.file, Experiment: r.Key, Row: fmt.Sprintf("row %d", r.ID), How: "was changed since it was written" + why}
}

// Forget removes experiments with their games.
func (s *Store) Forget(ctx context.Context, ids ...int64) error {
	return s.words(s.transaction(ctx, func(tx *sql.Tx) error {
		for _, id := range ids {
			if _, err := tx.ExecContext(ctx, `DELETE FROM experiments WHERE id = ?`, id); err != nil {
				return err
			}
		}
		return nil
	}))
}

// put makes sure that the experiment is in the file, and returns its number there.
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
