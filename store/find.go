package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
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
