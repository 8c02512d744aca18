package sim

import (
	"slices"

	"ouro"
)

// board holds what depends only on a Grid: neighbours and hash keys. Positions share it.
type board struct {
	grid *ouro.Grid
	near [][4]uint16 // by place: the step in each direction, 0 at the edge
	link []uint64    // by step: its key
	meal []uint64    // by place: the key of food there
	bit  []uint8     // by place: index of its bit in a pairSet
}

// Streams of the hash keys.
const (
	linkKeys   = 0x6c696e6b
	mealKeys   = 0x6d65616c
	hazardKeys = 0x68617a64
)

func newBoard(g *ouro.Grid) *board {
	b := &board{
		grid: g,
		near: make([][4]uint16, g.Size()+1),
		link: make([]uint64, 4*(g.Size()+1)),
		meal: make([]uint64, g.Size()+1),
		bit:  slices.Repeat([]uint8{noBit}, g.Size()+1),
	}
	for c := range ouro.Cell(g.Size()) {
		for d, n := range g.Neighbours(c) {
			if n == ouro.NoCell {
				continue
			}
			// On a wrapping board of width two, two directions lead to the same cell. They
			// are one step.
			first, _ := g.DirTo(c, n)
			b.near[c+1][d] = uint16(n+1)<<2 | uint16(first)
		}
		b.meal[c+1] = ouro.Mix(mealKeys, uint64(c))
		if fitsPair(g) {
			b.bit[c+1] = pairBit(g.XY(c))
		}
	}
	for step := range b.link {
		b.link[step] = ouro.Mix(linkKeys, uint64(step))
	}
	return b
}

// fits reports whether b is the board of an equal grid. States that are read from a network
// each have a Grid.
func (b *board) fits(g *ouro.Grid) bool {
	return b != nil && b.grid.W == g.W && b.grid.H == g.H && b.grid.Wraps == g.Wraps
}

// direction returns the direction of the step between two places, or 0 if they are not
// neighbours.
func (b *board) direction(from, to uint16) uint16 {
	for _, step := range b.near[from] {
		if step>>2 == to && to != 0 {
			return step & 3
		}
	}
	return 0
}
