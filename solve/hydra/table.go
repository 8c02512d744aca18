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

// entry is what the table knows: the score of a search of this depth, and the
// direction that was best.
type entry struct {
	score int32
	depth int
	bound uint8
	dir   uint8 // noDir if none
}

const noDir = 4

// newTable has room for 2^log entries of 16 bytes.
func newTable(log int) *table {
	return &table{slots: make([]slot, 1<<log), mask: 1<<log - 1}
}

func (t *table) get(key uint64) (e entry, ok bool) {
	s := &t.slots[key&t.mask]
	data := s.data.Load()
	if s.check.Load() != key^data^t.salt {
		return entry{dir: noDir}, false
	}
	return entry{int32(uint32(data)), int(int16(data >> 32)), uint8(data >> 48), uint8(data >> 56)}, true
}

func (t *table) put(key uint64, e entry) {
	data := uint64(uint32(e.score)) | uint64(uint16(e.depth))<<32 | uint64(e.bound)<<48 | uint64(e.dir)<<56
	s := &t.slots[key&t.mask]
	s.check.Store(key ^ data ^ t.salt)
	s.data.Store(data)
}

// forget makes the table empty.
func (t *table) forget() { t.salt += 0x9e3779b97f4a7c15 }
