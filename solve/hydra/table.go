package hydra

import "sync/atomic"

// table remembers what was found out about positions. Several searchers share it
// without locks: an entry is two words, the first of which holds the key mixed
// with the second, so that one of which only half was written is not taken for
// anything.
type table struct {
	salt  uint64 // of this generation: entries of others are not found
	slots []slot
	mask  uint64
}

// slotSize is the size of a slot in bytes.
const slotSize = 16

type slot struct{ check, data atomic.Uint64 }

// Bounds of an entry's score.
const (
	atLeast = 1 + iota
	atMost
	exact
)

// entry is what the table knows of a position: the score of a search of this depth,
// the direction that was best, and the best reply to each of mine.
type entry struct {
	score   int32
	depth   int
	bound   uint8 // 0 if nothing is known
	dir     uint8 // noDir if none
	replies replies
}

// settles tells whether a score that is bounded like e's is all that one needs to know
// who asks for values between alpha and beta.
func (e *entry) settles(score, alpha, beta int32) bool {
	return e.bound == exact || e.bound == atLeast && score >= beta || e.bound == atMost && score <= alpha
}

// bound says how the best of a node bounds its value.
func bound(best, alpha, beta int32) uint8 {
	switch {
	case best >= beta:
		return atLeast
	case best <= alpha:
		return atMost
	}
	return exact
}

const noDir = 4

// replies are a direction for each of mine, three bits each.
type replies uint16

const noReplies = replies(noDir | noDir<<3 | noDir<<6 | noDir<<9)

func (r replies) to(mine uint8) uint8 { return uint8(r>>(3*mine)) & 7 }

func (r *replies) set(mine, theirs uint8) {
	*r = *r&^(7<<(3*mine)) | replies(theirs)<<(3*mine)
}

// newTable has room for 2^log entries of 16 bytes.
func newTable(log int) *table {
	return &table{slots: make([]slot, 1<<log), mask: 1<<log - 1}
}

func (t *table) get(key uint64) entry {
	s := &t.slots[key&t.mask]
	data := s.data.Load()
	if s.check.Load() != key^data^t.salt {
		return entry{dir: noDir, replies: noReplies}
	}
	return entry{int32(uint32(data)<<8) >> 8, int(uint8(data>>24)) * 2, uint8(data>>32) & 3, uint8(data>>34) & 7, replies(data >> 40 & 0xfff)}
}

func (t *table) put(key uint64, e entry) {
	data := uint64(uint32(e.score)&0xffffff) | uint64(uint8(e.depth/2))<<24 | uint64(e.bound)<<32 | uint64(e.dir)<<34 | uint64(e.replies)<<40
	s := &t.slots[key&t.mask]
	s.check.Store(key ^ data ^ t.salt)
	s.data.Store(data)
}

// forget makes the table empty.
func (t *table) forget() { t.salt += 0x9e3779b97f4a7c15 }

// Scores of decided positions count the turns from the root; in the table they
// count from the position.
func toTable(v int32, ply int) int32 {
	switch {
	case v > decided:
		return v + int32(ply)
	case v < -decided:
		return v - int32(ply)
	}
	return v
}

func fromTable(v int32, ply int) int32 { return toTable(v, -ply) }
