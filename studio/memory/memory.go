// Package memory counts what the channels of all visitors keep, about. What has no
// place is refused, so that no number of visitors takes the memory of the program.
package memory

import (
	"fmt"
	"sync/atomic"
)

// Usual is how many bytes all channels together may usually keep.
const Usual = 1 << 30

// Store is what all channels together may keep.
type Store struct {
	most int64
	used atomic.Int64
}

// New is a store for so many bytes.
func New(most int64) *Store { return &Store{most: most} }

// Share is what one channel keeps in a store. One goroutine at a time may use it.
type Share struct {
	store *Store
	bytes int64
}

// Share is a share that keeps nothing yet. Free it when the channel ends.
func (s *Store) Share() Share { return Share{store: s} }

// Grow makes the share as large as that, if there is room.
func (s *Share) Grow(bytes int64) error {
	more := bytes - s.bytes
	if more <= 0 {
		return nil
	}
	if s.store.used.Add(more) > s.store.most {
		s.store.used.Add(-more)
		return fmt.Errorf("all games and files that are open here have more than %d MiB together: close one, or wait until somebody does", s.store.most>>20)
	}
	s.bytes = bytes
	return nil
}

// Add makes the share larger by so many bytes, if there is room.
func (s *Share) Add(bytes int64) error { return s.Grow(s.bytes + bytes) }

// Free gives it back.
func (s *Share) Free() {
	s.store.used.Add(-s.bytes)
	s.bytes = 0
}
