package exact

import (
	"encoding/binary"
	"math/bits"
	"runtime"
	"slices"

	"ouro"
)

// way leads from a position of one body to that of another: the number of that body, and the
// symmetry that maps the first position to the second.
type way struct {
	body uint32
	sym  uint8
}

// headless appends the ways to the body without its head: one, or several to a fixed body,
// as food on either side of it is the same position in two images, which are both kept.
func (t *trie) headless(length int, b uint32, to []way) []way {
	l := t.levels[length].link[b]
	if !l.isFixed() {
		return append(to, way{l.body(), l.sym()})
	}
	by := t.fixedBy(length-1, l.body())
	for g := range t.sym {
		if by>>g&1 != 0 {
			to = append(to, way{l.body(), t.compose[g][l.sym()]})
		}
	}
	return to
}

// origins appends the ways to the bodies from which a step without a meal leads to b. The end
// of the tail may have been where the head is now, except for a snake of two, which cannot
// reverse.
func (t *trie) origins(length int, b uint32, to []way) []way {
	if length == 1 {
		return t.singleOrigins(b, to)
	}
	l := t.levels[length].link[b]
	start := t.levels[length-1].start
	if length > 2 && !l.isFixed() { // nearly all
		for c := start[l.body()]; c < start[l.body()+1]; c++ {
			to = append(to, way{c, l.sym()})
		}
		return to
	}
	shapes := t.levels[length].shape
	var roots [8]way
	for _, p := range t.headless(length, b, roots[:0]) {
		head := t.sym[p.sym].cell[shapes[b].head()]
		for c := start[p.body]; c < start[p.body+1]; c++ {
			if length > 2 || shapes[c].tail() != head {
				to = append(to, way{c, p.sym})
			}
		}
	}
	return to
}

// singleOrigins is origins for a snake of one, which comes from any neighbour: from where the
// tail of a snake of two with the same head may be.
func (t *trie) singleOrigins(b uint32, to []way) []way {
	start := t.levels[1].start
	by := t.fixedBy(1, b)
	for e := start[b]; e < start[b+1]; e++ {
		var roots [8]way
		for _, p := range t.headless(2, e, roots[:0]) {
			for g := range t.sym {
				if by>>g&1 != 0 {
					to = append(to, way{p.body, t.compose[p.sym][g]})
				}
			}
		}
	}
	return to
}

// maxWays is more than origins appends: 4 cells, each under at most 8 symmetries on either
// side.
const maxWays = 4 * 8 * 8

// find returns the way to the kept image of a body, head first. The cells must be a body on
// the board, not longer than the trie is deep.
func (t *trie) find(cells []ouro.Cell) way {
	g := t.smallest(cells)
	head := t.letter(cells, int(g), 0)
	body := slices.IndexFunc(t.levels[1].shape, func(s shape) bool { return s.head() == head })
	for i := 1; i < len(cells); i++ {
		l := &t.levels[i]
		if l.records != nil {
			kid, _ := recordKid(l.records[body/recordBodies*recordBytes:], int64(body%recordBodies), t.letter(cells, int(g), i))
			body = int(kid)
			continue
		}
		kept := t.kept(l.shape[body], t.fixedBy(i, uint32(body)))
		body = int(l.start[body]) + (kept & (1<<t.letter(cells, int(g), i) - 1)).Len()
	}
	return way{uint32(body), g}
}

// records returns the bodies of one length in the format of a table, see layout: what find
// needs of a level, in 36 bytes for 64 bodies.
func (t *trie) records(length int) []byte {
	l := &t.levels[length]
	out := make([]byte, (l.bodies()+recordBodies-1)/recordBodies*recordBytes)
	for b, s := range l.shape {
		record := out[b/recordBodies*recordBytes:]
		if b%recordBodies == 0 {
			binary.LittleEndian.PutUint32(record, l.start[b])
		}
		record[4+b%recordBodies/2] |= byte(t.kept(s, 1)) << (b % 2 * 4)
	}
	for _, x := range l.fixed {
		b := int(x.body)
		half := &out[b/recordBodies*recordBytes+4+b%recordBodies/2]
		*half = *half&^(15<<(b%2*4)) | byte(t.kept(l.shape[b], x.by))<<(b%2*4)
	}
	return out
}

// recordKid returns the number of the child of a body in direction d by the records of its
// level, and whether there is one.
func recordKid(record []byte, i int64, d uint8) (kid int64, ok bool) {
	kids := binary.LittleEndian.Uint64(record[4+i/16*8:]) // of 16 bodies
	kid = int64(binary.LittleEndian.Uint32(record))
	for k := range i / 16 {
		kid += int64(bits.OnesCount64(binary.LittleEndian.Uint64(record[4+k*8:])))
	}
	below := i%16*4 + int64(d)
	return kid + int64(bits.OnesCount64(kids&(1<<below-1))), kids>>below&1 != 0
}

// thin reduces a level to what find needs, plus the numbers of the children if the positions
// of the next length are settled, that is from least on. The level of single cells, which is
// small, stays.
func (t *trie) thin(length, least int) {
	if length <= 1 {
		return
	}
	l := &t.levels[length]
	large := l.bodies() > 1<<18
	thinned := level{records: t.records(length), fixed: l.fixed}
	if length == least-1 {
		thinned.start = l.start
	}
	*l = thinned
	if large {
		runtime.GC() // before the next level of the same size is allocated
	}
}
