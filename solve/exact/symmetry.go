package exact

import (
	"slices"

	"ouro"
)

// symmetry is a rotation or reflection that maps the board onto itself.
type symmetry struct {
	cell [MaxCells]uint8 // image of each cell
	dir  [4]ouro.Dir     // image of each direction
}

// board is a grid with its 4 or 8 symmetries. Number 0 is the identity.
type board struct {
	grid    *ouro.Grid
	cells   int
	sym     []symmetry
	compose [8][8]uint8 // compose[a][b] is the symmetry that applies b first, then a
	heads   []uint8     // head cells of kept bodies: the first of each set of symmetric cells
}

func newBoard(g *ouro.Grid) *board {
	b := &board{grid: g, cells: g.Size()}
	for k := range 8 {
		swap := k&4 != 0
		if swap && g.W != g.H {
			break
		}
		image := func(x, y int) (int, int) {
			if k&1 != 0 {
				x = g.W - 1 - x
			}
			if k&2 != 0 {
				y = g.H - 1 - y
			}
			if swap {
				return y, x
			}
			return x, y
		}
		var s symmetry
		for c := range ouro.Cell(g.Size()) {
			s.cell[c] = uint8(g.At(image(g.XY(c))))
		}
		for _, d := range ouro.Dirs {
			c := ouro.Cell(0) // becomes a cell that has a neighbour in this direction
			if d == ouro.Down || d == ouro.Left {
				c = ouro.Cell(g.Size() - 1)
			}
			s.dir[d], _ = g.DirTo(ouro.Cell(s.cell[c]), ouro.Cell(s.cell[g.Next(c, d)]))
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
	for c := range uint8(b.cells) {
		first := true
		for _, s := range b.sym {
			first = first && s.cell[c] >= c
		}
		if first {
			b.heads = append(b.heads, c)
		}
	}
	return b
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
		return s.cell[cells[0]]
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

// headless appends the ways from a body to the body without its head. There is one way,
// except to a fixed body: food on either side of a fixed body makes two positions that are
// images of each other, and both are kept.
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

// origins appends the ways from b to the bodies from which a step without a meal leads to b.
// The end of their tail may have been on the cell of the head, except for a snake of two,
// which cannot reverse.
func (t *trie) origins(length int, b uint32, to []way) []way {
	if length == 1 {
		return t.singleOrigins(b, to)
	}
	l := t.levels[length].link[b]
	start := t.levels[length-1].start
	if length > 2 && !l.isFixed() { // true for nearly all bodies
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

// singleOrigins is origins for a snake of length 1. It comes from any neighbouring cell: from
// any cell where the tail of a snake of two with the same head can be.
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

// maxWays is more than the number of ways that origins appends: 4 cells, each under at most 8
// symmetries on either side.
const maxWays = 4 * 8 * 8

// find returns the way from a body, head first, to its kept image. The cells must be a body
// on the board that is not longer than the trie is deep.
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
