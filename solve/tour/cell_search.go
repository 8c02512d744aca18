package tour

import (
	"math/bits"

	"ouro"
)

// A square is a cell with its lanes, which lead to at most two successors; see the head of
// cell.go.
type square struct {
	turn     ouro.Cell // the next square of the same block
	cross    ouro.Cell // the next square in the neighbouring block; NoCell at a wall or the board's edge
	opposite ouro.Cell // the other square that decides on the same border, or NoCell
	block    int16     // the node of the block tree
	corner   int16     // the node of the wall tree
}

// lanes are the one-way lanes of a board in one sense of rotation.
type lanes struct {
	squares []square
	nodes   int // number of nodes: all block and corner numbers are below it
}

// newLanes returns the lanes of a board of blocks. Blocks are numbered from 0; then follow the
// boundaries, each of which is one node of the wall tree; then follow the inner corners. A square
// of a wall has no lane: it turns to itself.
func newLanes(b *blocks, clockwise bool) *lanes {
	g := b.grid
	l := &lanes{squares: make([]square, g.Size()), nodes: b.nodes}
	for c := range ouro.Cell(g.Size()) {
		if !b.free[c] {
			l.squares[c] = square{turn: c, cross: ouro.NoCell, opposite: ouro.NoCell}
			continue
		}
		x, y := g.XY(c)
		x, y = x+b.offsetX, y+b.offsetY
		across, along := ouro.Left, ouro.Up
		if (y%2 == 0) != clockwise {
			across = ouro.Right
		}
		if (x%2 == 0) != clockwise {
			along = ouro.Down
		}
		q := square{
			turn:     g.Next(c, across),
			cross:    g.Next(c, along),
			opposite: ouro.NoCell,
			block:    b.block(x/2, y/2),
			corner:   b.corner((x+1)/2, (y+1)/2),
		}
		if q.turn == ouro.NoCell || !b.free[q.turn] || b.blockOf(q.turn) != q.block {
			q.turn, q.cross = q.cross, q.turn
		}
		switch {
		case q.cross == ouro.NoCell || !b.free[q.cross]:
			q.cross = ouro.NoCell
		default:
			q.opposite = q.turn + q.cross - c
		}
		l.squares[c] = q
	}
	return l
}

// step reports whether the lanes lead from a to b. node is the node of the two trees that the
// step adds, or -1 if the step is along the board's edge.
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

// A label is one path from the head to a square, stored as its last step.
type label struct {
	cell ouro.Cell
	at   int16 // number of steps from the head
	from int32 // the label of the step before, -1 at the head
	next int32 // the next label of the same bucket, -1 at the end of the bucket
	cost int32
}

const (
	buckets  = 64 // each is one bit of a word; there are more than a step can add to the cost
	stepCost = 16 // price of one step, in units of the penalty
	noLabel  = -1
)

// A search is an A* search from the head to the food over labels instead of squares. The whole path
// to a square decides whether the next step is allowed (conditions 1 to 4 of cell.go), so the first
// path to a square may be one that cannot continue. The search expands each square for the best few
// paths to it.
type search struct {
	grid    *ouro.Grid
	l       *lanes
	ways    uint8
	penalty int32
	beside  []uint8 // by square: number of free neighbours on the board

	// State of one run.
	length       int16
	foodX, foodY int
	head         ouro.Cell
	free         []int16 // by square: the first step that may enter it
	until        []int16 // by node: the body is still there at a meal in this step, but not at a later meal
	open         []uint8 // by square: number of neighbours without a body
	met          []bool  // by node: whether some label is there
	taken        []uint8 // by square: number of its labels that were expanded
	limit        int16   // greatest length allowed for a path
	labels       []label
	heads        [buckets]int32 // by cost, modulo buckets: the last label of a stack
	filled       uint64         // bit set of the buckets that are not empty
	expanded     int64
}

func newSearch(b *blocks, ways, penalty int) *search {
	g := b.grid
	s := &search{
		grid:    g,
		ways:    uint8(ways),
		penalty: int32(penalty),
		beside:  make([]uint8, g.Size()),
		free:    make([]int16, g.Size()),
		until:   make([]int16, b.nodes),
		open:    make([]uint8, g.Size()),
		met:     make([]bool, b.nodes),
		taken:   make([]uint8, g.Size()),
		labels:  make([]label, 0, 2*ways*g.Size()+1),
	}
	for c := range s.beside {
		for _, n := range g.Neighbours(ouro.Cell(c)) {
			if n != ouro.NoCell && b.free[n] {
				s.beside[c]++
			}
		}
	}
	return s
}

// run searches a path from the head to the food, after prepare. It expands no more than limit
// labels. If first is not NoCell, the path begins with it. The result is the label at the end of
// the path, or noLabel.
func (s *search) run(l *lanes, food, first ouro.Cell, limit int64) int32 {
	s.expanded = 0
	s.add(s.head, noLabel, 0, 0)
	for cost := 0; s.filled != 0; {
		cost += bits.TrailingZeros64(bits.RotateLeft64(s.filled, -(cost & (buckets - 1))))
		i := s.take(cost & (buckets - 1))
		at := &s.labels[i]
		switch {
		case at.cell == food:
			return i
		case s.taken[at.cell] >= s.ways:
			continue
		case s.expanded >= limit:
			return noLabel
		}
		s.taken[at.cell]++
		s.expanded++
		q := &l.squares[at.cell]
		if i > 0 || first == ouro.NoCell || first == q.turn {
			s.try(i, q, q.turn, l.squares[q.turn].corner)
		}
		if q.cross != ouro.NoCell && (i > 0 || first == ouro.NoCell || first == q.cross) {
			s.try(i, q, q.cross, l.squares[q.cross].block)
		}
	}
	return noLabel
}

// way appends the path from the head to label i in reverse: the food first, the head last.
func (s *search) way(i int32, dst []ouro.Cell) []ouro.Cell {
	for ; i >= 0; i = s.labels[i].from {
		dst = append(dst, s.labels[i].cell)
	}
	return dst
}

// prepare begins a run for this body and food. Paths of more than limit steps are not allowed.
func (s *search) prepare(l *lanes, body []ouro.Cell, food ouro.Cell, limit int) {
	s.l, s.head, s.length, s.limit = l, body[0], int16(len(body)), int16(limit)
	s.foodX, s.foodY = int(food)%s.grid.W, int(food)/s.grid.W
	clear(s.free)
	clear(s.until)
	clear(s.met)
	clear(s.taken)
	copy(s.open, s.beside)
	for i := len(body) - 1; i >= 0; i-- {
		c := body[i]
		q := &l.squares[c]
		leaves := int16(len(body) - i)
		s.free[c] = leaves
		s.until[q.block] = leaves
		s.until[q.corner] = leaves
		for _, n := range s.grid.Neighbours(c) {
			if n != ouro.NoCell {
				s.open[n]--
			}
		}
	}
	s.labels = s.labels[:0]
	s.filled = 0
	for i := range s.heads {
		s.heads[i] = noLabel
	}
}

// add puts a label into the bucket of its cost.
func (s *search) add(c ouro.Cell, from int32, at int16, cost int32) {
	b := cost & (buckets - 1)
	i := int32(len(s.labels))
	s.labels = append(s.labels, label{cell: c, at: at, from: from, next: s.heads[b], cost: cost})
	s.heads[b] = i
	s.filled |= 1 << b
	q := &s.l.squares[c]
	s.met[q.block] = true
	s.met[q.corner] = true
}

// take removes a label from bucket b, which must not be empty, and returns it.
func (s *search) take(b int) int32 {
	i := s.heads[b]
	s.heads[b] = s.labels[i].next
	if s.heads[b] < 0 {
		s.filled &^= 1 << b
	}
	return i
}

// try adds the label for the step from label i, which is on q, to b, if the step is allowed. node
// is the node of the trees that this step adds.
func (s *search) try(i int32, q *square, b ouro.Cell, node int16) {
	from := &s.labels[i]
	at := from.at + 1
	if s.free[b] > at || s.taken[b] >= s.ways {
		return
	}
	left := s.distance(b)
	if at+left > s.limit || q.opposite != ouro.NoCell && !s.grows(i, q.opposite, b, node, at, at+left) {
		return
	}
	cost := from.cost + stepCost*int32(1+left-s.distance(from.cell)) + s.penalty*int32(s.open[b])
	s.add(b, i, at, cost)
}

// grows reports whether both graphs remain trees with the step from label i to b. It judges only by
// what is known: the meal is at step meal or later, and squares that the body has left by then do
// not count.
func (s *search) grows(i int32, opposite, b ouro.Cell, node, at, meal int16) bool {
	if s.free[opposite] >= meal && opposite != s.head {
		return true // the body has decided the border this way
	}
	if !s.met[node] {
		return s.until[node] < meal
	}
	there := s.until[node] >= meal
	for ; i >= 0; i = s.labels[i].from {
		p := &s.labels[i]
		leaves := p.at + s.length
		if leaves <= at {
			break
		}
		if p.cell == b {
			return false
		}
		if leaves < meal {
			continue
		}
		if p.cell == opposite {
			return true // the path has decided the border this way
		}
		if q := &s.l.squares[p.cell]; q.block == node || q.corner == node {
			there = true
		}
	}
	return !there
}

// distance returns the number of steps from c to the food on an empty board.
func (s *search) distance(c ouro.Cell) int16 {
	dx, dy := int(c)%s.grid.W-s.foodX, int(c)/s.grid.W-s.foodY
	return int16(max(dx, -dx) + max(dy, -dy))
}
