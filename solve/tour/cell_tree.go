package tour

import "ouro"

// A planner tests bodies and lays cycles around them. It allocates all its memory at once.
type planner struct {
	gen     uint32      // number of the present test
	nodes   []uint32    // test in which a node was reached
	squares []uint32    // test in which a square was reached
	root    []int16     // union-find over the blocks
	next    []ouro.Cell // by square: the cycle that lay has made
}

func newPlanner(l *lanes) *planner {
	return &planner{
		nodes:   make([]uint32, l.nodes),
		squares: make([]uint32, len(l.squares)),
		root:    make([]int16, l.nodes),
		next:    make([]ouro.Cell, len(l.squares)),
	}
}

// safe reports whether some cycle of the lanes contains the body, head first: conditions 1 to
// 3 at the head of cell.go. It follows the body from the tail; both graphs grow by one edge at
// a time, and each is a tree as long as a new edge leads to a new node.
func (p *planner) safe(l *lanes, body []ouro.Cell) bool {
	p.gen++
	a := body[len(body)-1]
	p.squares[a] = p.gen
	p.nodes[l.squares[a].block] = p.gen
	p.nodes[l.squares[a].corner] = p.gen
	for i := len(body) - 2; i >= 0; i-- {
		b := body[i]
		node, ok := l.step(a, b)
		if !ok || p.squares[b] == p.gen {
			return false
		}
		if node >= 0 {
			if p.nodes[node] == p.gen && p.squares[l.squares[a].opposite] != p.gen {
				return false
			}
			p.nodes[node] = p.gen
		}
		p.squares[b] = p.gen
		a = b
	}
	return true
}

// lay makes next a Hamiltonian cycle that contains the body, which must be safe: it keeps the
// borders of the body and opens others if that joins two components of the block tree.
func (p *planner) lay(l *lanes, body []ouro.Cell) {
	for c := range p.next {
		p.next[c] = ouro.NoCell
		if q := &l.squares[c]; q.opposite == ouro.NoCell {
			p.next[c] = q.turn
		}
	}
	for i := range p.root {
		p.root[i] = int16(i)
	}
	for i := 1; i < len(body); i++ {
		if q := &l.squares[body[i]]; q.opposite != ouro.NoCell {
			p.decide(l, body[i], body[i-1] == q.cross)
		}
	}
	for c := range p.next {
		if p.next[c] == ouro.NoCell {
			p.decide(l, ouro.Cell(c), true)
		}
	}
}

// decide opens or closes the border of square c, for both of its squares. A border that would
// close a ring of blocks stays closed.
func (p *planner) decide(l *lanes, c ouro.Cell, open bool) {
	q := &l.squares[c]
	o := &l.squares[q.opposite]
	if open {
		a, b := p.find(q.block), p.find(o.block)
		open = a != b || p.next[c] == q.cross
		p.root[a] = b
	}
	if open {
		p.next[c], p.next[q.opposite] = q.cross, o.cross
	} else {
		p.next[c], p.next[q.opposite] = q.turn, o.turn
	}
}

func (p *planner) find(i int16) int16 {
	for p.root[i] != i {
		p.root[i] = p.root[p.root[i]]
		i = p.root[i]
	}
	return i
}
