package word

import "math/bits"

// scorer adds up points: idea, guarantee and cost.
//
// Idea: recursive backtracking that walks grid and trie together, with a stack
// of its own. A step does not try the neighbours one by one; it takes the
// letters that the trie allows and the neighbours show, as one mask, and for
// each letter the neighbours that show it, as another. A step that leads nowhere
// is known before it is taken, from the letters around its cell. A letter that
// only one cell shows goes out of the masks with its cell. Words are bits of
// the nodes before their last letter, and cost no step. Trails start with pairs
// of cells, from a table of all pairs of letters, because a step that is decided
// without a branch of the program is the cheapest there is.
// Guarantee: each word of the list that is on the grid counts once.
// Cost: about 145 steps on the average board of the benchmark, and no
// allocation. The cells of a trail are one word of 64 bits, which is why this
// serves grids of at most 64 cells without wildcards; [search] serves the others.
type scorer struct {
	nodes   []node
	pairs   [32][32]pair // of the first two letters
	pairEnd bool         // the list has words that end with q and u

	// Of the shape.
	w, h   int
	beside [64]ring   // of each cell, its neighbours
	adj    [64]uint64 // the same as a mask

	// Of the grid.
	letter [64]uint8   // of each cell, the number of what it shows
	show   [128]uint32 // of each cell, what it shows as a mask; cell 64 is empty
	near   [64]uint32  // of each cell, the letters beside it
	at     [32]uint64  // of each letter, the cells that show it
	solo   uint32      // the letters that are on one cell only

	// A word was found on this grid if its slot bears the number of the grid.
	stamp []uint8
	grid  uint8

	stack [stackSize]step
}

// ring is the cells around one: the first n, and the empty cell 64 for the rest.
type ring struct {
	cells [8]uint8
	n     uint8
}

// pair is where two cells lead that begin a word.
type pair struct {
	node uint32
	use  uint32 // the letters that go on from there; none if no word begins so
	end  uint32 // 1 + the slot of the word that the two cells are, if it counts any points
}

// step is a trail that begins a word.
type step struct {
	used uint64 // the cells of the trail
	node uint32 // where it is in the trie
	cell uint32 // where it is on the grid
	next uint32 // the letters beside the cell that are not used up
	gone uint32 // the letters that are used up, of those on one cell only
}

// stackSize is a power of two that holds all pairs of neighbours, and the at
// most seven ways that each later cell of a trail leaves for later.
const stackSize = 1024

func newScorer(l *List) scorer {
	s := scorer{nodes: l.nodes, pairEnd: l.pairEnd, stamp: make([]uint8, len(l.rank))}
	root := &l.nodes[0]
	for m := root.kids; m != 0; m &= m - 1 {
		first := uint32(bits.TrailingZeros32(m))
		n := &l.nodes[root.kid+first]
		for m := (n.kids | n.ends) & symbolBits; m != 0; m &= m - 1 {
			second := uint32(bits.TrailingZeros32(m))
			p := &s.pairs[first][second]
			if n.kids>>second&1 != 0 {
				kid := &l.nodes[n.kid+second]
				p.node, p.use = n.kid+second, (kid.kids|kid.ends)&symbolBits
			}
			if n.ends>>second&1 != 0 && n.ends>>pointsShift > 0 {
				p.end = 1 + n.slot + second
			}
		}
	}
	return s
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
	top, points := s.start(len(g.faces))
	return points + s.follow(top)
}

// start puts the pairs of cells that begin words on the stack, and returns how
// many, and the points of those that are words, as Qu and a letter can be.
func (s *scorer) start(cells int) (top, points int) {
	for c := range cells {
		first := &s.pairs[s.letter[c%64]%32]
		ring := &s.beside[c%64]
		for _, d := range ring.cells[:ring.n&15] {
			second := s.letter[d%64]
			pair := &first[second%32]
			if pair.end != 0 && s.stamp[pair.end-1] != s.grid {
				s.stamp[pair.end-1] = s.grid
				points++
			}
			gone := (s.show[c%64] | s.show[d%64]) & s.solo
			next := s.near[d%64] &^ gone
			to := &s.stack[top%stackSize]
			to.used = 1<<(c%64) | 1<<(d%64)
			to.node = pair.node
			to.cell = uint32(d)
			to.next = next
			to.gone = gone
			top += nonZero(pair.use & next)
		}
	}
	return top, points
}

// follow takes the steps from the stack, and all that come after them, and
// returns the points of the words it meets.
func (s *scorer) follow(top int) int {
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

// nonZero is 0 for 0 and else 1, without a branch. x must be less than 1<<31.
func nonZero(x uint32) int { return int(-x >> 31) }

// shape prepares for grids of this shape.
func (s *scorer) shape(w, h int) {
	s.w, s.h = w, h
	for c := range w * h {
		s.adj[c] = 0
		s.beside[c] = ring{cells: [8]uint8{64, 64, 64, 64, 64, 64, 64, 64}}
		for i, d := range neighbours(w, h, Cell(c)) {
			s.adj[c] |= 1 << d
			s.beside[c].cells[i] = uint8(d)
			s.beside[c].n++
		}
	}
}

// read notes what the cells show.
func (s *scorer) read(g *Grid) {
	clear(s.at[:])
	seen, twice := uint32(0), uint32(0)
	for c, f := range g.faces {
		letter := f.number()
		bit := uint32(1) << letter
		s.letter[c%64] = uint8(letter)
		s.show[c%64] = bit
		s.at[letter%32] |= 1 << (c % 64)
		twice |= seen & bit
		seen |= bit
	}
	s.solo = seen &^ twice
	show := &s.show
	for c := range g.faces {
		d := &s.beside[c%64].cells
		s.near[c%64] = show[d[0]%128] | show[d[1]%128] | show[d[2]%128] | show[d[3]%128] |
			show[d[4]%128] | show[d[5]%128] | show[d[6]%128] | show[d[7]%128]
	}
}
