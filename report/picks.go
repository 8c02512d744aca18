package report

import (
	"cmp"
	"context"
	"slices"
	"time"

	"ouro"
	"ouro/internal/printable"
	"ouro/lab"
	"ouro/solve/exact"
)

// Slow is a slow decision of an entrant.
type Slow struct {
	Entrant        int
	Group, Seating int
	Decision       int // number of the decision in its game, from 1
	Took           time.Duration
}

// Pick is a game selected for the page.
type Pick struct {
	Group, Seating int
	Entrant        int    // the entrant for which it was selected; -1 for games of several snakes
	Why            string // reason for the selection
	Tally          lab.Tally
	Tape           *Tape  // the game for the player; nil if the page cannot show it
	Missing        string // reason why Tape is nil
}

// best keeps the first elements in the order of compare, at most limit elements.
type best[T any] struct {
	limit   int
	compare func(a, b T) int
	all     []T
}

// offer adds an element if it is among the first.
func (b *best[T]) offer(x T) {
	if b.limit == 0 || len(b.all) == b.limit && b.compare(b.all[len(b.all)-1], x) <= 0 {
		return
	}
	i, _ := slices.BinarySearchFunc(b.all, x, func(y, x T) int {
		return cmp.Or(b.compare(y, x), -1) // x goes after equal elements
	})
	if len(b.all) == b.limit {
		b.all = b.all[:len(b.all)-1]
	}
	b.all = slices.Insert(b.all, i, x)
}

// picks selects games and decisions for the page.
type picks struct {
	slow    best[Slow]
	short   []best[Pick] // short games by entrant; element 0 also has the games of several snakes
	long    []best[Pick] // long games in the same way
	most    int          // maximum number of selected games
	survive bool         // whether no game can be won, so that more turns are better
}

func newPicks(plan *lab.Plan, most int) *picks {
	p := &picks{most: most, slow: best[Slow]{limit: maxSlow, compare: func(a, b Slow) int { return cmp.Compare(b.Took, a.Took) }}}
	if solo, ok := plan.Kind.(lab.Solo); ok {
		p.survive = solo.Survive
	}
	n := len(plan.Entrants)
	each := max(1, (most+n-1)/n)
	if len(plan.Seatings) > 0 && len(plan.Seatings[0]) > 1 {
		n, each = 1, most
	}
	for range n {
		p.short = append(p.short, best[Pick]{limit: each, compare: func(a, b Pick) int { return cmp.Compare(a.Tally.Turns, b.Tally.Turns) }})
		p.long = append(p.long, best[Pick]{limit: each, compare: func(a, b Pick) int { return cmp.Compare(b.Tally.Turns, a.Tally.Turns) }})
	}
	return p
}

// offer considers a game for selection. It ignores games of Snake Hunter.
func (p *picks) offer(tally *lab.Tally) {
	if tally.Measures != nil {
		return
	}
	l := Pick{Group: int(tally.Group), Seating: int(tally.Seating), Entrant: int(tally.Seats[0].Entrant), Tally: *tally}
	l.Tally.Seats = slices.Clone(tally.Seats)
	add := func(to *best[Pick], why string) {
		l.Why = why
		to.offer(l)
	}
	switch {
	case len(tally.Seats) > 1 || p.survive:
		list := l.Entrant
		if len(tally.Seats) > 1 {
			l.Entrant, list = -1, 0
		}
		add(&p.long[list], "most turns")
		add(&p.short[list], "fewest turns")
	case tally.Ending == ouro.Won:
		add(&p.long[l.Entrant], "most moves")
	default:
		add(&p.short[l.Entrant], "lost early")
	}
}

// selected returns at most p.most games, sorted by entrant. To select them, it takes a short and a
// long game of each entrant in turn.
func (p *picks) selected() (all []Pick) {
	for i := 0; len(all) < p.most; i++ {
		found := false
		for e := range p.short {
			for _, list := range [][]Pick{p.short[e].all, p.long[e].all} {
				if i < len(list) {
					found = true
					if len(all) < p.most && !slices.ContainsFunc(all, func(l Pick) bool { return l.Group == list[i].Group && l.Seating == list[i].Seating }) {
						all = append(all, list[i])
					}
				}
			}
		}
		if !found {
			break
		}
	}
	slices.SortStableFunc(all, func(a, b Pick) int { return cmp.Or(cmp.Compare(a.Entrant, b.Entrant), cmp.Compare(a.Why, b.Why)) })
	return all
}

// readGames reads all games of the section, makes its report and selects games.
func (s *Section) readGames(ctx context.Context, c *count, o *Options) error {
	plan, err := s.Set.Plan()
	if err != nil {
		return err
	}
	p := newPicks(&plan, o.Games)
	r, changed, err := s.Set.Report(ctx, func(f *lab.Finished) {
		c.read()
		p.add(f)
	})
	if err != nil {
		return err
	}
	s.addChangedNotes(changed)
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
	s.Picks, err = s.derivePicks(ctx, p.selected())
	return err
}

// add considers the decisions of a game, and the game, for selection. It makes texts from other
// machines printable.
func (p *picks) add(f *lab.Finished) {
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
