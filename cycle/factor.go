package cycle

import (
	"fmt"
	"math/rand/v2"

	"ouro"
)

// A search looks for a Hamiltonian cycle of its graph.
//
// It begins with a 2-factor: a set of edges that meets each cell twice, so a set of disjoint loops.
// An alternating path takes edges outside of the set and edges of the set in turn. Adding the
// former and removing the latter changes only the degrees of its two ends. A closed alternating
// path changes no degree, so it leads from one 2-factor to another. If g is bipartite, a 2-factor
// is a maximum flow from dark to light cells, and a breadth-first search finds an alternating path
// whenever there is one.
type search struct {
	*graph
	rng   *rand.Rand
	steps int64 // number of steps left: visits of a cell or of a state

	// State of the breadth-first search over alternating paths. A state is a cell with the kind
	// of the next edge: cell*2+add or cell*2+remove.
	seen  []uint32 // by state: the number of the last search that reached it
	gen   uint32   // number of the current search
	from  []uint8  // by state: the direction of the step that reached it
	queue []int32

	loops
}

const (
	add    = 0
	remove = 1
)

func newSearch(g *graph, steps int64, seed uint64) *search {
	n := len(g.may)
	return &search{
		graph: g, rng: rand.New(rand.NewPCG(seed, 1)), steps: steps,
		seen: make([]uint32, 2*n), from: make([]uint8, 2*n), queue: make([]int32, 0, 2*n),
		loops: loops{loopOf: make([]int32, n)},
	}
}

// factor changes the edges in s.use to a 2-factor that contains all edges in s.must, and keeps old
// edges where it can. If there is no 2-factor, it returns a NoCycleError or, if g is not bipartite,
// ErrNotFound. A bipartite g must have as many dark cells as light ones.
func (s *search) factor() error {
	for _, c := range s.cells {
		if s.must[c].Len() > 2 {
			return &NoCycleError{Reason: fmt.Sprintf("all cycles would meet at the cell %s more than once", s.name(c)), Cells: []ouro.Cell{c}}
		}
	}
	for _, c := range s.cells {
		s.use[c] = s.use[c]&s.may[c] | s.must[c]
	}
	for _, c := range s.cells {
		for s.use[c].Len() > 2 {
			s.toggle(c, first(s.use[c]&^s.must[c]))
		}
	}
	s.fillGreedily()
	for _, c := range s.cells {
		if s.bipartite && !s.dark[c] {
			continue
		}
		for s.use[c].Len() < 2 {
			if s.augment(c) {
				continue
			}
			if s.bipartite {
				return s.deficit()
			}
			return ErrNotFound
		}
	}
	return nil
}

// fillGreedily adds edges to use as long as both of their cells have fewer than two.
func (s *search) fillGreedily() {
	for _, c := range s.cells {
		for rest := s.may[c] &^ s.use[c]; rest != 0 && s.use[c].Len() < 2; rest &= rest - 1 {
			if d := first(rest); s.use[s.grid.Next(c, d)].Len() < 2 {
				s.toggle(c, d)
			}
		}
	}
}

// augment adds one to the degree of c by an alternating path to another cell of degree below 2,
// and reports whether it found one.
func (s *search) augment(c ouro.Cell) bool {
	s.begin(c, add)
	for i := 0; i < len(s.queue); i++ {
		at := ouro.Cell(s.queue[i] >> 1)
		if s.queue[i]&1 == remove && s.use[at].Len() < 2 && at != c {
			return s.applyPath(s.queue[i], int32(c)<<1|add)
		}
		s.expand(s.queue[i])
	}
	return false
}

// exchange adds the edge from c in direction d to the 2-factor, by a shortest alternating closed
// path, and reports whether there is one.
func (s *search) exchange(c ouro.Cell, d ouro.Dir) bool {
	n := s.grid.Next(c, d)
	s.begin(n, remove)
	goal := int32(c)<<1 | add
	for i := 0; i < len(s.queue); i++ {
		if s.queue[i] == goal {
			s.toggle(c, d)
			if s.applyPath(goal, int32(n)<<1|remove) {
				return true
			}
			s.toggle(c, d)
			return false
		}
		s.expand(s.queue[i])
	}
	return false
}

// begin starts a breadth-first search from c, whose first edge is of this kind.
func (s *search) begin(c ouro.Cell, kind int32) {
	s.gen++
	s.queue = append(s.queue[:0], int32(c)<<1|kind)
	s.seen[s.queue[0]] = s.gen
}

// expand adds to the queue the states that one edge reaches from this state, in random order.
func (s *search) expand(state int32) {
	s.steps--
	c, edges := ouro.Cell(state>>1), ouro.DirSet(0)
	if state&1 == add {
		edges = s.may[c] &^ s.use[c]
	} else {
		edges = s.use[c] &^ s.must[c]
	}
	if edges == 0 {
		return
	}
	turn := ouro.Dir(s.rng.Uint32())
	for k := range ouro.Dir(4) {
		d := (k + turn) & 3
		if !edges.Has(d) {
			continue
		}
		next := int32(s.grid.Next(c, d))<<1 | (state&1 ^ 1)
		if s.seen[next] != s.gen {
			s.seen[next], s.from[next] = s.gen, uint8(d)
			s.queue = append(s.queue, next)
		}
	}
}

// applyPath toggles the edges of the path that the last search found, from its end back to its
// start. If g is not bipartite, a path may use an edge twice; then applyPath changes nothing and
// returns false.
func (s *search) applyPath(end, start int32) bool {
	s.touched = s.touched[:0]
	for state := end; state != start; {
		c, d := ouro.Cell(state>>1), ouro.Dir(s.from[state])
		before := s.grid.Next(c, d.Opposite())
		state = int32(before)<<1 | (state&1 ^ 1)
		s.toggle(before, d)
		s.touched = append(s.touched, edge{before, d})
	}
	if s.bipartite || s.touchedOnce() {
		return true
	}
	s.undo()
	return false
}

// undo takes back the change of the edges in touched.
func (s *search) undo() {
	for _, e := range s.touched {
		s.toggle(e.cell, e.dir)
	}
}

// touchedOnce reports whether touched contains no edge twice.
func (s *search) touchedOnce() bool {
	seen := make(map[edge]bool, len(s.touched))
	for _, e := range s.touched {
		if seen[e] || seen[edge{s.grid.Next(e.cell, e.dir), e.dir.Opposite()}] {
			return false
		}
		seen[e] = true
	}
	return true
}

// deficit returns the proof that there is no 2-factor, after augment found no path from a cell.
// Let D be the cells of that cell's colour that the search reached, and L the cells of the other
// colour that it reached. Each cell of L has degree 2, and its edges lead to D unless the search
// must keep them. All edges between D and cells outside of L are in use. So in every set of edges
// that meets no cell more than twice, the cells of D have fewer edges than twice their number.
func (s *search) deficit() error {
	var d, l []ouro.Cell
	room := 0 // number of edges that the cells of D can have
	for _, state := range s.queue {
		c := ouro.Cell(state >> 1)
		edges := s.must[c]
		if state&1 == add {
			d, edges = append(d, c), s.may[c]
		} else {
			l, room = append(l, c), room+2
		}
		for ; edges != 0; edges &= edges - 1 {
			n := int32(s.grid.Next(c, first(edges)))
			if s.seen[n<<1|state&1^1] == s.gen {
				continue
			}
			if state&1 == add {
				room++
			} else {
				room--
			}
		}
	}
	is, other := "light", "dark"
	if s.dark[d[0]] {
		is, other = other, is
	}
	e := &NoCycleError{Cells: d}
	if room == 2*len(l) {
		e.Reason = fmt.Sprintf("the %s near %s have only %s", plural(len(d), is+" cell"), s.name(d[0]), plural(len(l), other+" neighbour"))
	} else {
		e.Reason = fmt.Sprintf("the %s near %s need %d edges to %s neighbours, but at most %d are possible", plural(len(d), is+" cell"), s.name(d[0]), 2*len(d), other, room)
	}
	return e
}
