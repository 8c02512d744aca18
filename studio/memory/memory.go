// Package memory counts what the channels of all visitors keep, about, and the programs
// that play for them. What has no place is refused, so that no number of visitors takes
// the memory of the program or the machine.
package memory

import (
	"context"
	"fmt"
	"sync/atomic"
)

// Usual is how many bytes all channels together may usually keep.
const Usual = 1 << 30

// Programs is how many may play for all channels together.
const Programs = 32

// readers is how many files are opened at a time for all channels together, and how many
// are verified.
const readers = 2

// Store is what all channels together may keep.
type Store struct {
	opening, verifying chan struct{} // a token for each file

	most int64
	used atomic.Int64

	programs atomic.Int64
}

// New is a store for so many bytes.
func New(most int64) *Store {
	return &Store{most: most, opening: make(chan struct{}, readers), verifying: make(chan struct{}, readers)}
}

// Open calls f, which reads a file, with a share for the memory that this takes; the share
// is freed when f returns. Two files at most are read at a time, others wait.
func (s *Store) Open(ctx context.Context, f func(reading *Share) error) error {
	return s.read(ctx, s.opening, f)
}

// Verify is [Store.Open] for reading a file again, which may take long and so has a queue
// of its own.
func (s *Store) Verify(ctx context.Context, f func(reading *Share) error) error {
	return s.read(ctx, s.verifying, f)
}

func (s *Store) read(ctx context.Context, queue chan struct{}, f func(reading *Share) error) error {
	select {
	case queue <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-queue }()
	share := s.Share()
	defer share.Free()
	return f(&share)
}

// Share is what one channel keeps in a store. One goroutine at a time may use it.
type Share struct {
	store    *Store
	bytes    int64
	programs int64
}

// Share is a share that keeps nothing yet. Free it when the channel ends.
func (s *Store) Share() Share { return Share{store: s} }

// Grow makes the share as large as that, if there is room.
func (s *Share) Grow(bytes int64) error {
	more := bytes - s.bytes
	if more <= 0 {
		return nil
	}
	if s.bytes == 0 && bytes > s.store.most {
		return fmt.Errorf("this alone takes %d MiB, and all games and files that are open here may have %d MiB together", bytes>>20, s.store.most>>20)
	}
	if s.store.used.Add(more) > s.store.most {
		s.store.used.Add(-more)
		return fmt.Errorf("all games and files that are open here have more than %d MiB together: close one, or wait until somebody does", s.store.most>>20)
	}
	s.bytes = bytes
	return nil
}

// Bytes is how large it is.
func (s *Share) Bytes() int64 { return s.bytes }

// Add makes the share larger by so many bytes, if there is room.
func (s *Share) Add(bytes int64) error { return s.Grow(s.bytes + bytes) }

// Program adds a program that plays, if no more than [Programs] do.
func (s *Share) Program() error {
	if s.store.programs.Add(1) > Programs {
		s.store.programs.Add(-1)
		return fmt.Errorf("%d programs play here already, and no more may: close a game, or wait until somebody does", Programs)
	}
	s.programs++
	return nil
}

// Free gives it back.
func (s *Share) Free() {
	s.store.used.Add(-s.bytes)
	s.store.programs.Add(-s.programs)
	s.bytes, s.programs = 0, 0
}
