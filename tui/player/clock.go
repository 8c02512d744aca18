package player

import (
	"math"
	"strconv"
	"time"
)

// Pace is a number of turns a second; infinite is as fast as it goes.
type Pace float64

// AsFast is as fast as it goes.
var AsFast = Pace(math.Inf(1))

func (p Pace) String() string {
	if p == AsFast {
		return "as fast as it goes"
	}
	return strconv.FormatFloat(float64(p), 'g', 4, 64) + " moves/s"
}

// Ladder holds the paces that keys step through, rising.
type Ladder []Pace

// Usual is the ladder of games of moves.
var Usual = Ladder{1, 2, 3, 5, 8, 12, 20, 30, 60, 100, 200, 300, 500, 1000, AsFast}

// UpTo is the ladder that ends at this pace.
func (l Ladder) UpTo(most Pace) Ladder {
	n := 0
	for n < len(l) && l[n] <= most {
		n++
	}
	return l[:n]
}

// Faster is the next pace up the ladder, and at its end the same.
func (l Ladder) Faster(p Pace) Pace {
	for _, q := range l {
		if q > p {
			return q
		}
	}
	return p
}

// Slower is the next pace down the ladder, and at its end the same.
func (l Ladder) Slower(p Pace) Pace {
	for i := len(l) - 1; i >= 0; i-- {
		if l[i] < p {
			return l[i]
		}
	}
	return p
}

// FrameTime is the least time between two pictures, however many moves are made.
const FrameTime = 20 * time.Millisecond

// Clock turns time that has passed into turns that are due.
type Clock struct {
	Pace       Pace
	Ladder     Ladder
	Frame      time.Duration // between two pictures at least
	Standstill time.Duration // what is no longer caught up with
	Person     bool          // plays: one turn a picture

	owed float64
	last time.Time
}

// interval is the time between two pictures that show a turn.
func (c *Clock) interval() time.Duration {
	if c.Pace == AsFast {
		return c.Frame
	}
	return max(c.Frame, time.Duration(float64(time.Second)/float64(c.Pace)))
}

// rest is the time before a game goes on after a pause: a person must get ready.
func (c *Clock) rest() time.Duration {
	if c.Person {
		return c.interval()
	}
	return 0
}

// due is how many turns to make at now. On a slow terminal pictures are left
// out, not turns. But a pause or a slow solver does not build up a debt of more
// than a picture: what cannot be kept up with is let go.
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

// reset forgets the time that passed while nothing was to move.
func (c *Clock) reset() { c.owed, c.last = 0, time.Time{} }
