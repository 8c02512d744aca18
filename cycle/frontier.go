package cycle

import "ouro"

// A frontier is a complete search for a board that is not a torus. It visits the cells line by line
// along the shorter side. At each cell it decides which edges lead to the next cell of the line and
// to the next line. The remaining search depends only on the frontier: which edges cross from the
// visited cells to the others, and which of these edges are ends of the same path. The search
// remembers every frontier that it could not complete, so it examines no frontier twice.
//
// The frontier has two bits for each cell of a line and for the edge along the line: no edge, the
// first end of a path, or the second end. Paths do not cross, so the ends are matched like
// parentheses.
type frontier struct {
	s       *search
	width   int
	cells   []ouro.Cell // in the order of the visits
	last    int         // index of the last free cell
	on, out ouro.Dir    // along the line, and to the next line
	failed  map[searchState]struct{}
	choice  []ouro.DirSet // by index: the edges to the next cell and to the next line
}

// A searchState is the frontier before the cell with this index.
type searchState struct {
	ends  uint64
	index int32
}

const (
	opens  = 1
	closes = 2
)

const (
	maxFrontier = 12      // largest width of a board for this search
	maxFailed   = 2 << 20 // number of failures that a frontier remembers
)

// complete searches all cycles and sets use to one of them. It returns a NoCycleError if there is
// none, and ErrNotFound if it needs more steps than are left or the board is too large.
func (s *search) complete() error {
	f := newFrontier(s)
	if f == nil {
		return ErrNotFound
	}
	switch {
	case f.extend(0, 0):
		clear(s.use)
		for i, c := range f.cells {
			for e := f.choice[i]; e != 0; e &= e - 1 {
				s.toggle(c, first(e))
			}
		}
		return nil
	case s.steps <= 0 || len(f.failed) >= maxFailed:
		return ErrNotFound
	}
	return &NoCycleError{Reason: "a complete search found none"}
}

// newFrontier returns nil if the board is a torus or too large.
func newFrontier(s *search) *frontier {
	g := s.grid
	if g.Wraps || min(g.W, g.H) > maxFrontier {
		return nil
	}
	f := &frontier{s: s, width: g.W, on: ouro.Right, out: ouro.Up, failed: make(map[searchState]struct{})}
	if g.W > g.H {
		f.width, f.on, f.out = g.H, ouro.Up, ouro.Right
	}
	f.cells = make([]ouro.Cell, g.Size())
	for i := range f.cells {
		if g.W > g.H {
			f.cells[i] = g.At(i/f.width, i%f.width)
		} else {
			f.cells[i] = ouro.Cell(i)
		}
		if s.may[f.cells[i]] != 0 {
			f.last = i
		}
	}
	f.choice = make([]ouro.DirSet, len(f.cells))
	return f
}

// extend decides the edges of the cells from index i on, where ends is the frontier before cell i,
// and reports whether it completed a cycle.
func (f *frontier) extend(i int, ends uint64) bool {
	for f.s.may[f.cells[i]] == 0 { // walls
		f.choice[i] = 0
		if i++; i%f.width == 0 {
			ends <<= 2
		}
	}
	if f.s.steps--; f.s.steps <= 0 || len(f.failed) >= maxFailed {
		return false
	}
	here := searchState{ends, int32(i)}
	if _, ok := f.failed[here]; ok {
		return false
	}
	shift := uint(i % f.width * 2)
	along, across := ends>>shift&3, ends>>(shift+2)&3
	others := ends &^ (15 << shift)
	c := f.cells[i]
	on, out := ouro.DirSet(1)<<f.on, ouro.DirSet(1)<<f.out
	for _, choice := range [4]ouro.DirSet{out, on, on | out, 0} {
		if choice&^f.s.may[c] != 0 || f.s.must[c]&(on|out)&^choice != 0 {
			continue
		}
		next, ok := uint64(0), false
		switch choice.Len() {
		case 0:
			if along == opens && across == closes && i == f.last && others == 0 {
				f.choice[i] = 0
				return true
			}
			next, ok = joinEnds(others, shift, along, across)
		case 1:
			next, ok = others|(along|across)<<shift, (along == 0) != (across == 0)
			if choice == on {
				next = others | (along|across)<<(shift+2)
			}
		case 2:
			next, ok = others|opens<<shift|closes<<(shift+2), along|across == 0
		}
		if !ok || i == f.last {
			continue
		}
		f.choice[i] = choice
		if (i+1)%f.width == 0 {
			next <<= 2
		}
		if f.extend(i+1, next) {
			return true
		}
	}
	f.failed[here] = struct{}{}
	return false
}

// joinEnds joins two paths at a cell: the path that enters it along the line with the path that
// enters it from the previous line. along and across are their ends at the cell, at shift and
// shift+2, and not in others. joinEnds returns the frontier in which the other ends of both paths
// match. It returns false if an end is missing, or if both are of one path.
func joinEnds(others uint64, shift uint, along, across uint64) (uint64, bool) {
	switch {
	case along == 0 || across == 0 || along == opens && across == closes:
		return 0, false
	case along == opens && across == opens: // the mate of across becomes the first end
		return others ^ 3<<mateAfter(others, shift+4), true
	case along == closes && across == closes: // the mate of along becomes the second end
		return others ^ 3<<mateBefore(others, shift), true
	}
	return others, true // the outer ends match
}

// mateAfter returns the shift of the second end of the path whose first end is before shift.
func mateAfter(ends uint64, shift uint) uint {
	for depth := 1; ; shift += 2 {
		switch ends >> shift & 3 {
		case opens:
			depth++
		case closes:
			if depth--; depth == 0 {
				return shift
			}
		}
	}
}

// mateBefore returns the shift of the first end of the path whose second end is at shift.
func mateBefore(ends uint64, shift uint) uint {
	for depth := 1; ; {
		shift -= 2
		switch ends >> shift & 3 {
		case closes:
			depth++
		case opens:
			if depth--; depth == 0 {
				return shift
			}
		}
	}
}
