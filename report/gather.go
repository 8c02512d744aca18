package report

import (
	"context"
	"errors"
	"iter"
	"slices"

	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/stat"
	"ouro/order"
	"ouro/store"
)

// thought is how long an entrant thought.
type thought struct {
	stat.Histogram
	known bool
}

// gather reads the games of experiments that belong together.
func gather(ctx context.Context, experiments []*Experiment, c *count, most int) (*Section, error) {
	s := &Section{Experiments: experiments}
	plan, err := planOf(experiments)
	if err != nil || plan == nil {
		return s, err
	}
	g := &gatherer{ctx: ctx, plan: plan, section: s, count: c, alone: experiments[0].Kind == string(order.Bench)}
	s.think = make([]thought, len(plan.Entrants))
	g.picks = newPicks(len(plan.Entrants), most)
	for _, e := range experiments {
		next, stop := iter.Pull2(e.Games(ctx))
		defer stop()
		g.streams = append(g.streams, stream{next: next})
	}
	plan.Known = g.known
	if s.Report, err = lab.Recall(*plan); err != nil || g.err != nil {
		return nil, first(g.err, err)
	}
	if plan.Meals {
		s.Report.AgainstDistance()
		if moves, known := optimum(&plan.Game); known {
			s.Report.AgainstOptimum(moves)
		}
	}
	if !slices.ContainsFunc(s.think, func(th thought) bool { return th.known }) {
		s.Report = s.Report.WithoutTimes()
	}
	s.Slow = g.picks.slow.all
	s.changed(g.changed)
	if _, whole := plan.Kind.(lab.Measured); !whole {
		s.Looked, err = g.look(experiments)
	}
	return s, err
}

// planOf is the plan by which all the games were played, nil of experiments that are
// not made of games that are summed up here.
func planOf(experiments []*Experiment) (*lab.Plan, error) {
	e := experiments[0]
	if e.Games == nil || e.Count == 0 {
		return nil, nil
	}
	o := e.Order
	if e.Kind == string(order.Bench) {
		o.Solvers = nil
		for _, e := range experiments {
			o.Solvers = append(o.Solvers, e.Order.Solvers...)
		}
	}
	plan, err := o.Plan()
	if err != nil {
		return nil, err
	}
	names := map[string]int{}
	for i := range plan.Entrants {
		names[plan.Entrants[i].Spec.String()]++
	}
	last := 0
	plan.First = e.First
	for i, e := range experiments {
		plan.First, last = min(plan.First, e.First), max(last, e.First+e.Groups)
		if a := &plan.Entrants[i]; len(experiments) > 1 && names[a.Spec.String()] > 1 {
			a.Name = printable.Line(a.Spec.String() + "@" + e.Short) // as ouro results does
		}
	}
	plan.Groups = last - plan.First
	return &plan, nil
}

// gatherer matches the games of a plan with those that come.
type gatherer struct {
	ctx     context.Context
	plan    *lab.Plan
	section *Section
	streams []stream
	alone   bool // each entrant has a stream of its own
	picks   *picks
	count   *count
	changed int // games that are left out
	err     error
}

// stream is the games of an experiment.
type stream struct {
	next func() (*lab.Finished, error, bool)
	head *lab.Finished
	over bool
}

// known is the game of a task, if it is there. Tasks come in the order in which the
// games do.
func (g *gatherer) known(t lab.Task) (*lab.Finished, bool) {
	s, seating := &g.streams[0], t.Seating
	if g.alone {
		s, seating = &g.streams[t.Seating], 0
	}
	for g.err == nil && !s.over {
		if s.head == nil {
			f, err, more := s.next()
			var changed *store.ChangedError
			switch {
			case errors.As(err, &changed):
				g.changed++
				continue
			case err != nil:
				g.err = err
				return nil, false
			case !more:
				s.over = true
				return nil, false
			}
			s.head = f
			g.count.add()
		}
		at := &s.head.Tally
		if int(at.Group) > t.Group || int(at.Group) == t.Group && int(at.Seating) > seating {
			return nil, false
		}
		f := s.head
		s.head = nil
		if int(at.Group) == t.Group && int(at.Seating) == seating {
			g.see(t, f)
			return f, true
		}
	}
	return nil, false
}

// see takes note of a game.
func (g *gatherer) see(t lab.Task, f *lab.Finished) {
	f.Record = nil
	for seat, e := range t.Seats {
		if seat < len(f.Tally.Seats) { // which are counted later
			m := &f.Tally.Seats[seat].FirstMishap
			*m = printable.Line(*m)
		}
		if seat < len(f.Think) && seat < len(f.Slow) && f.Think[seat] != nil && f.Slow[seat] > 0 {
			g.section.think[e].MergeSparse(f.Think[seat])
			g.section.think[e].known = true
			g.picks.slow.offer(Slow{Entrant: e, Group: t.Group, Seating: t.Seating, Decision: int(f.Slow[seat]), Took: f.Think[seat].Max()})
		}
	}
	g.picks.offer(t, &f.Tally)
}

// first is the first error of several.
func first(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}
