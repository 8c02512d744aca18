package lab

import (
	"math"

	"ouro"
	"ouro/lab/stat"
)

// leastWithin is how many groups an experiment has at least that stops when it is
// precise: the interval of a few values may be narrow by chance.
const leastWithin = 30

// Within makes the Stop of a plan of Solo that ends when the mean of every entrant is
// known to within this share of it: of its moves if it has won every game, else of its
// length.
func Within(share float64, entrants int) func() func(group []Tally) bool {
	return func() func(group []Tally) bool {
		sums := make([]means, entrants)
		groups := 0
		return func(group []Tally) bool {
			groups++
			for i := range group {
				sums[group[i].Seats[0].Entrant].add(&group[i])
			}
			if groups < leastWithin {
				return false
			}
			for i := range sums {
				if !sums[i].within(share) {
					return false
				}
			}
			return true
		}
	}
}

// means are sums of the games of one entrant.
type means struct {
	games, won     int
	moves, lengths moments
}

// moments are the sums of values and of their squares.
type moments struct{ sum, squares float64 }

func (m *moments) add(x float64) {
	m.sum += x
	m.squares += x * x
}

func (m *means) add(t *Tally) {
	m.games++
	m.lengths.add(float64(t.Seats[0].Length))
	if t.Ending == ouro.Won {
		m.won++
		m.moves.add(float64(t.Turns))
	}
}

func (m *means) within(share float64) bool {
	of := m.lengths
	if m.won == m.games {
		of = m.moves
	}
	s := stat.FromSums(m.games, of.sum, of.squares)
	half := s.Interval(Confidence).Half()
	return !math.IsNaN(half) && half <= share*math.Abs(s.Mean)
}
