package play

import (
	"context"
	"sync"

	"ouro"
)

// Human are the Solver of a person: they hold the directions that were asked for and
// that have not been taken yet. Pull may be called from any goroutine.
type Human struct {
	// Patient human hold a turn back until there is a way, as long as there is
	// one straight on: in the lanes of a maze a turn is typed ahead of its
	// place.
	Patient bool

	mu      sync.Mutex
	queue   []ouro.Dir
	waiting bool     // the first of queue is held back
	last    ouro.Dir // that was taken
}

// maxQueue is how many turns may be typed ahead: enough for a quick turn back,
// too few to lose control.
const maxQueue = 3

// Pull asks for a direction.
func (r *Human) Pull(d ouro.Dir) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.waiting { // the person thinks better of it
		r.queue, r.waiting = r.queue[:0], false
	}
	if n := len(r.queue); n > 0 && r.queue[n-1] == d {
		return
	}
	if len(r.queue) < maxQueue {
		r.queue = append(r.queue, d)
	}
}

// Decide takes the next direction that is not straight back, unless the rules
// let the snake turn on the spot, or goes straight on, over walls and bodies:
// that is for the person to see.
func (r *Human) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	body := &t.Snake().Body
	if body.Len() > 1 {
		if ahead, ok := t.State.Grid.DirTo(body.At(1), body.Head()); ok {
			r.last = ahead
		}
	}
	way := func(d ouro.Dir) bool { return t.State.Enterable(t.Seat, t.State.Grid.Next(body.Head(), d)) }
	for len(r.queue) > 0 {
		d := r.queue[0]
		back := body.Len() > 1 && d == r.last.Opposite() && !way(d)
		if r.waiting = r.Patient && !back && !way(d) && way(r.last); r.waiting {
			break
		}
		r.queue = r.queue[1:]
		if !back {
			r.last = d
			break
		}
	}
	return ouro.Decision{Dir: r.last}, nil
}
