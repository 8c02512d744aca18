package arena

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"ouro"
	"ouro/lab"
)

// Running is a game that is being played, for viewers.
type Running struct {
	Group, Seating int
	Seed           uint64
	Seats          []int // snakes by seat, read-only

	turn   atomic.Int64
	wanted atomic.Bool // a viewer requests the next position
	live   *ouro.State // the position itself, for the goroutine that plays
	mu     sync.Mutex
	state  *ouro.State
}

// Live holds the running games of a tournament. It may be used by several goroutines at
// once; nil holds none.
type Live struct {
	mu    sync.Mutex
	games []*Running
}

// Games returns the running games, oldest first.
func (l *Live) Games() []*Running {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.games)
}

// Watch returns a function that plays games by play, which must call look after every
// move. A running game is one of Live.
func (l *Live) Watch(play func(ctx context.Context, t lab.Task, look func(*ouro.State)) (lab.Finished, error)) func(context.Context, lab.Task) (lab.Finished, error) {
	if l == nil {
		return func(ctx context.Context, t lab.Task) (lab.Finished, error) { return play(ctx, t, func(*ouro.State) {}) }
	}
	return func(ctx context.Context, t lab.Task) (lab.Finished, error) {
		r := &Running{Group: t.Group, Seating: t.Seating, Seed: t.Seed, Seats: t.Seats}
		l.mu.Lock()
		l.games = append(l.games, r)
		l.mu.Unlock()
		f, err := play(ctx, t, r.look)
		if err == nil && r.live != nil {
			r.show(r.live) // no copy: no move changes it any more
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.games = slices.DeleteFunc(l.games, func(o *Running) bool { return o == r })
		return f, err
	}
}

// look is called after every move. It copies the position only on request, so that games
// without viewers cost nothing.
func (r *Running) look(s *ouro.State) {
	r.turn.Store(int64(s.Turn))
	r.live = s
	if r.wanted.Swap(false) {
		r.show(s.Clone())
	}
}

func (r *Running) show(s *ouro.State) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state = s
}

// Turn returns the present turn.
func (r *Running) Turn() int { return int(r.turn.Load()) }

// State returns the position after the first move since the last call, so repeated calls
// follow the game. It is nil before such a move, and always for games with another kind
// of position. For a finished game it is the last position.
func (r *Running) State() *ouro.State {
	r.wanted.Store(true)
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}
