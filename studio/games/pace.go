package games

import (
	"math"
	"time"
)

// frameTime is the shortest time between two messages of a running game: one frame of a
// screen.
const frameTime = time.Second / 60

// pace computes how many turns are due.
type pace struct {
	speed     float64 // turns a second; 0 is as fast as possible
	next      time.Time
	remainder float64
}

func (p *pace) start(speed float64, now time.Time) { *p = pace{speed: speed, next: now} }

func (p *pace) interval() time.Duration {
	if p.speed <= 0 {
		return frameTime
	}
	return max(frameTime, time.Duration(float64(time.Second)/p.speed))
}

// due returns how many turns to play now, and if none how long to wait. Turns that were
// missed because a solver was slow are not made up for.
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
	p.remainder += p.interval().Seconds() * p.speed
	turns = int(p.remainder + 1e-9)
	p.remainder -= float64(turns)
	return turns, 0
}
