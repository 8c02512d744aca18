package lab

import (
	"math"
	"slices"

	"ouro"
	"ouro/lab/stat"
)

// Stopper ends an experiment when its games answer a question. Add receives each group as soon as
// the group and all earlier ones are complete. After Add returns true, no further group counts. So
// the result depends neither on the number of workers nor on interruptions.
type Stopper interface {
	Add(group []Tally) (stop bool)
	Share() float64 // progress towards the answer, from 0 to 1
}

// leastWithin is the minimum number of groups of an experiment with Within. The interval of fewer
// groups can be narrow by chance.
const leastWithin = 30

// Within returns a Plan.Stop for the kind Solo. The Stopper ends the experiment when, for every
// entrant, half the width of the interval is at most the given share of the mean. The mean is that
// of the moves if the entrant has won every game, otherwise that of the lengths.
func Within(share float64, entrants int) func() Stopper {
	return func() Stopper { return &precision{wanted: share, sums: make([]means, entrants)} }
}

// precision is the Stopper of Within.
type precision struct {
	wanted float64 // the largest accepted relative error
	sums   []means // by entrant
	groups int
	share  float64 // result of Share
}

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
		worst = max(worst, p.sums[i].relativeError()/p.wanted) // max returns NaN if an argument is NaN
	}
	p.share = 1 / max(1, worst*worst)
	return worst <= 1
}

// Share returns the completed share of the experiment: the inverse square of the error relative
// to the wanted error, because precision grows with the square root of the games.
func (p *precision) Share() float64 {
	if math.IsNaN(p.share) {
		return 0
	}
	return p.share
}

// means are the sums for the means of one entrant.
type means struct {
	games, won     int
	moves, lengths moments
}

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

// relativeError returns half the width of the interval of the mean, as a share of the mean.
func (m *means) relativeError() float64 {
	sums := m.lengths
	if m.won == m.games {
		sums = m.moves
	}
	s := stat.FromSums(m.games, sums.sum, sums.squares)
	return s.Interval(Confidence).Half() / math.Abs(s.Mean)
}

// groupQueue passes groups to a plan's Stop, in order.
type groupQueue struct {
	stopper Stopper
	groups  int              // number of groups that the Stopper has received
	stopped bool             // whether the last group ended the experiment
	waiting map[int]Finished // games of incomplete groups, by task; the method sum needs them
}

// queueGame keeps a game until its group can be passed to Stop.
func (c *Count) queueGame(i int, f *Finished) {
	if c.queue.stopped {
		return
	}
	w := *f
	w.Meals, w.Think, w.Discarded = slices.Clone(f.Meals), slices.Clone(f.Think), slices.Clone(f.Discarded)
	w.Record, w.Log = nil, nil
	w.Tally.Seats = c.tallies[i].Seats
	c.queue.waiting[i] = w
}

// passGroups passes the next groups to Stop, as long as they are complete.
func (c *Count) passGroups() {
	size := len(c.plan.Seatings)
	for q := c.queue; !q.stopped; {
		from := q.groups * size
		to := min(from+size, len(c.tallies))
		if from >= to || slices.Contains(c.done[from:to], false) {
			return
		}
		for i := from; i < to; i++ {
			f := q.waiting[i]
			c.sum(i, &f)
			delete(q.waiting, i)
		}
		q.groups++
		if q.stopped = q.stopper.Add(c.tallies[from:to]); q.stopped {
			q.waiting = nil
		}
	}
}
