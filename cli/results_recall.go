package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"ouro/lab"
	"ouro/order"
	"ouro/store"
)

// reader reads the games of an experiment, each when it is asked for, in their order.
type reader struct {
	of      *store.Experiment
	next    func() (*store.Game, error, bool)
	stop    func()
	ahead   *store.Game
	changed []string // what was changed since it was written, which is left out
	err     error
}

func newReader(ctx context.Context, s *store.Store, e *store.Experiment) *reader {
	r := &reader{of: e}
	r.next, r.stop = iter.Pull2(s.Games(ctx, e.ID))
	r.step()
	return r
}

// step reads on to the next game that is sound.
func (r *reader) step() {
	r.ahead = nil
	for r.err == nil {
		g, err, more := r.next()
		var changed *store.ChangedError
		switch {
		case !more:
			return
		case errors.As(err, &changed):
			r.changed = append(r.changed, err.Error())
		case err != nil:
			r.err = err
		default:
			r.ahead = g
			return
		}
	}
}

// find is a game that does not stand before one that was asked for already.
func (r *reader) find(group, seating int) (*lab.Finished, bool) {
	before := func(g *store.Game) bool { return g.Group < group || g.Group == group && g.Seating < seating }
	for r.ahead != nil && before(r.ahead) {
		r.step()
	}
	if r.ahead == nil || r.ahead.Group != group || r.ahead.Seating != seating {
		return nil, false
	}
	f, err := r.ahead.Finished()
	if err != nil {
		r.err = fmt.Errorf("experiment %s: game %d: %w", r.of.Short(), group, err)
		return nil, false
	}
	return f, true
}

// recalled is the report of experiments of the same games, with what was changed of
// them.
type recalled struct {
	of      []store.Experiment
	report  *lab.Report
	changed []string
}

// recall makes the report of each set of experiments that is one: solvers that have
// played the same games are laid side by side.
func recall(ctx context.Context, s *store.Store, all []store.Experiment) (reports []recalled, err error) {
	var sets [][]store.Experiment
	var games []string
	for _, e := range all {
		o, err := orderOf(s, &e)
		if err != nil {
			return nil, err
		}
		key := e.Key
		if o.Kind == order.Bench {
			o.Solvers = nil
			key = o.Text()
		}
		i := slices.Index(games, key)
		if i < 0 {
			i, games, sets = len(games), append(games, key), append(sets, nil)
		}
		sets[i] = append(sets[i], e)
	}
	for _, set := range sets {
		r, err := recallSet(ctx, s, set)
		if err != nil {
			return nil, err
		}
		reports = append(reports, r)
	}
	return reports, nil
}

// recallSet makes the report of experiments of the same games, or of one.
func recallSet(ctx context.Context, s *store.Store, set []store.Experiment) (recalled, error) {
	r := recalled{of: set}
	plan, err := planOf(s, set)
	if err != nil {
		return r, err
	}
	if plan.Groups == 0 {
		return r, fmt.Errorf("%s: experiment %s has no games yet", s.File(), set[0].Short())
	}
	var readers []*reader
	for i := range set {
		readers = append(readers, newReader(ctx, s, &set[i]))
		defer readers[i].stop()
	}
	plan.Known = func(t lab.Task) (*lab.Finished, bool) {
		if len(set) > 1 {
			return readers[t.Seating].find(t.Group, 0)
		}
		return readers[0].find(t.Group, t.Seating)
	}
	r.report, err = lab.Recall(plan)
	for _, each := range readers {
		r.changed = append(r.changed, each.changed...)
		err = errors.Join(err, each.err)
	}
	if err == nil {
		err = ctx.Err()
	}
	return r, err
}

// planOf is the plan of the games that the experiments have. Of several each is an
// entrant, who is named by the build as well where the solver is another's too.
func planOf(s *store.Store, set []store.Experiment) (plan lab.Plan, err error) {
	o, err := orderOf(s, &set[0])
	if err != nil {
		return plan, err
	}
	for i := range set[1:] {
		other, err := orderOf(s, &set[i+1])
		if err != nil {
			return plan, err
		}
		o.Solvers = append(o.Solvers, other.Solvers...)
	}
	if plan, err = o.Plan(); err != nil {
		return plan, fmt.Errorf("%s: experiment %s: %w", s.File(), set[0].Short(), err)
	}
	first, last := -1, -1
	for i := range set {
		e := &set[i]
		if len(set) > 1 && slices.ContainsFunc(set, func(o store.Experiment) bool { return o.ID != e.ID && entrantsOf(&o) == entrantsOf(e) }) {
			plan.Entrants[i].Name = entrantsOf(e) + "@" + shortBuild(e)
		}
		if e.Games > 0 {
			if first < 0 || e.First < first {
				first = e.First
			}
			last = max(last, e.Last)
		}
	}
	if plan.First = max(0, first); first >= 0 {
		plan.Groups = last - first + 1
	}
	return plan, nil
}
