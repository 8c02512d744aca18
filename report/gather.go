package report

import (
	"context"
	"slices"

	"ouro/internal/printable"
	"ouro/lab"
	"ouro/lab/stat"
	"ouro/results"
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
	if experiments[0].kept == nil || experiments[0].Count == 0 {
		return s, nil
	}
	var all []store.Experiment
	for _, e := range experiments {
		all = append(all, *e.kept)
	}
	sets, err := results.Sets(experiments[0].store, all)
	if err != nil {
		return nil, err
	}
	plan, err := sets[0].Plan()
	if err != nil {
		return nil, err
	}
	g := &gatherer{ctx: ctx, set: sets[0], section: s}
	s.think = make([]thought, len(plan.Entrants))
	g.picks = newPicks(len(plan.Entrants), most)
	var changed []*store.ChangedError
	s.Report, changed, err = sets[0].Report(ctx, func(f *lab.Finished) {
		c.read()
		g.see(f)
	})
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
		s.Looked, err = g.look()
	}
	return s, err
}

// gatherer keeps what a section shows of single games.
type gatherer struct {
	ctx     context.Context
	set     *results.Set
	section *Section
	picks   *picks
}

// see takes note of a game.
func (g *gatherer) see(f *lab.Finished) {
	f.Record = nil
	for seat := range f.Tally.Seats {
		s := &f.Tally.Seats[seat]
		s.FirstMishap = printable.Line(s.FirstMishap)
		if seat < len(f.Think) && seat < len(f.Slow) && f.Think[seat] != nil && f.Slow[seat] > 0 {
			th := &g.section.think[s.Entrant]
			th.MergeSparse(f.Think[seat])
			th.known = true
			g.picks.slow.offer(Slow{
				Entrant: int(s.Entrant), Group: int(f.Tally.Group), Seating: int(f.Tally.Seating),
				Decision: int(f.Slow[seat]), Took: f.Think[seat].Max(),
			})
		}
	}
	g.picks.offer(&f.Tally)
}
