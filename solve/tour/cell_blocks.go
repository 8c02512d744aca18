package tour

import (
	"fmt"

	"ouro"
	"ouro/cycle"
)

// blocks is a board that consists of 2x2 blocks of free squares and of walls, with the numbers of
// its blocks and corners. Block columns and rows are counted from 0. Blocks off the board are
// walls.
type blocks struct {
	grid             *ouro.Grid
	free             []bool  // by square
	size             int     // number of free squares
	offsetX, offsetY int     // 1 if blocks begin in odd columns or rows
	columns, rows    int     // number of blocks along each side
	boundary         []int16 // by block, see outer: the node of its boundary in the wall tree
	corners          []int16 // by corner, in rows of columns+1: the node of the wall tree
	nodes            int     // number of nodes of both trees
}

// newBlocks returns the blocks of a board, or an error if its free squares do not form connected
// blocks.
func newBlocks(board cycle.Board) (*blocks, error) {
	g := board.Grid
	b := &blocks{grid: g, free: board.Free, size: board.Len()}
	if g.Wraps {
		return nil, fmt.Errorf("board %s: solver cell needs a board whose edges are not joined", g)
	}
	for offset := range 4 {
		b.offsetX, b.offsetY = offset&1, offset>>1
		b.columns, b.rows = (g.W+b.offsetX+1)/2, (g.H+b.offsetY+1)/2
		if b.areWhole() {
			b.numberNodes()
			return b, nil
		}
	}
	if b.size == g.Size() {
		return nil, fmt.Errorf("board %s: solver cell needs a board with two even sides", g)
	}
	return nil, fmt.Errorf("board %s: solver cell needs walls that leave whole 2x2 blocks, which begin all in even or all in odd columns, and all in even or all in odd rows", g)
}

// isFree reports whether the square at these coordinates, which include the offset, is free.
func (b *blocks) isFree(x, y int) bool {
	c := b.grid.At(x-b.offsetX, y-b.offsetY)
	return c != ouro.NoCell && b.free[c]
}

// areWhole reports whether the squares of each block are all free or all walls.
func (b *blocks) areWhole() bool {
	for y := range 2 * b.rows {
		for x := range 2 * b.columns {
			if b.isFree(x, y) != b.isFree(x&^1, y&^1) {
				return false
			}
		}
	}
	return true
}

// isFreeBlock reports whether there is a free block in this column and row, which may be off the
// board.
func (b *blocks) isFreeBlock(x, y int) bool {
	return x >= 0 && y >= 0 && x < b.columns && y < b.rows && b.isFree(2*x, 2*y)
}

// numberNodes numbers the nodes of both trees: the blocks, then the boundaries, then the inner
// corners.
func (b *blocks) numberNodes() {
	b.nodes = b.columns * b.rows
	b.numberBoundaries()
	b.corners = make([]int16, (b.columns+1)*(b.rows+1))
	for y := range b.rows + 1 {
		for x := range b.columns + 1 {
			wall := int16(-1)
			for i := range 4 {
				if column, row := x-i&1, y-i>>1; !b.isFreeBlock(column, row) {
					wall = b.boundary[b.outer(column, row)]
				}
			}
			if wall < 0 {
				wall = int16(b.nodes)
				b.nodes++
			}
			b.corners[y*(b.columns+1)+x] = wall
		}
	}
}

// numberBoundaries gives all walls that touch each other one node. A ring of wall blocks around the
// board is part of one boundary.
func (b *blocks) numberBoundaries() {
	width, height := b.columns+2, b.rows+2
	b.boundary = make([]int16, width*height)
	var queue [][2]int
	for i := range b.boundary {
		x, y := i%width-1, i/width-1
		if b.boundary[i] != 0 || b.isFreeBlock(x, y) {
			continue
		}
		b.boundary[i] = int16(b.nodes)
		queue = append(queue[:0], [2]int{x, y})
		for len(queue) > 0 {
			at := queue[len(queue)-1]
			queue = queue[:len(queue)-1]
			for j := range 9 {
				x, y := at[0]+j%3-1, at[1]+j/3-1
				if x < -1 || y < -1 || x > b.columns || y > b.rows || b.isFreeBlock(x, y) || b.boundary[b.outer(x, y)] != 0 {
					continue
				}
				b.boundary[b.outer(x, y)] = int16(b.nodes)
				queue = append(queue, [2]int{x, y})
			}
		}
		b.nodes++
	}
}

// outer returns the index of a block in boundary, which has a margin of one block.
func (b *blocks) outer(x, y int) int { return (y+1)*(b.columns+2) + x + 1 }

func (b *blocks) block(x, y int) int16  { return int16(y*b.columns + x) }
func (b *blocks) corner(x, y int) int16 { return b.corners[y*(b.columns+1)+x] }

func (b *blocks) blockOf(c ouro.Cell) int16 {
	x, y := b.grid.XY(c)
	return b.block((x+b.offsetX)/2, (y+b.offsetY)/2)
}
