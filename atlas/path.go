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

// HasHoleCycle reports whether a cycle through all cells but a hole exists, in which a cell, the
// twin of the hole, is between two neighbours of the hole. A board with an odd number of at least
// 5 cells is always won exactly if it has such a cycle.
//
// If it has one, the snake wins:
//
//  1. Let a, u, b be consecutive cells of the cycle, u the twin, and h the hole. Then a, h, b in
//     their place make another cycle, with the hole u. A snake that starts in h is on that one.
//  2. The snake follows the cycle, so its body lies on it in order, and the head reaches every food
//     but one in h.
//  3. If the food is in h, the head follows the cycle to a. If the body fills the cycle, the head
//     enters h and wins. If not, u is free, because it is the cell that the head would enter
//     next. The head enters h. The body then lies on the other cycle in order, and the hole is u.
//
// If a win is certain, the board has such a cycle. Colour the n cells like a chess board, so that
// a path alternates colours; one colour, dark, has one cell more.
//
//  4. A body of n-1 cells leaves one dark cell free. A body of n-2 cells leaves two dark cells, if
//     its ends are light, or one cell of each colour. A body of n-3 cells leaves two dark cells
//     and a light one. So an adversary can place the food on a light cell at length n-3. After that
//     meal, the ends of the body are light, and two dark cells x and y are free.
//  5. Let the food be in x. Until that meal, a light head can only enter x or the other free dark
//     cell, and a dark head only the light cell that the tail has just left. So either the head
//     enters x at once, or it enters y, the body and y make a cycle, and the snake follows it until
//     the head enters x from another cell.
//  6. Let c be the dark cell that is free after the meal in x. The head in x is not beside c, so a
//     certain win needs a move onto the tail. Hence x is beside both ends of the body before
//     the meal.
//  7. If the snake followed the cycle of step 5, its hole is x. The cell c is between the ends of
//     the body on this cycle, so c is a twin.
//  8. The same holds with x and y exchanged. In the remaining case the head can enter either at
//     once. By step 6, both are beside both ends of the same body. Then the body and x make a
//     cycle with the hole y and the twin x.
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

// completes reports whether some path from the cell start visits every cell of unvisited once and
// ends on a cell of endCells.
func (b *Board) completes(start int, unvisited, endCells uint32) bool {
	if unvisited == 0 {
		return endCells>>start&1 != 0
	}
	around := b.near[start] & unvisited
	if unvisited&endCells == 0 || b.strands(around, unvisited) {
		return false
	}
	for ; around != 0; around &= around - 1 {
		i := bits.TrailingZeros32(around)
		if b.completes(i, unvisited&^(1<<i), endCells) {
			return true
		}
	}
	return false
}

// strands reports whether no path can visit every cell of unvisited, because of a cell in
// nextCells, the set of possible next cells. A cell of nextCells without a neighbour in unvisited
// must be both the next cell and the last.
func (b *Board) strands(nextCells, unvisited uint32) bool {
	if unvisited&(unvisited-1) == 0 {
		return false
	}
	for ; nextCells != 0; nextCells &= nextCells - 1 {
		if b.near[bits.TrailingZeros32(nextCells)]&unvisited == 0 {
			return true
		}
	}
	return false
}
