package word

import "math/bits"

// scorer adds up points: idea, guarantee and cost.
//
// Idea: recursive backtracking that walks grid and trie together. A step does
// not try the neighbours one by one; it takes the letters that the trie allows
// and the neighbours show, as one mask, and for each letter the neighbours that
// show it, as another. So a letter is looked up once for all its cells, and a
// dead trail is known before it is entered. Leaves of the trie are bits of
// their parents and cost no visit. The cells used so far are one word, which is
// why this serves grids of up to 64 cells without wildcards only.
// Guarantee: each word of the list that is on the grid counts once.
// Cost: one visit for each trail that begins a longer word of the list, about
// 300 on a lively 4x4 board; no allocation.
type scorer struct {
	nodes   []node
	pairEnd bool // the list has words that end with q and u

	// Of the shape.
	w, h int
	adj  [64]uint64 // of each cell, its neighbours

	// Of the grid.
	at   [32]uint64 // of each letter, the cells that show it
	near [64]uint32 // of each cell, the letters on its neighbours
	solo uint32     // the letters that are on one cell only

	// A word was found on this grid if its slot bears the number of the grid.
	stamp []uint32
	grid  uint32

	stack [stackSize]step
}

// step is a trail that begins a word: it is at the cell and at the node.
type step struct {
	used uint64 // the cells of the trail
	node uint32
	cell uint32
	next uint32 // the letters beside the cell, without those used up
	gone uint32 // the letters used up: those on one cell only
}

// stackSize is a power of two that suffices for trails of 64 cells, each of
// which left at most eight neighbours to go back to.
const stackSize = 64*8 + 512

func newScorer(l *List) scorer {
	return scorer{nodes: l.nodes, pairEnd: l.pairEnd, stamp: make([]uint32, len(l.rank))}
}

// fits tells whether score can judge the grid.
func (s *scorer) fits(g *Grid) bool {
	if len(g.faces) > 64 {
		return false
	}
	for _, f := range g.faces {
		if f == Any || f == Qu && s.pairEnd {
			return false
		}
	}
	return true
}

// score is the sum of the points of the grid, which fits.
func (s *scorer) score(g *Grid) int {
	if s.w != g.w || s.h != g.h {
		s.shape(g.w, g.h)
	}
	if s.grid++; s.grid == 0 {
		clear(s.stamp)
		s.grid = 1
	}
	s.read(g)
	root := &s.nodes[0]
	top := 0
	for c, f := range g.faces {
		letter := f.number()
		if root.kids>>letter&1 != 0 {
			gone := 1 << letter & s.solo
			s.stack[top] = step{used: 1 << c, node: root.kid + uint32(letter), cell: uint32(c), next: s.near[c] &^ gone, gone: gone}
			top++
		}
	}
	return s.climb(top)
}

// climb follows the steps on the stack and all that come after them, and
// returns the points of the words it meets. Words of one letter have none.
func (s *scorer) climb(top int) int {
	nodes, grid := s.nodes, s.grid
	points := uint32(0)
	for top > 0 {
		top--
		from := &s.stack[top%stackSize]
		n := &nodes[from.node]
		used, next, gone := from.used, from.next, from.gone
		free := s.adj[from.cell%64] &^ used
		for m := n.ends & next; m != 0; m &= m - 1 {
			letter := uint32(bits.TrailingZeros32(m))
			if s.at[letter%32]&free == 0 {
				continue
			}
			if slot := n.slot + letter; s.stamp[slot] != grid {
				s.stamp[slot] = grid
				points += n.ends >> pointsShift
			}
		}
		for m := n.kids & next; m != 0; m &= m - 1 {
			letter := uint32(bits.TrailingZeros32(m))
			kid := &nodes[n.kid+letter]
			use := kid.kids | kid.ends
			gone := gone | m&-m&s.solo
			for cells := s.at[letter%32] & free; cells != 0; cells &= cells - 1 {
				c := uint32(bits.TrailingZeros64(cells))
				next := s.near[c%64] &^ gone
				to := &s.stack[top%stackSize]
				to.used = used | 1<<(c%64)
				to.node = n.kid + letter
				to.cell = c
				to.next = next
				to.gone = gone
				top += nonZero(use & next)
			}
		}
	}
	return int(points)
}

// nonZero is 1 unless x is 0, without a branch. x must be less than 1<<31.
func nonZero(x uint32) int { return int(-x >> 31) }

// shape prepares for grids of this shape.
func (s *scorer) shape(w, h int) {
	s.w, s.h = w, h
	for c := range w * h {
		s.adj[c] = 0
		for _, d := range neighbours(w, h, Cell(c)) {
			s.adj[c] |= 1 << d
		}
	}
}

// read notes what the cells show.
func (s *scorer) read(g *Grid) {
	clear(s.at[:])
	seen, twice := uint32(0), uint32(0)
	for c, f := range g.faces {
		s.at[f.number()] |= 1 << c
		twice |= seen & (1 << f.number())
		seen |= 1 << f.number()
	}
	s.solo = seen &^ twice
	for c := range g.faces {
		near := uint32(0)
		for cells := s.adj[c]; cells != 0; cells &= cells - 1 {
			near |= 1 << g.faces[bits.TrailingZeros64(cells)].number()
		}
		s.near[c] = near
	}
}
