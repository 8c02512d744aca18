package cycle

import (
	"math/bits"
	"slices"

	"ouro"
)

// An edge leads from a cell in a direction.
type edge struct {
	cell ouro.Cell
	dir  ouro.Dir
}

// loops are the closed paths of a 2-factor.
type loops struct {
	loopOf  []int32 // by Cell: the number of its loop; numbers are never used twice
	size    map[int32]int
	last    int32  // the last number that was used
	touched []edge // the edges that the last path changed
}

// label numbers all loops of the 2-factor.
func (s *search) label() {
	s.size = make(map[int32]int)
	for _, c := range s.cells {
		s.loopOf[c] = 0
	}
	for _, c := range s.cells {
		if s.loopOf[c] == 0 {
			s.labelLoop(c)
		}
	}
}

// labelLoop gives the loop of c a new number.
func (s *search) labelLoop(c ouro.Cell) {
	s.last++
	at, n := c, 0
	d := first(s.use[c])
	for {
		s.loopOf[at] = s.last
		n++
		at = s.grid.Next(at, d)
		if at == c {
			break
		}
		d = first(s.use[at] &^ (1 << d.Opposite()))
	}
	s.size[s.last] = n
	s.steps -= int64(n)
}

// relabel renumbers the loops that the edges in touched have changed. It returns the increase of
// the number of loops.
func (s *search) relabel() int {
	before := len(s.size)
	for _, e := range s.touched {
		delete(s.size, s.loopOf[e.cell])
		delete(s.size, s.loopOf[s.grid.Next(e.cell, e.dir)])
	}
	last := s.last
	for _, e := range s.touched {
		for _, c := range [2]ouro.Cell{e.cell, s.grid.Next(e.cell, e.dir)} {
			if s.loopOf[c] <= last {
				s.labelLoop(c)
			}
		}
	}
	return len(s.size) - before
}

// flip joins two loops at the unit square whose lower left corner is c, if each loop uses one of
// two opposite sides and the other two sides are allowed: it replaces the former sides by the
// latter. It reports whether it joined two loops.
func (s *search) flip(c ouro.Cell) bool {
	for _, dirs := range [2][2]ouro.Dir{{ouro.Right, ouro.Up}, {ouro.Up, ouro.Right}} {
		along, aside := dirs[0], dirs[1]
		if !(s.use[c] &^ s.must[c]).Has(along) || !(s.may[c] &^ s.use[c]).Has(aside) {
			continue
		}
		a, b := s.grid.Next(c, aside), s.grid.Next(c, along)
		if !(s.use[a] &^ s.must[a]).Has(along) || !(s.may[b] &^ s.use[b]).Has(aside) || s.loopOf[a] == s.loopOf[c] {
			continue
		}
		s.merge(a, c)
		s.toggle(c, along)
		s.toggle(a, along)
		s.toggle(c, aside)
		s.toggle(b, aside)
		return true
	}
	return false
}

// merge gives the loops of a and b, which are about to be joined, the number of the larger one.
func (s *search) merge(a, b ouro.Cell) {
	if s.size[s.loopOf[a]] > s.size[s.loopOf[b]] {
		a, b = b, a
	}
	small, large := s.loopOf[a], s.loopOf[b]
	s.size[large] += s.size[small]
	s.steps -= int64(s.size[small])
	delete(s.size, small)
	d := first(s.use[a])
	for s.loopOf[a] == small {
		s.loopOf[a] = large
		a = s.grid.Next(a, d)
		d = first(s.use[a] &^ (1 << d.Opposite()))
	}
}

// flipAll joins loops by flips until no flip joins two.
func (s *search) flipAll() {
	for joined := true; joined && len(s.size) > 1 && s.steps > 0; {
		joined = false
		for _, c := range s.cells {
			s.steps--
			joined = s.flip(c) || joined
		}
	}
}

// join changes the 2-factor until it is one loop, and reports whether it succeeded within this
// number of exchanges. Each exchange adds an edge that leaves a small loop, by a shortest closed
// alternating path. join keeps the new 2-factor if the number of loops has not grown and, in one
// case of 16, if it has grown by one.
func (s *search) join(exchanges int) bool {
	s.label()
	s.flipAll()
	var leaving []edge
	for range exchanges {
		if len(s.size) == 1 {
			return true
		}
		if s.steps <= 0 {
			return false
		}
		leaving = s.leaving(leaving[:0], s.smallLoop())
		if len(leaving) == 0 {
			return false
		}
		e := leaving[s.rng.IntN(len(leaving))]
		if !s.exchange(e.cell, e.dir) {
			continue
		}
		s.touched = append(s.touched, e)
		switch grown := s.relabel(); {
		case grown < 0:
			s.flipAll()
		case grown > 1 || grown == 1 && s.rng.IntN(16) > 0:
			s.undo()
			s.relabel()
		}
	}
	return len(s.size) == 1
}

// smallLoop returns the smaller of the loops of two random cells.
func (s *search) smallLoop() (number int32) {
	smallest := 0
	for range 2 {
		n := s.loopOf[s.cells[s.rng.IntN(len(s.cells))]]
		if smallest == 0 || s.size[n] < smallest {
			number, smallest = n, s.size[n]
		}
	}
	return number
}

// leaving appends to dst the possible edges from this loop to other loops.
func (s *search) leaving(dst []edge, loop int32) []edge {
	for _, c := range s.cells {
		if s.loopOf[c] != loop {
			continue
		}
		for rest := s.may[c] &^ s.use[c]; rest != 0; rest &= rest - 1 {
			if d := first(rest); s.loopOf[s.grid.Next(c, d)] != loop {
				dst = append(dst, edge{c, d})
			}
		}
	}
	s.steps -= int64(len(s.cells) / 8)
	return dst
}

// smallestLoop returns the cells of the smallest loop, or none if there is only one loop.
func (s *search) smallestLoop() (cells []ouro.Cell) {
	if len(s.size) < 2 {
		return nil
	}
	smallest := s.smallest()
	for _, c := range s.cells {
		if s.loopOf[c] == smallest {
			cells = append(cells, c)
		}
	}
	return cells
}

// smallest returns the number of the smallest loop.
func (s *search) smallest() int32 {
	number := s.loopOf[s.cells[0]]
	for n, size := range s.size {
		if size < s.size[number] || size == s.size[number] && n < number {
			number = n
		}
	}
	return number
}

// maxAround is the largest number of cells for which around adds the cells near them.
const maxAround = 64

// around returns these cells and, if they are few, also all cells within two steps of them.
func (g *graph) around(cells []ouro.Cell) (near []ouro.Cell) {
	if len(cells) > maxAround {
		return cells
	}
	near = append(near, cells...)
	for range 2 {
		for _, c := range near[:len(near):len(near)] {
			for _, n := range g.grid.Neighbours(c) {
				if n != ouro.NoCell && !slices.Contains(near, n) {
					near = append(near, n)
				}
			}
		}
	}
	return near
}

// order returns the cells of the only loop, in its order.
func (s *search) order() []ouro.Cell {
	start := s.cells[0]
	order := make([]ouro.Cell, 0, len(s.cells))
	d := ouro.Dir(bits.TrailingZeros8(uint8(s.use[start])))
	for c := start; ; {
		order = append(order, c)
		c = s.grid.Next(c, d)
		if c == start {
			return order
		}
		d = first(s.use[c] &^ (1 << d.Opposite()))
	}
}
