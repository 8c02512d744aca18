package sim

import (
	"math/bits"

	"ouro"
)

// A pair is a set of cells of a board of up to 11x11: a word for each of the two
// colours of a chess board. Cell (x,y) has index 11*y+x, whatever the width, and is
// in even or odd as its index is, at half of that.
//
//	row 1   11 12 13 14 15 16 17 18 19 20 21     o5 e6 o6 e7  ...
//	row 0    0  1  2  3  4  5  6  7  8  9 10     e0 o0 e1 o1  ...
//
// All four neighbours of a cell are in the other word, so that a step is six shifts
// by numbers that the compiler knows, without carries between the words; and the
// cells of a colour are counted by one instruction. Official boards are 7x7, 11x11
// and 19x19.
type pair struct{ even, odd uint64 }

const (
	pairSide = 11
	pairRing = 128 // steps in the ring of a seat, on such a board
	noBit    = 127 // of places without a bit; no cell

	// Cells of the first column and of the last, which have no neighbour to the left
	// and to the right.
	firstEven = 1<<0 | 1<<11 | 1<<22 | 1<<33 | 1<<44 | 1<<55
	firstOdd  = firstEven >> 6
	lastEven  = firstEven << 5
	lastOdd   = firstEven >> 1 &^ 1
)

// fitsPair tells whether sets of the cells of a board can be pairs.
func fitsPair(g *ouro.Grid) bool { return g.W <= pairSide && g.H <= pairSide }

// pairBit is the number of a cell's bit, from 64 on in odd.
func pairBit(x, y int) uint8 {
	i := uint8(pairSide*y + x)
	return i>>1 | i&1<<6
}

// one is the set of a cell.
func one(bit uint8) pair {
	m := uint64(1) << (bit & 63)
	odd := -uint64(bit >> 6)
	return pair{m &^ odd, m & odd}
}

func (a pair) or(b pair) pair    { return pair{a.even | b.even, a.odd | b.odd} }
func (a pair) and(b pair) pair   { return pair{a.even & b.even, a.odd & b.odd} }
func (a pair) not(b pair) pair   { return pair{a.even &^ b.even, a.odd &^ b.odd} }
func (a pair) flip(b pair) pair  { return pair{a.even ^ b.even, a.odd ^ b.odd} }
func (a pair) empty() bool       { return a.even|a.odd == 0 }
func (a pair) len() int          { return bits.OnesCount64(a.even) + bits.OnesCount64(a.odd) }
func (a pair) meets(b pair) bool { return a.even&b.even|a.odd&b.odd != 0 }

// steps is how many moves a head can make without coming to a cell of a twice.
func (a pair) steps(head uint8) int {
	if head >= 64 {
		a.even, a.odd = a.odd, a.even
	}
	return alternating(bits.OnesCount64(a.even), bits.OnesCount64(a.odd))
}

// beside are the neighbours of a, and bits that are no cells: what up and down by 1
// and by 11 make of it.
func (a pair) beside() pair {
	return pair{
		(a.odd&^lastOdd<<1 | a.odd&^firstOdd) | (a.odd<<6 | a.odd>>5),
		(a.even&^lastEven | a.even&^firstEven>>1) | (a.even<<5 | a.even>>6),
	}
}

// toLeft are the cells to the left of a.
func (a pair) toLeft() pair { return pair{a.odd &^ firstOdd, a.even &^ firstEven >> 1} }

// up and down add n to all indices, or take it off.
func (a pair) up(n uint) pair {
	if n&1 == 0 {
		return pair{a.even << (n / 2), a.odd << (n / 2)}
	}
	return pair{a.odd << (n/2 + 1), a.even << (n / 2)}
}

func (a pair) down(n uint) pair {
	if n&1 == 0 {
		return pair{a.even >> (n / 2), a.odd >> (n / 2)}
	}
	return pair{a.odd >> (n / 2), a.even >> (n/2 + 1)}
}

// pairSet is a pair that a Position keeps up to date: in memory, where a bit is
// found without a branch.
type pairSet [2]uint64

func (s *pairSet) add(bit uint8)    { s[bit>>6&1] |= 1 << (bit & 63) }
func (s *pairSet) remove(bit uint8) { s[bit>>6&1] &^= 1 << (bit & 63) }
func (s *pairSet) pair() pair       { return pair{s[0], s[1]} }
