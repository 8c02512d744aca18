package word

import (
	"math/bits"
	"slices"
)

// breadth finds words on grids of at most 64 letters. It is a breadth-first search: it extends shorter
// trails before longer ones.
//
// Idea: a step is a trail that begins a longer word. One loop takes the first step of a queue and the
// letters that can continue it, and adds the steps after each letter to the end of the queue. The loop
// also lists the trails that one more letter finishes as a word; a second loop records these words.
// Both loops always write the next element of a list. Arithmetic, not a branch, decides whether the
// next write overwrites that element, because a processor would often mispredict the branch. Cells and
// letters are bits, so an AND finds the cells that continue a trail. A step is listed only if a
// neighbour of its last cell shows a letter that the trie allows. A letter that only one cell shows is
// not tried twice on a trail.
//
// Guarantee: for the grids that [breadth.run] accepts, the result equals that of [search].
//
// Cost: fewer than 140 steps on the boards of BenchmarkScore, and no allocation. The lists have a fixed
// size, so run rejects a grid with too many steps, such as a large grid with few different letters.
type breadth struct {
	nodes []node
	quEnd bool // whether a word ends in qu

	// These depend on the shape of the grid.
	w, h   int
	adj    [cellNumbers]uint64 // by cell, its neighbours
	around [64][8]uint8        // by cell, its neighbours, and then noCell

	// These depend on the faces of the grid.
	faceBit     [cellNumbers]uint32 // by cell, the bit of its face
	nearLetters [cellNumbers]uint32 // by cell, the letters that its neighbours show, and pointBits; 0 for noCell
	cellsWith   [64]uint64          // by letter, the cells that show it; from letter 27 on, no cells
	usableAfter [64]uint32          // by letter, the letters that a trail may use after it: all, or all except itself

	// stamp has the number of the grid, by slot, if the slot's word has been found on this grid.
	stamp []uint8
	grid  uint8 // number of the grid

	// The search of one grid.
	steps  *[maxSteps]step
	finals *[maxSteps]final
	found  *[maxSteps]branch
	count  int // number of words found
	score  int // sum of the points of the words found
}

// maxSteps is the capacity of each list, a power of two. It is enough for all known 4x4 boards.
const (
	maxSteps = 1 << 14
	lastStep = maxSteps - 1
)

// Cells have the numbers 0 to 63. Every trail begins at outsideCell, and all cells are its neighbours.
// noCell is the number of trailing zeros of an empty set of cells; it has no neighbours.
const (
	cellBits    = 7
	cellNumbers = 1 << cellBits
	cellMask    = cellNumbers - 1

	noCell      = 64
	outsideCell = 65
)

// step is a trail that begins a longer word.
type step struct {
	free uint64 // the cells that are not on the trail
	kids uint32 // the letters around its last cell that lead to a child of its trie node
	kid  uint32 // the base of the indexes of these children
	keep uint32 // the letters that the trail may still use
	from uint32 // the index of the previous step and, in the lowest cellBits bits, the last cell
}

// final is a trail that one more letter finishes as a word.
type final struct {
	free uint64 // the cells that are not on the trail
	ends uint32 // the letters around its last cell that finish a word and, in pointBits, the points of these words
	slot uint32 // the base of the words' slots
	from uint32 // the same as step.from
}

// branch is a found word: from the highest bits on, the index of its final, the number of its last
// letter, its points, and its slot.
type branch uint64

const (
	finalShift  = 38
	letterShift = 32
	slotBits    = 27
	pointBits   = 1<<32 - 1<<slotBits
)

func (b branch) final() uint64  { return uint64(b >> finalShift) }
func (b branch) letter() uint64 { return uint64(b>>letterShift) & 63 }
func (b branch) slot() uint32   { return uint32(b) & (1<<slotBits - 1) }
func (b branch) points() int    { return int(uint32(b) >> slotBits) }

func newBreadth(l *List) *breadth {
	s := &breadth{
		nodes: l.nodes, stamp: make([]uint8, len(l.rank)+64),
		steps: new([maxSteps]step), finals: new([maxSteps]final), found: new([maxSteps]branch),
	}
	for _, n := range l.nodes {
		s.quEnd = s.quEnd || n.ends&quBit != 0
	}
	return s
}

// nonZero returns 0 for 0, and 1 for other values up to 1<<31.
func nonZero(x uint32) int { return int(-x >> 31) }

// run searches the grid. It returns false, without a result, if only [search] can search the grid.
func (s *breadth) run(g *Grid) bool {
	if len(g.faces) > 64 || !s.read(g) {
		return false
	}
	if s.grid++; s.grid == 0 {
		clear(s.stamp)
		s.grid = 1
	}
	n := s.addSteps()
	if n > maxSteps {
		return false
	}
	s.addWords(n)
	return s.count <= maxSteps
}

// addSteps lists all steps and finals, and returns the number of finals. If they do not fit into the
// lists, addSteps returns more than maxSteps.
func (s *breadth) addSteps() int {
	steps, finals, nodes := s.steps, s.finals, s.nodes
	root, next := &nodes[0], s.nearLetters[outsideCell]
	steps[0] = step{free: ^uint64(0), kids: root.kids & next, kid: root.kid, keep: ^uint32(0), from: outsideCell}
	finals[0] = final{free: ^uint64(0), ends: root.ends & next, slot: root.slot, from: outsideCell}
	top, ends := nonZero(root.kids&next), nonZero(root.ends&next&faceBits)
	m := steps[0].kids // the remaining letters of the step
	for i := 0; i < top; {
		from := &steps[i&lastStep]
		letter := uint32(bits.TrailingZeros32(m)) % 64
		n := &nodes[from.kid+letter]
		free := from.free
		cells := s.cellsWith[letter] & s.adj[from.from&cellMask] & free
		keep := from.keep & s.usableAfter[letter]
		before := uint32(i) << cellBits
		for {
			c := uint32(bits.TrailingZeros64(cells))
			next := s.nearLetters[c&cellMask] & keep
			left := free &^ (1 << (c % 64))
			to := &steps[top&lastStep]
			to.free = left
			to.kids = n.kids & next
			to.kid = n.kid
			to.keep = keep
			to.from = before | c
			top += nonZero(n.kids & next)
			end := &finals[ends&lastStep]
			end.free = left
			end.ends = n.ends & next
			end.slot = n.slot
			end.from = before | c
			ends += nonZero(n.ends & next & faceBits)
			cells &= cells - 1
			if cells == 0 {
				break
			}
		}
		if top > maxSteps || ends > maxSteps {
			return maxSteps + 1
		}
		// The load of the next step's letters does not depend on the new i. This saves an eighth of
		// the time.
		m &= m - 1
		done := 1 - nonZero(m)
		m |= steps[(i+1)&lastStep].kids & uint32(-done)
		i += done
	}
	return ends
}

// addWords records the words that the first n finals finish on the grid, each word once.
func (s *breadth) addWords(n int) {
	finals, stamp, grid, found := s.finals, s.stamp, s.grid, s.found
	count, score := 0, 0
	m := finals[0].ends & faceBits // the remaining letters of the final
	for i := 0; i < n; {
		from := &finals[i&lastStep]
		letter := uint32(bits.TrailingZeros32(m)) % 64
		cells := s.cellsWith[letter] & s.adj[from.from&cellMask] & from.free
		slot := from.slot + letter
		old, now := stamp[slot], grid
		if cells == 0 {
			now = old
		}
		stamp[slot] = now
		b := branch(i)<<finalShift | branch(letter)<<letterShift | branch(from.ends&pointBits|slot)
		found[count&lastStep] = b
		fresh := nonZero(uint32(old ^ now))
		count += fresh
		score += b.points() & -fresh
		m &= m - 1
		done := 1 - nonZero(m)
		m |= finals[(i+1)&lastStep].ends & faceBits & uint32(-done)
		i += done
	}
	s.count, s.score = count, score
}

// appendTrail appends the cells of a word's trail to cells.
func (s *breadth) appendTrail(cells []Cell, b branch) []Cell {
	start := len(cells)
	end := &s.finals[b.final()&lastStep]
	cells = append(cells, Cell(bits.TrailingZeros64(s.cellsWith[b.letter()]&s.adj[end.from&cellMask]&end.free)))
	for from := end.from; from&cellMask != outsideCell; from = s.steps[from>>cellBits&lastStep].from {
		cells = append(cells, Cell(from&cellMask))
	}
	slices.Reverse(cells[start:])
	return cells
}

// shape computes the fields that depend on the shape of the grid.
func (s *breadth) shape(w, h int) {
	s.w, s.h = w, h
	s.adj[outsideCell] = 0
	for c := range w * h {
		s.adj[c] = 0
		s.around[c] = [8]uint8{noCell, noCell, noCell, noCell, noCell, noCell, noCell, noCell}
		for i, d := range neighbours(w, h, Cell(c)) {
			s.adj[c] |= 1 << d
			s.around[c][i] = uint8(d)
		}
		s.adj[outsideCell] |= 1 << c
	}
}

// read computes the fields that depend on the faces of the grid. It returns false for grids that
// breadth cannot search: grids with wildcards, grids with a Qu if a word ends in qu, and grids with
// both q and Qu, because [Finder.Find] orders their trails differently.
func (s *breadth) read(g *Grid) bool {
	if s.w != g.w || s.h != g.h {
		s.shape(g.w, g.h)
	}
	clear(s.cellsWith[:qu+1])
	seen, twice := uint32(0), uint32(0)
	for c, f := range g.faces {
		if f == Any {
			return false
		}
		letter := f.number()
		bit := uint32(1) << letter
		s.faceBit[c%64] = bit
		s.cellsWith[letter%64] |= 1 << (c % 64)
		twice |= seen & bit
		seen |= bit
	}
	if seen&quBit != 0 && (s.quEnd || seen>>numQ&1 != 0) {
		return false
	}
	s.nearLetters[outsideCell] = seen | pointBits
	for l := range uint32(qu + 1) {
		s.usableAfter[l] = ^(1 << l &^ twice)
	}
	for c := range g.faces {
		near := uint32(pointBits)
		for _, d := range &s.around[c%64] {
			near |= s.faceBit[d&cellMask]
		}
		s.nearLetters[c%64] = near
	}
	return true
}
