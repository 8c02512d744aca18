package store

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouro/internal/english"
)

// Query selects experiments. A zero field matches all experiments.
type Query struct {
	Kind, Rules, Board string
	Solver             string // an entrant: the spec or only the name of a solver
	Build              string // a prefix of the build's key, commit, sum or version
	Since, Until       time.Time
}

func (q *Query) match(e *Experiment) bool {
	matches := func(want, got string) bool { return want == "" || want == got }
	return matches(q.Kind, e.Kind) && matches(q.Rules, e.Rules) && matches(q.Board, e.Board) &&
		(q.Solver == "" || slices.ContainsFunc(e.Solvers, func(s string) bool { return s == q.Solver || strings.HasPrefix(s, q.Solver+":") })) &&
		(q.Build == "" || slices.ContainsFunc([]string{e.Build.Key(), e.Build.Commit, e.Build.Sum, e.Build.Version}, func(b string) bool { return strings.HasPrefix(b, q.Build) })) &&
		(q.Since.IsZero() || !e.Created.Before(q.Since)) && (q.Until.IsZero() || !e.Created.After(q.Until))
}

// Find returns the selected experiments, oldest first. It omits changed experiments, which
// [Store.Changed] reports.
func (s *Store) Find(ctx context.Context, q Query) ([]Experiment, error) {
	all, err := s.experiments(ctx)
	return slices.DeleteFunc(all.valid, func(e Experiment) bool { return !q.match(&e) }), err
}

// Changed returns errors for experiments that were changed after they were written, and for rows
// without an experiment.
func (s *Store) Changed(ctx context.Context) ([]*ChangedError, error) {
	all, err := s.experiments(ctx)
	changed := all.orphans
	for i := range all.changed {
		changed = append(changed, all.changed[i].err)
	}
	return changed, err
}

// Experiment returns the experiment that name identifies: by its number in the file, or as the only
// one whose key begins with name. For a changed experiment, the error is a *ChangedError, and the
// returned experiment has its number and key.
func (s *Store) Experiment(ctx context.Context, name string) (Experiment, error) {
	all, err := s.experiments(ctx)
	if err != nil {
		return Experiment{}, err
	}
	var found []changedExperiment
	both := all.changed
	for _, e := range all.valid {
		both = append(both, changedExperiment{experiment: e})
	}
	for _, e := range both {
		if strconv.FormatInt(e.experiment.ID, 10) == name || e.experiment.Key == name {
			return e.experiment, e.error()
		}
		if len(name) >= MinKey && strings.HasPrefix(e.experiment.Key, name) {
			found = append(found, e)
		}
	}
	switch {
	case len(found) == 1:
		return found[0].experiment, found[0].error()
	case len(found) > 1:
		return Experiment{}, fmt.Errorf("%s: %d experiments begin with %q; give more letters of the id", s.file, len(found), name)
	case len(both) == 0:
		return Experiment{}, fmt.Errorf("%s: unknown experiment %q; the file has no experiments", s.file, name)
	}
	first := both[0].experiment
	return Experiment{}, fmt.Errorf("%s: unknown experiment %q; want a number or the first %d or more letters of an id, such as %d or %s", s.file, name, MinKey, first.ID, first.Short())
}

// Totals are sums over the games of an experiment, for lists. They include games that were changed
// after they were written.
type Totals struct {
	Games, Won      int
	Turns           float64 // sum over all games
	WonTurns        float64 // sum over won games
	WonTurnsSquared float64 // sum of the squared turns of won games
	Faults          int
	Took            time.Duration
	Last            time.Time // when the last game was finished
}

// Totals returns the totals of all experiments that have games, by ID.
func (s *Store) Totals(ctx context.Context) (map[int64]Totals, error) {
	all := map[int64]Totals{}
	err := query(ctx, s.db, func(scan scanner) error {
		var id, last int64
		var t Totals
		if err := scan(&id, &t.Games, &t.Won, &t.Turns, &t.WonTurns, &t.WonTurnsSquared, &t.Faults, &t.Took, &last); err != nil {
			return err
		}
		t.Last = time.UnixMilli(last)
		all[id] = t
		return nil
	}, `SELECT experiment, count(*), sum(ending = 'won'), total(turns),
			total(CASE ending WHEN 'won' THEN turns END), total(CASE ending WHEN 'won' THEN 1.0 * turns * turns END), sum(mishaps), sum(took), max(at)
		FROM games GROUP BY experiment`)
	return all, s.explain(err)
}

// experiments are experiments of a file, oldest first.
type experiments struct {
	valid   []Experiment
	changed []changedExperiment
	orphans []*ChangedError // changed rows that belong to no experiment
}

type changedExperiment struct {
	experiment Experiment
	err        *ChangedError // nil if the row was not changed
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

// findOne returns the experiment that a clause selects, or sql.ErrNoRows.
func (s *Store) findOne(ctx context.Context, from reader, clause string, args ...any) (*Experiment, error) {
	all, err := s.load(ctx, from, clause, args...)
	switch {
	case err != nil:
		return nil, err
	case len(all.changed) > 0:
		return nil, all.changed[0].err
	case len(all.valid) == 0:
		return nil, sql.ErrNoRows
	}
	return &all.valid[0], nil
}

type experimentRow struct {
	Experiment
	values []any // values of the row and of its entrants
	sum    []byte
	err    error // from parsing the row
}

// load reads the experiments that a clause selects, without the counts of their games. The clause
// "" selects all.
func (s *Store) load(ctx context.Context, from reader, clause string, args ...any) (all experiments, err error) {
	var rows []*experimentRow
	at := map[int64]*experimentRow{}
	columns, where := experimentColumns, ""
	if !s.HasChecksums() {
		columns = oldExperimentColumns
	}
	if clause != "" {
		where = ` WHERE experiment IN (SELECT id FROM experiments ` + clause + `)`
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
	entrants := 0 // number of entrants without an experiment
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
	}, `SELECT experiment, place, solver FROM entrants`+where+` ORDER BY experiment, place`, args...)
	if err != nil {
		return all, err
	}
	for _, r := range rows {
		if changed := r.changed(s); changed != nil {
			all.changed = append(all.changed, changedExperiment{r.Experiment, changed})
		} else {
			all.valid = append(all.valid, r.Experiment)
		}
	}
	if clause == "" && entrants > 0 {
		all.orphans = append(all.orphans, s.missingError(entrants, "entrant"))
	}
	return all, nil
}

// count sets the number of games and the first and last group of each experiment.
func (s *Store) count(ctx context.Context, from reader, all *experiments) error {
	at := map[int64]*Experiment{}
	for i := range all.valid {
		at[all.valid[i].ID] = &all.valid[i]
	}
	for i := range all.changed {
		at[all.changed[i].experiment.ID] = &all.changed[i].experiment
	}
	games, runs := 0, 0 // number of games and of runs without an experiment
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
		all.orphans = append(all.orphans, s.missingError(runs, "run"))
	}
	if games > 0 {
		all.orphans = append(all.orphans, s.missingError(games, "game"))
	}
	return err
}

func (s *Store) missingError(n int, what string) *ChangedError {
	return &ChangedError{File: s.file, Row: english.Count(n, what), How: "without an experiment"}
}

// changed returns an error if the row was changed after it was written, or nil.
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
