// Package compare answers whether a change has helped: it lays what two sides have
// left of their games side by side, such as one solver of two builds, and says what
// differs and how sure that is.
//
// Where the games of both sides are the same, the same start and the same dice, they
// are compared game by game, else as two samples. What decides about better and
// worse are one or two figures by the kind of games; the others are told beside them.
package compare

import (
	"math"

	"ouro/lab"
	"ouro/lab/stat"
)

// Side is what one side has left of its games.
type Side struct {
	Games []Game // group by group, in the order of the seatings
	think map[int]*stat.Histogram
}

// Game is what is kept of a finished game for comparing it.
type Game struct {
	Tally lab.Tally
	moves lab.Digest // 0 if not known
}

// Add adds a game. They come group by group, in the order of the seatings.
func (s *Side) Add(f *lab.Finished) error {
	moves, err := f.KnownMoves()
	if err != nil {
		return err
	}
	s.Games = append(s.Games, Game{Tally: f.Tally, moves: moves})
	for seat, think := range f.Think {
		entrant := int(f.Tally.Seats[seat].Entrant)
		if s.think == nil {
			s.think = map[int]*stat.Histogram{}
		}
		if s.think[entrant] == nil {
			s.think[entrant] = new(stat.Histogram)
		}
		s.think[entrant].MergeSparse(think)
	}
	return nil
}

// Scorer is a kind of games that several entrants play together.
type Scorer interface {
	lab.Kind
	Score(t *lab.Tally, seat int) float64 // of a game for a seat, from 0 to 1
}

// Comparison is what came of laying two sides side by side.
type Comparison struct {
	Paired         bool // game by game, else as two samples
	Groups         bool // games go together in groups, which are what is counted
	Games          [2]int
	Pairs          int // games that both sides have; 0 unless Paired
	Known          int // of the pairs, those of which both records are there
	Same           int // of these, those that are the same move for move
	OnlyA, OnlyB   int // games without their like on the other side, which are left out; 0 unless Paired
	Figures        []Figure
	ThinkA, ThinkB *stat.Histogram // how long decisions took, which is of the machine and the hour; nil where nobody has noted it
}

// Figure is one figure of both sides.
type Figure struct {
	Key, Name string
	Share     bool // between 0 and 1, told in percent; its change is in percentage points
	Digits    int
	Good      int  // 1 where more is better, -1 where less is, 0 where neither
	Decides   bool // about better and worse

	N      [2]int  // games, or groups, that A and B are of
	Pairs  int     // that the change is of; 0 where sides are compared as two samples
	A, B   float64 // NaN where there is nothing to tell
	OfA    stat.Interval
	Change lab.Difference
}

// Percent is the change in percent: of the value of A, or percentage points of a
// share.
func (f *Figure) Percent() lab.Difference {
	if f.Share {
		return f.Change.Times(100)
	}
	return f.Change.Times(100 / math.Abs(f.A))
}

// Empty tells whether neither side has anything to tell, such as moves of won games
// where nobody won one.
func (f *Figure) Empty() bool { return f.N == [2]int{} }

// Alone are the figures of one entrant: those of A, each with its interval.
func Alone(kind lab.Kind, e Entrant, confidence float64) *Comparison {
	return Of(kind, e, Entrant{Side: new(Side)}, false, confidence)
}

// Entrant is one of a side's entrants.
type Entrant struct {
	*Side
	Number int
}

// Of compares two entrants. Games with the same numbers are the same if same says
// so; where no game is on both sides they are compared as two samples all the same.
func Of(kind lab.Kind, a, b Entrant, same bool, confidence float64) *Comparison {
	c := &Comparison{ThinkA: a.think[a.Number], ThinkB: b.think[b.Number]}
	s := &sides{a: seated(a), b: seated(b), confidence: confidence}
	c.Games = [2]int{len(s.a), len(s.b)}
	if same && s.pair() {
		c.Paired, c.Pairs, c.OnlyA, c.OnlyB = true, len(s.a), c.Games[0]-len(s.a), c.Games[1]-len(s.b)
		for i, p := range s.a {
			if none := (lab.Digest{}); p.moves != none && s.b[i].moves != none {
				c.Known++
				if p.moves == s.b[i].moves {
					c.Same++
				}
			}
		}
	}
	switch k := kind.(type) {
	case Scorer:
		c.Groups, c.Figures = true, s.contest(k)
	case lab.Measured:
		c.Figures = s.measured(k)
	default:
		c.Figures = s.solo()
	}
	return c
}

// played is a game with the seat in which the entrant sat.
type played struct {
	*Game
	seat int
}

// seated are the games in which an entrant sat.
func seated(e Entrant) (all []played) {
	for i := range e.Games {
		g := &e.Games[i]
		for seat := range g.Tally.Seats {
			if int(g.Tally.Seats[seat].Entrant) == e.Number {
				all = append(all, played{g, seat})
			}
		}
	}
	return all
}

// sides are the games of two entrants.
type sides struct {
	a, b       []played
	paired     bool // each of a is the same game as that of b; else they are two samples
	confidence float64
}

// pair leaves the games that both sides have, if there are any.
func (s *sides) pair() bool {
	type number struct{ group, seating int32 }
	of := func(p played) number { return number{p.Tally.Group, p.Tally.Seating} }
	numbers := make(map[number]played, len(s.a))
	for _, p := range s.a {
		numbers[of(p)] = p
	}
	var a, b []played
	for _, p := range s.b {
		if first, both := numbers[of(p)]; both {
			a, b = append(a, first), append(b, p)
		}
	}
	if s.paired = a != nil; s.paired {
		s.a, s.b = a, b
	}
	return s.paired
}
