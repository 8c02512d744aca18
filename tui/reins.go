package tui

import (
	"context"
	"sync"

	"ouro"
)

// reins hold the directions that a person has asked for and that have not been
// taken yet.
type reins struct {
	mu    sync.Mutex
	queue []ouro.Dir
	last  ouro.Dir // that was taken
}

// maxQueue is how many turns may be typed ahead: enough for a quick turn back,
// too few to lose control.
const maxQueue = 3

func (r *reins) pull(d ouro.Dir) {
	r.mu.Lock()
	defer r.mu.Unlock()
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
func (r *reins) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	body := &t.Snake().Body
	if body.Len() > 1 {
		if ahead, ok := t.State.Grid.DirTo(body.At(1), body.Head()); ok {
			r.last = ahead
		}
	}
	for len(r.queue) > 0 {
		d := r.queue[0]
		r.queue = r.queue[1:]
		if body.Len() == 1 || d != r.last.Opposite() || t.State.Enterable(t.Seat, t.State.Grid.Next(body.Head(), d)) {
			r.last = d
			break
		}
	}
	return ouro.Decision{Dir: r.last}, nil
}
