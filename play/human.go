package play

import (
	"context"
	"sync"

	"ouro"
)

// Human is the Solver of a human player. It queues the directions that the player requests.
// Any goroutine may call Steer.
type Human struct {
	// Patient delays a change of direction until it is possible, as long as the snake can go
	// straight on. In the lanes of a maze, players press a key before the snake reaches the
	// turning.
	Patient bool

	mu      sync.Mutex
	queue   []ouro.Dir
	waiting bool     // the first direction in queue is delayed
	last    ouro.Dir // last direction
}

// maxQueue limits the number of queued directions: enough for a quick turn back, and few enough
// to keep control.
const maxQueue = 3

func (r *Human) Steer(d ouro.Dir) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.waiting { // the new key replaces the delayed direction
		r.queue, r.waiting = r.queue[:0], false
	}
	if n := len(r.queue); n > 0 && r.queue[n-1] == d {
		return
	}
	if len(r.queue) < maxQueue {
		r.queue = append(r.queue, d)
	}
}

// Decide returns the next requested direction. It skips the reverse direction, unless the rules let
// the snake turn back on the spot. Without a request, the snake goes straight on, even into walls
// and bodies.
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

// Detour returns a solver that makes the given moves, one for each turn from the start of the
// game, and then calls another solver. With the start and dice of a played game, it shows how
// the game would have continued after a different move. Closing a Detour closes the other
// solver.
func Detour(moves []ouro.Dir, next ouro.Solver) ouro.Solver { return &detour{moves: moves, then: next} }

type detour struct {
	moves []ouro.Dir
	then  ouro.Solver
	begun bool
	first int // turn of the first move
}

func (d *detour) Decide(ctx context.Context, t ouro.Turn) (ouro.Decision, error) {
	if !d.begun {
		d.begun, d.first = true, t.State.Turn
	}
	if i := t.State.Turn - d.first; i < len(d.moves) {
		return ouro.Decision{Dir: d.moves[i]}, nil
	}
	return d.then.Decide(ctx, t)
}

func (d *detour) Close() error { return Close(d.then) }
