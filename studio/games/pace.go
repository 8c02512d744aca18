package games

import (
	"math"
	"time"
)

// frameTime is the time between two messages about a running game, a screen's frame.
const frameTime = time.Second / 60

// pace turns time that passes into turns that are due.
type pace struct {
	speed float64 // turns a second; 0 is as fast as it goes
	next  time.Time
	owed  float64
}

func (p *pace) start(speed float64, now time.Time) { *p = pace{speed: speed, next: now} }

func (p *pace) interval() time.Duration {
	if p.speed <= 0 {
		return frameTime
	}
	return max(frameTime, time.Duration(float64(time.Second)/p.speed))
}

// due is how many turns to make now, and if none how long to wait. What cannot be
// kept up with is let go: a slow solver builds up no debt.
func (p *pace) due(now time.Time) (turns int, wait time.Duration) {
	if wait = p.next.Sub(now); wait > 0 {
		return 0, wait
	}
	late := -wait
	p.next = p.next.Add(p.interval())
	if late > p.interval() {
		p.next = now.Add(p.interval())
	}
	if p.speed <= 0 {
		return math.MaxInt32, 0
	}
	p.owed += p.interval().Seconds() * p.speed
	turns = int(p.owed + 1e-9)
	p.owed -= float64(turns)
	return turns, 0
}
