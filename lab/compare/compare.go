// Package compare answers whether a change has helped: it compares the games of two sides, such
// as a solver in two builds, and returns the differences with their intervals.
//
// Games with the same start and dice are compared in pairs; otherwise the sides are two samples.
// One or two figures, which depend on the kind of games, decide whether B is better or worse
// than A. The other figures are only shown.
package compare

import (
	"math"

	"ouro/lab"
	"ouro/lab/stat"
)

// Side is one of the two sides of a comparison: its games with all their entrants.
type Side struct {
	Games []Game                  // group by group, in the order of the seatings
	think map[int]*stat.Histogram // thinking times by entrant
}

// Game is the part of a finished game that comparisons need.
type Game struct {
	Tally lab.Tally
	moves lab.Digest // digest of the moves; 0 if unknown
}

// Add adds a game. Games must be added group by group, in order of seating.
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

// Scorer is a kind of game in which entrants play against each other.
type Scorer interface {
	lab.Kind
	Score(t *lab.Tally, seat int) float64 // score of a seat in a game, from 0 to 1
}

// Comparison is the comparison of two sides.
type Comparison struct {
	Paired         bool // whether the games are compared in pairs; otherwise the sides are two samples
	Groups         bool // whether figures are over groups of games, because the games of a group are correlated
	Games          [2]int
	Pairs          int // number of pairs of games; 0 unless Paired
	Known          int // pairs with both digests known
	Same           int // known pairs with equal moves
	OnlyA, OnlyB   int // games that only one side has; they are not compared; 0 unless Paired
	Figures        []Figure
	ThinkA, ThinkB *stat.Histogram // thinking times, which depend on the machine; nil if unknown
}

// Figure is a figure of both sides and its change from A to B.
type Figure struct {
	Key, Name string
	Share     bool // whether the figure is a share from 0 to 1, shown in percent; its change is in percentage points
	Digits    int
	Good      int  // 1 if more is better, -1 if less is better, else 0
	Decides   bool // whether the figure decides the verdict

	N      [2]int         // number of games or groups of A and of B
	Pairs  int            // number of pairs that the change is computed from; 0 if the sides are two samples
	A, B   float64        // NaN without games
	OfA    stat.Interval  // interval of A
	Change lab.Difference // B - A
}

// Percent returns the change in percent of A's value or, for a share, in percentage points.
func (f *Figure) Percent() lab.Difference {
	if f.Share {
		return f.Change.Scale(100)
	}
	return f.Change.Scale(100 / math.Abs(f.A))
}

// Empty reports whether neither side has values, such as the moves of won games if no game was
// won.
func (f *Figure) Empty() bool { return f.N == [2]int{} }

// Alone returns the figures of a single entrant, as side A.
func Alone(kind lab.Kind, e Entrant, confidence float64) *Comparison {
	return Of(kind, e, Entrant{Side: new(Side)}, false, confidence)
}

// Entrant is an entrant of a side.
type Entrant struct {
	*Side
	Number int // number of the entrant in its plan
}

// Of compares two entrants. sameGames means that games with equal group and seating have the same
// start and dice on both sides. Without common games, the entrants are two samples.
func Of(kind lab.Kind, a, b Entrant, sameGames bool, confidence float64) *Comparison {
	c := &Comparison{ThinkA: a.think[a.Number], ThinkB: b.think[b.Number]}
	s := &sides{a: gamesOf(a), b: gamesOf(b), confidence: confidence}
	c.Games = [2]int{len(s.a), len(s.b)}
	if sameGames && s.pair() {
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
		c.Groups, c.Figures = true, s.contestFigures(k)
	case lab.Measured:
		c.Figures = s.measuredFigures(k)
	default:
		c.Figures = s.soloFigures()
	}
	return c
}

// played is a game with the seat of the compared entrant.
type played struct {
	*Game
	seat int
}

func gamesOf(e Entrant) (all []played) {
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

// sides are the games of the two compared entrants.
type sides struct {
	a, b       []played
	paired     bool // a[i] and b[i] have the same start and dice; otherwise a and b are two samples
	confidence float64
}

// pair removes games that only one side has, and returns true. Without common games it changes
// nothing and returns false.
func (s *sides) pair() bool {
	type number struct{ group, seating int32 }
	numberOf := func(p played) number { return number{p.Tally.Group, p.Tally.Seating} }
	games := make(map[number]played, len(s.a))
	for _, p := range s.a {
		games[numberOf(p)] = p
	}
	var a, b []played
	for _, p := range s.b {
		if first, both := games[numberOf(p)]; both {
			a, b = append(a, first), append(b, p)
		}
	}
	if s.paired = a != nil; s.paired {
		s.a, s.b = a, b
	}
	return s.paired
}
