package report

import (
	"cmp"
	"context"
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
	g := &gatherer{ctx: ctx, plan: plan, section: s, alone: experiments[0].Kind == string(order.Bench)}
	s.think = make([]thought, len(plan.Entrants))
	g.picks = newPicks(len(plan.Entrants), most)
	for i, e := range experiments {
		g.streams = append(g.streams, store.NewStream(c.counted(e.Games(ctx))))
		defer g.streams[i].Close()
	}
	plan.Known = g.known
	s.Report, err = lab.Recall(*plan)
	var changed []*store.ChangedError
	for _, each := range g.streams {
		each.Rest()
		changed = append(changed, each.Changed...)
		err = cmp.Or(each.Err, err)
	}
	if err != nil {
		return nil, err
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
	s.changed(changed)
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
	var all []order.Kept
	for _, e := range experiments {
		all = append(all, order.Kept{Order: e.Order, Build: e.Short, First: e.First, Groups: e.Groups})
	}
	plan, err := order.Recalled(all)
	return &plan, err
}

// gatherer matches the games of a plan with those that come.
type gatherer struct {
	ctx     context.Context
	plan    *lab.Plan
	section *Section
	streams []*store.Stream
	alone   bool // each entrant has a stream of its own
	picks   *picks
}

// known is the game of a task, if it is there. Tasks come in the order in which the
// games do.
func (g *gatherer) known(t lab.Task) (*lab.Finished, bool) {
	s, seating := g.streams[0], t.Seating
	if g.alone {
		s, seating = g.streams[t.Seating], 0
	}
	f, ok := s.Find(t.Group, seating)
	if ok {
		g.see(t, f)
	}
	return f, ok
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
