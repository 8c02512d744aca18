package atlas

import "math/bits"

// HasPath reports whether a Hamiltonian path exists: one that visits every cell once.
func (b *Board) HasPath() bool {
	for i := range b.n {
		if b.completes(i, b.all()&^(1<<i), b.all()) {
			return true
		}
	}
	return false
}

// HasCycle reports whether a Hamiltonian cycle exists: a path that visits every cell once and
// ends beside its start.
func (b *Board) HasCycle() bool {
	if b.n < 4 || 2*bits.OnesCount32(b.dark()) != b.n {
		return false
	}
	return b.completes(0, b.all()&^1, b.near[0])
}

// HasHoleCycle reports whether a cycle through all cells but one exists, in which that cell,
// the hole, can be exchanged with a cell of the cycle, its twin. The cells beside the twin on the cycle are
// neighbours of the hole too. Such a board is always won:
//
//  1. Let a, u, b be consecutive cells of the cycle, u the twin, and h the hole. Then a, h, b in
//     their place make another cycle, with the hole u.
//  2. The snake follows the cycle, so its body lies on it in order. If the food is not in the
//     hole, the head reaches it without an exchange.
//  3. If the food is in the hole, the head follows the cycle to a. If the body fills the cycle,
//     the head enters h and wins. If not, u is free: it is the cell that the head would
//     enter next. The head enters h, the body lies on the other cycle in order, and u
//     is the new hole.
//  4. A snake of length 1 that starts in the hole is on the other cycle.
func (b *Board) HasHoleCycle() bool {
	if b.n&1 == 0 {
		return false // a cycle has an even number of cells
	}
	for h := range b.n {
		for u := range h {
			shared := b.near[h] & b.near[u]
			if bits.OnesCount32(shared) != 2 {
				continue
			}
			from := bits.TrailingZeros32(shared)
			if b.completes(from, b.all()&^(1<<h|1<<u|1<<from), shared&^(1<<from)) {
				return true
			}
		}
	}
	return false
}

// completes reports whether a path from a cell visits every cell of rest once and ends on one
// of the cells last.
func (b *Board) completes(from int, rest, last uint32) bool {
	if rest == 0 {
		return last>>from&1 != 0
	}
	around := b.near[from] & rest
	if rest&last == 0 || b.strands(around, rest) {
		return false
	}
	for ; around != 0; around &= around - 1 {
		i := bits.TrailingZeros32(around)
		if b.completes(i, rest&^(1<<i), last) {
			return true
		}
	}
	return false
}

// strands reports whether a path that has to visit every cell of rest cannot do so because of
// a cell of around, the cells that it may visit next. A cell of around without a neighbour in rest
// can only be the next cell and the last one.
func (b *Board) strands(around, rest uint32) bool {
	if rest&(rest-1) == 0 {
		return false
	}
	for ; around != 0; around &= around - 1 {
		if b.near[bits.TrailingZeros32(around)]&rest == 0 {
			return true
		}
	}
	return false
}
