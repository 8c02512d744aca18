package cycle

import (
	"errors"
	"fmt"
	"slices"

	"ouro"
)

// A brancher is a complete search for boards of all shapes. It decides one edge after another, and
// takes back decisions that lead to a contradiction.
//
// After every decision it makes all decisions that follow: a cell with two possible edges needs
// both; a cell with two decided edges needs no other; an edge that would close a path of fewer than
// all cells is forbidden. Then the possible edges must connect the board without a cut cell, and
// contain a 2-factor. If the 2-factor is one loop, the search ends. Otherwise the cycle must leave
// each loop, and the search tries in turn the edges that leave the smallest loop.
type brancher struct {
	*search
	end   []ouro.Cell // by Cell at the end of a path of edges that the cycle must use: the other end
	span  []int16     // by the same Cell: number of cells of the path
	trail []change
	dirty []ouro.Cell // cells whose edges have changed

	branches int // number of branches left

	// The last contradiction: its cell and, if a path closes too early there, the path's number of
	// cells, otherwise 0.
	at    ouro.Cell
	short int
}

// A change is the state of a cell before a decision.
type change struct {
	cell, end ouro.Cell
	may, must ouro.DirSet
	span      int16
}

// newBrancher returns a brancher that has made all decisions that follow from the edges of s. It
// returns a NoCycleError if they contradict each other.
func newBrancher(s *search) (*brancher, error) {
	b := &brancher{search: s, end: make([]ouro.Cell, len(s.may)), span: make([]int16, len(s.may))}
	must := slices.Clone(s.must)
	clear(s.must)
	for _, c := range s.cells {
		b.end[c], b.span[c] = c, 1
		b.dirty = append(b.dirty, c)
	}
	for _, c := range s.cells {
		for e := must[c]; e != 0; e &= e - 1 {
			if !b.force(c, first(e)) {
				return nil, b.conflict()
			}
		}
	}
	if !b.propagate() {
		return nil, b.conflict()
	}
	b.trail = b.trail[:0]
	return b, nil
}

// conflict returns the last contradiction as an error.
func (b *brancher) conflict() error {
	c := b.at
	switch {
	case b.short > 0:
		return &NoCycleError{Reason: fmt.Sprintf("the only edges of some cells form a closed path of %d cells at the cell %s", b.short, b.name(c)), Cells: []ouro.Cell{c}}
	case b.may[c].Len() < 2:
		return &NoCycleError{Reason: fmt.Sprintf("other cells need the neighbours of the cell %s, which leaves it only %s", b.name(c), plural(b.may[c].Len(), "neighbour")), Cells: []ouro.Cell{c}}
	}
	return &NoCycleError{Reason: fmt.Sprintf("more than two neighbours of the cell %s need it", b.name(c)), Cells: []ouro.Cell{c}}
}

// decide changes the edges in s.use until they form one loop. It returns a NoCycleError if there is
// none, and ErrNotFound if it has made this number of branches, or no steps are left.
func (b *brancher) decide(branches int) error {
	b.branches = branches
	switch {
	case b.extend():
		return nil
	case b.stopped():
		return ErrNotFound
	}
	return &NoCycleError{Reason: "a complete search found none"}
}

func (b *brancher) stopped() bool { return b.steps <= 0 || b.branches <= 0 }

// extend decides the remaining edges, and reports whether use is one loop. If not, it takes all its
// decisions back.
func (b *brancher) extend() bool {
	b.steps -= int64(len(b.cells))
	if b.branches--; b.stopped() || b.cutCell() != ouro.NoCell {
		return false
	}
	choices, ok := b.choices()
	if !ok {
		return false
	}
	if len(choices) == 0 {
		return len(b.size) == 1
	}
	mark := len(b.trail)
	for _, e := range choices {
		before := len(b.trail)
		if b.force(e.cell, e.dir) && b.propagate() && b.extend() {
			return true
		}
		b.takeBack(before)
		if b.stopped() || !b.forbid(e.cell, e.dir) || !b.propagate() {
			break
		}
	}
	b.takeBack(mark)
	return false
}

// choices returns edges of which the cycle must use at least one, or no edges if use is one loop.
// It returns false if no cycle uses all decided edges.
func (b *brancher) choices() (choices []edge, ok bool) {
	switch err := b.factor(); {
	case err == nil:
		b.label()
		if len(b.size) == 1 {
			return nil, true
		}
		choices = b.leaving(nil, b.smallest())
		return choices, len(choices) > 0
	case !errors.Is(err, ErrNotFound):
		return nil, false
	}
	// If g is not bipartite, factor may miss a 2-factor. So branch on the edges of one cell.
	var best ouro.Cell
	fewest := 9
	for _, c := range b.cells {
		if n := 2*b.may[c].Len() - b.must[c].Len(); b.must[c].Len() < 2 && n < fewest {
			best, fewest = c, n
		}
	}
	for e := b.may[best] &^ b.must[best]; e != 0; e &= e - 1 {
		choices = append(choices, edge{best, first(e)})
	}
	return choices, len(choices) > 0
}

// takeBack undoes all decisions after the first mark entries of the trail.
func (b *brancher) takeBack(mark int) {
	for i := len(b.trail) - 1; i >= mark; i-- {
		c := &b.trail[i]
		b.may[c.cell], b.must[c.cell], b.end[c.cell], b.span[c.cell] = c.may, c.must, c.end, c.span
	}
	b.trail = b.trail[:mark]
	b.dirty = b.dirty[:0]
}

// save adds the state of c to the trail, before a change.
func (b *brancher) save(c ouro.Cell) {
	b.trail = append(b.trail, change{c, b.end[c], b.may[c], b.must[c], b.span[c]})
}

// propagate makes all decisions that follow from the edges of the dirty cells. It returns false at
// a contradiction.
func (b *brancher) propagate() bool {
	for len(b.dirty) > 0 {
		c := b.dirty[len(b.dirty)-1]
		b.dirty = b.dirty[:len(b.dirty)-1]
		b.steps--
		may, must := b.may[c].Len(), b.must[c].Len()
		switch {
		case may < 2 || must > 2:
			b.at, b.short = c, 0
			return false
		case may == 2 && must < 2:
			for e := b.may[c] &^ b.must[c]; e != 0; e &= e - 1 {
				if !b.force(c, first(e)) {
					return false
				}
			}
		case must == 2 && may > 2:
			for e := b.may[c] &^ b.must[c]; e != 0; e &= e - 1 {
				if !b.forbid(c, first(e)) {
					return false
				}
			}
		}
	}
	return true
}

// force decides that the cycle uses the edge from c in direction d. It returns false at a
// contradiction.
func (b *brancher) force(c ouro.Cell, d ouro.Dir) bool {
	n := b.grid.Next(c, d)
	switch {
	case b.must[c].Has(d):
		return true
	case !b.may[c].Has(d) || b.must[c].Len() == 2:
		b.at, b.short = c, 0
		return false
	case b.must[n].Len() == 2:
		b.at, b.short = n, 0
		return false
	}
	p, q := b.end[c], b.end[n]
	if p == n && int(b.span[c]) < len(b.cells) {
		b.at, b.short = c, int(b.span[c])
		return false
	}
	b.save(c)
	b.save(n)
	b.graph.force(c, d)
	b.dirty = append(b.dirty, c, n)
	if p == n {
		return true
	}
	b.save(p)
	b.save(q)
	span := b.span[p] + b.span[q]
	b.end[p], b.end[q], b.span[p], b.span[q] = q, p, span, span
	for e := b.may[p] &^ b.must[p]; e != 0 && int(span) < len(b.cells); e &= e - 1 {
		if d := first(e); b.grid.Next(p, d) == q && !b.forbid(p, d) {
			return false
		}
	}
	return true
}

// forbid decides that the cycle does not use the edge from c in direction d. It returns false at a
// contradiction.
func (b *brancher) forbid(c ouro.Cell, d ouro.Dir) bool {
	if !b.may[c].Has(d) {
		return true
	}
	if b.must[c].Has(d) {
		b.at, b.short = c, 0
		return false
	}
	n := b.grid.Next(c, d)
	b.save(c)
	b.save(n)
	b.graph.forbid(c, d)
	b.dirty = append(b.dirty, c, n)
	return true
}
