package word

import (
	"math/bits"
	"slices"
)

// breadth finds words on grids of at most 64 letters, all trails of one length at a time.
//
// Idea: a step is a trail that begins a longer word. Three loops make the steps of one length into
// those of the next. The first lists the letters with which the trie and the neighbouring cells
// continue each step, the second records the words that end there, and the third lists the longer
// steps. Arithmetic instead of a branch decides whether an element is added to a list, because a
// processor would often mispredict the branch. Cells and letters are bits, so an AND finds the
// cells that continue a trail. A step is listed only if a neighbour of its last cell shows a letter
// that the trie allows. A letter that only one cell shows is not tried twice.
//
// Guarantee: the result equals that of [search], for the grids that [breadth.run] accepts.
//
// Cost: about 120 steps on the boards of BenchmarkScore, and no allocation. The lists have a fixed
// size, so run rejects a grid with too many steps, such as a large grid with few different letters.
type breadth struct {
	nodes []node
	use   []uint32 // by node, the letters of its kids and ends
	pairs *[32][32]pair
	quEnd bool // a word ends in qu

	// These depend on the shape of the grid.
	w, h   int
	starts [][2]uint8 // the pairs of neighbouring cells, in reading order
	adj    [64]uint64 // by cell, its neighbours

	// These depend on the faces of the grid.
	letter [64]uint8  // by cell, the number of its face
	show   [64]uint32 // by cell, the bit of its face
	near   [65]uint32 // by cell, the letters that its neighbours show; none for cell 64
	at     [64]uint64 // by letter, the cells that show it; none from letter 27 on
	keep   [64]uint32 // by letter, the letters that a trail may still use after it: all, or all but itself

	// The stamp of a word's slot is the number of the grid if the word has been found.
	stamp []uint8
	grid  uint8

	// The search of one grid: the steps, the letters after those of one length, and the words.
	steps *[maxSteps]step
	kids  *[maxSteps]branch
	ends  *[maxSteps]branch
	found *[maxSteps]branch
	count int // of the words found
	score int // the sum of their points
}

// maxSteps is the capacity of each list, a power of two. It is enough for all known 4x4 boards.
const (
	maxSteps = 1 << 14
	lastStep = maxSteps - 1
)

// pair describes how words continue after their first two letters.
type pair struct {
	node uint32 // the trie node
	use  uint32 // the letters that can follow; 0 if no longer word begins with the two letters
	end  uint32 // 1 + the slot of the word of the two letters; 0 if they are not a word
}

// step is a trail that begins a longer word.
type step struct {
	free uint64 // the cells that are not on the trail
	node uint32 // the trie node of its letters
	next uint32 // the letters around its last cell that can follow
	keep uint32 // the letters that the trail may still use
	from uint32 // 64 times the index of the step before, plus the last cell
}

// branch is a letter after a step: the index of the step, the number of the letter, and a trie
// node or a slot. The five bits above the slot hold the points of the word.
type branch uint64

const (
	stepShift   = 38
	letterShift = 32
	slotBits    = 27
)

func (b branch) step() uint64   { return uint64(b >> stepShift) }
func (b branch) letter() uint64 { return uint64(b>>letterShift) & 63 }
func (b branch) slot() uint32   { return uint32(b) & (1<<slotBits - 1) }
func (b branch) points() int    { return int(uint32(b) >> slotBits) }

func makeBranch(step int, letter uint32, low uint32) branch {
	return branch(step)<<stepShift | branch(letter)<<letterShift | branch(low)
}

// noLetter marks a word of a single cell, which no letter follows.
const noLetter = 63

func newBreadth(l *List) *breadth {
	s := &breadth{
		nodes: l.nodes, use: make([]uint32, len(l.nodes)+64), pairs: new([32][32]pair), stamp: make([]uint8, len(l.rank)+64),
		steps: new([maxSteps]step), kids: new([maxSteps]branch), ends: new([maxSteps]branch), found: new([maxSteps]branch),
	}
	for i, n := range l.nodes {
		s.use[i] = (n.kids | n.ends) & faceBits
		s.quEnd = s.quEnd || n.ends&quBit != 0
	}
	root := &l.nodes[0]
	for m := root.kids; m != 0; m &= m - 1 {
		first := bits.TrailingZeros32(m)
		i := root.kid + uint32(first)
		n := &l.nodes[i]
		for m := s.use[i]; m != 0; m &= m - 1 {
			second := bits.TrailingZeros32(m)
			p := &s.pairs[first][second]
			if n.kids>>second&1 != 0 {
				p.node = n.kid + uint32(second)
				p.use = s.use[p.node]
			}
			if n.ends>>second&1 != 0 {
				p.end = 1 + n.slot + uint32(second)
			}
		}
	}
	return s
}

// nonZero returns 0 for 0 and 1 for other values below 1<<31.
func nonZero(x uint32) int { return int(-x >> 31) }

// run searches the grid. It returns false, without a result, if the grid needs the other search.
func (s *breadth) run(g *Grid) bool {
	if len(g.faces) > 64 || !s.read(g) {
		return false
	}
	if s.grid++; s.grid == 0 {
		clear(s.stamp)
		s.grid = 1
	}
	s.count, s.score = 0, 0
	lo := len(g.faces)
	hi := s.start(lo)
	for lo < hi {
		ends, kids := s.listLetters(lo, hi)
		if max(ends, kids) <= maxSteps {
			s.addWords(ends)
			lo, hi = hi, s.addSteps(hi, kids)
		}
		if max(ends, kids, hi, s.count) > maxSteps {
			s.w, s.h = 0, 0 // a full list continues at its start, so the single cells may be overwritten
			return false
		}
	}
	return true
}

// start lists the steps of two cells from index top on, and returns the index after them. It
// records the words of one or two cells. The steps before top are single cells.
func (s *breadth) start(top int) int {
	root := &s.nodes[0]
	for c := range top {
		if l := uint32(s.letter[c%64]); root.ends>>l&1 != 0 {
			s.addShort(c, noLetter, root.slot+l, root.ends)
		}
	}
	steps := s.steps
	for _, cells := range s.starts {
		c, d := cells[0]%64, cells[1]%64
		first, second := s.letter[c]%32, s.letter[d]%32
		p := &s.pairs[first][second]
		if p.end != 0 {
			s.addShort(int(c), uint32(second), p.end-1, s.nodes[root.kid+uint32(first)].ends)
		}
		keep := s.keep[first] & s.keep[second]
		next := s.near[d] & keep
		to := &steps[top&lastStep]
		to.free = ^(1<<c | 1<<d)
		to.node = p.node
		to.next = next
		to.keep = keep
		to.from = uint32(c)<<6 | uint32(d)
		top += nonZero(p.use & next)
	}
	return top
}

// addShort records a word of one or two cells unless it has been found. The upper bits of ends
// are its points.
func (s *breadth) addShort(step int, letter, slot, ends uint32) {
	if s.stamp[slot] == s.grid {
		return
	}
	s.stamp[slot] = s.grid
	s.found[s.count&lastStep] = makeBranch(step, letter, slot|ends>>slotBits<<slotBits)
	s.count++
	s.score += int(ends >> slotBits)
}

// listLetters lists the letters that follow the steps from lo to hi: those that end a word, and
// those that lead to a child.
func (s *breadth) listLetters(lo, hi int) (ne, nk int) {
	steps, nodes, ends, kids := s.steps, s.nodes, s.ends, s.kids
	for i := lo; i < hi; i++ {
		from := &steps[i&lastStep]
		n := &nodes[from.node]
		base := branch(i) << stepShift
		low := n.ends >> slotBits << slotBits
		m := n.ends & from.next
		for {
			l := uint32(bits.TrailingZeros32(m))
			ends[ne&lastStep] = base | branch(l)<<letterShift | branch(low|(n.slot+l)&(1<<slotBits-1))
			ne += nonZero(m)
			m &= m - 1
			if m == 0 {
				break
			}
		}
		m = n.kids & from.next
		l := uint32(bits.TrailingZeros32(m))
		kids[nk&lastStep] = base | branch(l)<<letterShift | branch(n.kid+l)
		nk += nonZero(m)
		m &= m - 1
		for {
			l := uint32(bits.TrailingZeros32(m))
			kids[nk&lastStep] = base | branch(l)<<letterShift | branch(n.kid+l)
			nk += nonZero(m)
			m &= m - 1
			if m == 0 {
				break
			}
		}
	}
	return ne, nk
}

// addWords records those of the first n words in ends that are on the grid and not yet found.
func (s *breadth) addWords(n int) {
	steps, stamp, grid, found := s.steps, s.stamp, s.grid, s.found
	count, score := s.count, s.score
	for _, b := range s.ends[:n] {
		from := &steps[b.step()&lastStep]
		cells := s.at[b.letter()%64] & s.adj[from.from%64] & from.free
		slot := b.slot()
		old, now := stamp[slot], grid
		if cells == 0 {
			now = old
		}
		stamp[slot] = now
		found[count&lastStep] = b
		fresh := nonZero(uint32(old ^ now))
		count += fresh
		score += b.points() & -fresh
	}
	s.count, s.score = count, score
}

// addSteps lists, from index top on, the steps after the first n branches in kids. It returns the
// index after these steps.
func (s *breadth) addSteps(top, n int) int {
	steps, use := s.steps, s.use
	for _, b := range s.kids[:n] {
		from := &steps[b.step()&lastStep]
		letter := b.letter() % 64
		free := from.free
		keep := from.keep & s.keep[letter]
		cells := s.at[letter] & s.adj[from.from%64] & free
		use := use[uint32(b)]
		for {
			c := uint32(bits.TrailingZeros64(cells))
			next := s.near[c] & keep
			to := &steps[top&lastStep]
			to.free = free &^ (1 << (c % 64))
			to.node = uint32(b)
			to.next = next
			to.keep = keep
			to.from = uint32(b.step())<<6 | c
			top += nonZero(next & use)
			cells &= cells - 1
			if cells == 0 {
				break
			}
		}
	}
	return top
}

func (s *breadth) appendTrail(cells []Cell, b branch) []Cell {
	start, i := len(cells), b.step()
	from := &s.steps[i&lastStep]
	if l := b.letter(); l != noLetter {
		cells = append(cells, Cell(bits.TrailingZeros64(s.at[l]&s.adj[from.from%64]&from.free)))
	}
	for i >= uint64(s.w*s.h) {
		cells = append(cells, Cell(from.from%64))
		i = uint64(from.from >> 6)
		from = &s.steps[i&lastStep]
	}
	cells = append(cells, Cell(i))
	slices.Reverse(cells[start:])
	return cells
}

func (s *breadth) shape(w, h int) {
	s.w, s.h, s.starts = w, h, s.starts[:0]
	for c := range w * h {
		s.adj[c] = 0
		for _, d := range neighbours(w, h, Cell(c)) {
			s.adj[c] |= 1 << d
			s.starts = append(s.starts, [2]uint8{uint8(c), uint8(d)})
		}
		s.steps[c] = step{free: ^(1 << c), from: uint32(c)}
	}
}

// read stores the faces. It returns false for grids that the search cannot handle: grids with
// wildcards, with a Qu if a word ends in qu, or with both q and Qu, because [Finder.Find] orders
// their trails differently.
func (s *breadth) read(g *Grid) bool {
	if s.w != g.w || s.h != g.h {
		s.shape(g.w, g.h)
	}
	clear(s.at[:qu+1])
	seen, twice := uint32(0), uint32(0)
	for c, f := range g.faces {
		if f == Any {
			return false
		}
		letter := f.number()
		bit := uint32(1) << letter
		s.letter[c%64] = uint8(letter)
		s.show[c%64] = bit
		s.at[letter%64] |= 1 << (c % 64)
		twice |= seen & bit
		seen |= bit
	}
	if seen&quBit != 0 && (s.quEnd || seen>>numQ&1 != 0) {
		return false
	}
	for l := range uint32(qu + 1) {
		s.keep[l] = ^(1 << l &^ twice)
	}
	for c := range g.faces {
		near := uint32(0)
		for cells := s.adj[c%64]; cells != 0; cells &= cells - 1 {
			near |= s.show[bits.TrailingZeros64(cells)%64]
		}
		s.near[c%64] = near
	}
	return true
}
