package exact

import "ouro"

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
	compose [8][8]uint8 // compose[a][b] is b first, then a
	heads   []uint8     // heads of kept bodies: the first of each set of symmetric cells
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
			c := ouro.Cell(0) // a cell that has a neighbour in this direction
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
