package sim

import (
	"math/bits"

	"ouro"
)

// A pair is a set of cells of a board of up to 11x11, with one word for each of the two colours of
// a chessboard. Cell (x,y) has the index 11*y+x, whatever the width of the board. Its bit has the
// number index/2 in the word even if the index is even, and in the word odd otherwise.
//
//	row 1   11 12 13 14 15 16 17 18 19 20 21     o5 e6 o6 e7  ...
//	row 0    0  1  2  3  4  5  6  7  8  9 10     e0 o0 e1 o1  ...
//
// All four neighbours of a cell are in the other word. So six shifts by constants compute the
// neighbours of all cells, without carries between the words. One instruction counts the cells of a
// colour. The official boards are 7x7, 11x11 and 19x19.
type pair struct{ even, odd uint64 }

const (
	pairSide = 11
	pairRing = 128 // length of the ring of each seat (see Position) on boards that fit a pair
	noBit    = 127 // bit number of a place that is not in a pair

	// The cells of the first and of the last column, which have no neighbour to the left or
	// to the right.
	firstEven = 1<<0 | 1<<11 | 1<<22 | 1<<33 | 1<<44 | 1<<55
	firstOdd  = firstEven >> 6
	lastEven  = firstEven << 5
	lastOdd   = firstEven >> 1 &^ 1
)

// fitsPair reports whether pairs can represent the sets of cells of a board.
func fitsPair(g *ouro.Grid) bool { return g.W <= pairSide && g.H <= pairSide }

// pairBit returns the number of a cell's bit in a pair: 0 to 63 for the bits of the word even, and
// 64 to 127 for those of the word odd.
func pairBit(x, y int) uint8 {
	i := uint8(pairSide*y + x)
	return i>>1 | i&1<<6
}

// singlePair returns the set with only this bit.
func singlePair(bit uint8) pair {
	m := uint64(1) << (bit & 63)
	odd := -uint64(bit >> 6)
	return pair{m &^ odd, m & odd}
}

func (a pair) or(b pair) pair         { return pair{a.even | b.even, a.odd | b.odd} }
func (a pair) and(b pair) pair        { return pair{a.even & b.even, a.odd & b.odd} }
func (a pair) not(b pair) pair        { return pair{a.even &^ b.even, a.odd &^ b.odd} }
func (a pair) xor(b pair) pair        { return pair{a.even ^ b.even, a.odd ^ b.odd} }
func (a pair) empty() bool            { return a.even|a.odd == 0 }
func (a pair) len() int               { return bits.OnesCount64(a.even) + bits.OnesCount64(a.odd) }
func (a pair) intersects(b pair) bool { return a.even&b.even|a.odd&b.odd != 0 }

// steps returns an upper bound of the number of moves that a head can make in a without entering a
// cell twice; see maxAlternating.
func (a pair) steps(head uint8) int {
	if head >= 64 {
		a.even, a.odd = a.odd, a.even
	}
	return maxAlternating(bits.OnesCount64(a.even), bits.OnesCount64(a.odd))
}

// neighbours returns the neighbours of a, and possibly some bits that are not cells. It shifts the
// indices of all cells by 1 and by 11, up and down.
func (a pair) neighbours() pair {
	return pair{
		(a.odd&^lastOdd<<1 | a.odd&^firstOdd) | (a.odd<<6 | a.odd>>5),
		(a.even&^lastEven | a.even&^firstEven>>1) | (a.even<<5 | a.even>>6),
	}
}

// toLeft returns the left neighbours of the cells.
func (a pair) toLeft() pair { return pair{a.odd &^ firstOdd, a.even &^ firstEven >> 1} }

// up adds n to the indices of all cells.
func (a pair) up(n uint) pair {
	if n&1 == 0 {
		return pair{a.even << (n / 2), a.odd << (n / 2)}
	}
	return pair{a.odd << (n/2 + 1), a.even << (n / 2)}
}

// down subtracts n from the indices of all cells.
func (a pair) down(n uint) pair {
	if n&1 == 0 {
		return pair{a.even >> (n / 2), a.odd >> (n / 2)}
	}
	return pair{a.odd >> (n / 2), a.even >> (n/2 + 1)}
}

// pairSet is a pair that a Position updates bit by bit. It is an array, because an index selects the
// word without a branch.
type pairSet [2]uint64

func (s *pairSet) add(bit uint8)    { s[bit>>6&1] |= 1 << (bit & 63) }
func (s *pairSet) remove(bit uint8) { s[bit>>6&1] &^= 1 << (bit & 63) }
func (s *pairSet) pair() pair       { return pair{s[0], s[1]} }
