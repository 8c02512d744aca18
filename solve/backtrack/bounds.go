package backtrack

import (
	"sync/atomic"

	"ouro"
)

// boundTable is a transposition table of upper bounds: how much a position can add at most. Several
// walkers may share one.
//
// Two positions at the same step are equal for the rest of the search if head, limit, the
// edible squares eaten within reach, and the blocking squares with the steps of their entry are
// equal. All of these are compared exactly except the last, which a 64-bit hash represents. An
// error needs positions that agree in everything else and in the hash, 14 bits of which are the
// index: less than once in 10^9 searches of a million nodes.
//
// An entry is three words, written without a lock: the first is the hash xored with the
// others, so that a torn entry does not match.
type boundTable struct {
	entries []entry
	salt    uint64 // of the hashes of this search, which invalidates older entries
}

type entry struct{ check, eaten, rest atomic.Uint64 }

const boundTableBits = 14

func (l *boundTable) prepare() {
	if l.entries == nil {
		l.entries = make([]entry, 1<<boundTableBits)
	}
	l.salt = ouro.Mix(l.salt, 1)
}

// mark returns what a square entered at this step adds to the hash.
func mark(square int16, step int32) uint64 {
	return ouro.Mix(uint64(square), uint64(step))
}

// Values of mark's step with another meaning.
const (
	lasting   = maxDepth + 1 // the square blocks to the end of the search
	eatenHere = maxDepth + 2 // the square is eaten, and has no number
)

func (p *position) words(within uint64) (hash, eaten, rest uint64) {
	return p.hash, p.eaten & within, uint64(uint16(p.limit))<<19 | uint64(p.taken)<<13 | uint64(p.head)
}

func (l *boundTable) bound(p *position, within uint64) (points, bool) {
	hash, eaten, rest := p.words(within)
	e := &l.entries[hash>>(64-boundTableBits)]
	word := e.rest.Load()
	if e.eaten.Load() != eaten || word>>boundBits != rest || e.check.Load() != hash^eaten^word {
		return 0, false
	}
	return points(word & (1<<boundBits - 1)), true
}

func (l *boundTable) note(p *position, within uint64, bound points) {
	hash, eaten, rest := p.words(within)
	e := &l.entries[hash>>(64-boundTableBits)]
	word := rest<<boundBits | uint64(bound)
	e.check.Store(hash ^ eaten ^ word)
	e.eaten.Store(eaten)
	e.rest.Store(word)
}
