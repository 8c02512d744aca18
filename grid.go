package ouro

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Dir is one of the four directions. Up is y+1, Right is x+1.
type Dir uint8

// The directions, clockwise.
const (
	Up Dir = iota
	Right
	Down
	Left
)

// Dirs lists all directions in order, for loops.
var Dirs = [4]Dir{Up, Right, Down, Left}

var (
	dirNames   = [4]string{"up", "right", "down", "left"}
	dirLetters = [4]byte{'U', 'R', 'D', 'L'}
)

// Opposite returns the opposite direction.
func (d Dir) Opposite() Dir { return d ^ 2 }

// TurnRight returns the direction after a quarter turn clockwise.
func (d Dir) TurnRight() Dir { return (d + 1) & 3 }

// TurnLeft returns the direction after a quarter turn counterclockwise.
func (d Dir) TurnLeft() Dir { return (d + 3) & 3 }

// String returns "up", "right", "down" or "left", or "Dir(N)" for an invalid direction N.
func (d Dir) String() string {
	if d > Left {
		return fmt.Sprintf("Dir(%d)", uint8(d))
	}
	return dirNames[d]
}

// Letter returns 'U', 'R', 'D' or 'L', as in records.
func (d Dir) Letter() byte { return dirLetters[d&3] }

// DirOfLetter is the inverse of [Dir.Letter].
func DirOfLetter(b byte) (Dir, bool) {
	for i, l := range dirLetters {
		if l == b {
			return Dir(i), true
		}
	}
	return 0, false
}

// MarshalText writes the direction's name.
func (d Dir) MarshalText() ([]byte, error) {
	if d > Left {
		return nil, fmt.Errorf("no direction %d", uint8(d))
	}
	return []byte(dirNames[d]), nil
}

// UnmarshalText reads a direction's name, exactly as String writes it.
func (d *Dir) UnmarshalText(text []byte) error {
	for i, name := range dirNames {
		if name == string(text) {
			*d = Dir(i)
			return nil
		}
	}
	return fmt.Errorf("unknown direction %q (known: up, right, down, left)", text)
}

// DirSet is a set of directions: bit d is 1 if the set contains direction d. The zero DirSet is
// empty.
type DirSet uint8

// Has reports whether d is in the set.
func (s DirSet) Has(d Dir) bool { return s>>(d&3)&1 != 0 }

// Len returns the number of directions in the set.
func (s DirSet) Len() int { return bits.OnesCount8(uint8(s)) }

// At returns the direction with index i in the set, in the order of [Dirs]. i must be less than
// Len.
func (s DirSet) At(i int) Dir { return Dir(dirSetOrder[s&15] >> (2 * i) & 3) }

// dirSetOrder lists the directions of each set, two bits for each direction, the first direction
// in the lowest bits.
var dirSetOrder = func() (order [16]uint8) {
	for set := range order {
		n := 0
		for _, d := range Dirs {
			if DirSet(set).Has(d) {
				order[set] |= uint8(d) << n
				n += 2
			}
		}
	}
	return order
}()

// Cell is the index y*W+x of a cell in a Grid. (0,0) is at the bottom left.
type Cell int16

// NoCell means no cell: off the board, or not found.
const NoCell Cell = -1

// Smallest and largest side of a board.
const (
	MinSide = 2
	MaxSide = 64
)

// Grid is the geometry of a rectangular board. It is immutable, so all states of a game share
// one Grid.
type Grid struct {
	W, H  int
	Wraps bool // opposite edges are joined
	next  [][4]Cell
}

// NewGrid returns a board of w columns and h rows, each from [MinSide] to [MaxSide].
func NewGrid(w, h int) (*Grid, error) {
	if w < MinSide || h < MinSide || w > MaxSide || h > MaxSide {
		return nil, fmt.Errorf("board %dx%d: each side must be %d to %d", w, h, MinSide, MaxSide)
	}
	g := &Grid{W: w, H: h, next: make([][4]Cell, w*h)}
	for c := range g.next {
		x, y := c%w, c/w
		g.next[c] = [4]Cell{g.At(x, y+1), g.At(x+1, y), g.At(x, y-1), g.At(x-1, y)}
	}
	return g, nil
}

// NewTorus is like [NewGrid], but the opposite edges of the board are joined, so that every cell
// has four neighbours.
func NewTorus(w, h int) (*Grid, error) {
	g, err := NewGrid(w, h)
	if err != nil {
		return nil, err
	}
	g.Wraps = true
	for c := range g.next {
		x, y := c%w, c/w
		g.next[c] = [4]Cell{g.At(x, (y+1)%h), g.At((x+1)%w, y), g.At(x, (y+h-1)%h), g.At((x+w-1)%w, y)}
	}
	return g, nil
}

// MustGrid is like NewGrid, but panics if the size is invalid.
func MustGrid(w, h int) *Grid {
	g, err := NewGrid(w, h)
	if err != nil {
		panic(err)
	}
	return g
}

// ParseSize reads a board size such as "10x10" (columns x rows).
func ParseSize(text string) (w, h int, err error) {
	ws, hs, ok := strings.Cut(text, "x")
	if ok {
		w, err = strconv.Atoi(ws)
		if err == nil {
			h, err = strconv.Atoi(hs)
		}
	}
	if !ok || err != nil {
		return 0, 0, fmt.Errorf("board %q is not a size such as 10x10 (columns x rows)", text)
	}
	if w < MinSide || h < MinSide || w > MaxSide || h > MaxSide {
		return 0, 0, fmt.Errorf("board %q: each side must be %d to %d", text, MinSide, MaxSide)
	}
	return w, h, nil
}

// Size returns the number of cells.
func (g *Grid) Size() int { return len(g.next) }

// String returns the size as "10x10".
func (g *Grid) String() string { return fmt.Sprintf("%dx%d", g.W, g.H) }

// At returns the cell in column x and row y, or NoCell off the board.
func (g *Grid) At(x, y int) Cell {
	if x < 0 || y < 0 || x >= g.W || y >= g.H {
		return NoCell
	}
	return Cell(y*g.W + x)
}

// XY returns the column and row of c.
func (g *Grid) XY(c Cell) (x, y int) { return int(c) % g.W, int(c) / g.W }

// Next returns the neighbour of c in direction d, or NoCell at the edge.
func (g *Grid) Next(c Cell, d Dir) Cell { return g.next[c][d&3] }

// Neighbours returns the four neighbours of c in the order of [Dirs]. A neighbour beyond the edge
// is NoCell.
func (g *Grid) Neighbours(c Cell) *[4]Cell { return &g.next[c] }

// DirTo returns the direction of the step from a to its neighbour b, and false if b is not a
// neighbour of a.
func (g *Grid) DirTo(a, b Cell) (Dir, bool) {
	for d, n := range g.next[a] {
		if n == b && b != NoCell {
			return Dir(d), true
		}
	}
	return 0, false
}

// Distance returns the number of steps from a to b on an empty board.
func (g *Grid) Distance(a, b Cell) int {
	ax, ay := g.XY(a)
	bx, by := g.XY(b)
	dx, dy := abs(ax-bx), abs(ay-by)
	if g.Wraps {
		dx, dy = min(dx, g.W-dx), min(dy, g.H-dy)
	}
	return dx + dy
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
