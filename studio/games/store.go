package games

import (
	"fmt"
	"sync/atomic"
)

// store counts the bytes that games and files of all channels keep, about. What has
// no place in it is refused, so that no number of visitors takes the memory of the
// program.
type store struct {
	most int64
	used atomic.Int64
}

// share is what one channel keeps there.
type share struct {
	store *store
	bytes int64
}

// About so many bytes are kept.
const (
	perCell = 400 // of a board, with the solver's own
	perMove = 32  // of each snake, to go back to it
)

// grow makes the share as large as that, if there is room.
func (s *share) grow(bytes int64) error {
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

// free gives it back.
func (s *share) free() {
	s.store.used.Add(-s.bytes)
	s.bytes = 0
}

// keep has room for the games as far as they are played, before they are played on.
func (g *game) keep() error {
	need := g.table.size()
	if g.parked != nil {
		need += g.parked.size()
	}
	return g.share.grow(need)
}

// size is about how many bytes the games take.
func (t *table) size() (bytes int64) {
	for _, l := range t.lanes {
		bytes += int64(l.spec.W*l.spec.H)*perCell + int64(max(l.length, l.played.Turns())*len(l.seats))*perMove
	}
	return bytes
}
