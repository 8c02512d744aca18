package store

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"ouro/internal/buildinfo"
)

// Experiment is what was to be played and by which build. Kind, Order, Programs and the
// key of Build make it what it is; the rest follows from them and is for those who look for
// experiments.
type Experiment struct {
	ID  int64  // in this file
	Key string // everywhere

	Kind  string // of its Order, or "exact"
	Order string // what was to be played, as the text of package order
	Build buildinfo.Identity
	// Programs is a digest of the programs of others that take part, which are no part
	// of the build; "" where none do.
	Programs string

	Title        string
	Rules, Board string
	StartLength  int
	Seed         uint64
	Budget       string
	Solvers      []string // the entrants
	// Reproducible tells whether who has Order and Build can play the same games:
	// neither clocks nor snakes elsewhere have a say in them.
	Reproducible bool

	Created time.Time
	// Of the games that are kept:
	Games       int
	First, Last int // groups
}

// MinKey is the length of the shortest part of a key that names an experiment.
const MinKey = 4

// shortKey is as much of a key as people are shown.
const shortKey = 10

// Short is the key, as short as people are shown it.
func (e *Experiment) Short() string { return e.Key[:min(shortKey, len(e.Key))] }

// key is what the key must be.
func (e *Experiment) key() string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%s\n%s\n%s", e.Kind, e.Build.Key(), e.Programs, e.Order))
	return hex.EncodeToString(sum[:16])
}

// Run is a time that a program plays games of an experiment.
type Run struct {
	ID      int64  // in this file
	Key     string // everywhere; by chance
	Command string // as it was typed
	Machine string // without what tells whose it is
	Began   time.Time
	Ended   time.Time // when it last wrote a game
	Games   int       // that it has written
}

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

// Find is the experiments that are asked for, the oldest first.
func (s *Store) Find(ctx context.Context, q Query) ([]Experiment, error) {
	all, err := s.experiments(ctx)
	return slices.DeleteFunc(all, func(e Experiment) bool { return !q.match(&e) }), err
}

// Experiment is the experiment with this number in the file, or whose key alone begins
// like this.
func (s *Store) Experiment(ctx context.Context, name string) (Experiment, error) {
	all, err := s.experiments(ctx)
	if err != nil {
		return Experiment{}, err
	}
	var found []Experiment
	for _, e := range all {
		if strconv.FormatInt(e.ID, 10) == name || e.Key == name {
			return e, nil
		}
		if len(name) >= MinKey && strings.HasPrefix(e.Key, name) {
			found = append(found, e)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return Experiment{}, fmt.Errorf("%s: %d experiments have keys that begin with %s; give more of it", s.file, len(found), name)
	case len(all) == 0:
		return Experiment{}, fmt.Errorf("%s: there is no experiment %q; it holds none", s.file, name)
	}
	return Experiment{}, fmt.Errorf("%s: there is no experiment %q; want a number or the first %d or more letters of an id, such as %d or %s", s.file, name, MinKey, all[0].ID, all[0].Short())
}

const experimentColumns = `id, key, kind, title, definition, rules, board, start_length, seed, budget, reproducible,
	build_commit, build_sum, build_version, build_time, programs, created`

// experiments are all, in the order in which they were made.
func (s *Store) experiments(ctx context.Context) (all []Experiment, err error) {
	at := map[int64]*Experiment{}
	err = s.rows(ctx, func(scan func(...any) error) error {
		var e Experiment
		var seed string
		var created int64
		err := scan(&e.ID, &e.Key, &e.Kind, &e.Title, &e.Order, &e.Rules, &e.Board, &e.StartLength, &seed, &e.Budget, &e.Reproducible,
			&e.Build.Commit, &e.Build.Sum, &e.Build.Version, &e.Build.Time, &e.Programs, &created)
		if err != nil {
			return err
		}
		if e.Seed, err = strconv.ParseUint(seed, 10, 64); err != nil || e.Key != e.key() {
			return fmt.Errorf("%s: experiment %d (%s) was changed since it was written: its key does not fit what was to be played", s.file, e.ID, e.Short())
		}
		e.Created = time.UnixMilli(created)
		all = append(all, e)
		return nil
	}, `SELECT `+experimentColumns+` FROM experiments ORDER BY created, id`)
	if err != nil {
		return nil, err
	}
	for i := range all {
		at[all[i].ID] = &all[i]
	}
	err = s.rows(ctx, func(scan func(...any) error) error {
		var id int64
		var solver string
		if err := scan(&id, &solver); err != nil {
			return err
		}
		if e := at[id]; e != nil {
			e.Solvers = append(e.Solvers, solver)
		}
		return nil
	}, `SELECT experiment, solver FROM entrants ORDER BY experiment, place`)
	if err != nil {
		return nil, err
	}
	return all, s.rows(ctx, func(scan func(...any) error) error {
		var id int64
		var games, first, last int
		if err := scan(&id, &games, &first, &last); err != nil {
			return err
		}
		if e := at[id]; e != nil {
			e.Games, e.First, e.Last = games, first, last
		}
		return nil
	}, `SELECT experiment, count(*), min(grp), max(grp) FROM games GROUP BY experiment`)
}

// Runs are the times that games of an experiment were played, in their order.
func (s *Store) Runs(ctx context.Context, experiment int64) (runs []Run, err error) {
	err = s.rows(ctx, func(scan func(...any) error) error {
		var r Run
		var began, ended int64
		if err := scan(&r.ID, &r.Key, &r.Command, &r.Machine, &began, &ended, &r.Games); err != nil {
			return err
		}
		r.Began, r.Ended = time.UnixMilli(began), time.UnixMilli(ended)
		runs = append(runs, r)
		return nil
	}, `SELECT id, key, command, machine, began, ended, coalesce(games, 0)
		FROM runs LEFT JOIN (SELECT run, count(*) AS games FROM games WHERE experiment = ? GROUP BY run) ON run = id
		WHERE experiment = ? ORDER BY began, id`, experiment, experiment)
	return runs, err
}

// rows calls each for every row of a query.
func (s *Store) rows(ctx context.Context, each func(scan func(...any) error) error, query string, args ...any) error {
	rows, err := s.db.QueryContext(ctx, query, args...)
	if err != nil {
		return s.words(err)
	}
	for err == nil && rows.Next() {
		err = each(rows.Scan)
	}
	return s.words(cmp.Or(err, rows.Err(), rows.Close()))
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
func put(ctx context.Context, tx *sql.Tx, e *Experiment) (id int64, err error) {
	r, err := tx.ExecContext(ctx, `INSERT INTO experiments (key, kind, title, definition, rules, board, start_length, seed, budget, reproducible,
			build, build_commit, build_sum, build_version, build_time, programs, created)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
		e.Key, e.Kind, e.Title, e.Order, e.Rules, e.Board, e.StartLength, strconv.FormatUint(e.Seed, 10), e.Budget, e.Reproducible,
		e.Build.Key(), e.Build.Commit, e.Build.Sum, e.Build.Version, e.Build.Time, e.Programs, e.Created.UnixMilli())
	if err != nil {
		return 0, err
	}
	if n, err := r.RowsAffected(); err != nil || n == 0 {
		return id, cmp.Or(err, tx.QueryRowContext(ctx, `SELECT id FROM experiments WHERE key = ?`, e.Key).Scan(&id))
	}
	if id, err = r.LastInsertId(); err != nil {
		return 0, err
	}
	for place, solver := range e.Solvers {
		if _, err := tx.ExecContext(ctx, `INSERT INTO entrants (experiment, place, solver) VALUES (?, ?, ?)`, id, place, solver); err != nil {
			return 0, err
		}
	}
	return id, nil
}

// begin makes sure that a run is noted, and returns its number.
func begin(ctx context.Context, tx *sql.Tx, experiment int64, r *Run) (id int64, err error) {
	_, err = tx.ExecContext(ctx, `INSERT INTO runs (key, experiment, command, machine, began, ended) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (key) DO NOTHING`,
		r.Key, experiment, r.Command, r.Machine, r.Began.UnixMilli(), r.Ended.UnixMilli())
	if err == nil {
		err = tx.QueryRowContext(ctx, `SELECT id FROM runs WHERE key = ? AND experiment = ?`, r.Key, experiment).Scan(&id)
	}
	return id, err
}
