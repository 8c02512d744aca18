package atlas

import (
	"fmt"
	"math/bits"
	"strings"

	"ouro"
)

// Board is a polyomino as a board for Snake: a connected set of at most [MaxCells] cells.
type Board struct {
	n    int
	x, y [MaxCells]int8
	next [MaxCells][4]int8 // neighbour by direction; -1 for none
	near [MaxCells]uint32  // neighbours as a set of cells
}

// steps are the directions of Board.next. Direction d^2 is the opposite of d.
var steps = [4]struct{ x, y int8 }{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}

// push adds a cell and connects it with its neighbours. index returns the number of the cell at a
// place, or -1.
func (b *Board) push(x, y int8, index func(x, y int8) int8) {
	i := int8(b.n)
	b.n++
	b.x[i], b.y[i], b.near[i] = x, y, 0
	for d, s := range steps {
		j := index(x+s.x, y+s.y)
		b.next[i][d] = j
		if j >= 0 {
			b.near[i] |= 1 << j
			b.next[j][d^2] = i
			b.near[j] |= 1 << i
		}
	}
}

// pop removes the last cell.
func (b *Board) pop() {
	b.n--
	i := b.n
	for d, j := range b.next[i] {
		if j >= 0 {
			b.next[j][d^2] = -1
			b.near[j] &^= 1 << i
		}
	}
}

// FromLevel returns the board that consists of the open cells of a level. A level with edible walls
// is an error.
func FromLevel(l *ouro.Level) (*Board, error) {
	b := new(Board)
	g := l.Grid
	numbers := make(map[[2]int8]int8)
	index := func(x, y int8) int8 {
		if i, ok := numbers[[2]int8{x, y}]; ok {
			return i
		}
		return -1
	}
	for c := range ouro.Cell(g.Size()) {
		switch l.Terrain[c] {
		case ouro.Hedge:
			return nil, fmt.Errorf("atlas: the level has edible walls; want walls and floor")
		case ouro.Wall:
		case ouro.Open:
			if b.n == MaxCells {
				return nil, fmt.Errorf("atlas: the level has more than %d cells of floor", MaxCells)
			}
			x, y := g.XY(c)
			numbers[[2]int8{int8(x), int8(y)}] = int8(b.n)
			b.push(int8(x), int8(y), index)
		}
	}
	return b, nil
}

func (b *Board) Cells() int { return b.n }

func (b *Board) all() uint32 { return 1<<b.n - 1 }

// dark returns the cells of one colour of the checkerboard.
func (b *Board) dark() uint32 {
	var set uint32
	for i := range b.n {
		if (b.x[i]+b.y[i])&1 == 0 {
			set |= 1 << i
		}
	}
	return set
}

// ends returns the cells with fewer than two neighbours.
func (b *Board) ends() uint32 {
	var set uint32
	for i := range b.n {
		if bits.OnesCount32(b.near[i]) < 2 {
			set |= 1 << i
		}
	}
	return set
}

// String draws the board as a level with walls around it. Images by rotation and reflection have
// the same drawing.
func (b *Board) String() string {
	best := b.draw(0)
	for image := 1; image < symmetries; image++ {
		best = max(best, b.draw(image)) // a wide drawing is greater than a tall one
	}
	return best
}

// symmetries is the number of images of a board by rotation and reflection. In the number of an
// image, bit 0 exchanges the axes, and bits 1 and 2 reflect them.
const symmetries = 8

// draw draws an image of the board.
func (b *Board) draw(image int) string {
	var xs, ys [MaxCells]int
	for i := range b.n {
		x, y := int(b.x[i]), int(b.y[i])
		if image&1 != 0 {
			x, y = y, x
		}
		if image&2 != 0 {
			x = -x
		}
		if image&4 != 0 {
			y = -y
		}
		xs[i], ys[i] = x, y
	}
	minX, maxX, minY, maxY := xs[0], xs[0], ys[0], ys[0]
	for i := range b.n {
		minX, maxX, minY, maxY = min(minX, xs[i]), max(maxX, xs[i]), min(minY, ys[i]), max(maxY, ys[i])
	}
	w, h := maxX-minX+3, maxY-minY+3
	text := []byte(strings.Repeat(strings.Repeat("X", w)+"\n", h))
	for i := range b.n {
		text[(maxY-ys[i]+1)*(w+1)+xs[i]-minX+1] = ' '
	}
	return string(text)
}
