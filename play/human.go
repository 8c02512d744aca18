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
	// straight on. It is for mazes, where players press a key before the snake reaches the junction.
	Patient bool

	mu      sync.Mutex
	queue   []ouro.Dir
	waiting bool     // whether the first direction in queue is delayed
	last    ouro.Dir // direction of the last move
}

// maxQueue is the largest number of queued directions. It is enough for a quick U-turn. With a longer
// queue, the snake would follow keys that the player pressed too long ago.
const maxQueue = 3

// Steer queues a direction. It drops the direction if the queue is full or already ends with it.
func (h *Human) Steer(d ouro.Dir) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.waiting { // the new direction replaces the delayed one
		h.queue, h.waiting = h.queue[:0], false
	}
	if n := len(h.queue); n > 0 && h.queue[n-1] == d {
		return
	}
	if len(h.queue) < maxQueue {
		h.queue = append(h.queue, d)
	}
}

// Decide returns the next queued direction. It skips the reverse direction if the snake's own body
// is there. With an empty queue, the snake goes straight on, even into walls and bodies.
func (h *Human) Decide(_ context.Context, t ouro.Turn) (ouro.Decision, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	body := &t.Snake().Body
	if body.Len() > 1 {
		if ahead, ok := t.State.Grid.DirTo(body.At(1), body.Head()); ok {
			h.last = ahead
		}
	}
	canGo := func(d ouro.Dir) bool { return t.State.Enterable(t.Seat, t.State.Grid.Next(body.Head(), d)) }
	for len(h.queue) > 0 {
		d := h.queue[0]
		isReverse := body.Len() > 1 && d == h.last.Opposite() && !canGo(d)
		if h.waiting = h.Patient && !isReverse && !canGo(d) && canGo(h.last); h.waiting {
			break
		}
		h.queue = h.queue[1:]
		if !isReverse {
			h.last = d
			break
		}
	}
	return ouro.Decision{Dir: h.last}, nil
}

// Detour returns a solver that makes the given moves, one for each turn from the start of the
// game, and then calls the solver next. With the start and dice of a played game, a Detour shows how
// the game would have continued after a different move. Closing a Detour closes next.
func Detour(moves []ouro.Dir, next ouro.Solver) ouro.Solver { return &detour{moves: moves, next: next} }

type detour struct {
	moves []ouro.Dir
	next  ouro.Solver
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
	return d.next.Decide(ctx, t)
}

func (d *detour) Close() error { return Close(d.next) }
