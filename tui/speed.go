package tui

import (
	"math"
	"strconv"
	"time"
)

// pace is a number of moves a second; infinite is as fast as it goes.
type pace float64

var asFast = pace(math.Inf(1))

// ladder holds the paces that the keys step through.
var ladder = [...]pace{1, 2, 3, 5, 8, 12, 20, 30, 60, 100, 200, 300, 500, 1000, asFast}

// faster is the next pace up the ladder, and at its end the same.
func (p pace) faster() pace {
	for _, q := range ladder {
		if q > p {
			return q
		}
	}
	return p
}

// slower is the next pace down the ladder, and at its end the same.
func (p pace) slower() pace {
	for i := len(ladder) - 1; i >= 0; i-- {
		if ladder[i] < p {
			return ladder[i]
		}
	}
	return p
}

func (p pace) String() string {
	if p == asFast {
		return "as fast as it goes"
	}
	return strconv.FormatFloat(float64(p), 'g', 4, 64) + " moves/s"
}

// The screen is drawn about fifty times a second at most, however many moves
// are made meanwhile.
const (
	frameTime = 20 * time.Millisecond
	batchTime = 12 * time.Millisecond // of it, to make moves in
)

// interval is the time between two frames that show a move.
func (p pace) interval() time.Duration {
	if p == asFast {
		return frameTime
	}
	return max(frameTime, time.Duration(float64(time.Second)/float64(p)))
}

// metronome turns time that has passed into moves that are due.
type metronome struct {
	owed float64
	last time.Time
}

// due is how many moves to make at now. A pause or a slow solver does not build
// up a debt of more than a frame: what cannot be kept up with is let go.
func (m *metronome) due(p pace, now time.Time) int {
	switch {
	case p == asFast:
		return math.MaxInt32
	case p.interval() > frameTime:
		return 1
	}
	passed := now.Sub(m.last)
	if m.last.IsZero() || passed > 2*p.interval() {
		passed = p.interval()
	}
	m.last = now
	m.owed += passed.Seconds() * float64(p)
	n := int(m.owed + 1e-3)
	m.owed -= float64(n)
	return n
}

// reset forgets the time that passed while nothing was to move.
func (m *metronome) reset() { *m = metronome{} }
