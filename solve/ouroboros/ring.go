package ouroboros

import (
	"ouro"
	"ouro/cycle"
)

// A square is a cell on a board with a margin: walking off the board leads to a
// square that has no place, and needs no test of its own.
type square = int16

// noPlace is the place of squares that the ring does not pass: larger than any
// place, and so far beyond that its successor is none either.
const noPlace = 1 << 14

// ring is a Hamiltonian cycle counted from the snake's head: place 0 is the
// head, the body lies backwards from there, so at the highest places. On a
// board with an odd number of cells it leaves out one square.
type ring struct {
	stride  square
	squares []square    // by Cell
	cells   []ouro.Cell // by square, NoCell in the margin
	order   []square    // by place
	place   []int16     // by square
	scratch []square

	hole square // that the ring leaves out with both sides odd, else 0, which is in the margin
}

// newRing is a ring for boards of this grid, without an order yet.
func newRing(g *ouro.Grid) *ring {
	r := &ring{
		stride:  square(g.W + 1),
		squares: make([]square, g.Size()),
		order:   make([]square, 0, g.Size()),
		scratch: make([]square, g.Size()),
	}
	r.cells = make([]ouro.Cell, int(r.stride)*(g.H+2)+1)
	r.place = make([]int16, len(r.cells))
	for s := range r.cells {
		r.cells[s] = ouro.NoCell
		r.place[s] = noPlace
	}
	for c := range r.squares {
		x, y := g.XY(ouro.Cell(c))
		s := square(y+1)*r.stride + square(x)
		r.squares[c], r.cells[s] = s, ouro.Cell(c)
	}
	return r
}

// lay makes the order that of c.
func (r *ring) lay(c *cycle.Cycle) {
	for _, s := range r.squares {
		r.place[s] = noPlace
	}
	r.order = r.order[:len(c.Order)]
	for i, cell := range c.Order {
		s := r.squares[cell]
		r.order[i], r.place[s] = s, int16(i)
	}
	r.hole = 0
	if c.Spare != ouro.NoCell {
		r.hole = r.squares[c.Spare]
	}
}

// set puts squares in order at the places from 0. Together with those at the
// places behind they must be the squares of the ring.
func (r *ring) set(order []square) {
	for i, s := range order {
		r.order[i], r.place[s] = s, int16(i)
	}
}

// adopt makes the order this one, which leaves out this hole.
func (r *ring) adopt(order []square, hole square) {
	r.order = r.order[:len(order)]
	r.set(order)
	if r.hole = hole; hole != 0 {
		r.place[hole] = noPlace
	}
}

// mirror turns the ring over with the board, the columns, the rows or both.
func (r *ring) mirror(columns, rows bool) {
	width, height := r.stride-1, square(len(r.squares))/(r.stride-1)
	image := func(s square) square {
		x, y := s%r.stride, s/r.stride-1
		if columns {
			x = width - 1 - x
		}
		if rows {
			y = height - 1 - y
		}
		return (y+1)*r.stride + x
	}
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

// A flip is of a unit square of which the ring runs along two opposite sides,
// as it must in opposite directions: the edges that begin at places i and j
// give way to the other two sides. That cuts off the places i+1 to j.
type flip struct{ i, j int16 }

// findFlips appends to dst all flips with i below this place that cut only edges
// that begin at the places 0 to last, in order of i.
func (r *ring) findFlips(dst []flip, below, last int) []flip {
	order, place := r.order, r.place
	last = min(last, len(order)-2)
	for i := 0; i < min(below, last); i++ {
		u, v := order[i], order[i+1]
		side := r.stride
		if d := v - u; d != 1 && d != -1 {
			side = 1
		}
		for range 2 {
			if j := place[v+side]; int(j) > i && int(j) <= last && place[u+side] == j+1 {
				dst = append(dst, flip{int16(i), j})
			}
			side = -side
		}
	}
	return dst
}

// An edit is two flips that cross: {I, J} and {K, L}. All behind L stays.
type edit = cycle.Flips

// apply makes the edit.
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

// around is the four squares beside this one, some in the margin perhaps.
func (r *ring) around(s square) [4]square {
	return [4]square{s + 1, s - 1, s + r.stride, s - r.stride}
}

// beside tells whether two squares are neighbours.
func (r *ring) beside(a, b square) bool {
	d := a - b
	return d == 1 || d == -1 || d == r.stride || d == -r.stride
}
