// Package cycletest makes random boards with walls for tests. The boards of [Random] have a
// Hamiltonian cycle, or a cycle through all cells but a hole.
package cycletest

import (
	"math/rand/v2"

	"ouro"
	"ouro/cycle"
)

// Random returns a board of one of the kinds of this package. Each side is lo to hi, and up to 40 %
// of the cells are walls. The number of free cells is odd on about a quarter of the boards.
func Random(rng *rand.Rand, lo, hi int) cycle.Board {
	g := ouro.MustGrid(lo+rng.IntN(hi-lo+1), lo+rng.IntN(hi-lo+1))
	walls := 0.4 * rng.Float64()
	switch rng.IntN(4) {
	case 0:
		return Blocks(g, rng, walls)
	case 1:
		if b, ok := Holed(g, rng, walls); ok {
			return b
		}
	}
	return Shrunk(g, rng, walls)
}

// Shrunk returns a board with about this share of walls, and with a cycle through all free cells. It
// begins with a random cycle of the board without walls and shortens the cycle again and again: if
// the cycle visits the four corners of a unit square one after the other, the second and the third
// become walls.
func Shrunk(g *ouro.Grid, rng *rand.Rand, walls float64) cycle.Board {
	b, _ := shrunk(g, rng, walls)
	return b
}

// Holed is like Shrunk, but with one more free cell, the hole, which has a twin on the cycle. It
// returns false if the shrunk cycle has no place for a hole.
func Holed(g *ouro.Grid, rng *rand.Rand, walls float64) (cycle.Board, bool) {
	b, order := shrunk(g, rng, max(walls, 0.05))
	var holes []ouro.Cell
	for i, u := range order {
		a, z := order[(i+len(order)-1)%len(order)], order[(i+1)%len(order)]
		for _, c := range g.Neighbours(a) {
			if c == ouro.NoCell || c == u || b.Free[c] {
				continue
			}
			if _, ok := g.DirTo(c, z); ok {
				holes = append(holes, c)
			}
		}
	}
	if len(holes) == 0 {
		return b, false
	}
	b.Free[holes[rng.IntN(len(holes))]] = true
	return b, true
}

// shrunk returns a board as Shrunk does, and its free cells in the order of the cycle.
func shrunk(g *ouro.Grid, rng *rand.Rand, walls float64) (cycle.Board, []ouro.Cell) {
	c := shuffled(g, rng)
	n := c.Len()
	next := make([]ouro.Cell, g.Size())
	for i, cell := range c.Order {
		next[cell] = c.Order[(i+1)%n]
	}
	b := cycle.Open(g)
	if c.Hole != ouro.NoCell {
		b.Free[c.Hole] = false
	}
	at, left := c.Order[0], b.Len()
	for range 40 * g.Size() {
		if float64(left) <= (1-walls)*float64(g.Size()) || left <= 4 {
			break
		}
		for range rng.IntN(n) {
			at = next[at]
		}
		one := next[at]
		two := next[one]
		if _, ok := g.DirTo(at, next[two]); ok {
			next[at] = next[two]
			b.Free[one], b.Free[two] = false, false
			left -= 2
		}
	}
	order := []ouro.Cell{at}
	for c := next[at]; c != at; c = next[c] {
		order = append(order, c)
	}
	return b, order
}

// shuffled returns a random cycle of the board without walls.
func shuffled(g *ouro.Grid, rng *rand.Rand) *cycle.Cycle {
	c, err := cycle.New(g)
	if err != nil {
		panic(err) // both sides are at least 2
	}
	for range min(2*g.Size(), 2000) {
		head := c.Order[rng.IntN(c.Len())]
		to := g.Next(head, ouro.Dir(rng.IntN(4)))
		goal := c.Order[rng.IntN(c.Len())]
		if to == ouro.NoCell || goal == head || c.Hole != ouro.NoCell && (c.Place[to] == c.Place[c.Hole] || c.Place[head] == c.Place[c.Hole]) {
			continue
		}
		if f, ok := c.Turn(head, to, c.Len()-1, goal); ok {
			c.Cross(head, f)
		}
	}
	return c
}

// Blocks returns a board of connected 2x2 blocks, with at least this share of walls. A cycle around a
// spanning tree of the blocks visits all cells.
func Blocks(g *ouro.Grid, rng *rand.Rand, walls float64) cycle.Board {
	b := cycle.Board{Grid: g, Free: make([]bool, g.Size())}
	columns, rows := g.W/2, g.H/2
	want := max(1, int((1-walls)*float64(columns*rows)))
	taken := make([]bool, columns*rows)
	edge := []int{rng.IntN(len(taken))}
	for want > 0 && len(edge) > 0 {
		i := rng.IntN(len(edge))
		block := edge[i]
		edge[i] = edge[len(edge)-1]
		edge = edge[:len(edge)-1]
		if taken[block] {
			continue
		}
		taken[block] = true
		want--
		x, y := block%columns, block/columns
		for _, c := range [4]ouro.Cell{g.At(2*x, 2*y), g.At(2*x+1, 2*y), g.At(2*x, 2*y+1), g.At(2*x+1, 2*y+1)} {
			b.Free[c] = true
		}
		if x > 0 {
			edge = append(edge, block-1)
		}
		if x < columns-1 {
			edge = append(edge, block+1)
		}
		if y > 0 {
			edge = append(edge, block-columns)
		}
		if y < rows-1 {
			edge = append(edge, block+columns)
		}
	}
	return b
}

// Spoiled returns a shrunk board on which swaps pairs of a free cell and a wall of the same colour
// have changed places. The numbers of dark and light cells remain equal, but most of these boards
// have no cycle.
func Spoiled(g *ouro.Grid, rng *rand.Rand, walls float64, swaps int) cycle.Board {
	b := Shrunk(g, rng, walls)
	pick := func(free bool) ouro.Cell {
		for {
			if c := rng.IntN(g.Size()); b.Free[c] == free {
				return ouro.Cell(c)
			}
		}
	}
	for range swaps {
		from, to := pick(true), pick(false)
		for isDark(g, from) != isDark(g, to) {
			to = pick(false)
		}
		b.Free[from], b.Free[to] = false, true
	}
	return b
}

// Scattered returns a board with walls on random cells.
func Scattered(g *ouro.Grid, rng *rand.Rand, walls float64) cycle.Board {
	b := cycle.Open(g)
	for c := range b.Free {
		b.Free[c] = rng.Float64() >= walls
	}
	return b
}

func isDark(g *ouro.Grid, c ouro.Cell) bool {
	x, y := g.XY(c)
	return (x+y)%2 == 0
}
