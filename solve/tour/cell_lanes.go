package tour

import "ouro"

// A square is a Cell with its lanes: up to two successors, see the head of cell.go.
type square struct {
	turn     ouro.Cell // the next square of the same block
	cross    ouro.Cell // the square of the block beyond, NoCell at the board's edge
	opposite ouro.Cell // the other square that decides about the same border, or NoCell
	block    int16     // the node of the block tree
	corner   int16     // the node of the wall tree
}

// lanes are the one-way lanes of a board in one sense of rotation.
type lanes struct {
	squares []square
	nodes   int // block and corner numbers are below this
}

// newLanes returns the lanes of g, whose sides are both even. Blocks are numbered from 0, then
// follow the board's edge, one node of the wall tree, and the inner corners.
func newLanes(g *ouro.Grid, clockwise bool) *lanes {
	cols, rows := g.W/2, g.H/2
	edge := cols * rows
	l := &lanes{squares: make([]square, g.Size()), nodes: edge + 1 + (cols-1)*(rows-1)}
	for c := range l.squares {
		x, y := c%g.W, c/g.W
		across, along := ouro.Left, ouro.Up
		if (y%2 == 0) != clockwise {
			across = ouro.Right
		}
		if (x%2 == 0) != clockwise {
			along = ouro.Down
		}
		q := square{
			turn:     g.Next(ouro.Cell(c), across),
			cross:    g.Next(ouro.Cell(c), along),
			opposite: ouro.NoCell,
			block:    int16(y/2*cols + x/2),
			corner:   int16(edge),
		}
		if (x+1)/2%cols != 0 && (y+1)/2%rows != 0 {
			q.corner = int16(edge + 1 + ((y+1)/2-1)*(cols-1) + (x+1)/2 - 1)
		}
		if q.turn == ouro.NoCell || int(q.turn)/g.W/2*cols+int(q.turn)%g.W/2 != int(q.block) {
			q.turn, q.cross = q.cross, q.turn
		}
		if q.cross != ouro.NoCell {
			q.opposite = q.turn + q.cross - ouro.Cell(c)
		}
		l.squares[c] = q
	}
	return l
}

// step reports whether the lanes lead from a to b, and the node of the two trees that the
// step adds, or -1 along the board's edge.
func (l *lanes) step(a, b ouro.Cell) (node int16, ok bool) {
	q := &l.squares[a]
	switch {
	case b == ouro.NoCell:
		return -1, false
	case b == q.cross:
		return l.squares[b].block, true
	case b == q.turn && q.opposite == ouro.NoCell:
		return -1, true
	case b == q.turn:
		return l.squares[b].corner, true
	}
	return -1, false
}
