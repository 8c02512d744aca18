package standings

import (
	"context"
	"time"
)

// How often something is read again, and how many times as long as reading takes at
// least lies between: however many pages look, reading takes a tenth of the time of one
// processor.
const (
	lookEvery = time.Second
	lookShare = 10
)

// shared is a value that is read from time to time, by one page for all that look.
type shared[T any] struct {
	busy chan struct{} // full while somebody uses what follows

	value T
	at    time.Time // when it was read; zero is never
	took  time.Duration
}

func newShared[T any]() *shared[T] { return &shared[T]{busy: make(chan struct{}, 1)} }

// get returns the value, read anew if it is time for that. After an error the next page
// tries again.
func (s *shared[T]) get(ctx context.Context, read func(context.Context) (T, error)) (value T, err error) {
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
	case <-ctx.Done():
		return value, ctx.Err()
	}
	if !s.at.IsZero() && time.Since(s.at) < max(lookEvery, lookShare*s.took) {
		return s.value, nil
	}
	began := time.Now()
	if value, err = read(ctx); err == nil {
		s.at = time.Now()
		s.value, s.took = value, s.at.Sub(began)
	}
	return value, err
}
