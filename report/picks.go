package report

import (
	"cmp"
	"slices"
	"time"

	"ouro"
	"ouro/lab"
)

// Slow is a decision that took long.
type Slow struct {
	Entrant        int
	Group, Seating int
	Decision       int // of the game, from 1 on
	Took           time.Duration
}

// Look is a game that is worth a look.
type Look struct {
	Group, Seating int
	Entrant        int    // whom it is about
	Why            string // it is shown
	Tally          lab.Tally
	Tape           *Tape // nil where it cannot be shown
	Missing        string
}

// best are the few of many that come first in an order.
type best[T any] struct {
	most   int
	before func(a, b T) int
	all    []T
}

func (b *best[T]) offer(x T) {
	if b.most == 0 || len(b.all) == b.most && b.before(b.all[len(b.all)-1], x) <= 0 {
		return
	}
	at, _ := slices.BinarySearchFunc(b.all, x, func(y, x T) int {
		return cmp.Or(b.before(y, x), -1) // behind its equals
	})
	if len(b.all) == b.most {
		b.all = b.all[:len(b.all)-1]
	}
	b.all = slices.Insert(b.all, at, x)
}

// picks are the games and decisions that are worth a look.
type picks struct {
	slow best[Slow]
	lost []best[Look] // by entrant
	long []best[Look]
	most int
}

func newPicks(entrants, most int) *picks {
	p := &picks{most: most, slow: best[Slow]{most: maxSlow, before: func(a, b Slow) int { return cmp.Compare(b.Took, a.Took) }}}
	each := max(1, (most+entrants-1)/entrants)
	for range entrants {
		p.lost = append(p.lost, best[Look]{most: each, before: func(a, b Look) int { return cmp.Compare(a.Tally.Turns, b.Tally.Turns) }})
		p.long = append(p.long, best[Look]{most: each, before: func(a, b Look) int { return cmp.Compare(b.Tally.Turns, a.Tally.Turns) }})
	}
	return p
}

// offer looks at a game. Those of several snakes are nobody's alone: of them the longest
// and the shortest are looked at.
func (p *picks) offer(tally *lab.Tally) {
	l := Look{Group: int(tally.Group), Seating: int(tally.Seating), Entrant: int(tally.Seats[0].Entrant), Tally: *tally}
	if l.Tally.Seats = slices.Clone(tally.Seats); len(tally.Seats) > 1 {
		l.Entrant = -1
		l.Why = "most turns"
		p.long[0].offer(l)
		l.Why = "fewest turns"
		p.lost[0].offer(l)
		return
	}
	if tally.Ending == ouro.Won {
		l.Why = "most moves"
		p.long[l.Entrant].offer(l)
		return
	}
	l.Why = "lost early"
	p.lost[l.Entrant].offer(l)
}

// chosen are the games to look at: in turns a lost one and a long one of each entrant,
// as many as are wanted, by entrants.
func (p *picks) chosen() (all []Look) {
	for i := 0; len(all) < p.most; i++ {
		some := false
		for e := range p.lost {
			for _, list := range [][]Look{p.lost[e].all, p.long[e].all} {
				if i < len(list) {
					some = true
					if len(all) < p.most && !slices.ContainsFunc(all, func(l Look) bool { return l.Group == list[i].Group && l.Seating == list[i].Seating }) {
						all = append(all, list[i])
					}
				}
			}
		}
		if !some {
			break
		}
	}
	slices.SortStableFunc(all, func(a, b Look) int { return cmp.Or(cmp.Compare(a.Entrant, b.Entrant), cmp.Compare(a.Why, b.Why)) })
	return all
}
