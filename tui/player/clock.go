package player

import (
	"math"
	"strconv"
	"time"
)

// Pace is a number of turns per second. Infinity means as fast as possible.
type Pace float64

var AsFast = Pace(math.Inf(1))

func (p Pace) String() string {
	if p == AsFast {
		return "full speed"
	}
	return strconv.FormatFloat(float64(p), 'g', 4, 64) + " moves/s"
}

// Ladder holds the paces that the user can choose with keys, in ascending order.
type Ladder []Pace

// Usual is the ladder for games of moves.
var Usual = Ladder{1, 2, 3, 5, 8, 12, 20, 30, 60, 100, 200, 300, 500, 1000, AsFast}

// UpTo returns the paces that are at most limit.
func (l Ladder) UpTo(limit Pace) Ladder {
	n := 0
	for n < len(l) && l[n] <= limit {
		n++
	}
	return l[:n]
}

// Faster returns the next faster pace, or p if p is the fastest.
func (l Ladder) Faster(p Pace) Pace {
	for _, q := range l {
		if q > p {
			return q
		}
	}
	return p
}

// Slower returns the next slower pace, or p if p is the slowest.
func (l Ladder) Slower(p Pace) Pace {
	for i := len(l) - 1; i >= 0; i-- {
		if l[i] < p {
			return l[i]
		}
	}
	return p
}

// FrameTime is the minimum time between two pictures.
const FrameTime = 20 * time.Millisecond

// Clock converts elapsed time to turns.
type Clock struct {
	Pace       Pace
	Ladder     Ladder
	Frame      time.Duration // minimum time between two pictures
	Standstill time.Duration // a longer time between two pictures counts as a single interval
	Person     bool          // whether a person plays; then each picture shows one new turn

	owed float64   // turns that are due but not yet played, including fractions
	last time.Time // when due was last called; zero after reset
}

// interval returns the time between two pictures that show new turns.
func (c *Clock) interval() time.Duration {
	if c.Pace == AsFast {
		return c.Frame
	}
	return max(c.Frame, time.Duration(float64(time.Second)/float64(c.Pace)))
}

// pauseTime returns the time that a game waits after a pause, so that a player can get ready.
func (c *Clock) pauseTime() time.Duration {
	if c.Person {
		return c.interval()
	}
	return 0
}

// due returns the number of turns to play now. On a slow terminal, pictures are rarer and each has more
// turns, so the pace stays the same. After a time longer than Standstill, such as a pause or a slow
// decision, due returns the turns of a single interval.
func (c *Clock) due(now time.Time) int {
	switch {
	case c.Pace == AsFast:
		return math.MaxInt32
	case c.Person || c.interval() > c.Frame:
		return 1
	}
	passed := now.Sub(c.last)
	if c.last.IsZero() || passed > max(c.Standstill, 2*c.interval()) {
		passed = c.interval()
	}
	c.last = now
	c.owed += passed.Seconds() * float64(c.Pace)
	n := int(c.owed + 1e-3)
	c.owed -= float64(n)
	return n
}

func (c *Clock) reset() { c.owed, c.last = 0, time.Time{} }
