package store

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Query selects experiments. A zero field selects all.
type Query struct {
	Kind, Rules, Board string
	Solver             string // an entrant: its spec, or only its name
	Build              string // a prefix of its key, commit, sum or version
	Since, Until       time.Time
}

// match reports whether the query selects the experiment.
func (q *Query) match(e *Experiment) bool {
	is := func(want, have string) bool { return want == "" || want == have }
	return is(q.Kind, e.Kind) && is(q.Rules, e.Rules) && is(q.Board, e.Board) &&
		(q.Solver == "" || slices.ContainsFunc(e.Solvers, func(s string) bool { return s == q.Solver || strings.HasPrefix(s, q.Solver+":") })) &&
		(q.Build == "" || slices.ContainsFunc([]string{e.Build.Key(), e.Build.Commit, e.Build.Sum, e.Build.Version}, func(b string) bool { return strings.HasPrefix(b, q.Build) })) &&
		(q.Since.IsZero() || !e.Created.Before(q.Since)) && (q.Until.IsZero() || !e.Created.After(q.Until))
}

// Find returns the selected experiments, oldest first, without those that were changed
// since they were written: see Changed.
func (s *Store) Find(ctx context.Context, q Query) ([]Experiment, error) {
	all, err := s.experiments(ctx)
	return slices.DeleteFunc(all.sound, func(e Experiment) bool { return !q.match(&e) }), err
}

// Changed returns errors for the experiments that were changed since they were written,
// and for rows that belong to no experiment.
func (s *Store) Changed(ctx context.Context) ([]*ChangedError, error) {
	all, err := s.experiments(ctx)
	changed := all.orphans
	for i := range all.changed {
		changed = append(changed, all.changed[i].err)
	}
	return changed, err
}

// Experiment returns the experiment with this number in the file, or with this unique
// prefix of its key. If it was changed since it was written, the error is a
// *ChangedError, and number and key are returned with it.
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
		return Experiment{}, fmt.Errorf("%s: %d experiments begin with %q; give more letters of the id", s.file, len(found), name)
	case len(every) == 0:
		return Experiment{}, fmt.Errorf("%s: unknown experiment %q; the file has no experiments", s.file, name)
	}
	first := every[0].of
	return Experiment{}, fmt.Errorf("%s: unknown experiment %q; want a number or the first %d or more letters of an id, such as %d or %s", s.file, name, MinKey, first.ID, first.Short())
}
