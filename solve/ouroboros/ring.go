package ouroboros

import (
	"slices"

	"ouro"
	"ouro/cycle"
)

// A square is a cell of a board that has a margin. A step off the board leads to a square of the
// margin, which has no place, so no step needs a check.
type square = int16

// noPlace is the place of squares outside the ring. It is larger than any place, and so is
// noPlace+1.
const noPlace = 1 << 14

// ring is a Hamiltonian cycle, in order from the snake's head: place 0 is the head; the body
// is at the highest places. On a board with an odd number of cells the ring omits one square.
type ring struct {
	stride  square
	squares []square    // all squares of the board except walls, row by row
	of      []square    // by Cell; 0 for a wall
	cells   []ouro.Cell // by square, NoCell in the margin and for a wall
	order   []square    // by place
	place   []int16     // by square
	scratch []square

	hole square // the omitted square; on a board with an even number of squares 0, a square of the margin
}

// board is a board with a list of its free cells, in increasing order.
type board struct {
	cycle.Board
	cells []ouro.Cell
}

func boardOf(s *ouro.State) board {
	b := board{Board: cycle.BoardOf(s)}
	for c, free := range b.Free {
		if free {
			b.cells = append(b.cells, ouro.Cell(c))
		}
	}
	return b
}

func newRing(b board) *ring {
	n := len(b.cells)
	r := &ring{
		stride:  square(b.Grid.W + 1),
		squares: make([]square, 0, n),
		of:      make([]square, b.Grid.Size()),
		order:   make([]square, 0, n),
		scratch: make([]square, n),
	}
	r.cells = make([]ouro.Cell, int(r.stride)*(b.Grid.H+2)+1)
	r.place = make([]int16, len(r.cells))
	for s := range r.cells {
		r.cells[s] = ouro.NoCell
		r.place[s] = noPlace
	}
	for _, c := range b.cells {
		x, y := b.Grid.XY(c)
		s := square(y+1)*r.stride + square(x)
		r.squares = append(r.squares, s)
		r.of[c], r.cells[s] = s, c
	}
	return r
}

// lay sets the ring to a cycle.
func (r *ring) lay(c *cycle.Cycle) {
	for _, s := range r.squares {
		r.place[s] = noPlace
	}
	r.order = r.order[:len(c.Order)]
	for i, cell := range c.Order {
		s := r.of[cell]
		r.order[i], r.place[s] = s, int16(i)
	}
	r.hole = 0
	if c.Hole != ouro.NoCell {
		r.hole = r.of[c.Hole]
	}
}

// set puts these squares at the places from 0 on. The squares at later places stay; together they
// must be exactly those of the ring.
func (r *ring) set(order []square) {
	for i, s := range order {
		r.order[i], r.place[s] = s, int16(i)
	}
}

// replace sets the ring to order, which may visit other squares than the ring before.
func (r *ring) replace(order []square) {
	for _, s := range r.order {
		r.place[s] = noPlace
	}
	r.order = r.order[:len(order)]
	r.set(order)
}

// adopt sets the ring to order and its hole to hole.
func (r *ring) adopt(order []square, hole square) {
	r.order = r.order[:len(order)]
	r.set(order)
	if r.hole = hole; hole != 0 {
		r.place[hole] = noPlace
	}
}

// image returns the square that lies symmetrically to s, with columns mirrored left to right,
// rows mirrored bottom to top, or both.
func (r *ring) image(s square, columns, rows bool) square {
	width, height := r.stride-1, square(len(r.cells))/r.stride-2
	x, y := s%r.stride, s/r.stride-1
	if columns {
		x = width - 1 - x
	}
	if rows {
		y = height - 1 - y
	}
	return (y+1)*r.stride + x
}

// symmetric reports whether the free squares are symmetric under image.
func (r *ring) symmetric(columns, rows bool) bool {
	for _, s := range r.squares {
		if r.cells[r.image(s, columns, rows)] == ouro.NoCell {
			return false
		}
	}
	return true
}

// mirror replaces the ring by its image.
func (r *ring) mirror(columns, rows bool) {
	image := func(s square) square { return r.image(s, columns, rows) }
	for i, s := range r.order {
		r.scratch[i] = image(s)
	}
	hole := r.hole
	if hole != 0 {
		hole = image(hole)
	}
	r.adopt(r.scratch[:len(r.order)], hole)
}

// rotate makes place n the new place 0.
func (r *ring) rotate(n int) {
	k := copy(r.scratch, r.order[n:])
	copy(r.scratch[k:], r.order[:n])
	r.set(r.scratch[:len(r.order)])
}

// A flip replaces two opposite sides of a unit square, along which the ring runs in opposite
// directions, by the other two sides. i and j are the places where the replaced edges begin.
// A flip cuts off the places i+1 to j.
type flip struct{ i, j int16 }

// findFlips appends, in order of i, all flips with i < limit that cut only edges that begin at the
// places 0 to lastPlace.
func (r *ring) findFlips(dst []flip, limit, lastPlace int) []flip {
	order, place := r.order, r.place
	lastPlace = min(lastPlace, len(order)-2)
	for i := 0; i < min(limit, lastPlace); i++ {
		u, v := order[i], order[i+1]
		side := r.stride
		if d := v - u; d != 1 && d != -1 {
			side = 1
		}
		for range 2 {
			if j := place[v+side]; int(j) > i && int(j) <= lastPlace && place[u+side] == j+1 {
				dst = append(dst, flip{int16(i), j})
			}
			side = -side
		}
	}
	return dst
}

// An edit is two crossing flips, {I, J} and {K, L}. Places behind L do not change.
type edit = cycle.Flips

// apply makes an edit.
func (r *ring) apply(e edit) {
	n := copy(r.scratch, r.order[e.J+1:e.L+1])
	n += copy(r.scratch[n:], r.order[e.K+1:e.J+1])
	n += copy(r.scratch[n:], r.order[e.I+1:e.K+1])
	order := r.order[e.I+1 : e.I+1+n]
	for p, s := range r.scratch[:n] {
		order[p] = s
		r.place[s] = int16(e.I + 1 + p)
	}
}

// neighbours returns the four neighbours of a square. Some of them may be in the margin.
func (r *ring) neighbours(s square) [4]square {
	return [4]square{s + 1, s - 1, s + r.stride, s - r.stride}
}

// areNeighbours reports whether a is beside b.
func (r *ring) areNeighbours(a, b square) bool {
	d := a - b
	return d == 1 || d == -1 || d == r.stride || d == -r.stride
}

// On a board with an odd number of squares, a ring omits one, the hole. A twin of the hole is a
// square diagonal to the hole that the ring visits between the two squares that are neighbours of
// both. The hole may take the twin's place in the ring; the twin then becomes the hole.

// twins appends the places of all twins after this edit, the lowest first.
func (r *ring) twins(dst []int, e edit) []int {
	h, n := r.hole, len(r.order)
	for _, across := range [2]square{1, -1} {
		if r.place[h+across] == noPlace {
			continue
		}
		a := e.NewPlace(int(r.place[h+across]))
		for _, along := range [2]square{r.stride, -r.stride} {
			if r.place[h+along] == noPlace {
				continue
			}
			b, p := e.NewPlace(int(r.place[h+along])), e.NewPlace(int(r.place[h+across+along]))
			if !follows(a, p, n) || !follows(b, p, n) {
				continue
			}
			dst = append(dst, p)
			for i := len(dst) - 1; i > 0 && dst[i] < dst[i-1]; i-- {
				dst[i], dst[i-1] = dst[i-1], dst[i]
			}
		}
	}
	return dst
}

// follows reports whether p and q are neighbouring places of a ring of n squares.
func follows(p, q, n int) bool {
	d := p - q
	return d == 1 || d == -1 || d == n-1 || d == 1-n
}

// hasTwin reports whether the ring has no hole, or its hole has a twin after this edit.
func (r *ring) hasTwin(e edit) bool {
	var dst [4]int
	return r.hole == 0 || len(r.twins(dst[:0], e)) > 0
}

// swap exchanges the hole with its twin at place p.
func (r *ring) swap(p int) {
	twin := r.order[p]
	r.order[p], r.place[r.hole], r.place[twin] = r.hole, int16(p), noPlace
	r.hole = twin
}

// toLast returns the number of steps along the ring to the hole when the hole is the only
// free square.
func (r *ring) toLast() int {
	least := len(r.order)
	for _, s := range r.neighbours(r.hole) {
		least = min(least, int(r.place[s]))
	}
	return least + 1
}

// refuge holds the detours that make a bold or free plan safe from food that appears too early on
// the ring. It is a tree, because a detour may itself be bold or free. The refuge of a free plan
// begins with the ring after its meal.
type refuge []detour

// detour is another ring, or a path, for the position after a meal. Its head is at place 0.
type detour struct {
	order   []square
	hole    square
	ordered int      // number of segments that lie on this ring in order
	only    square   // for a bold or free detour: the only square of food that it is for; else 0
	way     []square // path of a free detour, which has no order; next then begins with the ring after its meal
	next    refuge   // refuge after the detour's meal
}

// detourTo returns the detour for food on s in the position of p, after the meal, or nil.
func (r refuge) detourTo(s square, p *planner) *detour {
	for i := range r {
		d := &r[i]
		if d.only == s || d.only == 0 && s != d.hole && !slices.Contains(d.order[:max(0, p.reach(d.ordered))], s) {
			return d
		}
	}
	return nil
}

// add appends a deep copy of a detour.
func (r *refuge) add(from detour) {
	n := len(*r)
	if n < cap(*r) {
		*r = (*r)[:n+1] // reuse the memory of an old detour
	} else {
		*r = append(*r, detour{})
	}
	d := &(*r)[n]
	d.order, d.way = append(d.order[:0], from.order...), append(d.way[:0], from.way...)
	d.hole, d.ordered, d.only = from.hole, from.ordered, from.only
	d.next.copyFrom(from.next)
}

func (r *refuge) copyFrom(other refuge) {
	*r = (*r)[:0]
	for i := range other {
		r.add(other[i])
	}
}
