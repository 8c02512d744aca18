package exact

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/bits"
	"runtime"
	"slices"

	"ouro"
)

// trie holds the bodies. A body is a word: the head's cell, then the direction from each
// segment to the next. Of the images of a body under the symmetries of the board only the
// smallest word is kept. A prefix of a smallest word is smallest itself, so the bodies form a
// trie: removing the end of the tail leads to the parent, and a body has a child for each
// direction in which its tail can continue.
//
// The bodies of one length are numbered in the order of their words. The children of a body
// have consecutive numbers, in the order of their directions, so a child is found by
// counting, without hashing.
//
// The link of a body b leads to the kept image of b without its head. With links, moves are
// index arithmetic:
//
//   - The bodies from which a step leads to b are the children of b without its head: the
//     same cells except the head, and the end of the tail wherever it may have been.
//   - The body from which a meal leads to b is b without its head.
//
// A body takes 16 bytes.
type trie struct {
	*board
	levels []level // by length; levels[0] is unused
}

// level holds the bodies of one length.
type level struct {
	shape []shape
	start []uint32 // number of the first child; one more entry at the end
	link  []link   // to the body without its head; empty at length 1
	fixed []fixed  // bodies that are their own image under some symmetry, by number

	records []byte // replaces shape, link and usually start if positions of this length are not solved; see reduce
}

func (l *level) bodies() int { return len(l.shape) }

// shape packs the free cells of a body (bit c for cell c) and, above them, the cells of its
// head and of the end of its tail.
type shape uint64

const (
	headShift = MaxCells
	tailShift = MaxCells + 6
	freeMask  = 1<<MaxCells - 1
)

func newShape(free uint64, head, tail uint8) shape {
	return shape(free | uint64(head)<<headShift | uint64(tail)<<tailShift)
}

func (s shape) free() uint64 { return uint64(s) & freeMask }
func (s shape) head() uint8  { return uint8(s>>headShift) & 63 }
func (s shape) tail() uint8  { return uint8(s >> tailShift) }

// rank returns the number of free cells before c.
func (s shape) rank(c uint8) int { return bits.OnesCount64(uint64(s) & (1<<c - 1)) }

// link packs the number of the linked body (the body without its head), the symmetry that
// maps it to its kept image, and whether the kept image is fixed by a symmetry.
type link uint32

func newLink(body uint32, sym uint8, isFixed bool) link {
	l := link(body)<<4 | link(sym)
	if isFixed {
		l |= 8
	}
	return l
}

func (l link) body() uint32  { return uint32(l >> 4) }
func (l link) sym() uint8    { return uint8(l & 7) }
func (l link) isFixed() bool { return l&8 != 0 }

// maxBodies is the largest number of bodies of one length that a link can number.
const maxBodies = 1 << 28

// fixed is a body that a symmetry other than the identity maps to itself: a single cell, or a
// straight body on a line of reflection.
type fixed struct {
	body       uint32
	symmetries uint8 // bit g for symmetry g; bit 0 is always set
}

func newTrie(l *ouro.Level) *trie {
	t := &trie{board: newBoard(l)}
	t.levels = make([]level, 1, t.cells+1)
	var one level
	for i, c := range t.heads {
		by := uint8(0)
		for g := range t.sym {
			if t.sym[g].cell[c] == c {
				by |= 1 << g
			}
		}
		if by != 1 {
			one.fixed = append(one.fixed, fixed{uint32(i), by})
		}
		one.shape = append(one.shape, newShape((1<<t.cells-1)&^(1<<c), c, c))
	}
	t.levels = append(t.levels, one)
	return t
}

// grow adds the level of the bodies that are one cell longer than those of the last level.
func (t *trie) grow(ctx context.Context, w workers) error {
	parents := &t.levels[len(t.levels)-1]
	parents.start = make([]uint32, parents.bodies()+1)
	err := w.each(ctx, parents.bodies(), func(lo, hi int) {
		for b := lo; b < hi; b++ {
			s := parents.shape[b]
			parents.start[b+1] = uint32(bits.OnesCount64(t.near[s.tail()] & s.free()))
		}
	})
	if err != nil {
		return err
	}
	for _, f := range parents.fixed {
		parents.start[f.body+1] = uint32(t.keptDirs(parents.shape[f.body], f.symmetries).Len())
	}
	n := 0
	for i := range parents.start {
		n += int(parents.start[i])
		if n > maxBodies {
			return fmt.Errorf("board %s: more than %d bodies of length %d", nameOf(t.level), maxBodies, len(t.levels))
		}
		parents.start[i] = uint32(n)
	}
	t.levels = append(t.levels, level{shape: make([]shape, n), link: make([]link, n)})
	parents = &t.levels[len(t.levels)-2]
	t.addFixed()
	return w.each(ctx, parents.bodies(), func(lo, hi int) { t.fill(lo, hi) })
}

// keptDirs returns the directions in which the tail of a body can continue in the trie if these
// symmetries fix the body. Of directions that these symmetries map to each other, it keeps only the
// first.
func (t *trie) keptDirs(s shape, symmetries uint8) ouro.DirSet {
	var set ouro.DirSet
	for d, n := range t.next[s.tail()] {
		if s.free()>>n&1 == 0 {
			continue
		}
		first := true
		for g := range t.sym {
			first = first && (symmetries>>g&1 == 0 || t.sym[g].dir[d] >= ouro.Dir(d))
		}
		if first {
			set |= 1 << d
		}
	}
	return set
}

// addFixed finds the fixed bodies of the last length, which are children of fixed bodies.
func (t *trie) addFixed() {
	parents, kids := &t.levels[len(t.levels)-2], &t.levels[len(t.levels)-1]
	for _, f := range parents.fixed {
		set := t.keptDirs(parents.shape[f.body], f.symmetries)
		for i := range set.Len() {
			by := uint8(0)
			for g := range t.sym {
				if f.symmetries>>g&1 != 0 && t.sym[g].dir[set.At(i)] == set.At(i) {
					by |= 1 << g
				}
			}
			if by != 1 {
				kids.fixed = append(kids.fixed, fixed{parents.start[f.body] + uint32(i), by})
			}
		}
	}
}

// fill makes the children of bodies lo to hi-1 of the last length but one.
func (t *trie) fill(lo, hi int) {
	length := len(t.levels) - 2
	parents, kids := &t.levels[length], &t.levels[length+1]
	nextFixed, _ := slices.BinarySearchFunc(parents.fixed, uint32(lo), fixed.compare)
	for b := lo; b < hi; b++ {
		s := parents.shape[b]
		kid := parents.start[b]
		set := ouro.DirSet(15)
		if nextFixed < len(parents.fixed) && parents.fixed[nextFixed].body == uint32(b) {
			set = t.keptDirs(s, parents.fixed[nextFixed].symmetries)
			nextFixed++
		}
		for d, n := range t.next[s.tail()] {
			if s.free()>>n&1 == 0 || !set.Has(ouro.Dir(d)) {
				continue
			}
			kids.shape[kid] = newShape(s.free()&^(1<<n), s.head(), n)
			if length == 1 {
				kids.link[kid] = t.single(n)
			} else {
				kids.link[kid] = t.child(length-1, parents.link[b], ouro.Dir(d))
			}
			kid++
		}
	}
}

func (f fixed) compare(body uint32) int { return int(f.body) - int(body) }

// single returns the link to the kept body of length 1 that is an image of cell c.
func (t *trie) single(c uint8) link {
	one := &t.levels[1]
	for g := range t.sym {
		image := t.sym[g].cell[c]
		for b, s := range one.shape {
			if s.head() == image {
				return newLink(uint32(b), uint8(g), t.fixedBy(1, uint32(b)) != 1)
			}
		}
	}
	panic("exact: no image of a cell is kept")
}

// child returns the link to a child of the body of l, which has this length. d is the child's
// direction before the symmetry of l is applied.
func (t *trie) child(length int, l link, d ouro.Dir) link {
	parents := &t.levels[length]
	body, sym := l.body(), l.sym()
	s := parents.shape[body]
	d = t.sym[sym].dir[d]
	if !l.isFixed() {
		lower := bits.OnesCount64(t.before[s.tail()][d] & s.free())
		return newLink(parents.start[body]+uint32(lower), sym, false)
	}
	by := t.fixedBy(length, body)
	least, last := d, uint8(0)
	for g := range t.sym {
		if image := t.sym[g].dir[d]; by>>g&1 != 0 && image < least {
			least, last = image, uint8(g)
		}
	}
	lower := (t.keptDirs(s, by) & (1<<least - 1)).Len()
	kid := parents.start[body] + uint32(lower)
	return newLink(kid, t.compose[last][sym], t.fixedBy(length+1, kid) != 1)
}

// fixedBy returns the symmetries that map a kept body to itself, bit g for symmetry g.
func (t *trie) fixedBy(length int, body uint32) uint8 {
	list := t.levels[length].fixed
	if i, ok := slices.BinarySearchFunc(list, body, fixed.compare); ok {
		return list[i].symmetries
	}
	return 1
}

// records returns the bodies of one length in the format of a table, see layout: all that the
// method find needs of a level, in 36 bytes for each 64 bodies.
func (t *trie) records(length int) []byte {
	l := &t.levels[length]
	out := make([]byte, (l.bodies()+recordBodies-1)/recordBodies*recordBytes)
	for b, s := range l.shape {
		record := out[b/recordBodies*recordBytes:]
		if b%recordBodies == 0 {
			binary.LittleEndian.PutUint32(record, l.start[b])
		}
		record[4+b%recordBodies/2] |= byte(t.keptDirs(s, 1)) << (b % 2 * 4)
	}
	for _, x := range l.fixed {
		b := int(x.body)
		half := &out[b/recordBodies*recordBytes+4+b%recordBodies/2]
		*half = *half&^(15<<(b%2*4)) | byte(t.keptDirs(l.shape[b], x.symmetries))<<(b%2*4)
	}
	return out
}

// recordKid returns the number of the child of body i in direction d, according to the
// records of its level, and whether there is such a child.
func recordKid(record []byte, i int64, d uint8) (kid int64, ok bool) {
	kids := binary.LittleEndian.Uint64(record[4+i/16*8:]) // the children of 16 bodies
	kid = int64(binary.LittleEndian.Uint32(record))
	for k := range i / 16 {
		kid += int64(bits.OnesCount64(binary.LittleEndian.Uint64(record[4+k*8:])))
	}
	below := i%16*4 + int64(d)
	return kid + int64(bits.OnesCount64(kids&(1<<below-1))), kids>>below&1 != 0
}

// reduce replaces a level by the data that the method find needs. If the positions of the next
// length are solved, that is from length shortest on, it also keeps the numbers of the children.
// The level of single cells, which is small, stays complete.
func (t *trie) reduce(length, shortest int) {
	if length <= 1 {
		return
	}
	l := &t.levels[length]
	large := l.bodies() > 1<<18
	reduced := level{records: t.records(length), fixed: l.fixed}
	if length == shortest-1 {
		reduced.start = l.start
	}
	*l = reduced
	if large {
		runtime.GC() // before another level of the same size is allocated
	}
}
