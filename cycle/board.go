package cycle

import (
	"math/bits"

	"ouro"
)

// Board is a set of free cells, which a cycle must visit. The other cells of the grid are walls.
type Board struct {
	Grid *ouro.Grid
	Free []bool // by Cell
}

// Open returns the board without walls.
func Open(g *ouro.Grid) Board {
	b := Board{Grid: g, Free: make([]bool, g.Size())}
	for c := range b.Free {
		b.Free[c] = true
	}
	return b
}

// BoardOf returns the board of this state. Its free cells are those that are not ouro.Wall.
func BoardOf(s *ouro.State) Board {
	b := Open(s.Grid)
	for c := range b.Free {
		b.Free[c] = s.Terrain(ouro.Cell(c)) != ouro.Wall
	}
	return b
}

func (b Board) Len() int {
	n := 0
	for _, free := range b.Free {
		if free {
			n++
		}
	}
	return n
}

func (b Board) isOpenRectangle() bool { return !b.Grid.Wraps && b.Len() == b.Grid.Size() }

// A graph has the free cells of a board as nodes and an edge between neighbours. It records what a
// search knows about each edge. An edge is in the sets of both of its cells.
type graph struct {
	grid *ouro.Grid
	may  []ouro.DirSet // by Cell: edges that a cycle may use
	must []ouro.DirSet // by Cell: edges that the cycle must use, a subset of may
	use  []ouro.DirSet // by Cell: edges of the current 2-factor, see search

	cells     []ouro.Cell // all free cells
	dark      []bool      // by Cell: whether its colour is dark, if the graph is bipartite
	bipartite bool        // whether every edge joins a dark and a light cell
}

// newGraph returns the graph of all edges between free cells. On a torus with a side of 2, two
// cells share two edges; the graph has one of them.
func newGraph(b Board) *graph {
	n := b.Grid.Size()
	sets := make([]ouro.DirSet, 3*n)
	g := &graph{grid: b.Grid, may: sets[:n:n], must: sets[n : 2*n : 2*n], use: sets[2*n:], dark: make([]bool, n)}
	for c := range ouro.Cell(n) {
		if !b.Free[c] {
			continue
		}
		g.cells = append(g.cells, c)
		for d, next := range b.Grid.Neighbours(c) {
			if next == ouro.NoCell || !b.Free[next] || next == c {
				continue
			}
			opposite := b.Grid.Next(c, ouro.Dir(d).Opposite())
			x, y := b.Grid.XY(c)
			if b.Grid.Wraps && next == opposite && (x+y+d/2)%2 != 0 {
				continue
			}
			g.may[c] |= 1 << d
		}
	}
	return g
}

// first returns the first direction of s, which must not be empty.
func first(s ouro.DirSet) ouro.Dir { return ouro.Dir(bits.TrailingZeros8(uint8(s))) }

// toggle adds the edge from c in direction d to the 2-factor, or removes it.
func (g *graph) toggle(c ouro.Cell, d ouro.Dir) {
	g.use[c] ^= 1 << d
	g.use[g.grid.Next(c, d)] ^= 1 << d.Opposite()
}

// force records that the cycle must use the edge from c in direction d.
func (g *graph) force(c ouro.Cell, d ouro.Dir) {
	g.must[c] |= 1 << d
	g.must[g.grid.Next(c, d)] |= 1 << d.Opposite()
}

// forbid removes the edge from c in direction d from all sets.
func (g *graph) forbid(c ouro.Cell, d ouro.Dir) {
	n := g.grid.Next(c, d)
	g.may[c] &^= 1 << d
	g.may[n] &^= 1 << d.Opposite()
	g.must[c] &= g.may[c]
	g.must[n] &= g.may[n]
	g.use[c] &= g.may[c]
	g.use[n] &= g.may[n]
}
