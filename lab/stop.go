package lab

import (
	"math"

	"ouro"
	"ouro/lab/stat"
)

// leastWithin is the smallest number of groups of an experiment that stops on precision:
// the interval of a few values may be narrow by chance.
const leastWithin = 30

// Within returns the Stop of a plan of Solo. It ends the experiment when the interval of
// every entrant's mean is within this share of the mean: of its moves if it has won every
// game, else of its length.
func Within(share float64, entrants int) func() Stopper {
	return func() Stopper { return &precision{wanted: share, sums: make([]means, entrants)} }
}

// precision is the Stopper of Within.
type precision struct {
	wanted float64
	sums   []means // by entrant
	groups int
	share  float64
}

// Add adds a group.
func (p *precision) Add(group []Tally) bool {
	p.groups++
	for i := range group {
		p.sums[group[i].Seats[0].Entrant].add(&group[i])
	}
	if p.groups < leastWithin {
		return false
	}
	worst := 0.0
	for i := range p.sums {
		worst = max(worst, p.sums[i].error()/p.wanted) // NaN is the largest
	}
	p.share = 1 / max(1, worst*worst)
	return worst <= 1
}

// Share is the inverse square of the error, as precision grows with the square root of
// the games.
func (p *precision) Share() float64 {
	if math.IsNaN(p.share) {
		return 0
	}
	return p.share
}

// means are sums over the games of one entrant.
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

// error returns half the width of the interval of the mean, as a share of the mean.
func (m *means) error() float64 {
	of := m.lengths
	if m.won == m.games {
		of = m.moves
	}
	s := stat.FromSums(m.games, of.sum, of.squares)
	return s.Interval(Confidence).Half() / math.Abs(s.Mean)
}
