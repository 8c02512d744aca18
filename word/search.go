package word

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
)

// Finder finds the words of one list in any number of grids. It reuses its memory, so only one
// goroutine at a time may use it.
//
// A Finder has two searches with the same results. [breadth] is fast and searches most grids. [search]
// searches the grids that breadth rejects, such as grids with wildcards, with more than 64 cells, or
// with many trails of the same letters.
type Finder struct {
	list    *List
	breadth *breadth
	search  search

	// The words of one grid, used by collect.
	order []uint64 // by word, its index in the list times 1<<32, plus its index in breadth.found
	spare []uint64 // for sorting order
	ends  []uint32 // by index in breadth.found, the end of the word's trail
}

func NewFinder(l *List) *Finder {
	return &Finder{list: l, breadth: newBreadth(l), search: newSearch(l)}
}

type Found struct {
	Word   string
	Points int
	Trail  []Cell
}

// Find returns the words of the list that are in the grid, each once, in alphabetical order. If a word
// has several trails, Find returns the first in reading order, compared cell by cell; a trail with the
// two cells q and u comes before a trail with one cell Qu. If ctx ends, Find returns the error of ctx
// and the words found so far.
func (f *Finder) Find(ctx context.Context, g *Grid) ([]Found, error) {
	if ctx.Err() == nil && f.breadth.run(g) {
		return f.collect(), nil
	}
	s := &f.search
	err := s.run(ctx, g)
	slices.SortFunc(s.hits, func(a, b hit) int { return cmp.Compare(a.word, b.word) })
	found := make([]Found, len(s.hits))
	trails := slices.Clone(s.trails)
	for i, h := range s.hits {
		word := f.list.Word(int(h.word))
		found[i] = Found{Word: word, Points: Points(len(word)), Trail: trails[h.from:h.to:h.to]}
	}
	return found, err
}

// Score returns the sum of the points of the words that Find would return. It allocates nothing on
// grids of at most 64 letters, unless very many letters are equal. If ctx ends, Score returns the
// error of ctx and the points of the words found so far.
func (f *Finder) Score(ctx context.Context, g *Grid) (int, error) {
	if ctx.Err() == nil && f.breadth.run(g) {
		return f.breadth.score, nil
	}
	s := &f.search
	err := s.run(ctx, g)
	points := 0
	for _, h := range s.hits {
		points += Points(len(f.list.Word(int(h.word))))
	}
	return points, err
}

// collect returns what Find must return, after breadth has searched the grid. Words of equal length
// are adjacent in breadth.found, so a processor predicts the loops over their trails well.
func (f *Finder) collect() []Found {
	s := f.breadth
	trails := make([]Cell, 0, 5*s.count)
	f.order, f.ends = f.order[:0], f.ends[:0]
	for i, b := range s.found[:s.count] {
		f.order = append(f.order, uint64(f.list.rank[b.slot()])<<32|uint64(i))
		trails = s.appendTrail(trails, b)
		f.ends = append(f.ends, uint32(len(trails)))
	}
	f.sortOrder()
	found := make([]Found, s.count)
	for k, key := range f.order {
		i, from := uint32(key), uint32(0)
		if i > 0 {
			from = f.ends[i-1]
		}
		w := &found[k]
		w.Word, w.Points, w.Trail = f.list.Word(int(key>>32)), s.found[i&lastStep].points(), trails[from:f.ends[i]:f.ends[i]]
	}
	return found
}

// sortOrder sorts f.order by the index in the list. It is a radix sort, with six bits in each pass.
func (f *Finder) sortOrder() {
	f.spare = slices.Grow(f.spare[:0], len(f.order))[:len(f.order)]
	for shift := 32; f.list.Len()>>(shift-32) > 0; shift += 6 {
		var place [64]uint32 // by six bits: first the number of keys with these bits, then the place of the next such key
		for _, key := range f.order {
			place[key>>shift&63]++
		}
		sum := uint32(0)
		for i, n := range &place {
			place[i] = sum
			sum += n
		}
		for _, key := range f.order {
			i := &place[key>>shift&63]
			f.spare[*i] = key
			*i++
		}
		f.order, f.spare = f.spare, f.order
	}
}

// search finds words with their trails, on any grid, until a context ends.
//
// Idea: recursive backtracking that follows the grid and the trie together. For each letter that the
// trie allows, search tries all neighbouring cells that show the letter. It enters no branch of the
// trie whose words have all been found, which saves most of the work if letters repeat. In a grid with
// wildcards, some words need more letters that no cell shows than there are wildcards. search removes
// these words first, because it would try every trail for them.
//
// Guarantee: search finds every word of the list that is in the grid, once, with the trail that
// [Finder.Find] defines. When the context ends, search stops within 4096 visits.
//
// Cost: one visit for each trail that begins a longer word not yet found: some hundred visits on a
// 4x4 board. The number is exponential in the worst case, in which many trails have the same letters
// and none of them completes a word.
type search struct {
	list *List

	// These depend on the shape of the grid.
	w, h int
	adj  [maxCells + 1][]Cell // by cell, the neighbours in reading order

	// These depend on the faces of the grid.
	letters     [maxCells]uint32     // by cell, the letters that its face can stand for
	nearLetters [maxCells + 1]uint32 // by cell, the letters that the faces of its neighbours can stand for

	// The words that are neither found nor removed.
	left    []uint32 // by node, the number of these words below the node
	done    []bool   // by slot, whether the word is found or removed
	touched []uint32 // nodes whose left has changed

	// The current trail.
	used  [maxCells]bool
	trail [maxCells]Cell
	path  [maxCells]uint32 // by index in the trail, the trie node after the cell's letter

	// The results: the words, and their trails one after the other.
	hits   []hit
	trails []Cell

	visits uint
}

// outside is the start of all trails: all cells are its neighbours.
const outside = maxCells

// hit is a found word; its trail is trails[from:to].
type hit struct {
	word     uint32 // index in the list
	slot     uint32
	from, to uint32
}

func newSearch(l *List) search {
	s := search{list: l, left: make([]uint32, len(l.nodes)), done: make([]bool, len(l.rank))}
	copy(s.left, l.below)
	return s
}

// run searches the whole grid or until ctx ends, and stores the results in hits and trails.
func (s *search) run(ctx context.Context, g *Grid) error {
	if s.w != g.w || s.h != g.h {
		s.shape(g.w, g.h)
	}
	wild := s.read(g)
	if wild {
		s.removeImpossible(g)
	}
	s.hits, s.trails, s.visits = s.hits[:0], s.trails[:0], 0
	err := s.walk(ctx, 0, outside, 0)
	clear(s.used[:])
	if wild {
		copy(s.left, s.list.below)
		clear(s.done)
	} else {
		for _, i := range s.touched {
			s.left[i] = s.list.below[i]
		}
		for _, h := range s.hits {
			s.done[h.slot] = false
		}
	}
	s.touched = s.touched[:0]
	return err
}

// walk follows all continuations of the current trail, which ends on cell and has this number of
// cells. i is the trie node of its letters.
func (s *search) walk(ctx context.Context, i uint32, cell, cells int) error {
	if s.visits%4096 == 0 && ctx.Err() != nil {
		return ctx.Err()
	}
	s.visits++
	n := &s.list.nodes[i]
	for m := (n.kids | n.ends) & s.nearLetters[cell]; m != 0; m &= m - 1 {
		letter, bit := uint32(bits.TrailingZeros32(m)), m&-m
		kid, slot := n.kid+letter, n.slot+letter
		if bit == quBit {
			slot = s.list.nodes[n.kid+numQ].slot + numU
		}
		lives := n.kids&bit != 0 && s.left[kid] > 0
		ends := n.ends&bit != 0 && !s.done[slot]
		for _, c := range s.adj[cell] {
			if !lives && !ends {
				break
			}
			if s.used[c] || s.letters[c]&bit == 0 {
				continue
			}
			s.trail[cells] = c
			if ends {
				s.addHit(slot, cells)
				ends = false
			}
			if lives && s.canContinue(kid, c) {
				s.used[c] = true
				s.path[cells] = kid
				if err := s.walk(ctx, kid, int(c), cells+1); err != nil {
					return err
				}
				s.used[c] = false
				lives = s.left[kid] > 0
			}
		}
	}
	return nil
}

// canContinue reports whether the trie node i allows a letter that a neighbour of c can stand for.
func (s *search) canContinue(i uint32, c Cell) bool {
	n := &s.list.nodes[i]
	return (n.kids|n.ends)&s.nearLetters[c] != 0
}

// addHit stores the word of a slot. The word's trail ends on the cell with index last.
func (s *search) addHit(slot uint32, last int) {
	s.done[slot] = true
	for _, i := range s.path[:last] {
		s.left[i]--
	}
	s.touched = append(s.touched, s.path[:last]...)
	from := uint32(len(s.trails))
	s.trails = append(s.trails, s.trail[:last+1]...)
	s.hits = append(s.hits, hit{s.list.rank[slot], slot, from, uint32(len(s.trails))})
}

// shape computes the fields that depend on the shape of the grid.
func (s *search) shape(w, h int) {
	s.w, s.h = w, h
	all := make([]Cell, w*h)
	for c := range w * h {
		all[c] = Cell(c)
		s.adj[c] = neighbours(w, h, Cell(c))
	}
	s.adj[outside] = all
}

// neighbours returns the cells around c, in reading order.
func neighbours(w, h int, c Cell) []Cell {
	x, y := int(c)%w, int(c)/w
	cells := make([]Cell, 0, 8)
	for ny := max(y-1, 0); ny <= min(y+1, h-1); ny++ {
		for nx := max(x-1, 0); nx <= min(x+1, w-1); nx++ {
			if nx != x || ny != y {
				cells = append(cells, Cell(ny*w+nx))
			}
		}
	}
	return cells
}

// read computes the fields that depend on the faces of the grid, and reports whether it has wildcards.
func (s *search) read(g *Grid) (wild bool) {
	s.nearLetters[outside] = 0
	for c, f := range g.faces {
		if f == Any {
			wild = true
			s.letters[c] = letterBits
		} else {
			s.letters[c] = 1 << f.number()
		}
		s.nearLetters[outside] |= s.letters[c]
	}
	for c := range g.faces {
		s.nearLetters[c] = 0
		for _, d := range s.adj[c] {
			s.nearLetters[c] |= s.letters[d]
		}
	}
	return wild
}

// removeImpossible marks words as done if the grid has too few of their letters and too few wildcards.
func (s *search) removeImpossible(g *Grid) {
	var have [26]int
	wild := 0
	for _, f := range g.faces {
		switch f {
		case Any:
			wild++
		case Qu:
			have[numQ]++
			have[numU]++
		default:
			have[f.number()]++
		}
	}
	for slot, rank := range s.list.rank {
		have, lack := have, 0
		for _, letter := range []byte(s.list.Word(int(rank))) {
			if have[letter-'a']--; have[letter-'a'] < 0 {
				lack++
			}
		}
		s.done[slot] = lack > wild
	}
	s.list.countBelow(s.left, s.done, 0)
}
