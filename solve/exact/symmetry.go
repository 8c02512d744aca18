package exact

import (
	"slices"

	"ouro"
)

// symmetry is a rotation or reflection that maps the free cells onto themselves.
type symmetry struct {
	cell [MaxCells]uint8 // image of each cell, by number
	dir  [4]ouro.Dir     // image of each direction
}

// transform is one of the 8 symmetries of a square: bit 0 mirrors left and right, bit 1
// mirrors up and down, and then bit 2 exchanges columns and rows.
type transform int

// point returns the image of a point in a rectangle of w columns and h rows.
func (k transform) point(x, y, w, h int) (int, int) {
	if k&1 != 0 {
		x = w - 1 - x
	}
	if k&2 != 0 {
		y = h - 1 - y
	}
	if k&4 != 0 {
		return y, x
	}
	return x, y
}

func (k transform) dir(d ouro.Dir) ouro.Dir {
	vertical := d == ouro.Up || d == ouro.Down
	if vertical && k&2 != 0 || !vertical && k&1 != 0 {
		d = d.Opposite()
	}
	if k&4 != 0 {
		d ^= 1 // exchanges Up with Right and Down with Left
	}
	return d
}

// symmetriesOf returns the transforms that map the free cells of a level onto themselves, with the
// image of each free cell. They act on the smallest rectangle around these cells. Of transforms
// with the same images, it returns only the first. Number 0 is the identity.
func symmetriesOf(l *ouro.Level) (transforms []transform, images [][]ouro.Cell) {
	g, free := l.Grid, freeCells(l)
	left, low, right, high := g.W, g.H, 0, 0
	for _, c := range free {
		x, y := g.XY(c)
		left, low, right, high = min(left, x), min(low, y), max(right, x), max(high, y)
	}
	w, h := right-left+1, high-low+1
	for k := range transform(8) {
		if k&4 != 0 && (w != h || g.Wraps && g.W != g.H) {
			break
		}
		image := make([]ouro.Cell, len(free))
		for i, c := range free {
			x, y := g.XY(c)
			x, y = k.point(x-left, y-low, w, h)
			image[i] = g.At(left+x, low+y)
		}
		isWall := func(c ouro.Cell) bool { return l.Terrain[c] == ouro.Wall }
		isKnown := func(other []ouro.Cell) bool { return slices.Equal(other, image) }
		if !slices.ContainsFunc(image, isWall) && !slices.ContainsFunc(images, isKnown) {
			transforms, images = append(transforms, k), append(images, image)
		}
	}
	return transforms, images
}

func (b *board) addSymmetries() {
	transforms, images := symmetriesOf(b.level)
	for i, k := range transforms {
		var s symmetry
		for j, c := range images[i] {
			s.cell[j] = b.number[c]
		}
		for _, d := range ouro.Dirs {
			s.dir[d] = k.dir(d)
		}
		b.sym = append(b.sym, s)
	}
	for i := range b.sym {
		for j := range b.sym {
			for k := range b.sym {
				if b.isProduct(k, i, j) {
					b.compose[i][j] = uint8(k)
				}
			}
		}
	}
}

func (b *board) isProduct(k, i, j int) bool {
	for c := range b.cells {
		if b.sym[k].cell[c] != b.sym[i].cell[b.sym[j].cell[c]] {
			return false
		}
	}
	return true
}

// smallest returns the symmetry that maps a body, head first, to its kept image.
func (b *board) smallest(cells []ouro.Cell) uint8 {
	best := 0
	for g := 1; g < len(b.sym); g++ {
		for i := range cells {
			if x, y := b.letter(cells, g, i), b.letter(cells, best, i); x != y {
				if x < y {
					best = g
				}
				break
			}
		}
	}
	return uint8(best)
}

// letter returns letter i of the word of a body's image under symmetry g.
func (b *board) letter(cells []ouro.Cell, g, i int) uint8 {
	s := &b.sym[g]
	if i == 0 {
		return s.cell[b.number[cells[0]]]
	}
	d, _ := b.grid.DirTo(cells[i-1], cells[i])
	return uint8(s.dir[d])
}

// way leads from a position of one body to a position of another. It holds the number of the
// other body, and the symmetry that maps the first position to the second.
type way struct {
	body uint32
	sym  uint8
}

// withoutHead appends the ways from a body to the body without its head. There is one way,
// except to a fixed body: food on either side of a fixed body makes two positions that are
// images of each other, and both are kept.
func (t *trie) withoutHead(length int, b uint32, dst []way) []way {
	l := t.levels[length].link[b]
	if !l.isFixed() {
		return append(dst, way{l.body(), l.sym()})
	}
	by := t.fixedBy(length-1, l.body())
	for g := range t.sym {
		if by>>g&1 != 0 {
			dst = append(dst, way{l.body(), t.compose[g][l.sym()]})
		}
	}
	return dst
}

// predecessors appends the ways from b to the bodies from which a step without a meal leads to b.
// The end of their tail may be on the cell of b's head, except for a snake of two, which cannot
// reverse.
func (t *trie) predecessors(length int, b uint32, dst []way) []way {
	if length == 1 {
		return t.singlePredecessors(b, dst)
	}
	l := t.levels[length].link[b]
	start := t.levels[length-1].start
	if length > 2 && !l.isFixed() { // true for nearly all bodies
		for c := start[l.body()]; c < start[l.body()+1]; c++ {
			dst = append(dst, way{c, l.sym()})
		}
		return dst
	}
	shapes := t.levels[length].shape
	var roots [8]way
	for _, p := range t.withoutHead(length, b, roots[:0]) {
		head := t.sym[p.sym].cell[shapes[b].head()]
		for c := start[p.body]; c < start[p.body+1]; c++ {
			if length > 2 || shapes[c].tail() != head {
				dst = append(dst, way{c, p.sym})
			}
		}
	}
	return dst
}

// singlePredecessors is predecessors for a snake of length 1. It may come from any neighbouring
// cell: from any cell where the tail of a snake of two with the same head can be.
func (t *trie) singlePredecessors(b uint32, to []way) []way {
	start := t.levels[1].start
	by := t.fixedBy(1, b)
	for e := start[b]; e < start[b+1]; e++ {
		var roots [8]way
		for _, p := range t.withoutHead(2, e, roots[:0]) {
			for g := range t.sym {
				if by>>g&1 != 0 {
					to = append(to, way{p.body, t.compose[p.sym][g]})
				}
			}
		}
	}
	return to
}

// maxWays bounds the number of ways that predecessors appends: 4 cells, each with at most 8
// symmetries on either side.
const maxWays = 4 * 8 * 8

// find returns the way from a body, head first, to its kept image. The cells must be a body on the
// board that is no longer than the longest body of the trie.
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
		kept := t.keptDirs(l.shape[body], t.fixedBy(i, uint32(body)))
		body = int(l.start[body]) + (kept & (1<<t.letter(cells, int(g), i) - 1)).Len()
	}
	return way{uint32(body), g}
}
