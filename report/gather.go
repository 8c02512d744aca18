package report

import (
	"context"
	"slices"

	"ouro/internal/printable"
	"ouro/lab"
	"ouro/solve/exact"
)

// readGames makes the report of the games, and selects games to show.
func (s *Section) readGames(ctx context.Context, c *count, o *Options) error {
	plan, err := s.Set.Plan()
	if err != nil {
		return err
	}
	p := newPicks(&plan, o.Games)
	r, changed, err := s.Set.Report(ctx, func(f *lab.Finished) {
		c.read()
		p.see(f)
	})
	if err != nil {
		return err
	}
	s.changed(changed)
	if plan.Meals {
		r.AgainstDistance()
		if moves, known := exact.KnownOf(&plan.Game); known {
			r.AgainstOptimum(moves)
		}
	}
	timed := slices.ContainsFunc(r.Results, func(res lab.Result) bool { return res.Times != nil && res.Times.Think != nil })
	if s.Report, s.Slow = r, p.slow.all; o.NoTimes || !timed {
		s.Report, s.Slow = r.WithoutTimes(), nil
	}
	s.Picks, err = s.derivePicks(ctx, p.chosen())
	return err
}

// see records a game, and makes texts from other machines safe to print.
func (p *picks) see(f *lab.Finished) {
	for seat := range f.Tally.Seats {
		s := &f.Tally.Seats[seat]
		s.FirstFault = printable.Line(s.FirstFault)
		if seat < len(f.Think) && seat < len(f.Slow) && f.Think[seat] != nil && f.Slow[seat] > 0 {
			p.slow.offer(Slow{
				Entrant: int(s.Entrant), Group: int(f.Tally.Group), Seating: int(f.Tally.Seating),
				Decision: int(f.Slow[seat]), Took: f.Think[seat].Max(),
			})
		}
	}
	p.offer(&f.Tally)
}
