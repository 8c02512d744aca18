package arena

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"ouro"
	"ouro/lab"
)

// Running is a game that is being played, for whoever wants to look at it.
type Running struct {
	Group, Seating int
	Seed           uint64
	Seats          []int // snakes by seat, read-only

	turn   atomic.Int64
	wanted atomic.Bool // somebody wants to see the next position
	live   *ouro.State // the position itself, for who plays the game alone
	mu     sync.Mutex
	state  *ouro.State
}

// Live are the games of a tournament that are being played. It may be used by several
// goroutines at once; nil shows none.
type Live struct {
	mu    sync.Mutex
	games []*Running
}

// Games are those that are being played, the oldest first.
func (l *Live) Games() []*Running {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.games)
}

// Watch returns a function that plays games by play, which calls look after every move.
// While a game is played it is among those of Live.
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
			r.show(r.live) // it needs no copy: no move changes it any more
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.games = slices.DeleteFunc(l.games, func(o *Running) bool { return o == r })
		return f, err
	}
}

// look is called after every move. It copies the position only if it is wanted, so
// that games without a watcher cost nothing.
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

// Turn is the turn that the game has got to.
func (r *Running) Turn() int { return int(r.turn.Load()) }

// State is a position of the game, as it was after the first move since State was
// called before: who calls it again and again sees the game go on. It is nil until
// there was such a move, and always of games whose positions are of another kind. Of a
// game that is over, and no longer among those of Live, it is the last position.
func (r *Running) State() *ouro.State {
	r.wanted.Store(true)
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.state
}
