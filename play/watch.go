package play

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"sync"
	"time"
)

// Watchable is a game, or several side by side, that can be looked at turn by
// turn while it is played or afterwards. S is what there is to be seen of a
// turn; it shares nothing that changes. A Watchable is used by one goroutine at
// a time: [Watch] sees to that.
//
// [SideBySide] is the one of all games of this package, [ouro/hunter.WatchedGame]
// that of Snake Hunter.
type Watchable[S any] interface {
	// Advance goes towards a turn, from 0, by playing one turn at most, and is
	// the turn it got to: that one itself, where it was played before. An error
	// is that of ctx, or says why the game does not go on.
	Advance(ctx context.Context, turn int) (at int, err error)
	// Look is what there is to be seen at the turn that Advance got to. Solvers
	// may think about it until ctx ends, whose error it then returns.
	Look(ctx context.Context, turn int) (S, error)
	// Turns is how far the game is: of one that is played the furthest turn
	// that was looked at, of a record its last.
	Turns() int
	// Over tells whether the game ends with this turn.
	Over(turn int) bool
	// Records are the games as far as this turn, to be written to files.
	Records(turn int) ([]encoding.TextMarshaler, error)
	// Close ends the games.
	Close() error
}

// ErrRecorded is returned by Records where the game comes from a file.
var ErrRecorded = errors.New("this game is in a file already")

// Shown is what a [Watch] got to.
type Shown[S any] struct {
	Scene S
	Turn  int           // that it is of
	Turns int           // how far the game is
	Ended bool          // the game ends with this turn
	Err   error         // why the game does not go on; what was played can be looked at
	Took  time.Duration // to get there
}

// Watch lets a game be watched. Its methods may be called from any goroutine;
// they take turns.
type Watch[S any] struct {
	mu     sync.Mutex
	game   Watchable[S]
	closed bool
	broken error
	last   Shown[S] // what there is to be seen after a panic
	lost   bool     // there was one
}

// NewWatch watches a game, and closes it in the end.
func NewWatch[S any](game Watchable[S]) *Watch[S] { return &Watch[S]{game: game} }

// Show goes to a turn, as far as it gets in the time allowed, but one turn at
// least where one is missing, however long that takes. The error is that of ctx
// or ErrClosed: nobody looks any more.
func (w *Watch[S]) Show(ctx context.Context, turn int, allowed time.Duration) (shown Shown[S], err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return shown, ErrClosed
	}
	began := time.Now()
	defer func() {
		if p := recover(); p != nil {
			w.lost, w.broken = true, fmt.Errorf("the game broke off: %w", Caught(p))
			w.last.Err = w.broken
			shown, err = w.last, nil
		}
		shown.Took = time.Since(began)
	}()
	if w.lost {
		return w.last, nil
	}
	at, before := 0, -1
	for {
		if at, err = w.game.Advance(ctx, turn); err != nil {
			if ctx.Err() != nil {
				return shown, ctx.Err()
			}
			w.broken = err
		}
		if err != nil || at == turn || at == before || time.Since(began) > allowed {
			break
		}
		before = at
	}
	if shown.Scene, err = w.game.Look(ctx, at); err != nil {
		if ctx.Err() != nil {
			return shown, ctx.Err()
		}
		w.broken = err
	}
	shown.Turn, shown.Turns, shown.Ended, shown.Err = at, w.game.Turns(), w.game.Over(at), w.broken
	w.last = shown
	return shown, nil
}

// Records are the games as far as this turn, as text for files.
func (w *Watch[S]) Records(turn int) (texts [][]byte, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.closed:
		return nil, ErrClosed
	case w.lost:
		return nil, w.broken
	}
	records, err := w.game.Records(turn)
	for _, r := range records {
		text, err := r.MarshalText()
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	return texts, err
}

// Close waits for the work under way, which the end of its context ends, and
// closes the game.
func (w *Watch[S]) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	return w.game.Close()
}
