package exact

import (
	"fmt"
	"slices"

	"ouro"
)

// board is a level with numbers for its free cells, without gaps and in the order of the level's
// cells. On a level without walls, both numbers of a cell are equal.
type board struct {
	level  *ouro.Level
	grid   *ouro.Grid          // of the level
	cells  int                 // number of free cells
	cell   []ouro.Cell         // of the level, by number
	number []uint8             // by cell of the level; none for a wall
	next   [MaxCells][4]uint8  // by number and direction: the number of the neighbour, or none
	near   [MaxCells]uint64    // by number: the set of neighbours, bit c for cell c
	before [MaxCells][5]uint64 // by number and direction d: the set of neighbours in the directions before d

	sym     []symmetry
	compose [8][8]uint8 // compose[a][b] is the symmetry that applies b first, then a
	heads   []uint8     // head cells of kept bodies: the first of each set of symmetric cells
}

// none means that there is no cell. A shift by none gives 0, so none is in no set of cells.
const none = 255

// newBoard numbers the free cells of a level, which must be at most MaxCells.
func newBoard(l *ouro.Level) *board {
	b := &board{level: l, grid: l.Grid, cell: freeCells(l), number: slices.Repeat([]uint8{none}, l.Grid.Size())}
	b.cells = len(b.cell)
	for i, c := range b.cell {
		b.number[c] = uint8(i)
	}
	for i, c := range b.cell {
		for d, n := range l.Grid.Neighbours(c) {
			b.next[i][d] = none
			if n != ouro.NoCell {
				b.next[i][d] = b.number[n]
			}
			b.before[i][d] = b.near[i]
			b.near[i] |= 1 << b.next[i][d]
		}
		b.before[i][4] = b.near[i]
	}
	b.addSymmetries()
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

func freeCells(l *ouro.Level) (cells []ouro.Cell) {
	for c, terrain := range l.Terrain {
		if terrain != ouro.Wall {
			cells = append(cells, ouro.Cell(c))
		}
	}
	return cells
}

func hasWalls(l *ouro.Level) bool { return slices.Contains(l.Terrain, ouro.Wall) }

func sameWalls(a, b *ouro.Level) bool {
	return a.Grid.W == b.Grid.W && a.Grid.H == b.Grid.H && a.Grid.Wraps == b.Grid.Wraps && slices.Equal(a.Terrain, b.Terrain)
}

// nameOf returns the name of a board in messages.
func nameOf(l *ouro.Level) string {
	name := l.Grid.String()
	if l.Grid.Wraps {
		name += " with joined edges"
	}
	if hasWalls(l) {
		name += fmt.Sprintf(" with %d free cells", len(freeCells(l)))
	}
	return name
}

// LevelError is the error for a level whose optimum cannot be computed, whatever its size.
type LevelError struct {
	Board string // the board's name in messages
	Want  string // what to use instead
}

func (e *LevelError) Error() string { return fmt.Sprintf("board %s: want %s", e.Board, e.Want) }

// checkLevel returns an error for a level with cells other than free cells and walls, and for
// joined edges with a side of 2, where two directions lead to the same cell.
func checkLevel(l *ouro.Level) error {
	switch {
	case l.Grid.Wraps && min(l.Grid.W, l.Grid.H) < 3:
		return &LevelError{nameOf(l), "sides of at least 3"}
	case slices.Contains(l.Terrain, ouro.Hedge):
		return &LevelError{nameOf(l), "one without edible walls"}
	case len(freeCells(l)) == 0:
		return &LevelError{nameOf(l), "one with a free cell"}
	}
	return nil
}

func checkCells(l *ouro.Level) error {
	if len(freeCells(l)) > MaxCells {
		return fmt.Errorf("board %s: want one of at most %d free cells", nameOf(l), MaxCells)
	}
	return nil
}

// neighbour returns the cell of the level beside c in direction d, or NoCell if a wall or the
// board's edge is there.
func (b *board) neighbour(c ouro.Cell, d ouro.Dir) ouro.Cell {
	if n := b.next[b.number[c]][d]; n != none {
		return b.cell[n]
	}
	return ouro.NoCell
}

func (b *board) dirTo(from, to uint8) int { return slices.Index(b.next[from][:], to) }
