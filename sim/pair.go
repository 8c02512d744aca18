package sim

import (
	"math/bits"

	"ouro"
)

// A pair is a set of cells of a board of up to 11x11, two words: cell (x,y) is bit
// 11*y+x, whatever the width. So a step up or down is a shift by a number that the
// compiler knows, which costs a third of one that it does not. Official boards are
// 7x7, 11x11 and 19x19.
//
//	row 1   11 12 13 14 15 16 17 18 19 20 21
//	row 0    0  1  2  3  4  5  6  7  8  9 10
type pair struct{ lo, hi uint64 }

const (
	pairSide = 11
	noBit    = 127 // of places without a bit; no cell
)

// Cells that have a neighbour to the right, and to the left.
var notLast, notFirst = columns(pairSide - 1), columns(0)

// columns are all cells but those of a column.
func columns(but int) (a pair) {
	for i := range uint8(pairSide * pairSide) {
		if int(i)%pairSide != but {
			a = a.or(one(i))
		}
	}
	return a
}

// fitsPair tells whether sets of the cells of a board can be pairs.
func fitsPair(g *ouro.Grid) bool { return g.W <= pairSide && g.H <= pairSide }

// one is the set of a cell.
func one(bit uint8) pair {
	m := uint64(1) << (bit & 63)
	hi := -uint64(bit >> 6 & 1)
	return pair{m &^ hi, m & hi}
}

func (a pair) or(b pair) pair    { return pair{a.lo | b.lo, a.hi | b.hi} }
func (a pair) and(b pair) pair   { return pair{a.lo & b.lo, a.hi & b.hi} }
func (a pair) not(b pair) pair   { return pair{a.lo &^ b.lo, a.hi &^ b.hi} }
func (a pair) empty() bool       { return a.lo|a.hi == 0 }
func (a pair) len() int          { return bits.OnesCount64(a.lo) + bits.OnesCount64(a.hi) }
func (a pair) meets(b pair) bool { return a.lo&b.lo|a.hi&b.hi != 0 }

// beside are the neighbours of a, and bits that are no cells.
func (a pair) beside() pair {
	const w = pairSide
	r, l := a.and(notLast), a.and(notFirst)
	return pair{
		r.lo<<1 | l.lo>>1 | l.hi<<63 | a.lo<<w | a.lo>>w | a.hi<<(64-w),
		r.hi<<1 | r.lo>>63 | l.hi>>1 | a.hi<<w | a.hi>>w | a.lo>>(64-w),
	}
}

// up and down move all bits by 1 to 127.
func (a pair) up(n uint) pair {
	return pair{a.lo << n, a.hi<<n | a.lo<<(n-64) | a.lo>>(64-n)}
}

func (a pair) down(n uint) pair {
	return pair{a.lo>>n | a.hi>>(n-64) | a.hi<<(64-n), a.hi >> n}
}

// pairSet is a pair that a Position keeps up to date: in memory, where a bit is
// found without a branch.
type pairSet [2]uint64

func (s *pairSet) add(bit uint8)    { s[bit>>6&1] |= 1 << (bit & 63) }
func (s *pairSet) remove(bit uint8) { s[bit>>6&1] &^= 1 << (bit & 63) }
func (s *pairSet) pair() pair       { return pair{s[0], s[1]} }
