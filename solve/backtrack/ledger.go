package backtrack

import (
	"sync/atomic"

	"ouro"
)

// ledger remembers how much a position could add at most, for paths that come
// to the same position in another way. Several walkers may share one.
//
// Two positions at the same step are the same for the rest of the search if
// head, limit, the edible squares eaten within reach, and the squares that still
// block with the step in which they were entered are the same. All of this is
// compared exactly but the last, for which a hash of 64 bits stands. So a wrong
// answer needs positions that agree in everything else and in 64 bits of a hash,
// 14 of which say where the ledger looks: less than once in a thousand million
// searches of a million nodes.
//
// An entry is three words, written without a lock: the first is the hash mixed
// with the others, so a torn entry is not recognized.
type ledger struct {
	entries []entry
	salt    uint64 // of the hashes of this search, so that older entries are void
}

type entry struct{ check, eaten, rest atomic.Uint64 }

const ledgerBits = 14

func (l *ledger) prepare() {
	if l.entries == nil {
		l.entries = make([]entry, 1<<ledgerBits)
	}
	l.salt = ouro.Mix(l.salt, 1)
}

// mark is what a square entered at this step adds to the hash.
func mark(square int16, step int32) uint64 {
	return ouro.Mix(uint64(square), uint64(step))
}

// Marks that are no steps.
const (
	lasting   = maxDepth + 1 // instead of the step: the square blocks to the end of the search
	eatenHere = maxDepth + 2 // the square is eaten, and has no number
)

func (p *position) words(within uint64) (hash, eaten, rest uint64) {
	return p.hash, p.eaten & within, uint64(uint16(p.limit))<<19 | uint64(p.taken)<<13 | uint64(p.head)
}

// bound is what the position can add at most, as far as is known.
func (l *ledger) bound(p *position, within uint64) (points, bool) {
	hash, eaten, rest := p.words(within)
	e := &l.entries[hash>>(64-ledgerBits)]
	word := e.rest.Load()
	if e.eaten.Load() != eaten || word>>boundBits != rest || e.check.Load() != hash^eaten^word {
		return 0, false
	}
	return points(word & (1<<boundBits - 1)), true
}

// note notes what the position can add at most.
func (l *ledger) note(p *position, within uint64, bound points) {
	hash, eaten, rest := p.words(within)
	e := &l.entries[hash>>(64-ledgerBits)]
	word := rest<<boundBits | uint64(bound)
	e.check.Store(hash ^ eaten ^ word)
	e.eaten.Store(eaten)
	e.rest.Store(word)
}
