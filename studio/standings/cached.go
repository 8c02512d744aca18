package standings

import (
	"context"
	"time"
)

// A value is read at most once in readEvery, and reading takes at most a tenth of the
// time, for any number of pages.
const (
	readEvery  = time.Second
	restFactor = 10
)

// cached is a value that one page reads for all pages.
type cached[T any] struct {
	busy chan struct{} // full while the fields below are in use

	value T
	at    time.Time // time of reading; zero before the first
	took  time.Duration
}

func newCached[T any]() *cached[T] { return &cached[T]{busy: make(chan struct{}, 1)} }

// get returns the value, read again if it is old. After an error the next caller reads
// again.
func (s *cached[T]) get(ctx context.Context, read func(context.Context) (T, error)) (value T, err error) {
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
	case <-ctx.Done():
		return value, ctx.Err()
	}
	if !s.at.IsZero() && time.Since(s.at) < max(readEvery, restFactor*s.took) {
		return s.value, nil
	}
	began := time.Now()
	if value, err = read(ctx); err == nil {
		s.at = time.Now()
		s.value, s.took = value, s.at.Sub(began)
	}
	return value, err
}
