package hydra

import (
	"math/bits"
	"sync"
	"sync/atomic"

	"ouro"
)

// table is the transposition table. Searchers share it without locks: a slot consists of two
// words, and the first is the key xored with the second, so that a half-written slot matches
// no key.
type table struct {
	salt  uint64 // salt of the current generation; entries of older generations match no key
	slots []slot
	mask  uint64
}

const slotSize = 16

type slot struct{ check, data atomic.Uint64 }

// The kinds of bounds: the true score is at least, at most or exactly the stored score.
const (
	atLeast = 1 + iota
	atMost
	exact
)

// entry is the content of a slot: the score of a search to depth, the best move, and the
// enemy's best reply to each of my moves.
type entry struct {
	score   int32
	depth   int
	bound   uint8 // 0 if there is no entry
	dir     uint8 // noDir if unknown
	replies replies
}

// isDecisive reports whether an entry with e's bound and this score ends a search with the window
// alpha, beta.
func (e *entry) isDecisive(score, alpha, beta int32) bool {
	return e.bound == exact || e.bound == atLeast && score >= beta || e.bound == atMost && score <= alpha
}

// bound returns whether score is the exact value of a node, a lower bound or an upper bound.
func bound(score, alpha, beta int32) uint8 {
	switch {
	case score >= beta:
		return atLeast
	case score <= alpha:
		return atMost
	}
	return exact
}

// noDir means that no move is known.
const noDir = 4

// replies holds the enemy's reply to each of my moves, three bits each.
type replies uint16

const noReplies = replies(noDir | noDir<<3 | noDir<<6 | noDir<<9)

func (r replies) reply(mine uint8) uint8 { return uint8(r>>(3*mine)) & 7 }

func (r *replies) set(mine, theirs uint8) {
	*r = *r&^(7<<(3*mine)) | replies(theirs)<<(3*mine)
}

// tables holds released tables for reuse, by the logarithm of their size. A server opens
// and closes many solvers, and a table of several MB costs milliseconds to map and to
// garbage-collect.
var tables [64]sync.Pool

func newTable(log int) *table {
	if t, ok := tables[log].Get().(*table); ok {
		t.forget()
		return t
	}
	return &table{slots: make([]slot, 1<<log), mask: 1<<log - 1}
}

// release makes the table available to newTable.
func (t *table) release() { tables[bits.Len64(t.mask)].Put(t) }

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

// forget makes all entries invalid.
func (t *table) forget() { t.salt += 0x9e3779b97f4a7c15 }

// toTable converts a decided position's score, which counts turns from the root, to a score that
// counts turns from the position itself. fromTable is its inverse.
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

// killers are the last two moves of a ply that caused a cutoff, each plus one; 0 means no move.
type killers [2]uint8

// history counts cutoffs by the cell of the head and by the move.
type history [][4]int32

// order sorts moves, the most promising first: the best move of the table, then the killers
// of this ply, then the others by history.
func order(moves ouro.DirSet, best uint8, k *killers, cut *[4]int32, sorted *[4]uint8) (n int) {
	var rank [4]int32
	for d := range uint8(4) {
		if !moves.Has(ouro.Dir(d)) {
			continue
		}
		r := cut[d]
		switch d {
		case best:
			r = 1 << 30
		case k[0] - 1:
			r += 1 << 24
		case k[1] - 1:
			r += 1 << 23
		}
		i := n
		for ; i > 0 && rank[i-1] < r; i-- {
			rank[i], sorted[i] = rank[i-1], sorted[i-1]
		}
		rank[i], sorted[i] = r, d
		n++
	}
	return n
}

// note records a move that caused a cutoff.
func (k *killers) note(d uint8) {
	if k[0] != d+1 {
		k[1], k[0] = k[0], d+1
	}
}

// note records a move that caused a cutoff, weighted by depth. It halves all counts when one
// grows too large.
func (h history) note(head ouro.Cell, d uint8, depth int) {
	h[head][d] += int32(depth * depth)
	if h[head][d] <= 1<<22 {
		return
	}
	for c := range h {
		for d := range h[c] {
			h[c][d] /= 2
		}
	}
}
